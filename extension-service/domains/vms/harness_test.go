package vms_test

import (
	"context"
	"log/slog"
	"os"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/check"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/encryption"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/httpclient"
	"poolkeeper.example/extension-service/platform/role"
)

// TestMain is the process of mappings too, as the product's own program is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == transform.Command {
		if err := transform.Serve(os.Stdin, os.Stdout, time.Now); err != nil {
			os.Exit(1)
		}
		return
	}
	pgtest.Main(m)
}

// fixture is the service without its edge: every call goes through the endpoint that serves it. Clients are real, the
// one application is not.
type fixture struct {
	t         *testing.T
	db        *store.DB
	now       *time.Time
	who       *role.Caller
	clients   *clients.Service
	vms       *vms.Service
	endpoints []resource.Endpoint
	queue     *queue
	isPaused  bool
	answer    func(c httpclient.Call) httpclient.Answer // in the place of the VMS
}

const secret = "a secret of the settings, long enough"

func newFixture(t *testing.T, db *store.DB) *fixture {
	t.Helper()
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	w := &fixture{t: t, db: db, now: &noon, who: &role.Caller{
		Kind: role.Admin, ID: 1, Name: "Mara Lindqvist",
		Permissions: role.PermissionsOf(role.All), Source: "UI",
	}}
	now := func() time.Time { return *w.now }
	log := &audit.Log{DB: db, Now: now}
	runner := &transform.Runner{Program: os.Args[0]}
	t.Cleanup(runner.Close)
	w.clients = clients.New(clients.Deps{DB: db, Audit: log.Record, Now: now})
	w.queue = &queue{now: now}
	client := httpclient.New([]string{"127.0.0.1"}, now)
	w.vms = vms.New(vms.Deps{
		DB: db, Audit: log.Record, Now: now, Clients: w.clients, Unreadable: unreadable, Runner: runner, Subject: w.subject,
		Address: client.Check,
		Sleep: func(_ context.Context, d time.Duration) error {
			*w.now = w.now.Add(d)
			return nil
		},
		Queue: w.queue, Log: slog.New(slog.DiscardHandler),
		Held: func(context.Context) (bool, error) { return w.isPaused, nil },
		Call: func(ctx context.Context, c httpclient.Call) (httpclient.Answer, error) {
			if w.answer != nil {
				return w.answer(c), nil
			}
			ctx, done := context.WithTimeout(ctx, answerTimeout())
			defer done()
			return client.Do(ctx, c)
		},
		Box: encryption.Box{Secret: secret, Purpose: "test"}, Targets: func(vms.Entity) (out []vms.Place) {
			for _, path := range []string{
				"project.title", "project.vmsId", "project.status", "application.externalId", "application.status",
				"application.reason", "project.vmsStatusRaw", "project.reason", "project.siteCity", "project.contactName",
				"occurredAt", "messageId",
			} {
				out = append(out, vms.Place{Path: path, Kind: "text", Values: []string{}})
			}
			return out
		},
		Sources: func() (out []vms.Place) {
			for _, path := range []string{
				"application.billRate", "application.rateUnit", "application.hours", "freelancer.firstName",
				"freelancer.mobileNumber", "project.vmsId", "project.title",
			} {
				out = append(out, vms.Place{Path: path, Kind: "text", Values: []string{}})
			}
			return out
		},
		Records: noRecords{}, Statuses: func(e vms.Entity) []string {
			if e == vms.ApplicationStatus {
				return []string{"uc", "a", "s2c", "h", "rv", "w"}
			}
			return []string{"ACTIVE", "PAUSED", "CLOSED"}
		},
	})
	registry := resource.NewRegistry(&resource.Runtime{
		Write: db.Write, Recheck: func(context.Context, *role.Caller) error {
			return nil
		}, Since: log.ChangesSince, History: log.History, Now: now,
	})
	registry.Add(clients.Resource(w.clients))
	registry.Add(clients.EntityResource(w.clients))
	registry.Add(vms.ConnectionResource(w.vms.Connections))
	registry.Add(vms.MappingResource(w.vms.Mappings))
	registry.Add(vms.MessageResource(w.vms.Messages))
	if err := check.Declarations(registry.All()); err != nil {
		t.Fatal(err)
	}
	w.endpoints = append(registry.Endpoints(), w.vms.Endpoints()...)
	return w
}

// unreadable is what somebody may not read of the one application.
func unreadable(who *role.Caller) (out []string) {
	if !who.Can(role.FreelancerRead) {
		out = append(out, "freelancer")
	}
	if !who.Can(role.FreelancerPIIRead) {
		out = append(out, "freelancer.mobileNumber")
	}
	if !who.Can(role.ProjectRead) {
		out = append(out, "project")
	}
	return out
}

// noRecords is records without any.
type noRecords struct{ vms.Records }

func (noRecords) Application(context.Context, vms.ApplicationRef) (int64, error) { return 0, nil }

// answerTimeout is how long a VMS may take; of ten thousand messages hundreds meet one that hangs.
func answerTimeout() time.Duration {
	if stress.IsFull() {
		return 300 * time.Millisecond
	}
	return 2 * time.Second
}

// theApplication is the one there is.
const theApplication = 881

func (w *fixture) subject(_ context.Context, id int64) (out vms.Subject, err error) {
	if id != theApplication && !w.queue.has(id) {
		return out, fault.New(fault.NotFound, "NOT_FOUND", "no application %d", id)
	}
	out.ClientID = 1
	out.Input, err = transform.Object([]byte(
		`{"project":{"vmsId":"JP-100"},"freelancer":{"firstName":"Ada","description":"long","mobileNumber":""},"application":{"billRate":96.50,"rateUnit":"Pr"}}`))
	return out, err
}

func (w *fixture) call(line string, body any) resourcetest.Answer {
	w.t.Helper()
	return resourcetest.Call{Endpoints: w.endpoints, Who: w.who, Line: line, Body: body}.Send(w.t)
}

// done makes a call that must succeed.
func (w *fixture) done(line string, body any) map[string]any {
	w.t.Helper()
	a := w.call(line, body)
	if a.Err != nil {
		w.t.Fatalf("%s: %v %v", line, a.Err, a.Err.Fields)
	}
	return a.Body
}

// refused makes a call that must fail with a code, and returns what else is told.
func (w *fixture) refused(line string, body any, code string) (details string) {
	w.t.Helper()
	a := w.call(line, body)
	if a.Err == nil || a.Err.Code != code {
		w.t.Fatalf("%s: %v %v, want %s", line, a.Err, a.Body, code)
	}
	return string(asJSON(w.t, a.Err.Details))
}

// connected makes a client with a connection.
func (w *fixture) connected() {
	w.t.Helper()
	w.done("POST /api/client", map[string]any{
		"name": "Helvia", "code": "HELVIA", "currency": "EUR",
		"timeZone": "Europe/Zurich", "isClassicLoginEnabled": true, "sendChannel": "VMS",
	})
	w.done("POST /api/vms/connection", map[string]any{
		"name": "Fieldglass", "clientId": 1, "baseUrl": "https://vms.example", "auth": "BEARER", "secret": "top",
		"inboundSecret": "a secret of inbound messages",
	})
}

// each runs fn on both databases.
func each(t *testing.T, fn func(w *fixture)) {
	t.Helper()
	pgtest.Each(t, func(t *testing.T, db *store.DB) { fn(newFixture(t, db)) })
}
