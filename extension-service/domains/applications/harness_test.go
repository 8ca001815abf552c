package applications_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/domains/rates"
	"poolkeeper.example/extension-service/engine/admin/check"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// fixture is the service without its edge: every call goes through the endpoint that serves it. Clients and projects
// are real; people, mails, rates, questions and paper are not.
type fixture struct {
	t         *testing.T
	db        *store.DB
	who       *role.Caller
	clients   *clients.Service
	projects  *projects.Service
	questions *questions.Service
	bids      *applications.Service
	fakes     *fakes
	endpoints []resource.Endpoint
	key       string // of calls that must not happen twice
}

// fakes stand for the parts around.
type fakes struct {
	mu       sync.Mutex
	now      time.Time
	people   map[int64]freelancers.Freelancer
	mails    []mail.Mail // what waits
	can      applications.VMSAbilities
	printed  []applications.Profile
	printing func() error // called while a profile is kept, if set
	reckoned int
	// batchedReads counts reads of many freelancers, and of the VMS of many clients, in one call.
	batchedReads int
	managers     []applications.Manager
}

func newFixture(t *testing.T, db *store.DB) *fixture {
	t.Helper()
	f := &fakes{now: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), people: map[int64]freelancers.Freelancer{}}
	w := &fixture{t: t, db: db, fakes: f, who: &role.Caller{
		Kind: role.Admin, ID: 1, Name: "Mara Lindqvist", Permissions: role.PermissionsOf(role.All), Source: "UI",
		RequestID: "r1",
	}}
	now := func() time.Time { return f.now }
	log := &audit.Log{DB: db, Now: now}
	w.clients = clients.New(clients.Deps{DB: db, Audit: log.Record, Now: now})
	providers := msps.New(msps.Deps{DB: db, Audit: log.Record, Now: now, Clients: w.clients})
	w.projects = projects.New(projects.Deps{DB: db, Audit: log.Record, Now: now, Clients: w.clients, MSPs: providers})
	w.questions = questions.New(questions.Deps{DB: db, Audit: log.Record, Now: now, Clients: w.clients})
	w.bids = applications.New(applications.Deps{
		DB: db, Audit: log.Record, Now: now, Clients: w.clients, Projects: w.projects, Questions: w.questions, Rates: w,
		Freelancers: people{f}, MSPs: agencies{f},
		Connections: f, Papers: w, Mail: f, SentMail: f, Managers: func(context.Context) ([]applications.Manager, error) {
			return f.managers, nil
		},
	})
	w.projects.Connect(w.bids, nil)
	w.questions.Connect(w.bids)
	freelancers.New(freelancers.Deps{DB: db, Audit: log.Record, Now: now}) // whose table the handles come from
	registry := resource.NewRegistry(&resource.Runtime{
		Write: db.Write, Recheck: func(context.Context, *role.Caller) error {
			return nil
		}, Since: log.ChangesSince, History: log.History, Now: now,
		Repeat: func(ctx context.Context, key resource.Repeat) (*resource.Repeated, error) {
			return db.Repeat(ctx, key, now())
		},
	})
	registry.Add(clients.Resource(w.clients))
	registry.Add(clients.EntityResource(w.clients))
	registry.Add(projects.Resource(w.projects))
	registry.Add(applications.Resource(w.bids))
	registry.Add(fakePeople("freelancer", f))
	registry.Add(fakePeople("msp", f))
	if err := check.Declarations(registry.All()); err != nil {
		t.Fatal(err)
	}
	w.endpoints = registry.Endpoints()
	return w
}

// Print keeps what a profile would say, and a row for its paper.
func (w *fixture) Print(ctx context.Context, p applications.Profile) (string, error) {
	if w.fakes.printing != nil {
		if err := w.fakes.printing(); err != nil {
			return "", err
		}
	}
	w.fakes.printed = append(w.fakes.printed, p)
	paper := fmt.Sprint("paper-", len(w.fakes.printed))
	return paper, w.db.Write(ctx, func(ctx context.Context) error {
		_, err := w.db.Exec(ctx, `
			INSERT INTO resources (id, name, mime_type, size, sha256, width, height, turn, uploader_id, created)
			VALUES ($1, 'profile.pdf', 'application/pdf', 1, '', 0, 0, 0, 1, 0)`, paper)
		return err
	})
}

// Drop keeps every paper.
func (*fixture) Drop(context.Context, string) error { return nil }

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

func fakePeople(name string, f *fakes) resource.Declaration {
	h := new(human)
	return resource.Declare(resource.Spec[human]{
		Name: name, Of: h, Store: humans{fakes: f}, Title: &h.Name,
		Access: resource.Access{Read: role.ApplicationRead},
	})
}

