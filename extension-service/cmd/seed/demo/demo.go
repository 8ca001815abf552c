// Package demo fills an empty database: with plausible records to look at, or with any number of them to measure.
package demo

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/brianvoe/gofakeit/v7"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/pools"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/domains/rates"
	"poolkeeper.example/extension-service/engine/admin/postal"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/settings"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// seed makes every start the same.
const seed = 20_261_121

// generator plans everything that has happened and then lets it happen in order, each event at its own time, so that
// ids, histories and recent activity agree.
type generator struct {
	db           *store.DB
	fake         *gofakeit.Faker
	today        time.Time
	clock        time.Time
	log          *audit.Log
	events       []event
	actors       []*role.Caller
	people       []string
	clients      *clients.Service
	projects     *projects.Service
	applications *applications.Service
	rates        *rates.Service
	freelancers  *freelancers.Service
	msps         *msps.Service
	questions    *questions.Service
	pools        *pools.Service
	samples      map[int64][]sample // by client
	answers      *gofakeit.Faker    // of its own, so that all else stays as it was
	settings     *settings.Service
	files        *files.Service
	made         []madeClient
	firms        []msps.MSP
	scenes       []string          // uploads of the catalogue
	logos        map[string]string // uploads by the name of the company
	handles      map[string]uint64 // how many there are by prefix
}

type event struct {
	at time.Time
	do func(ctx context.Context) error
}

type madeClient struct {
	demoClient
	client   clients.Client
	entities []int64
}

// Fill writes the demo data into a database that holds no client yet, relative to the day of now, and its images into
// keeper; into any other it writes nothing. The records are one transaction: all of them or none.
func Fill(ctx context.Context, db *store.DB, keeper *files.Service, now time.Time) error {
	return fill(ctx, target{db, keeper, now}, func(context.Context) error { return nil })
}

// target is where demo data go, and when.
type target struct {
	db     *store.DB
	keeper *files.Service
	now    time.Time
}

// fill does what Fill says, and more in the same transaction.
func fill(ctx context.Context, to target, more func(ctx context.Context) error) error {
	db, now := to.db, to.now
	var n int
	if _, err := db.Row(ctx, []any{&n}, "SELECT count(*) FROM clients"); err != nil || n > 0 {
		return err
	}
	f := newFiller(db, now)
	f.files = f.dated(to.keeper)
	if err := f.findActors(ctx); err != nil {
		return err
	}
	if err := f.paint(ctx); err != nil {
		return fmt.Errorf("demo images: %w", err)
	}
	err := db.Write(ctx, func(ctx context.Context) error {
		f.made, f.firms, f.events, f.handles = nil, nil, nil, map[string]uint64{}
		for _, fill := range []func(context.Context) error{
			f.fillSettings, f.fillCatalogue, f.fillClients, f.fillQuestions,
			f.fillMSPs, f.fillFreelancers, f.fillPools,
		} {
			if err := fill(ctx); err != nil {
				return err
			}
		}
		f.planProjects()
		f.scheduleNotes()
		f.scheduleRates()
		if err := f.run(ctx); err != nil {
			return err
		}
		if err := more(role.With(ctx, f.actors[0])); err != nil {
			return err
		}
		// what is to follow waits since now, however old the records are
		_, err := db.Exec(ctx, "UPDATE outbox SET created = $1", now.UnixMilli())
		return err
	})
	if err != nil {
		return fmt.Errorf("demo data: %w", err)
	}
	return nil
}

// dated is the keeper of files as it was when everything began.
func (f *generator) dated(keeper *files.Service) *files.Service {
	d := keeper.Deps
	d.Now, d.Audit = f.log.Now, f.log.Record
	return files.New(d)
}

// handle numbers the records of an entity and is made of the number, so that links to the demo outlive its database.
func (f *generator) handle(prefix string) string {
	f.handles[prefix]++
	return handleOf(prefix, f.handles[prefix])
}

