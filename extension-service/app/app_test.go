package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/platform/config"
)

// product is the whole service over a fresh database, without a socket.
type product struct {
	*app.Service
	tokens   map[string]string
	extended bool
	contract struct {
		once sync.Once
		is   *contract
		err  error
	}
}

// newProduct opens the service over a copy of what is furnished.
func newProduct(t *testing.T, url string, extend ...app.Extension) *product {
	t.Helper()
	return openProduct(t, settingsIn(t.TempDir(), url), extend...)
}

func openProduct(t *testing.T, settings config.Settings, extend ...app.Extension) *product {
	t.Helper()
	return openLogged(t, settings, silent(), extend...)
}

func openLogged(t *testing.T, settings config.Settings, log *slog.Logger, extend ...app.Extension) *product {
	t.Helper()
	s, err := app.Open(t.Context(), settings, log, extend...)
	if err != nil {
		t.Fatal(err)
	}
	s.Mappings.Program = os.Args[0]
	p := &product{Service: s}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		*p = product{} // a test that has ended is kept with its cleanups, and whatever they name, until all have
	})
	p.tokens, p.extended = sessionsOf(t, s.DB), len(extend) > 0
	t.Cleanup(func() { p.checkAuditIsSearchable(t) })
	return p
}

func openIn(ctx context.Context, dir, url string, extend ...app.Extension) (*app.Service, error) {
	return app.Open(ctx, settingsIn(dir, url), silent(), extend...)
}

func settingsIn(dir, url string) config.Settings {
	return config.Settings{Host: "127.0.0.1", Port: 1, DataDir: dir, DatabaseURL: url}
}

func silent() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// answer is a reply, read.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a answer) json(t *testing.T) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(a.body, &m); err != nil {
		t.Fatalf("%v: %s", err, a.body)
	}
	return m
}

// call sends one request as somebody: the local part of a demo account, or "" for nobody.
func (p *product) call(t *testing.T, who, method, path, body string, headers ...string) answer {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if who != "" {
		r.Header.Set("Authorization", "Bearer "+p.token(t, who))
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	a, err := send(p.Service, r)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	p.checkContract(t, method, path, a)
	return a
}

func send(s *app.Service, r *http.Request) (answer, error) {
	res, err := s.Web().Test(r, fiber.TestConfig{Timeout: patience})
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	return answer{res.StatusCode, res.Header, text}, err
}

// patience is for a machine that has much else to do; nothing waits for it while all is well.
const patience = 5 * time.Minute

func (p *product) token(t *testing.T, who string) string {
	t.Helper()
	if token, ok := p.tokens[who]; ok {
		return token
	}
	token, err := signIn(p.Service, who)
	if err != nil {
		t.Fatal(err)
	}
	p.tokens[who] = token
	return token
}

// expect calls and holds the reply against a status and a part of the body.
func (p *product) expect(t *testing.T, who, request, body string, status int, want string) answer {
	t.Helper()
	method, path, _ := strings.Cut(request, " ")
	got := p.call(t, who, method, path, body)
	if got.status != status || !bytes.Contains(got.body, []byte(want)) {
		t.Errorf("%s as %q %s: %d %s\nwant %d with %s", request, who, body, got.status, got.body, status, want)
	}
	return got
}

// publishIndex brings the index up to date with the database.
func (p *product) publishIndex(t *testing.T) {
	t.Helper()
	if err := p.PublishAll(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func (p *product) indexed(t *testing.T, typ, query string) int64 {
	t.Helper()
	n, err := p.Indexed(t.Context(), typ, query)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// fingerprint counts the rows of every table that holds records, and what has been written about them.
func (p *product) fingerprint(t *testing.T) string {
	t.Helper()
	var out []string
	for _, r := range p.Registry.All() {
		about := r.Facts()
		if about.Name == "audit" {
			continue // it also tells of what changes nothing, such as signing in
		}
		got := p.call(t, "all", "GET", about.Path+"?limit=1&s=id:desc", "")
		if got.status == 404 {
			continue // it is searched only, and has no list
		}
		out = append(out, about.Name+" "+string(got.body))
	}
	return strings.Join(out, "\n")
}