func (f *fakes) person(_ context.Context, id int64) (freelancers.Freelancer, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	p, ok := f.people[id]
	if !ok {
		return p, fault.New(fault.NotFound, "NOT_FOUND", "nobody")
	}
	return p, nil
}

// people are the freelancers.
type people struct{ *fakes }

func (p people) Get(ctx context.Context, id int64) (freelancers.Freelancer, error) {
	return p.person(ctx, id)
}

func (p people) ByID(ctx context.Context, ids []int64, _ ...*field.Field) (map[int64]freelancers.Freelancer, error) {
	p.batchedReads++
	out := map[int64]freelancers.Freelancer{}
	for _, id := range ids {
		if one, err := p.person(ctx, id); err == nil {
			out[id] = one
		}
	}
	return out, nil
}

func (people) ErasureRequests(context.Context, []int64) (map[int64]time.Time, error) {
	return map[int64]time.Time{}, nil
}

// agencies are the same people as MSPs.
type agencies struct{ *fakes }

func (a agencies) Get(ctx context.Context, id int64) (msps.MSP, error) {
	p, err := a.person(ctx, id)
	return msps.MSP{Record: p.Record, Name: p.Name, UserStatus: msps.Status(p.UserStatus)}, err
}

// Abilities are the same for the VMS of every client.
func (f *fakes) Abilities(_ context.Context, clientIDs []int64) (map[int64]applications.VMSAbilities, error) {
	f.batchedReads += min(len(clientIDs)-1, 1)
	out := map[int64]applications.VMSAbilities{}
	for _, id := range clientIDs {
		out[id] = f.can
	}
	return out, nil
}

func (*fakes) Obstacles(context.Context, string, []int64) (map[int64]applications.SendWait, error) {
	return map[int64]applications.SendWait{}, nil
}

func (*fakes) CheckMapping(context.Context, int64, int64) error { return nil }

func (f *fakes) Queue(_ context.Context, m mail.Mail) (int64, error) {
	f.mails = append(f.mails, m)
	return int64(len(f.mails)), nil
}

// Plan is what mail.Service.Plan does.
func (f *fakes) Plan(ctx context.Context, m mail.Mail) (int64, error) {
	for i, one := range f.mails {
		if one.EntityID == m.EntityID && one.Template == m.Template && one.To == m.To && one.SendAt.Equal(m.SendAt) {
			f.mails[i] = m
			return int64(i + 1), nil
		}
	}
	return f.Queue(ctx, m)
}

func (f *fakes) Cancel(_ context.Context, _ string, id int64, template string) (int, error) {
	had := len(f.mails)
	f.mails = slices.DeleteFunc(f.mails, func(m mail.Mail) bool { return m.EntityID == id && m.Template == template })
	return had - len(f.mails), nil
}

func (f *fakes) Waiting(_ context.Context, _ string, id int64, template string) (n int, err error) {
	for _, m := range f.mails {
		if m.EntityID == id && m.Template == template {
			n++
		}
	}
	return n, nil
}

// LastComposed is now: nobody is reminded.
func (f *fakes) LastComposed(context.Context, string, int64, string) (time.Time, error) {
	return f.now, nil
}

func (*fakes) LastSent(context.Context, string, int64, string) (time.Time, error) {
	return time.Time{}, nil
}

// Compute bills ten more than the talent asks.
func (w *fixture) Compute(ctx context.Context, c rates.Case) (rates.Result, error) {
	w.fakes.reckoned++
	p, err := w.projects.Table.Get(role.AsSystem(ctx, "test"), c.ProjectID)
	out := rates.Result{
		TalentRate: c.TalentRate, Unit: c.FromUnit, PayRate: c.TalentRate,
		Breakdown: map[string]any{"currency": p.Currency},
	}
	if c.TalentRate != nil {
		out.BillRate = new(*c.TalentRate + decimal.FromInt(10))
	}
	byHand := []any{}
	for name, set := range map[string]struct {
		to **decimal.Decimal
		as *rates.ManualRate
	}{"payRate": {&out.PayRate, c.Manual.Pay}, "billRate": {&out.BillRate, c.Manual.Bill}} {
		if set.as == nil {
			continue
		}
		if byHand, *set.to = append(byHand, name), nil; set.as.Rate > 0 {
			*set.to = new(set.as.Rate)
		}
	}
	if len(byHand) > 0 {
		slices.SortFunc(byHand, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		out.Breakdown["byHand"] = byHand
	}
	return out, err
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
	left := slices.DeleteFunc(role.PermissionsOf([]role.Role{role.CSM}), func(p role.Permission) bool {
		return slices.Contains(lacking, p)
	})
	return w.asCaller(role.Scope{}, left...)
}
