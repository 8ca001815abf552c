package content_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/internal/test/directustest"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/role"
)

// One Directus serves all tests; each test uses keys and clients of its own.
var (
	shared    *directustest.Server
	errShared error
	woken     atomic.Pointer[content.Service] // who hears the wake-up calls of the shared Directus
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "poolkeeper-content-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	wakeups := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s := woken.Load(); s == nil || !s.AcceptWake(r.Header.Get("Authorization")) {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	defer wakeups.Close()
	defer pgtest.Stop()
	shared, errShared = directustest.Start(dir, wakeups.URL)
	if errShared == nil {
		defer shared.Kill()
	}
	return m.Run()
}

// directus returns the shared Directus. Only a machine that is not CI may do without.
func directus(t *testing.T) *directustest.Server {
	t.Helper()
	if errors.Is(errShared, directustest.ErrNotInstalled) && os.Getenv("CI") == "" {
		t.Skip(errShared)
	}
	if errShared != nil {
		t.Fatal(errShared)
	}
	return shared
}

// studio calls Directus's own API as its developer, past the product.
func studio(t *testing.T, method, path string, body any) json.RawMessage {
	t.Helper()
	token, err := directus(t).AdminToken()
	if err != nil {
		t.Fatal(err)
	}
	status, raw, err := shared.Do(token, method, path, body)
	if err != nil || status >= http.StatusBadRequest {
		t.Fatalf("%s %s: status %d: %s %v", method, path, status, raw, err)
	}
	var answer struct{ Data json.RawMessage }
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &answer); err != nil {
			t.Fatal(err)
		}
	}
	return answer.Data
}

// config is that of a service that finds the shared Directus and looks for changes often.
func config(t *testing.T) content.Config {
	t.Helper()
	return content.Config{
		Dir: t.TempDir(), URL: directus(t).URL, Token: shared.Token, Poll: 100 * time.Millisecond,
		Patience: time.Minute, // other tests keep this machine busy
		Log:      slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now,
	}
}

// running starts a service and stops it with the test.
func running(t *testing.T, cfg content.Config) *content.Service {
	t.Helper()
	s := content.New(cfg)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		s.Run(ctx)
		close(done)
	}()
	t.Cleanup(func() {
		stop()
		<-done
	})
	return s
}

// joined is running, after it has read everything once.
func joined(t *testing.T) *content.Service {
	t.Helper()
	s := running(t, config(t))
	awaitJoin(t, s)
	return s
}

// awaitJoin gives a service the time to read, and the first one to seed, everything.
func awaitJoin(t *testing.T, s *content.Service) {
	t.Helper()
	eventually(t, "the service has joined", func() bool { return s.Status().State == "ok" })
}

// eventually waits until it is so. The limit is for what never happens, not for a machine that has much else to do.
func eventually(t *testing.T, what string, isSo func() bool) {
	t.Helper()
	deadline := time.After(10 * time.Minute)
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for !isSo() {
		select {
		case <-deadline:
			t.Fatalf("never: %s", what)
		case <-look.C:
		}
	}
}

// requestAs is a request of somebody with these roles, limited to clients if any are given.
func requestAs(t *testing.T, roles []role.Role, clientIDs ...int64) context.Context {
	t.Helper()
	return role.With(t.Context(), &role.Caller{
		Kind: role.Admin, ID: 7, Name: "Cora Content", Permissions: role.PermissionsOf(roles),
		Scope: role.Scope{ClientIDs: clientIDs},
	})
}
