package jobs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"poolkeeper.example/extension-service/engine/admin/check"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

var lampTables = fstest.MapFS{"migrations/0001_lamps.sql": {Data: []byte(`-- +goose Up
CREATE TABLE lamps (
	id {{id}},
	version BIGINT NOT NULL,
	created BIGINT NOT NULL,
	created_by {{text}} NOT NULL,
	last_updated BIGINT NOT NULL,
	last_updated_by {{text}} NOT NULL,
	deleted_at BIGINT,
	client_id BIGINT NOT NULL,
	name {{text}} NOT NULL,
	name_fold {{text}} NOT NULL,
	state {{text}} NOT NULL
);
{{contains "lamps" "name_fold"}}
`)}}

// lamp is what the tests do much work on. It can be lit, put out, and broken, from where there is no way back.
type lamp struct {
	resource.Record
	ClientID int64  `json:"clientId"`
	Name     string `json:"name"     check:"required,max=40" store:"fold"`
	State    string `json:"state"`
}

type switchInput struct {
	To string `json:"to" check:"required,max=10"`
}

// fixture is a service with one resource and its jobs, as some copies of the product might run on one database.
type fixture struct {
	db       *store.DB
	jobs     *jobs.Service
	registry *resource.Registry
	calls    map[string]resource.Endpoint
	table    *store.Table[lamp, *lamp]

	headers map[string]string // sent with every call

	mu      sync.Mutex
	staff   map[int64]*role.Caller    // what accounts may do today
	turned  func()                    // called before each turn of a lamp
	blocked map[int64]<-chan struct{} // lamps that are turned only after something else; no transaction waits for it
	fetched atomic.Int64              // pots of paint
}

func openDatabase(url string) (*store.DB, error) {
	db, err := store.Open(context.Background(), url)
	if err != nil {
		return nil, err
	}
	if err := db.Migrate(context.Background()); err != nil {
		return nil, err
	}
	return db, db.MigrateFrom(context.Background(), lampTables, "lamp_version")
}

// empty is what every fixture begins with: its tables and no lamp.
var empty = pgtest.Template{Fill: func(_ context.Context, url string) error {
	db, err := openDatabase(url)
	if err != nil {
		return err
	}
	return db.Close()
}}

// location is where a fixture keeps its things.
type location struct {
	url, dir string
	now      func() time.Time
}

func newFixture(db *store.DB, p location) *fixture {
	w := &fixture{db: db, staff: map[int64]*role.Caller{}, calls: map[string]resource.Endpoint{}, turned: func() {}}
	for id := range int64(4) {
		w.staff[id+1] = &role.Caller{
			Kind: role.Admin, ID: id + 1, Name: fmt.Sprintf("Person %d", id+1),
			Permissions: role.PermissionsOf([]role.Role{role.CSM}), Source: "UI",
		}
	}
	log := &audit.Log{DB: db, Now: p.now}
	w.registry = resource.NewRegistry(&resource.Runtime{
		Write: db.Write, Recheck: w.recheck, Since: log.ChangesSince, History: log.History, Now: p.now,
		StartJob: func(ctx context.Context, kind, entity string, input any) (any, error) {
			return w.jobs.Start(ctx, kind, entity, input)
		},
	})
	w.jobs = jobs.New(jobs.Deps{
		DB: db, URL: p.url, Dir: p.dir, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: p.now, Audit: log.Record,
		Caller: w.caller, Recheck: w.recheck, Reads: func(context.Context, string) bool { return false },
		Visible: func(ctx context.Context, entity string, ids []int64) (map[int64]bool, error) {
			return w.registry.Named(entity).Visible(ctx, ids)
		},
	})
	w.jobs.Register(jobs.Bulk(w.registry, db))
	w.table = store.NewTable[lamp](db, store.Config{Name: "lamps", Entity: "lamp", Audit: log.Record, Now: p.now})
	l := new(lamp)
	w.registry.Add(resource.Declare(resource.Spec[lamp]{
		Name: "lamp", Of: l, Store: w.table, Title: &l.Name, Columns: resource.Refs{&l.Name, &l.State},
		Filters: resource.Refs{&l.Name, resource.Filter("state", query.Is, &l.State)},
		Access:  resource.Access{Read: role.ProjectRead},
		Actions: []resource.Action[lamp]{
			resource.RecordAction("turn", role.ProjectStatus, w.switchLamp).ForMany().
				UndoneBy("turn", func(_ context.Context, was lamp) (*resource.WayBack, error) {
					if was.State == "NEW" {
						return nil, nil //nolint:nilnil // nothing makes it so again
					}
					return &resource.WayBack{Input: switchInput{was.State}}, nil
				}),
			resource.RecordAction("touch", role.ProjectStatus, w.renameLamp).ForMany(),
			resource.RecordAction("paint", role.ProjectStatus, w.paint).ForMany(),
		},
	}))
	for _, e := range append(w.registry.Endpoints(), w.jobs.Endpoints()...) {
		w.calls[e.Name] = e
	}
	return w
}

