package projects_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/admin/check"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
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
	now          time.Time
	who          *role.Caller
	clients      *clients.Service
	projects     *projects.Service
	applications *applications.Service
	endpoints    []resource.Endpoint
}

func newFixture(t *testing.T, db *store.DB) *fixture {
	t.Helper()
	w := &fixture{t: t, db: db, now: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), who: &role.Caller{
		Kind: role.Admin, ID: 1, Name: "Mara Lindqvist", Permissions: role.PermissionsOf(role.All), Source: "UI",
	}}
	now := func() time.Time { return w.now }
	log := &audit.Log{DB: db, Now: now}
	w.clients = clients.New(clients.Deps{DB: db, Audit: log.Record, Now: now})
	providers := msps.New(msps.Deps{DB: db, Audit: log.Record, Now: now, Clients: w.clients})
	w.projects = projects.New(projects.Deps{DB: db, Audit: log.Record, Now: now, Clients: w.clients, MSPs: providers})
	w.applications = applications.New(applications.Deps{
		DB: db, Audit: log.Record, Now: now, Clients: w.clients,
		Projects: w.projects,
	})
	w.projects.Connect(w.applications, onePool{})
	registry := resource.NewRegistry(&resource.Runtime{
		Write: db.Write, Recheck: func(context.Context, *role.Caller) error {
			return nil
		}, Since: log.ChangesSince, History: log.History, Now: now,
		File: func(context.Context, field.Attached) error {
			return fault.New(fault.NotFound, "NOT_FOUND", "no uploads here")
		},
	})
	registry.Add(clients.Resource(w.clients))
	registry.Add(clients.EntityResource(w.clients))
	registry.Add(projects.Resource(w.projects))
	registry.Add(applications.Resource(w.applications))
	registry.Add(freelancers.Resource(freelancers.New(freelancers.Deps{DB: db, Audit: log.Record, Now: now})))
	registry.Add(msps.Resource(providers))
	if err := check.Declarations(registry.All()); err != nil {
		t.Fatal(err)
	}
	w.endpoints = registry.Endpoints()
	return w
}

// onePool is the seventh: no other is there, and no project can draw from it.
type onePool struct{}

func (onePool) Visible(_ context.Context, id int64) error {
	if id != 7 {
		return fault.New(fault.NotFound, "NOT_FOUND", "there is no pool %d", id)
	}
	return nil
}

func (onePool) CheckProject(_ context.Context, _ int64, n projects.Naming, bad *fault.Error) error {
	for i, id := range n.IDs {
		if !slices.Contains(n.Had, id) {
			bad.Field(fmt.Sprintf("poolIds[%d]", i), "validation.reference", nil)
		}
	}
	return nil
}

// asCaller returns the same fixture with another caller.
func (w *fixture) asCaller(scope role.Scope, roles ...role.Role) *fixture {
	other := *w
	other.who = &role.Caller{
		Kind: role.Admin, ID: 2, Name: "Jonas Ekberg", Permissions: role.PermissionsOf(roles),
		Scope: scope, Source: "UI",
	}
	return &other
}

// call sends "GET /api/project?title=x" with a body, which may be nil.
func (w *fixture) call(line string, body any) resourcetest.Answer {
	w.t.Helper()
	return w.callWith(line, body, nil)
}

func (w *fixture) callWith(line string, body any, header map[string]string) resourcetest.Answer {
	w.t.Helper()
	got := resourcetest.Call{Endpoints: w.endpoints, Who: w.who, Line: line, Body: body, Header: header}.Send(w.t)
	return got
}

var (
	counterMu sync.Mutex
	counter   int
)

// newClient creates a client through its call.
func (w *fixture) newClient(with map[string]any) int64 {
	w.t.Helper()
	counterMu.Lock()
	counter++
	n := counter
	counterMu.Unlock()
	body := map[string]any{"name": fmt.Sprintf("Client %d", n), "code": fmt.Sprintf("C%d", n)}
	maps.Copy(body, with)
	return w.call("POST /api/client", body).ID()
}

// newProject creates a project through its call.
func (w *fixture) newProject(with map[string]any) int64 {
	w.t.Helper()
	body := map[string]any{"title": "Java developer"}
	maps.Copy(body, with)
	if body["clientId"] == nil {
		body["clientId"] = w.newClient(nil)
	}
	return w.call("POST /napi/create/project", map[string]any{"dataObj": body}).ID()
}

// newApplication stores an application of a project as the system.
func (w *fixture) newApplication(project int64, status applications.Status,
	with func(*applications.Application),
) int64 {
	w.t.Helper()
	ctx := role.AsSystem(w.t.Context(), "test")
	var a applications.Application
	err := w.db.Write(ctx, func(ctx context.Context) error {
		p, err := w.projects.Get(ctx, project)
		if err != nil {
			return err
		}
		counterMu.Lock()
		counter++
		a = applications.Application{
			ProjectID: p.ID, ProjectTitle: p.Title, ProjectHandle: p.Handle, ClientID: p.ClientID,
			LegalEntityID: p.LegalEntityID,
			FreelancerID:  int64(counter), FreelancerName: "Ada Öberg", FreelancerStatus: "AC",
			ProviderKind: applications.ByFreelancer,
			Status:       status, StatusChangedAt: w.now, RateUnit: money.PerHour, Currency: "EUR",
		}
		counterMu.Unlock()
		if with != nil {
			with(&a)
		}
		return w.applications.Table.Create(ctx, &a)
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return a.ID
}

func (w *fixture) application(id int64) applications.Application {
	w.t.Helper()
	a, err := w.applications.Get(role.AsSystem(w.t.Context(), "test"), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return a
}
