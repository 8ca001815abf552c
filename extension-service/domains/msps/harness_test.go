package msps_test

import (
	"context"
	"fmt"
	"maps"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/admin/check"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/role"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// fixture is the service without its edge: every call goes through the endpoint that serves it.
type fixture struct {
	t         *testing.T
	db        *store.DB
	now       *time.Time
	who       *role.Caller
	clients   *clients.Service
	projects  *projects.Service
	msps      *msps.Service
	bids      *bids
	people    *people
	sent      *[]mail.Mail
	log       *audit.Log
	forgotten *[]string // e-mails
	registry  *resource.Registry
	endpoints []resource.Endpoint
}

func newFixture(t *testing.T, db *store.DB) *fixture {
	t.Helper()
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	w := &fixture{
		t: t, db: db, now: &noon, sent: &[]mail.Mail{}, forgotten: &[]string{},
		bids: &bids{open: map[int64]int64{}, running: map[int64]int64{}}, people: &people{active: map[int64]int64{}},
		who: &role.Caller{
			Kind: role.Admin, ID: 1, Name: "Mara Lindqvist", Permissions: role.PermissionsOf(role.All), Source: "UI",
		},
	}
	now := func() time.Time { return *w.now }
	w.log = &audit.Log{DB: db, Now: now}
	w.clients = clients.New(clients.Deps{DB: db, Audit: w.log.Record, Now: now})
	w.msps = msps.New(msps.Deps{
		DB: db, Audit: w.log.Record, Now: now, Applications: w.bids, Freelancers: w.people,
		Mail: func(_ context.Context, m mail.Mail) (int64, error) {
			*w.sent = append(*w.sent, m)
			return int64(len(*w.sent)), nil
		},
		Forget: func(_ context.Context, was msps.MSP) error {
			*w.forgotten = append(*w.forgotten, was.Email)
			return nil
		},
		Clients: w.clients,
	})
	w.projects = projects.New(projects.Deps{
		DB: db, Audit: w.log.Record, Now: now, Applications: nobodyApplied{},
		Clients: w.clients, MSPs: w.msps,
	})
	w.msps.Connect(w.bids, w.people, w.projects)
	registry := resource.NewRegistry(&resource.Runtime{
		Write: db.Write, Recheck: func(context.Context, *role.Caller) error {
			return nil
		}, Since: w.log.ChangesSince, History: w.log.History, Now: now,
	})
	registry.Add(clients.Resource(w.clients))
	registry.Add(clients.EntityResource(w.clients))
	registry.Add(projects.Resource(w.projects))
	registry.Add(msps.Resource(w.msps))
	if err := check.Declarations(registry.All()); err != nil {
		t.Fatal(err)
	}
	w.registry, w.endpoints = registry, registry.Endpoints()
	return w
}

// bids stands for the applications that come through MSPs.
type bids struct {
	open, running map[int64]int64
}

func (b *bids) CountByMSP(context.Context, []int64) (map[int64]int64, error) { return b.open, nil }

func (b *bids) AssignmentsOfMSP(_ context.Context, id int64) (int64, error) {
	return b.running[id], nil
}

// people stands for the freelancers that MSPs represent.
type people struct {
	active map[int64]int64
}

func (p *people) CountByMSP(context.Context, []int64) (map[int64]int64, error) { return p.active, nil }

func (p *people) ActiveOfMSP(_ context.Context, id int64) (int64, error) { return p.active[id], nil }

// nobodyApplied stands for the applications of projects, of which there are none.
type nobodyApplied struct{ projects.Applications }

func (nobodyApplied) Counts(context.Context, []int64) (map[int64]map[string]int, error) {
	return map[int64]map[string]int{}, nil
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

// call sends "GET /api/msp?name=x" with a body, which may be nil, and headers: name, value and so on.
func (w *fixture) call(line string, body any, header ...string) resourcetest.Answer {
	w.t.Helper()
	headers := map[string]string{}
	for i := 0; i+1 < len(header); i += 2 {
		headers[header[i]] = header[i+1]
	}
	got := resourcetest.Call{Endpoints: w.endpoints, Who: w.who, Line: line, Body: body, Header: headers}.Send(w.t)
	return got
}

// texts picks one field of every line.
func texts(lines []map[string]any, field string) (out []string) {
	for _, l := range lines {
		out = append(out, fmt.Sprint(l[field]))
	}
	return out
}

var counter atomic.Int64

func (w *fixture) newClient() int64 {
	w.t.Helper()
	n := counter.Add(1)
	return w.call("POST /api/client", map[string]any{
		"name": fmt.Sprintf("Client %d", n),
		"code": fmt.Sprintf("C%d", n),
	}).ID()
}

func (w *fixture) newEntity(client int64) int64 {
	w.t.Helper()
	return w.call("POST /api/legalEntity", map[string]any{
		"clientId": client,
		"name":     fmt.Sprintf("Entity %d", counter.Add(1)),
	}).ID()
}

// newMSP creates an MSP through its call; it is active unless with says otherwise.
func (w *fixture) newMSP(with map[string]any) int64 {
	w.t.Helper()
	n := counter.Add(1)
	body := map[string]any{"name": fmt.Sprintf("Provider %d", n), "email": fmt.Sprintf("office%d@provider.example", n)}
	maps.Copy(body, with)
	return w.call("POST /api/msp", body).ID()
}

func (w *fixture) newActive() int64 {
	w.t.Helper()
	m := w.newMSP(nil)
	w.call(pathTo(m, "PUT", "/activate"), nil).OK()
	return m
}

func pathTo(msp int64, method, rest string) string {
	return fmt.Sprintf("%s /api/msp/%d%s", method, msp, rest)
}