type unblockedKey struct{}

// switchLamp changes the state of a lamp. TRANSITION_NOT_ALLOWED for one that is broken.
func (w *fixture) switchLamp(ctx context.Context, l *lamp, in switchInput) (resource.None, error) {
	if first := w.blocked[l.ID]; first != nil && ctx.Value(unblockedKey{}) != l.ID {
		return resource.None{}, &store.RetryAfterError{Get: func(ctx context.Context) (context.Context, error) {
			<-first
			return context.WithValue(ctx, unblockedKey{}, l.ID), nil
		}}
	}
	if !resource.IsDryRun(ctx) {
		w.turned()
	}
	if l.State == "BROKEN" {
		return resource.None{}, fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "it is broken").With("blockedBy",
			[]resource.Block{{Key: "transition.none"}})
	}
	old := *l
	l.State = in.To
	return resource.None{}, w.table.Update(ctx, old, l)
}

func (w *fixture) renameLamp(ctx context.Context, l *lamp, _ resource.None) (resource.None, error) {
	old := *l
	l.Name += "!"
	return resource.None{}, w.table.Update(ctx, old, l)
}

type paintKey struct{}

// paint needs a pot for each lamp, which is fetched from where a transaction cannot wait for it.
func (w *fixture) paint(ctx context.Context, l *lamp, in resource.None) (resource.None, error) {
	if ctx.Value(paintKey{}) == l.ID {
		return w.renameLamp(ctx, l, in)
	}
	return in, &store.RetryAfterError{Get: func(ctx context.Context) (context.Context, error) {
		w.fetched.Add(1)
		return context.WithValue(ctx, paintKey{}, l.ID), nil
	}}
}

func (w *fixture) caller(_ context.Context, id int64) (*role.Caller, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	who, ok := w.staff[id]
	if !ok {
		return nil, fault.New(fault.Unauthenticated, "UNAUTHENTICATED", "the account is closed")
	}
	copied := *who
	return &copied, nil
}

func (w *fixture) recheck(ctx context.Context, c *role.Caller) error {
	now, err := w.caller(ctx, c.ID)
	if err == nil {
		c.Permissions, c.Scope = now.Permissions, now.Scope
	}
	return err
}

// employ sets what an account may do from now on; nil closes it.
func (w *fixture) employ(id int64, change func(c *role.Caller)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if change == nil {
		delete(w.staff, id)
		return
	}
	change(w.staff[id])
}

// runJobs runs the jobs until the test ends, or until the returned function is called.
func (w *fixture) runJobs(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.jobs.Run(ctx)
	}()
	stop = sync.OnceFunc(func() { cancel(); <-done })
	t.Cleanup(stop)
	return stop
}

// createLamps makes n of them, switched off, of a client.
func (w *fixture) createLamps(n int, change func(i int, l *lamp)) error {
	rows := make([]lamp, n)
	for i := range rows {
		rows[i] = lamp{
			Record: resource.Record{Version: 1, Created: time.Now(), LastUpdated: time.Now()}, ClientID: 1,
			Name: fmt.Sprintf("Lamp %d", i+1), State: "OFF",
		}
		if change != nil {
			change(i, &rows[i])
		}
	}
	_, err := w.table.Load(context.Background(), rows)
	return err
}

