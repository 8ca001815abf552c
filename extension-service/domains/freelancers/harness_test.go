package freelancers_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/engine/admin/check"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// fixture is the service without its edge: every call goes through the endpoint that serves it.
type fixture struct {
	t            *testing.T
	db           *store.DB
	now          *time.Time
	who          *role.Caller
	clients      *clients.Service
	people       *freelancers.Service
	applications *applications
	post         *post
	jobs         *fakeJobs
	endpoints    []resource.Endpoint
}

func newFixture(t *testing.T, db *store.DB) *fixture {
	t.Helper()
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	w := &fixture{
		t: t, db: db, now: &noon, applications: &applications{open: map[int64]map[string]int{}}, post: &post{},
		jobs: &fakeJobs{}, who: &role.Caller{
			Kind: role.Admin, ID: 1, Name: "Mara Lindqvist", Email: "mara@poolkeeper.example",
			Permissions: role.PermissionsOf(role.All), Source: "UI",
		},
	}
	now := func() time.Time { return *w.now }
	log := &audit.Log{DB: db, Now: now}
	w.clients = clients.New(clients.Deps{DB: db, Audit: log.Record, Now: now})
	w.people = freelancers.New(freelancers.Deps{
		DB: db, Audit: log.Record, Now: now, Applications: w.applications, Mails: w.post, Jobs: w.jobs,
		Records: resource.NewRegistry(&resource.Runtime{}), Clients: w.clients, MSPs: oneMSP{},
		Skills: skills.New(db, func(c store.Config) store.Config {
			c.Audit, c.Now = log.Record, now
			return c
		}),
	})
	registry := resource.NewRegistry(&resource.Runtime{
		Write: db.Write, Recheck: func(context.Context, *role.Caller) error {
			return nil
		}, Since: log.ChangesSince, History: log.History, Now: now,
	})
	registry.Add(clients.Resource(w.clients))
	registry.Add(clients.EntityResource(w.clients))
	registry.Add(freelancers.Resource(w.people))
	registry.Add(freelancers.BoundClientResource(w.people.Bindings))
	registry.Add(freelancers.DuplicateResource(w.people))
	registry.Add(freelancers.ErasureResource(w.people))
	msp := new(agency)
	registry.Add(resource.Declare(resource.Spec[agency]{
		Name: "msp", Of: msp, Store: agencies{}, Title: &msp.Name,
		Access: resource.Access{Read: role.MSPRead},
	}))
	if err := check.Declarations(registry.All()); err != nil {
		t.Fatal(err)
	}
	w.endpoints = registry.Endpoints()
	return w
}

// agency is an MSP, of which there is one: the seventh.
type agency struct {
	resource.Record
	Name string `json:"name"`
}

type agencies struct{ resource.Store[agency] }

func (agencies) Get(_ context.Context, id int64) (agency, error) {
	if id != 7 {
		return agency{}, fault.New(fault.NotFound, "NOT_FOUND", "no MSP")
	}
	return agency{resource.Record{ID: id}, "Talentbrücke"}, nil
}

// oneMSP is the MSP as freelancers ask for it.
type oneMSP struct{}

func (oneMSP) Get(ctx context.Context, id int64) (msps.MSP, error) {
	found, err := agencies{}.Get(ctx, id)
	return msps.MSP{Record: found.Record, Name: found.Name}, err
}

// applications stands for the applications of freelancers.
type applications struct {
	open      map[int64]map[string]int
	assigned  int
	withdrawn []string         // "<id> <reason> <statuses>"
	ended     map[int64]string // batches of what has ended
	restored  []string         // "<id> <batch>"
	followed  []string         // "<id> <name> <status>"
	moved     []string         // "<from> to <id> <name>"
	bids      []freelancers.CompetingApplication
	twice     map[int64]int64 // withdrawn for another one
}

func (b *applications) CountOpen(_ context.Context, id int64) (map[string]int, error) {
	return b.open[id], nil
}

func (b *applications) AssignmentsOf(context.Context, int64) (int, error) { return b.assigned, nil }

func (b *applications) BusyBeyond(context.Context, int64) (bool, error) { return false, nil }

func (b *applications) WithdrawAll(_ context.Context, id int64, reason string, statuses []string) (int, error) {
	b.withdrawn = append(b.withdrawn, fmt.Sprint(id, " ", reason, " ", strings.Join(statuses, ",")))
	return 0, nil
}

func (b *applications) EndedWith(_ context.Context, id int64) (string, int, error) {
	return b.ended[id], 2 * min(len(b.ended[id]), 1), nil
}

func (b *applications) RestoreOf(_ context.Context, id int64, batch string) (int, int, error) {
	b.restored = append(b.restored, fmt.Sprint(id, " ", batch))
	return 2, 0, nil
}

func (b *applications) FollowFreelancer(_ context.Context, id int64, name, status string) error {
	b.followed = append(b.followed, fmt.Sprint(id, " ", name, " ", status))
	return nil
}