func newFiller(db *store.DB, now time.Time) *generator {
	f := &generator{db: db, fake: gofakeit.New(seed), today: now.Truncate(time.Minute)}
	f.clock = f.today.AddDate(-2, 0, 0)
	clock := func() time.Time { return f.clock }
	log := &audit.Log{DB: db, Now: clock}
	f.log = log
	f.rates = rates.New(rates.Deps{DB: db, Audit: log.Record, Now: clock})
	record := f.rates.Watch(log.Record)
	f.clients = clients.New(clients.Deps{DB: db, Audit: record, Now: clock})
	f.applications = applications.New(applications.Deps{DB: db, Audit: log.Record, Now: clock})
	f.msps = msps.New(msps.Deps{DB: db, Audit: log.Record, Now: clock, Clients: f.clients})
	f.projects = projects.New(projects.Deps{
		DB: db, Audit: record, Now: clock, Applications: f.applications,
		Clients: f.clients, MSPs: f.msps,
	})
	f.freelancers = freelancers.New(freelancers.Deps{
		DB: db, Audit: log.Record, Now: clock, Applications: f.applications, Mails: mail.New(mail.Deps{DB: db, Now: clock}),
		MSPs: f.msps,
	})
	f.msps.Connect(f.applications, f.freelancers, f.projects)
	f.questions = questions.New(questions.Deps{DB: db, Audit: log.Record, Now: clock, Clients: f.clients})
	f.pools = pools.New(pools.Deps{DB: db, Audit: log.Record, Now: clock, Clients: f.clients, Freelancers: f.freelancers})
	f.settings = &settings.Service{Deps: settings.Deps{DB: db, Audit: log.Record, Now: clock}}
	f.people = make([]string, roster)
	for i := range f.people {
		f.people[i] = f.fake.FirstName() + " " + f.fake.LastName()
	}
	return f
}

// roster is how many freelancers the applications come from, all of them active. Their ids are 1 to roster.
const roster = 2700

// findActors lets the demo's staff have done it all.
func (f *generator) findActors(ctx context.Context) error {
	actor := role.Caller{Kind: role.Admin, Permissions: role.PermissionsOf(role.All), Source: "UI"}
	var first, last string
	err := f.db.Each(ctx, []any{&actor.ID, &first, &last}, func() error {
		c := actor
		c.Name = first + " " + last
		f.actors = append(f.actors, &c)
		return nil
	}, "SELECT id, first_name, last_name FROM staff WHERE roles LIKE '%a%' ORDER BY id LIMIT 5")
	if len(f.actors) == 0 {
		f.actors = []*role.Caller{{Kind: role.Admin, Name: "Demo", Permissions: role.PermissionsOf(role.All), Source: "UI"}}
	}
	return err
}

// owners are those of the nth record: two of the staff by turns. Every seventh record waits for an owner, every fourth
// has a deputy.
func (f *generator) owners(n int) (o resource.Owned) {
	const unowned, deputed = 7, 4
	if len(f.actors) < 2 || n%unowned == unowned-1 {
		return o
	}
	o.OwnerID = new(f.actors[n%2].ID)
	if n%deputed == 0 {
		o.DeputyID = new(f.actors[1].ID)
	}
	return o
}

// schedule plans an event.
func (f *generator) schedule(when time.Time, do func(ctx context.Context) error) {
	f.events = append(f.events, event{when, do})
}

// run lets everything happen in order. Events may plan nothing more.
func (f *generator) run(ctx context.Context) error {
	slices.SortStableFunc(f.events, func(a, b event) int { return a.at.Compare(b.at) })
	for i, e := range f.events {
		f.clock = e.at
		if err := e.do(role.With(ctx, f.actors[i%len(f.actors)])); err != nil {
			return err
		}
	}
	return nil
}

func (f *generator) fillClients(ctx context.Context) error {
	ctx = role.With(ctx, f.actors[0])
	for i, h := range houses {
		c := clients.NewClient()
		c.Owned = f.owners(i)
		c.Name, c.Code, c.Currency, c.TimeZone, c.Languages, c.SendChannel = h.name, h.code, h.currency, h.zone, h.languages,
			h.channel
		c.MarkupPct, c.BillRateFormula, c.AutoCloseWhenFilled = amount(h.markup), h.formula, h.channel == clients.ByVMS
		c.CHFCashRounding, c.LogoResourceID = h.currency == "CHF", f.logos[h.name]
		if err := f.clients.Create(ctx, &c); err != nil {
			return err
		}
		m := madeClient{demoClient: h, client: c}
		for i, one := range h.entities {
			e := clients.NewLegalEntity()
			e.ClientID, e.Name, e.LegalName, e.Code, e.Country, e.Locale = c.ID, one.name, one.name, one.code, one.country,
				h.languages[0]
			at := h.cities[i%len(h.cities)]
			e.Address = postal.Address{Street: f.fake.Street(), PostalCode: at.postal, City: at.name, Country: at.country}
			if i == 1 {
				e.MarkupPct = amount("8.75")
			}
			if err := f.clients.Entities.Create(ctx, &e); err != nil {
				return err
			}
			m.entities = append(m.entities, e.ID)
		}
		f.made = append(f.made, m)
	}
	return nil
}
