package staff

import (
	"context"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/role"
)

type silent struct{}

func (silent) Record(context.Context, ...store.Entry) error { return nil }

func (silent) ChangesSince(context.Context, string, int64, int64) (resource.ChangesSince, error) {
	return resource.ChangesSince{}, nil
}

func signedInForBench(b *testing.B) (*Service, string) {
	b.Helper()
	s := New(Options{DB: pgtest.SQLite(b), Now: time.Now, Audit: silent{}, ClassicLogin: true})
	if err := s.Seed(b.Context(), 1); err != nil {
		b.Fatal(err)
	}
	t, err := s.Authorize(role.With(b.Context(), &role.Caller{IP: home}),
		Credentials{Username: "all" + demoDomain, Password: DemoPassword})
	if err != nil {
		b.Fatal(err)
	}
	return s, t.AccessToken
}

func BenchmarkAuthenticate_CachedToken_IsAccepted(b *testing.B) {
	s, token := signedInForBench(b)
	for b.Loop() {
		if _, err := s.Authenticate(b.Context(), token); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAuthenticate_UncachedToken_IsParsed(b *testing.B) {
	s, token := signedInForBench(b)
	for b.Loop() {
		if _, err := s.parse(b.Context(), token); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRecheck_UnchangedAccount_IsAccepted(b *testing.B) {
	s, token := signedInForBench(b)
	who, err := s.Authenticate(b.Context(), token)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := s.Recheck(b.Context(), who); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHash_Password_AtFullCost(b *testing.B) {
	h := newHasher()
	for b.Loop() {
		h.hash(DemoPassword)
	}
}

func BenchmarkPassword_UncommonOne_IsLookedUp(b *testing.B) {
	for b.Loop() {
		if _, err := common("not in the list, surely"); err != nil {
			b.Fatal(err)
		}
	}
}
