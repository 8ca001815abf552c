package applications_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/applications"
	"poolkeeper.example/extension-service/audit"
	"poolkeeper.example/extension-service/clients"
	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/mail"
	"poolkeeper.example/extension-service/projects"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/store"
	"poolkeeper.example/extension-service/store/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// world is the service without its edge: every call goes through the endpoint that serves it. Clients and projects are
// real; people, mails, rates, questions and paper are not.
type world struct {
	t         *testing.T
	db        *store.DB
	who       *role.Caller
	clients   *clients.Service
	projects  *projects.Service
	bids      *applications.Service
	fakes     *fakes
	endpoints []resource.Endpoint
}

// fakes stand for the parts around.
type fakes struct {
	mu       sync.Mutex
	now      time.Time
	people   map[int64]applications.Person
	mails    []mail.Mail // what waits
	asked    applications.Asked
	can      []applications.Capability
	printed  []applications.Profile
	reckoned int
	managers []applications.Manager
}

func newWorld(t *testing.T, db *store.DB) *world {
	t.Helper()
	f := &fakes{now: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), people: map[int64]applications.Person{}}
	w := &world{t: t, db: db, fakes: f, who: &role.Caller{
		Kind: role.Admin, ID: 1, Name: "Mara Lindqvist", Permissions: role.PermissionsOf(role.All), Source: "UI", RequestID: "r1",
	}}
	now := func() time.Time { return f.now }
	log := &audit.Log{DB: db, Now: now}
	w.clients = clients.New(clients.Deps{DB: db, Audit: log.Record, Now: now})
	w.bids = applications.New(applications.Deps{
		DB: db, Audit: log.Record, Now: now, Project: func(ctx context.Context, id int64) error { return w.projects.Visible(ctx, id) },
		Facts: w.facts, Freelancer: f.person, MSP: f.firm, Mail: f.queue, CancelMail: f.cancel, Waiting: f.waiting, Rate: f.rate,
		Questions: func(context.Context, *applications.Application) (applications.Asked, error) { return f.asked, nil },
		PDF:       w.print, Managers: func(context.Context) ([]applications.Manager, error) { return f.managers, nil },
		Fill: func(ctx context.Context, id, delta int64) error { return w.projects.Fill(ctx, id, delta) },
	})
	w.projects = projects.New(projects.Deps{DB: db, Audit: log.Record, Now: now, Applications: w.bids, MSPs: func(context.Context, []int64) (map[int64]string, error) {
		return map[int64]string{}, nil
	}})
	registry := resource.NewRegistry(&resource.Runtime{
		Write: db.Write, Recheck: func(context.Context, *role.Caller) error { return nil }, Since: log.Since, History: log.History, Now: now,
	})
	resource.Add(registry, clients.Resource(w.clients))
	resource.Add(registry, clients.EntityResource(w.clients))
	resource.Add(registry, projects.Resource(w.projects))
	resource.Add(registry, applications.Resource(w.bids))
	resource.Add(registry, somebody("freelancer", f))
	resource.Add(registry, somebody("msp", f))
	if err := registry.Check(); err != nil {
		t.Fatal(err)
	}
	w.endpoints = registry.Endpoints()
	return w
}

// facts answers for real projects and clients.
func (w *world) facts(ctx context.Context, id int64) (out applications.Project, err error) {
	ctx = role.AsSystem(ctx, "test")
	p, err := w.projects.Get(ctx, id)
	if err != nil {
		return out, err
	}
	c, err := w.clients.Get(ctx, p.ClientID)
	return applications.Project{
		ID: p.ID, Title: p.Title, Handle: p.Handle, VMSID: p.VMSID, ClientID: p.ClientID, LegalEntityID: p.LegalEntityID,
		Status: string(p.Status), StatusReason: string(p.StatusReason), PeriodStart: p.AssignmentPeriodStart,
		Positions: p.Positions, Filled: p.PositionsFilled, ClosesWhenFilled: *p.AutoCloseWhenFilled, RateUnit: p.RateUnit, Currency: p.Currency,
		RateMin: p.RateMin, RateMax: p.RateMax,
		Client: applications.Client{Name: c.Name, Channel: applications.Channel(c.SendChannel), UnconfirmedDays: 14, Capabilities: w.fakes.can},
	}, err
}

// print keeps what a profile would say, and a row for its paper.
func (w *world) print(ctx context.Context, p applications.Profile) (string, error) {
	w.fakes.printed = append(w.fakes.printed, p)
	paper := fmt.Sprint("paper-", len(w.fakes.printed))
	return paper, w.db.Write(ctx, func(ctx context.Context) error {
		_, err := w.db.Exec(ctx, `
			INSERT INTO resources (id, name, mime_type, size, sha256, width, height, turn, uploader_id, created)
			VALUES ($1, 'profile.pdf', 'application/pdf', 1, '', 0, 0, 0, 1, 0)`, paper)
		return err
	})
}

