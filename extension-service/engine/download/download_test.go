package download

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestToken_Download_IsForOnePersonOnceAndSoon(t *testing.T) {
	t.Parallel()
	clara, other := &role.Caller{Kind: role.Admin, ID: 1, SID: "s1"}, &role.Caller{Kind: role.Admin, ID: 2}
	for name, tc := range map[string]struct {
		who   *role.Caller
		after time.Duration
		used  bool
		want  fault.Kind
	}{
		"a browser that follows the link": {who: &role.Caller{}},
		"the person it was issued to":     {who: clara, after: life},
		"somebody else":                   {who: other, want: fault.NotFound},
		"too late":                        {who: clara, after: life + time.Second, want: fault.NotFound},
		"a second time":                   {who: clara, used: true, want: fault.NotFound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, now := opened(t), time.Now()
			s.Now = func() time.Time { return now }
			key := s.issued(t, clara)
			now = now.Add(tc.after)
			ctx := role.With(t.Context(), tc.who)
			if tc.used {
				if _, _, err := s.redeem(ctx, key); err != nil {
					t.Fatal(err)
				}
			}
			who, w, err := s.redeem(ctx, key)
			if got := fault.KindOf(err); got != tc.want {
				t.Fatalf("%q, want %q: %v", got, tc.want, err)
			}
			if err == nil && (who.ID != clara.ID || who.SID != clara.SID || w.Entity != "project" || string(w.For) != wish) {
				t.Errorf("%+v asks for %+v %s", who, w, w.For)
			}
		})
	}
}

func TestToken_InTheDatabase_RevealsNothing(t *testing.T) {
	t.Parallel()
	s := opened(t)
	key := s.issued(t, &role.Caller{Kind: role.Admin, ID: 1})
	var hash, sealed string
	if _, err := s.DB.Row(t.Context(), []any{&hash, &sealed}, "SELECT hash, wish FROM tickets"); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(hash+sealed, "Jane") || strings.Contains(hash, key) || sealed == "" {
		t.Errorf("kept: %s %s", hash, sealed)
	}
}

func TestToken_Expired_IsRemoved(t *testing.T) {
	t.Parallel()
	s, now := opened(t), time.Now()
	s.Now = func() time.Time { return now }
	s.issued(t, &role.Caller{Kind: role.Admin, ID: 1})
	for _, step := range []struct {
		after time.Duration
		gone  int64
	}{{life, 0}, {time.Second, 1}, {time.Second, 0}} {
		now = now.Add(step.after)
		if n, err := s.DeleteExpired(t.Context()); n != step.gone || err != nil {
			t.Errorf("%d removed, want %d: %v", n, step.gone, err)
		}
	}
}

const wish = `{"filters":{"name":"Jane"}}`

// issued is the key of a ticket that somebody has been given.
func (s *Service) issued(t *testing.T, to *role.Caller) string {
	t.Helper()
	link, err := s.Issue(role.With(t.Context(), to), resource.DownloadRequest{Entity: "project", For: []byte(wish)})
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(link, "/api/download/")
}

func opened(t *testing.T) *Service {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "tickets.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.Migrate(context.Background()); err != nil {
		t.Fatal(err)
	}
	return &Service{DB: db, Now: time.Now}
}
