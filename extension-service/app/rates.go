package app

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/rates"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// newRates builds the rates on the clients, projects, applications and MSPs of d, which need not stand yet.
func (s *Service) newRates(d *domains) *rates.Service {
	r := rates.New(rates.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now, Recheck: s.recheck, Jobs: s.parts.jobs,
		MSPs: d.providers, Case: d.rateCase, Reprice: d.reprice, Unprice: func(ctx context.Context, done jobs.Row) (jobs.Row, error) { return d.applications.Unprice(ctx, done) },
		Records: map[rates.Scope]rates.Record{
			rates.OfClient: {
				Read: func(ctx context.Context, id int64) (rates.Subject, error) {
					c, err := d.clients.Get(ctx, id)
					return ofClient(c), err
				},
				Save: func(ctx context.Context, id int64, to rates.Pair) error {
					return saveFormulas(ctx, d.clients, id, func(c *clients.Client) { c.PayRateFormula, c.BillRateFormula = to.Pay, to.Bill })
				},
			},
			rates.OfLegalEntity: {
				Read: func(ctx context.Context, id int64) (rates.Subject, error) {
					e, err := d.clients.Entities.Get(ctx, id)
					return ofEntity(e), err
				},
				Save: func(ctx context.Context, id int64, to rates.Pair) error {
					return saveFormulas(ctx, d.clients.Entities, id, func(e *clients.LegalEntity) { e.PayRateFormula, e.BillRateFormula = to.Pay, to.Bill })
				},
			},
			rates.OfProject: {
				Read: func(ctx context.Context, id int64) (rates.Subject, error) {
					p, err := d.projects.Get(ctx, id)
					return ofProject(p), err
				},
				Save: func(ctx context.Context, id int64, to rates.Pair) error {
					return saveFormulas(ctx, d.projects, id, func(p *projects.Project) { p.PayRateFormula, p.BillRateFormula = to.Pay, to.Bill })
				},
			},
		},
	})
	s.parts.jobs.Register(r.ApplyKind())
	return r
}

// checkedStore is a store with rules for what it is given.
type checkedStore[T any] interface {
	resource.Store[T]
	resource.Checker[T]
}

// saveFormulas saves a record under the rules of its own domain, as a PUT of the two fields would.
func saveFormulas[T any](ctx context.Context, in checkedStore[T], id int64, set func(*T)) error {
	old, err := in.Get(ctx, id)
	if err != nil {
		return err
	}
	v, bad := old, fault.Validation()
	set(&v)
	if err := in.Check(ctx, old, &v, bad); err != nil {
		return err
	}
	if err := bad.Or(); err != nil {
		return err
	}
	return in.Update(ctx, old, &v)
}

func feesOf(f clients.Fees) rates.Facts {
	return rates.Facts{
		MarkupPct: f.MarkupPct, MarginPct: f.MarginPct, MSPFeePct: f.MSPFeePct, VMSFeePct: f.VMSFeePct, PlatformFeePct: f.PlatformFeePct, VMSFee: f.VMSFee,
	}
}

func ofClient(c clients.Client) rates.Subject {
	facts := feesOf(c.Fees)
	facts.HoursPerDay, facts.DaysPerWeek, facts.Currency, facts.CHFCashRounding = &c.HoursPerDay, &c.DaysPerWeek, c.Currency, c.CHFCashRounding
	return rates.Subject{Scope: rates.OfClient, ID: c.ID, ClientID: c.ID, Name: c.Name, Pair: rates.Pair{Pay: c.PayRateFormula, Bill: c.BillRateFormula}, Facts: facts}
}

func ofEntity(e clients.LegalEntity) rates.Subject {
	facts := feesOf(e.Fees)
	facts.Currency = e.Currency
	return rates.Subject{
		Scope: rates.OfLegalEntity, ID: e.ID, ClientID: e.ClientID, LegalEntityID: e.ID, Name: e.Name,
		Pair: rates.Pair{Pay: e.PayRateFormula, Bill: e.BillRateFormula}, Facts: facts,
	}
}