// human is a record that applications refer to.
type human struct {
	resource.Record
	Name string `json:"name"`
}

type humans struct {
	resource.Store[human]
	fakes *fakes
}

func (h humans) Get(ctx context.Context, id int64) (human, error) {
	p, err := h.fakes.person(ctx, id)
	return human{Name: p.Name}, err
}

func somebody(name string, f *fakes) resource.Spec[human] {
	h := new(human)
	return resource.Spec[human]{Name: name, Of: h, Store: humans{fakes: f}, Title: &h.Name, Access: resource.Access{Read: role.ApplicationRead}}
}

func (f *fakes) person(_ context.Context, id int64) (applications.Person, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	p, ok := f.people[id]
	if !ok {
		return p, fault.New(fault.NotFound, "NOT_FOUND", "nobody")
	}
	return p, nil
}

func (f *fakes) firm(ctx context.Context, id int64) (applications.Firm, error) {
	p, err := f.person(ctx, id)
	return applications.Firm{ID: p.ID, Name: p.Name, Status: p.Status}, err
}

func (f *fakes) queue(_ context.Context, m mail.Mail) (int64, error) {
	f.mails = append(f.mails, m)
	return int64(len(f.mails)), nil
}

func (f *fakes) cancel(_ context.Context, _ string, id int64, template string) (int, error) {
	had := len(f.mails)
	f.mails = slices.DeleteFunc(f.mails, func(m mail.Mail) bool { return m.EntityID == id && m.Template == template })
	return had - len(f.mails), nil
}

func (f *fakes) waiting(_ context.Context, _ string, id int64, template string) (n int, err error) {
	for _, m := range f.mails {
		if m.EntityID == id && m.Template == template {
			n++
		}
	}
	return n, nil
}

// rate bills ten more than the talent asks.
func (f *fakes) rate(_ context.Context, a *applications.Application) error {
	f.reckoned++
	a.PayRate, a.BillRate, a.RateBreakdown = a.TalentRate, nil, map[string]any{"currency": a.Currency}
	if a.TalentRate != nil {
		a.BillRate = new(*a.TalentRate + resource.Whole(10))
	}
	return nil
}

// as returns the same world seen by somebody else.
func (w *world) as(scope role.Scope, permissions ...role.Permission) *world {
	other := *w
	other.who = &role.Caller{Kind: role.Admin, ID: 2, Name: "Jonas Ekberg", Permissions: permissions, Scope: scope, Source: "UI"}
	return &other
}

// without returns the world of a CSM who lacks permissions.
func (w *world) without(lacking ...role.Permission) *world {
	left := slices.DeleteFunc(role.PermissionsOf([]role.Role{role.CSM}), func(p role.Permission) bool { return slices.Contains(lacking, p) })
	return w.as(role.Scope{}, left...)
}

// answer is what a call said.
type answer struct {
	t    *testing.T
	err  *fault.Error
	body map[string]any
}

// call sends "GET /api/project?title=x" with a body, which may be nil.
func (w *world) call(line string, body any) answer {
	w.t.Helper()
	method, target, _ := strings.Cut(line, " ")
	path, query, _ := strings.Cut(target, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		w.t.Fatal(err)
	}
	e, params := w.route(method, path)
	r := &resource.Request{
		Method: method, Path: path, Queries: map[string]string{}, Param: func(name string) string { return params[name] },
		Header: func(string) string { return "" }, Cookie: func(string) string { return "" },
	}
	for name := range values {
		r.Queries[name] = values.Get(name)
	}
	if body != nil {
		if r.Body, err = json.Marshal(body); err != nil {
			w.t.Fatal(err)
		}
	}
	a := answer{t: w.t}
	if !w.who.CanAny(e.Needs) {
		a.err = fault.From(resource.Forbidden(e.Needs...))
		return a
	}
	out, err := e.Handle.Call(resource.WithExchange(role.With(w.t.Context(), w.who), r, &resource.Reply{}), r)
	if err != nil {
		a.err = fault.From(err)
		return a
	}
	text, err := json.Marshal(out)
	if err == nil {
		err = json.Unmarshal(text, &a.body)
	}
	if err != nil {
		w.t.Fatalf("%s: %v\n%s", line, err, text)
	}
	return a
}

func (w *world) route(method, path string) (best resource.Endpoint, params map[string]string) {
	w.t.Helper()
	for _, e := range w.endpoints {
		if got, ok := match(e.Path, path); ok && e.Method == method && (params == nil || len(got) < len(params)) {
			best, params = e, got
		}
	}
	if params == nil {
		w.t.Fatalf("no endpoint for %s %s", method, path)
	}
	return best, params
}

