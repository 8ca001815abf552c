package rates_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/rates"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// fixture is the service without its edge, with one client, legal entity and project.
type fixture struct {
	t            testing.TB
	db           *store.DB
	who          *role.Caller
	rates        *rates.Service
	clients      *clients.Service
	projects     *projects.Service
	applications *applications.Service
	client       clients.Client
	entity       clients.LegalEntity
	project      projects.Project
	started      []any // inputs of jobs
}

func staff(roles ...role.Role) *role.Caller {
	return &role.Caller{Kind: role.Admin, ID: 1, Name: "Config", Source: "UI", Permissions: role.PermissionsOf(roles)}
}

func amount(t testing.TB, text string) *decimal.Decimal {
	t.Helper()
	if text == "" {
		return nil
	}
	d, err := decimal.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return &d
}

func newFixture(t testing.TB, db *store.DB) *fixture {
	t.Helper()
	w := &fixture{t: t, db: db, who: staff(role.CSM, role.ConfigManager)}
	now := func() time.Time { return time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC) }
	log := &audit.Log{DB: db, Now: now}
	w.rates = rates.New(rates.Deps{
		DB: db, Audit: log.Record, Now: now, Jobs: w,
		Recheck: func(context.Context, *role.Caller) error { return nil },
	})
	record := w.rates.Watch(log.Record)
	w.clients = clients.New(clients.Deps{DB: db, Audit: record, Now: now, Formulas: w.rates})
	w.rates.Clients, w.rates.MSPs = w.clients, msps.New(msps.Deps{DB: db, Audit: log.Record, Now: now})
	w.applications = applications.New(applications.Deps{DB: db, Audit: log.Record, Now: now})
	w.projects = projects.New(projects.Deps{DB: db, Audit: record, Now: now, Applications: w.applications})
	w.rates.Projects, w.rates.Applications = w.projects, w.applications
	// whose table the handles of applications come from
	freelancers.New(freelancers.Deps{DB: db, Audit: log.Record, Now: now})
	w.createRecords()
	return w
}

func (w *fixture) createRecords() {
	w.t.Helper()
	w.write(func(ctx context.Context) error {
		w.client, w.entity, w.project = clients.NewClient(), clients.NewLegalEntity(), projects.NewProject()
		w.client.Name, w.client.Code, w.client.MarkupPct = "Norrsken", "NB", amount(w.t, "12.5")
		if err := w.clients.Create(ctx, &w.client); err != nil {
			return err
		}
		w.entity.ClientID, w.entity.Name = w.client.ID, "Norrsken AB"
		if err := w.clients.Entities.Create(ctx, &w.entity); err != nil {
			return err
		}
		w.project.Title, w.project.ClientID, w.project.LegalEntityID, w.project.Currency = "Java", w.client.ID, w.entity.ID,
			"EUR"
		return w.projects.Create(ctx, &w.project)
	})
}

func (w *fixture) write(fn func(ctx context.Context) error) {
	w.t.Helper()
	if err := w.db.Write(w.ctx(), fn); err != nil {
		w.t.Fatal(err)
	}
}

func (w *fixture) ctx() context.Context { return role.With(w.t.Context(), w.who) }

func (w *fixture) setClient(set func(*clients.Client)) {
	w.t.Helper()
	w.write(func(ctx context.Context) error {
		old, err := w.clients.Get(ctx, w.client.ID)
		w.client = old
		set(&w.client)
		if err != nil {
			return err
		}
		return w.clients.Update(ctx, old, &w.client)
	})
}

func (w *fixture) setEntity(set func(*clients.LegalEntity)) {
	w.t.Helper()
	w.write(func(ctx context.Context) error {
		old, err := w.clients.Entities.Get(ctx, w.entity.ID)
		w.entity = old
		set(&w.entity)
		if err != nil {
			return err
		}
		return w.clients.Entities.Update(ctx, old, &w.entity)
	})
}

