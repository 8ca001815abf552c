package openid_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/internal/test/openidtest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/openid"
)

// fixture is a provider, and the service's end of it, with a clock of its own.
type fixture struct {
	*openidtest.Provider
	t    *testing.T
	ours *openid.Provider
	mu   sync.Mutex
	at   time.Time
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	w := &fixture{Provider: openidtest.New(t), t: t, at: time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)}
	w.ours = openid.New(w.URL, openidtest.Client, w.now)
	return w
}

func (w *fixture) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.at
}

func (w *fixture) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = w.at.Add(d)
}

func (w *fixture) id() *openidtest.Token { return w.ID("auth0|7", "ada@byron.example", "n1", w.now()) }

func (w *fixture) expectCode(what, text, code string) {
	w.t.Helper()
	if _, err := w.ours.IDToken(w.t.Context(), text); fault.CodeOf(err) != code {
		w.t.Errorf("%s: %v, want %q", what, err, code)
	}
}

func TestIDToken_Valid_IsRead(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	got, err := w.ours.IDToken(t.Context(), w.id().Sign())
	if err != nil {
		t.Fatal(err)
	}
	if got.Subject != "auth0|7" || got.Email != "ada@byron.example" || got.Nonce != "n1" || got.Issuer != w.URL ||
		fmt.Sprint(got.Methods) != "[pwd mfa]" || len(got.ID) != 64 {
		t.Errorf("%+v", got)
	}
}

// Unknown keys are no reason to ask the issuer more than once in ten seconds, and known ones stay good meanwhile.
func TestKeys_ManyUnknown_FetchOnceInTenSeconds(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.expectCode("a good token", w.id().Sign(), "")
	w.pass(time.Minute)
	var all sync.WaitGroup
	for i := range 200 {
		all.Go(func() {
			forged := w.id()
			forged.Head["kid"], forged.Key = fmt.Sprint("unknown-", i), openidtest.ForeignKey()
			if _, err := w.ours.IDToken(t.Context(), forged.Sign()); fault.CodeOf(err) != "BAD_TOKEN" {
				t.Errorf("forged: %v", err)
			}
			if _, err := w.ours.IDToken(t.Context(), w.id().Sign()); err != nil {
				t.Errorf("a good token within the flood: %v", err)
			}
		})
	}
	all.Wait()
	if n := w.KeyRequests.Load(); n != 2 {
		t.Errorf("the keys were asked for %d times, want 2: at the start and once more", n)
	}
	w.Rotate("two")
	fresh := w.id()
	fresh.Head["kid"], fresh.Key = "two", openidtest.ForeignKey()
	w.pass(11 * time.Second)
	w.expectCode("a new key of the issuer", fresh.Sign(), "")
}

func TestKeys_Fetched_AreCachedForTenMinutes(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	w.Down.Store(true)
	w.expectCode("while the issuer is down", w.id().Sign(), "UNAVAILABLE")
	w.expectCode("at once again", w.id().Sign(), "UNAVAILABLE")
	w.Down.Store(false)
	w.pass(11 * time.Second)
	w.expectCode("when it is back", w.id().Sign(), "")
	w.Down.Store(true)
	w.pass(9 * time.Minute)
	w.expectCode("with the keys it had", w.id().Sign(), "")
	w.pass(2 * time.Minute)
	w.expectCode("when they are too old", w.id().Sign(), "UNAVAILABLE")
	w.expectCode("and again", w.id().Sign(), "UNAVAILABLE")
	if n := w.KeyRequests.Load(); n > 2 {
		t.Errorf("the keys were asked for %d times", n)
	}
}