func match(pattern, path string) (map[string]string, bool) {
	want, have, params := strings.Split(pattern, "/"), strings.Split(path, "/"), map[string]string{}
	if len(want) != len(have) {
		return nil, false
	}
	for i := range want {
		if name, ok := strings.CutPrefix(want[i], "{"); ok {
			params[strings.TrimSuffix(name, "}")] = have[i]
		} else if want[i] != have[i] {
			return nil, false
		}
	}
	return params, true
}

// ok fails the test when the call failed, and returns its body.
func (a answer) ok() map[string]any {
	a.t.Helper()
	if a.err != nil {
		a.t.Fatalf("refused: %v fields %v details %v", a.err, a.err.Fields, a.err.Details)
	}
	return a.body
}

// refused fails the test unless the call was refused with the code.
func (a answer) refused(code string) {
	a.t.Helper()
	_ = a.refusal(code)
}

// refusal is refused, and what the caller was told.
func (a answer) refusal(code string) *fault.Error {
	a.t.Helper()
	if a.err == nil || a.err.Code != code {
		a.t.Fatalf("want %s, got %v %v", code, a.err, a.body)
	}
	return a.err
}

// blocked fails the test unless the call was refused because of exactly this.
func (a answer) blocked(keys ...string) {
	a.t.Helper()
	var got []string
	for _, b := range a.refusal("TRANSITION_NOT_ALLOWED").Details["blockedBy"].([]resource.Block) {
		got = append(got, strings.TrimPrefix(b.Key, "application.block."))
	}
	if !slices.Equal(got, keys) {
		a.t.Fatalf("blocked by %v, want %v", got, keys)
	}
}

func id(body map[string]any) int64 { return int64(body["id"].(float64)) }

func rows(body map[string]any) []map[string]any {
	out := []map[string]any{}
	for _, r := range body["results"].([]any) {
		out = append(out, r.(map[string]any))
	}
	return out
}

// ids are those of the rows, in order.
func ids(body map[string]any) []int64 {
	out := []int64{}
	for _, r := range rows(body) {
		out = append(out, id(r))
	}
	return out
}

var counter atomic.Int64

// newPerson makes somebody who can be offered and has agreed to it.
func (w *world) newPerson(name string) int64 {
	n := counter.Add(1)
	w.fakes.mu.Lock()
	defer w.fakes.mu.Unlock()
	w.fakes.people[n] = applications.Person{
		ID: n, Name: name, Status: "AC", Email: fmt.Sprintf("p%d@example.org", n), Locale: "de", ConsentToShare: true, EmailVerified: true,
	}
	return n
}

// newProject creates a project, of a new client unless with names one. Clients are sent to by hand unless channel says else.
func (w *world) newProject(channel string, with map[string]any) int64 {
	w.t.Helper()
	n := counter.Add(1)
	body := map[string]any{"title": "Java developer", "rateMin": 50, "rateMax": 120, "positions": 2}
	if with["clientId"] == nil {
		c := w.call("POST /api/client", map[string]any{"name": fmt.Sprintf("Client %d", n), "code": fmt.Sprintf("C%d", n), "sendChannel": channel}).ok()
		body["clientId"] = id(c)
	}
	maps.Copy(body, with)
	return id(w.call("POST /napi/create/project", map[string]any{"dataObj": body}).ok())
}

// apply creates an application through its call, for somebody new unless with names one.
func (w *world) apply(project int64, with map[string]any) int64 {
	w.t.Helper()
	body := map[string]any{"projectId": project, "talentRate": 80}
	maps.Copy(body, with)
	if body["freelancerId"] == nil {
		body["freelancerId"] = w.newPerson("Ada Öberg")
	}
	return id(w.call("POST /api/projectApplication", body).ok())
}

// status asks for one.
func (w *world) status(application int64, status string, with map[string]any) answer {
	w.t.Helper()
	body := map[string]any{"status": status, "reason": "OTHER", "comment": "as agreed"}
	maps.Copy(body, with)
	return w.call(fmt.Sprintf("PUT /api/projectApplication/%d/status", application), body)
}

// inReview creates an application that has been confirmed.
func (w *world) inReview(project int64, with map[string]any) int64 {
	w.t.Helper()
	a := w.apply(project, with)
	w.status(a, "a", nil).ok()
	return a
}

func (w *world) application(id int64) applications.Application {
	w.t.Helper()
	a, err := w.bids.Get(role.AsSystem(w.t.Context(), "test"), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return a
}

func (w *world) project(id int64) projects.Project {
	w.t.Helper()
	p, err := w.projects.Get(role.AsSystem(w.t.Context(), "test"), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// count asks the database itself.
func (w *world) count(text string, args ...any) (n int) {
	w.t.Helper()
	if _, err := w.db.Row(w.t.Context(), []any{&n}, text, args...); err != nil {
		w.t.Fatal(err)
	}
	return n
}