func (w *fixture) setProject(set func(*projects.Project)) {
	w.t.Helper()
	w.write(func(ctx context.Context) error {
		old, err := w.projects.Get(ctx, w.project.ID)
		w.project = old
		set(&w.project)
		if err != nil {
			return err
		}
		return w.projects.Update(ctx, old, &w.project)
	})
}

// apply makes an open application that has the rates of now.
func (w *fixture) apply(freelancer int64, talent string) applications.Application {
	w.t.Helper()
	a := applications.Application{
		ProjectID: w.project.ID, ProjectTitle: w.project.Title, ClientID: w.client.ID, LegalEntityID: w.entity.ID,
		FreelancerID: freelancer, FreelancerName: "Ada",
		FreelancerStatus: "AC", ProviderKind: applications.ByFreelancer, Status: applications.Active,
		TalentRate: amount(w.t, talent),
		RateUnit:   w.project.RateUnit, Currency: "EUR",
	}
	r := w.compute(rates.Case{TalentRate: a.TalentRate})
	a.PayRate, a.BillRate, a.RateBreakdown, a.FormulaVersionID = r.PayRate, r.BillRate, r.Breakdown, r.VersionID
	w.write(func(ctx context.Context) error { return w.applications.Table.Create(ctx, &a) })
	return a
}

func (w *fixture) compute(c rates.Case) rates.Result {
	w.t.Helper()
	c.ProjectID = w.project.ID
	r, err := w.rates.Compute(w.ctx(), c)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// Start notes a job instead of doing it.
func (w *fixture) Start(_ context.Context, kind, entity string, input any) (jobs.Accepted, error) {
	w.started = append(w.started, fmt.Sprint(kind, " ", entity, " ", input))
	return jobs.Accepted{JobID: "job_1", StatusURL: "/api/job/job_1"}, nil
}

// call runs "POST /api/rate/impact" with a body and queries as JSON objects; it returns the answer, its status and the
// failure.
func (w *fixture) call(name, query, body string) (map[string]any, int, *fault.Error) {
	w.t.Helper()
	var queries map[string]string
	if err := json.Unmarshal([]byte(query), &queries); err != nil {
		w.t.Fatal(err)
	}
	for _, e := range w.rates.Endpoints() {
		if e.Name != name {
			continue
		}
		none := func(string) string { return "" }
		header := func(h string) string { return queries["header "+h] }
		r := &resource.Request{
			Method: e.Method, Path: e.Path, Body: []byte(body), Queries: map[string]string{}, Param: none,
			Header: header, Cookie: none,
		}
		for k, v := range queries {
			if k != "header If-Match" {
				r.Queries[k] = v
			}
		}
		reply := &resource.Reply{}
		out, err := e.Handle.Call(resource.WithExchange(w.ctx(), r, reply), r)
		if err != nil {
			return nil, 0, fault.From(err)
		}
		text, err := json.Marshal(out)
		if err != nil {
			w.t.Fatal(err)
		}
		var m map[string]any
		if err := json.Unmarshal(text, &m); err != nil {
			w.t.Fatal(err)
		}
		return m, reply.Status, nil
	}
	w.t.Fatalf("no endpoint %s", name)
	return nil, 0, nil
}

func (w *fixture) ok(name, query, body string) map[string]any {
	w.t.Helper()
	m, _, err := w.call(name, query, body)
	if err != nil {
		w.t.Fatalf("%s %s: %v %v %v", name, body, err, err.Fields, err.Details)
	}
	return m
}

func (w *fixture) refused(code, name, query, body string) {
	w.t.Helper()
	_ = w.refusal(code, name, query, body)
}

// refusal is refused, and what the caller was told.
func (w *fixture) refusal(code, name, query, body string) *fault.Error {
	w.t.Helper()
	m, _, err := w.call(name, query, body)
	if err == nil || err.Code != code {
		w.t.Fatalf("%s %s: %v %v, want %s", name, body, err, m, code)
	}
	return err
}

func rate(d *decimal.Decimal) string {
	if d == nil {
		return "none"
	}
	return d.String()
}
