package staff

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// clock is the time of a test; it moves only when told to.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

// log keeps what would be audited.
type log struct {
	mu      sync.Mutex
	entries []store.Entry
	who     []role.Caller
}

func (l *log) Record(ctx context.Context, entries ...store.Entry) error {
	if !store.InTransaction(ctx) {
		panic("audit outside of a transaction")
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range entries {
		l.entries, l.who = append(l.entries, e), append(l.who, *role.From(ctx))
	}
	return nil
}

func (l *log) ChangesSince(context.Context, string, int64, int64) (resource.ChangesSince, error) {
	return resource.ChangesSince{Fields: []string{"roles"}, By: "Somebody", At: time.UnixMilli(1)}, nil
}

func (l *log) count(action string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := 0
	for _, e := range l.entries {
		if e.Act.Action == action {
			n++
		}
	}
	return n
}

// fixture is a service with all that a test moves.
type fixture struct {
	*Service
	t     *testing.T
	clock *clock
	log   *log
}

// cheap makes hashing fast; the real cost is measured by a benchmark.
var cheap = cost{memory: 64, passes: 1, lanes: 1}

func newFixture(t *testing.T, db *store.DB) *fixture {
	t.Helper()
	d := &fixture{t: t, clock: &clock{t: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}, log: &log{}}
	d.Service = New(Options{DB: db, Now: d.clock.now, Audit: d.log, ClassicLogin: true, Messages: func() string {
		return "v7"
	}})
	d.hasher.cost = cheap
	if err := d.Seed(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	return d
}

// copyOf is another copy of the service over the same database.
func (d *fixture) copyOf() *fixture {
	c := *d
	c.Service = New(d.Options)
	c.hasher.cost = cheap
	return &c
}

// visit is one request: where it comes from, and what it says back.
type visit struct {
	ip, token, cookie, panel, media string
	reply                           *resource.Reply
}

func (d *fixture) ctx(v *visit) context.Context {
	d.t.Helper()
	who := &role.Caller{}
	if v.token != "" {
		found, err := d.Authenticate(d.t.Context(), v.token)
		if err != nil {
			d.t.Fatalf("authenticate: %v", err)
		}
		who = found
	}
	who.IP, who.UserAgent, who.RequestID = v.ip, "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
		"r1"
	v.reply = &resource.Reply{}
	r := &resource.Request{
		Param: func(string) string {
			return ""
		}, Cookie: func(name string) string { return map[string]string{refreshCookie: v.cookie}[name] },
		Header: func(name string) string {
			return map[string]string{panelHeader: v.panel, "Content-Type": v.media}[http.CanonicalHeaderKey(name)]
		},
	}
	return resource.WithExchange(role.With(d.t.Context(), who), r, v.reply)
}

func (d *fixture) from(ip string) context.Context { return d.ctx(&visit{ip: ip}) }

func (d *fixture) withTokens(t Tokens) context.Context {
	return d.ctx(&visit{ip: home, token: t.AccessToken})
}

const home = "203.0.113.7"

// signIn signs one of the demonstration's people in.
func (d *fixture) signIn(local string) Tokens {
	d.t.Helper()
	return d.signInAs(local+demoDomain, DemoPassword)
}

func (d *fixture) signInAs(email, password string) Tokens {
	d.t.Helper()
	t, err := d.Authorize(d.from(home), Credentials{Username: email, Password: password})
	if err != nil {
		d.t.Fatalf("sign in %s: %v", email, err)
	}
	return t
}

func (d *fixture) try(ip, email, password string) error {
	_, err := d.Authorize(d.from(ip), Credentials{Username: email, Password: password})
	return err
}

func (d *fixture) id(local string) int64 {
	d.t.Helper()
	a, err := d.byEmail(d.t.Context(), local+demoDomain)
	if err != nil || a == nil {
		d.t.Fatalf("no account %s: %v", local, err)
	}
	return a.ID
}

func (d *fixture) wantCode(err error, want string) {
	d.t.Helper()
	if got := fault.CodeOf(err); got != want {
		d.t.Errorf("code %q, want %q (%v)", got, want, err)
	}
}

// each runs a scenario on both engines.
func each(t *testing.T, fn func(d *fixture)) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) { fn(newFixture(t, db)) })
}

func fieldsOf(err error) map[string][]string { return fault.From(err).Fields }

func has(fields map[string][]string, path, message string) bool {
	return slices.Contains(fields[path], message)
}