type reply struct {
	status int
	body   map[string]any
	err    error
}

// call makes one as an account: "lamp.turn.bulk", with query parameters behind a question mark.
func (w *fixture) call(t *testing.T, who int64, line, body string) reply {
	t.Helper()
	name, query, _ := strings.Cut(line, "?")
	name, id, _ := strings.Cut(name, " ")
	e, ok := w.calls[name]
	if !ok {
		t.Fatalf("no call %s", name)
	}
	none := func(string) string { return "" }
	header := func(name string) string { return w.headers[name] }
	r := &resource.Request{
		Method: e.Method, Path: e.Path, Body: []byte(body), Queries: map[string]string{},
		Header: header, Cookie: none, Param: func(string) string {
			return id
		},
	}
	for part := range strings.SplitSeq(query, "&") {
		if key, value, ok := strings.Cut(part, "="); ok {
			r.Queries[key] = value
		}
	}
	c, err := w.caller(t.Context(), who)
	if err != nil {
		t.Fatal(err)
	}
	c.RequestID = "request-1"
	p := &resource.Reply{}
	out, err := e.Handle.Call(resource.WithExchange(role.With(t.Context(), c), r, p), r)
	if err != nil {
		return reply{err: err}
	}
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	got := reply{status: max(p.Status, 200)}
	if err := json.Unmarshal(text, &got.body); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return got
}

// start asks for a bulk job and returns its id.
func (w *fixture) start(t *testing.T, who int64, call, body string) string {
	t.Helper()
	got := w.call(t, who, call, body)
	id, _ := got.body["jobId"].(string)
	if got.status != 202 || !strings.HasPrefix(id, "job_") {
		t.Fatalf("%s %s: %d %v %v", call, body, got.status, got.body, got.err)
	}
	return id
}

// awaitState polls a job until it has the state. The limit is for what hangs, not for a machine that has much else
// to do.
func (w *fixture) awaitState(t *testing.T, id, state string) map[string]any {
	t.Helper()
	return w.untilSeenBy(t, 1, id, state)
}

// untilSeenBy waits as somebody else than the owner.
func (w *fixture) untilSeenBy(t *testing.T, who int64, id, state string) map[string]any {
	t.Helper()
	deadline, tick := time.After(15*time.Minute), time.NewTicker(50*time.Millisecond)
	defer tick.Stop()
	for {
		got := w.call(t, who, "job.get "+id+"?limit=1", "")
		if got.err != nil {
			t.Fatal(got.err)
		}
		if got.body["state"] == state {
			return w.call(t, who, "job.get "+id+"?limit=500", "").body
		}
		select {
		case <-deadline:
			t.Fatalf("job %s never became %s: %v", id, state, got.body)
		case <-tick.C:
		}
	}
}

// states counts the lamps by state.
func (w *fixture) states(t *testing.T) map[string]int {
	t.Helper()
	rows, err := w.db.Query(t.Context(), "SELECT state, count(*) FROM lamps GROUP BY state")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	out := map[string]int{}
	for rows.Next() {
		var state string
		var n int
		if err := rows.Scan(&state, &n); err != nil {
			t.Fatal(err)
		}
		out[state] = n
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// each runs fn on a fixture over either engine.
func each(t *testing.T, fn func(t *testing.T, w *fixture)) {
	t.Helper()
	for name, url := range map[string]func(testing.TB) string{"sqlite": empty.SQLite, "postgres": empty.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := location{url: url(t), dir: t.TempDir(), now: time.Now}
			w := opened(t, p)
			fn(t, w)
		})
	}
}

func opened(t *testing.T, p location) *fixture {
	t.Helper()
	db, err := openDatabase(p.url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	w := newFixture(db, p)
	if err := check.Declarations(w.registry.All()); err != nil {
		t.Fatal(err)
	}
	return w
}
