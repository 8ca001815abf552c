package schedule_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// clock is what all copies go by.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// queuedRun is a pass over a run that a worker was asked for.
type queuedRun struct {
	id   string
	pass int64
}

// replica is one copy of the service.
type replica struct {
	*schedule.Service
	db     *store.DB
	mu     sync.Mutex
	queued []queuedRun
	paused bool
}

// start is no due time of any job of the tests.
var start = time.Date(2026, 11, 20, 14, 6, 30, 0, time.UTC)

func newClock() *clock { return &clock{at: start} }

// newCopy is a copy of the service on a database, which has begun.
func newCopy(t *testing.T, db *store.DB, c *clock, jobs ...schedule.Job) *replica {
	t.Helper()
	out := &replica{db: db}
	log := &audit.Log{DB: db, Now: c.now}
	out.Service = schedule.New(schedule.Deps{
		DB: db, Now: c.now, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Audit: log.Record,
		Recheck: func(context.Context, *role.Caller) error { return nil },
		Held:    func(context.Context) (bool, error) { return out.paused, nil },
		Enqueue: func(ctx context.Context, id string, pass int64) error {
			store.AfterCommit(ctx, func() {
				out.mu.Lock()
				defer out.mu.Unlock()
				out.queued = append(out.queued, queuedRun{id, pass})
			})
			return nil
		},
	}, jobs...)
	out.plan(t)
	return out
}

func (c *replica) plan(t *testing.T) time.Time {
	t.Helper()
	next, err := c.Plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func (c *replica) drainCalls() []queuedRun {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.queued
	c.queued = nil
	return out
}

// runCalls does what this copy was asked for.
func (c *replica) runCalls(t *testing.T) {
	t.Helper()
	for _, a := range c.drainCalls() {
		if err := c.Work(t.Context(), a.id, a.pass); err != nil {
			t.Fatal(err)
		}
	}
}

var tech = &role.Caller{
	Kind: role.Admin, ID: 7, Name: "Tess Tech",
	Permissions: role.PermissionsOf([]role.Role{role.TechSupport}), Source: "UI",
}

// call makes one call as tech support; its answer is decoded, or the code of the refusal.
func (c *replica) call(t *testing.T, request, body string) (map[string]any, string) {
	t.Helper()
	method, path, _ := strings.Cut(request, " ")
	path, query, _ := strings.Cut(path, "?")
	for _, e := range c.Endpoints() {
		params, fits := matchPath(e.Path, path)
		if e.Method != method || !fits {
			continue
		}
		queries := map[string]string{}
		for pair := range strings.SplitSeq(query, "&") {
			if name, value, ok := strings.Cut(pair, "="); ok {
				queries[name] = value
			}
		}
		r := &resource.Request{
			Method: method, Path: path, Body: []byte(body), Queries: queries, RawQuery: query,
			Param: func(name string) string {
				return params[name]
			}, Header: http.Header{"X-Requested-With": {"test"}}.Get, Cookie: func(string) string { return "" },
		}
		ctx := resource.WithExchange(role.With(t.Context(), tech), r, &resource.Reply{})
		answer, err := e.Handle.Call(ctx, r)
		if err != nil {
			return nil, fault.CodeOf(err)
		}
		text, err := json.Marshal(answer)
		if err != nil {
			t.Fatal(err)
		}
		var out map[string]any
		if err := json.Unmarshal(text, &out); err != nil {
			t.Fatal(err)
		}
		return out, ""
	}
	t.Fatalf("no call %s", request)
	return nil, ""
}

func matchPath(pattern, path string) (map[string]string, bool) {
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return nil, false
	}
	out := map[string]string{}
	for i, part := range want {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			out[strings.TrimSuffix(name, "}")] = got[i]
		} else if part != got[i] {
			return nil, false
		}
	}
	return out, true
}

// ok calls and fails the test on a refusal.
func (c *replica) ok(t *testing.T, request, body string) map[string]any {
	t.Helper()
	got, code := c.call(t, request, body)
	if code != "" {
		t.Fatalf("%s %s: %s", request, body, code)
	}
	return got
}

// refused calls and fails the test on another answer.
func (c *replica) refused(t *testing.T, request, body, want string) {
	t.Helper()
	if got, code := c.call(t, request, body); code != want {
		t.Errorf("%s %s: %q %v, want %s", request, body, code, got, want)
	}
}

// states tells the runs of a job with their messages, the first first.
func (c *replica) states(t *testing.T, name string) string {
	t.Helper()
	var out []string
	list := c.ok(t, "GET /api/scheduler/run?s=createdAt:asc&limit=100&name="+name, "")
	for _, r := range list["results"].([]any) {
		run := r.(map[string]any)
		out = append(out, strings.TrimSuffix(fmt.Sprint(run["state"], " ",
			strings.TrimPrefix(run["messageKey"].(string), "cron.result.")), " "))
	}
	return strings.Join(out, ", ")
}

// item is a job as the list answers it.
func (c *replica) item(t *testing.T, name string) map[string]any {
	t.Helper()
	for _, r := range c.ok(t, "GET /api/scheduler/list", "")["results"].([]any) {
		if item := r.(map[string]any); item["name"] == name {
			return item
		}
	}
	t.Fatalf("no job %s", name)
	return nil
}

// cardCount is the number of a card of the start page.
func (c *replica) cardCount(t *testing.T, key string) int64 {
	t.Helper()
	for _, card := range c.Cards() {
		if card.Key == key {
			content, err := card.Load(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return content.Count
		}
	}
	t.Fatalf("no card %s", key)
	return 0
}