func ofProject(p projects.Project) rates.Subject {
	return rates.Subject{
		Scope: rates.OfProject, ID: p.ID, ClientID: p.ClientID, LegalEntityID: p.LegalEntityID, Name: p.Title,
		Pair: rates.Pair{Pay: p.PayRateFormula, Bill: p.BillRateFormula},
		Facts: rates.Facts{
			HoursPerWeek: p.HoursPerWeek, RateMin: p.RateMin, RateMax: p.RateMax, Positions: &p.Positions, Unit: p.RateUnit, Currency: p.Currency,
		},
	}
}

func (d *domains) clientFormulas(ctx context.Context, c clients.Client, bad *fault.Error) error {
	return d.rates.Check(ctx, ofClient(c), bad)
}

func (d *domains) entityFormulas(ctx context.Context, e clients.LegalEntity, bad *fault.Error) error {
	return d.rates.Check(ctx, ofEntity(e), bad)
}

func (d *domains) projectFormulas(ctx context.Context, p projects.Project, bad *fault.Error) error {
	return d.rates.Check(ctx, ofProject(p), bad)
}

// providers are the fees and tiers of MSPs, of all without ids, whoever asks: thousands at most.
func (d *domains) providers(ctx context.Context, ids ...int64) (map[int64]rates.MSP, error) {
	m := new(msps.MSP)
	q := resource.All(m, allProviders)
	q.Trash, q.Fields = resource.Both, resource.FieldsAt(m, &m.ID, &m.FeePct, &m.Tier)
	if len(ids) > 0 {
		q.Where = []resource.Cond{resource.Where(m, &m.ID, resource.IDs(ids)...)}
	}
	page, err := d.msps.Table.List(role.AsSystem(ctx, "rates"), q)
	out := make(map[int64]rates.MSP, len(page.Rows))
	for i := range page.Rows {
		out[page.Rows[i].ID] = rates.MSP{FeePct: page.Rows[i].FeePct, Tier: page.Rows[i].Tier}
	}
	return out, err
}

const allProviders = 100_000

// rateCase is what an application the caller can see says about its rates.
func (d *domains) rateCase(ctx context.Context, id int64) (rates.Case, error) {
	a, err := d.applications.Table.Get(ctx, id)
	return caseOf(&a), err
}

func caseOf(a *applications.Application) rates.Case {
	return rates.Case{
		ProjectID: a.ProjectID, TalentRate: a.TalentRate, FromUnit: a.RateUnit, HoursPerWeek: a.HoursPerWeek,
		IsMSP: a.ProviderKind == applications.ByMSP, MSPID: a.MSPID, Hand: handOf(a.Hand()),
	}
}

func handOf(h applications.Hand) (out rates.Hand) {
	if h.Pay != nil {
		out.Pay = &rates.Given{Rate: h.Pay.Rate, Unit: h.Pay.Unit}
	}
	if h.Bill != nil {
		out.Bill = &rates.Given{Rate: h.Bill.Rate, Unit: h.Bill.Unit}
	}
	return out
}

// rate fills the rates of an application with how they came about. All become rates per the project's unit.
func (d *domains) rate(ctx context.Context, a *applications.Application, hand applications.Hand) error {
	c := caseOf(a)
	c.Hand = handOf(hand)
	r, err := d.rates.Compute(ctx, c)
	if err == nil {
		take(a, r)
	}
	return err
}

func take(a *applications.Application, r rates.Result) {
	a.TalentRate, a.RateUnit, a.PayRate, a.BillRate = r.TalentRate, r.Unit, r.PayRate, r.BillRate
	a.RateBreakdown, a.FormulaVersionID = r.Breakdown, r.VersionID
}

// reprice computes the rates of applications anew, of those that are open.
func (d *domains) reprice(ctx context.Context, ids []int64, compute func(rates.Case) (rates.Result, error)) ([]jobs.Row, error) {
	return d.applications.Reprice(ctx, ids, func(a *applications.Application) error {
		r, err := compute(caseOf(a))
		if err == nil {
			take(a, r)
		}
		return err
	})
}