func (b *applications) Anonymise(ctx context.Context, id int64, name string) error {
	return b.FollowFreelancer(ctx, id, name, "DL")
}

func (b *applications) RecordsOf(context.Context, int64) ([]freelancers.ApplicationRecord, error) {
	return nil, nil
}

func (b *applications) Transfer(_ context.Context, from int64, to freelancers.Person) (int, error) {
	b.moved = append(b.moved, fmt.Sprint(from, " to ", to.ID, " ", to.Name))
	return 1, nil
}

func (b *applications) ForOneProject(context.Context, int64, int64) ([]freelancers.CompetingApplication, error) {
	return b.bids, nil
}

func (b *applications) WithdrawDuplicates(_ context.Context, goesOn map[int64]int64) error {
	b.twice = goesOn
	return nil
}

// fakeJobs stands for the jobs, and notes what is asked for.
type fakeJobs struct{ started []string }

func (d *fakeJobs) Start(_ context.Context, kind, _ string, input any) (jobs.Accepted, error) {
	d.started = append(d.started, fmt.Sprintf("%s %v", kind, input))
	return jobs.Accepted{JobID: "job_1", StatusURL: "/api/job/job_1"}, nil
}

// post stands for the mails.
type post struct{ sent []mail.Mail }

func (p *post) Queue(_ context.Context, m mail.Mail) (int64, error) {
	p.sent = append(p.sent, m)
	return int64(len(p.sent)), nil
}

func (p *post) Draft(_ context.Context, m mail.Mail) mail.Wording {
	return mail.Wording{Subject: m.Template, Body: fmt.Sprint("Hello ", m.Params["name"])}
}

func (p *post) Cancel(context.Context, string, int64, string) (int, error) { return 0, nil }

func (p *post) LastComposed(context.Context, string, int64, string) (time.Time, error) {
	return time.Time{}, nil
}

func (p *post) SentToday(_ context.Context, template, to string) (n int, err error) {
	for _, m := range p.sent {
		if m.Template == template && m.To == to {
			n++
		}
	}
	return n, nil
}

// asCaller returns the same fixture with another caller.
func (w *fixture) asCaller(scope role.Scope, permissions ...role.Permission) *fixture {
	other := *w
	other.who = &role.Caller{
		Kind: role.Admin, ID: 2, Name: "Jonas Ekberg", Permissions: permissions, Scope: scope,
		Source: "UI",
	}
	return &other
}

// withoutPermissions returns the fixture with a CSM who lacks permissions as the caller.
func (w *fixture) withoutPermissions(lacking ...role.Permission) *fixture {
	var left []role.Permission
	for _, p := range role.PermissionsOf([]role.Role{role.CSM}) {
		isGranted := true
		for _, l := range lacking {
			isGranted = isGranted && p != l
		}
		if isGranted {
			left = append(left, p)
		}
	}
	return w.asCaller(role.Scope{}, left...)
}

// call sends "GET /api/freelancer?name=x" with a body, which may be nil.
func (w *fixture) call(line string, body any) resourcetest.Answer {
	w.t.Helper()
	got := resourcetest.Call{Endpoints: w.endpoints, Who: w.who, Line: line, Body: body}.Send(w.t)
	return got
}

var counter atomic.Int64

// person creates a freelancer through its call.
func (w *fixture) person(with map[string]any) map[string]any {
	w.t.Helper()
	n := counter.Add(1)
	body := map[string]any{
		"firstName": "Ada", "lastName": fmt.Sprintf("Öberg%d", n),
		"email": fmt.Sprintf("ada%d@example.org", n),
	}
	maps.Copy(body, with)
	return w.call("POST /api/freelancer", body).OK()
}

func (w *fixture) client(with map[string]any) int64 {
	w.t.Helper()
	n := counter.Add(1)
	body := map[string]any{"name": fmt.Sprintf("Client %d", n), "code": fmt.Sprintf("C%d", n)}
	maps.Copy(body, with)
	return w.call("POST /api/client", body).ID()
}

// move changes a status through its call.
func (w *fixture) move(freelancer int64, to string) resourcetest.Answer {
	w.t.Helper()
	return w.call(fmt.Sprintf("PUT /api/freelancer/%d/status", freelancer),
		map[string]any{"status": to, "reason": "as asked"})
}

// stored reads a record as the system.
func (w *fixture) stored(id int64) freelancers.Freelancer {
	w.t.Helper()
	p, err := w.people.Get(role.AsSystem(w.t.Context(), "test"), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// overwrite changes a stored record as the system, without any rule.
func (w *fixture) overwrite(id int64, change func(p *freelancers.Freelancer)) {
	w.t.Helper()
	err := w.db.Write(role.AsSystem(w.t.Context(), "test"), func(ctx context.Context) error {
		old, err := w.people.Get(ctx, id)
		if err != nil {
			return err
		}
		p := old
		change(&p)
		return w.people.Table.Update(ctx, old, &p)
	})
	if err != nil {
		w.t.Fatal(err)
	}
}
