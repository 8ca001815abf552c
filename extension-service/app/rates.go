package app

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/applications"
	"poolkeeper.example/extension-service/clients"
	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/jobs"
	"poolkeeper.example/extension-service/msps"
	"poolkeeper.example/extension-service/projects"
	"poolkeeper.example/extension-service/rates"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// newRates builds the rates on the clients, projects, applications and MSPs of d, which need not stand yet.
func (s *Service) newRates(d *domains) *rates.Service {
	r := rates.New(rates.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now, Recheck: s.recheck, Jobs: s.parts.jobs,
		MSPs: d.providers, Case: d.rateCase, Reprice: d.reprice, Unprice: d.unprice,
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

// providers are the fees and tiers of all MSPs, whoever asks: thousands at most.
func (d *domains) providers(ctx context.Context) (map[int64]rates.MSP, error) {
	m := new(msps.MSP)
	page, err := d.msps.Table.List(role.AsSystem(ctx, "rates"), resource.Query{
		Sort: []resource.Sort{{Field: resource.FieldAt(m, &m.ID)}}, Limit: allProviders, NoTotal: true,
		Fields: []*resource.Field{resource.FieldAt(m, &m.ID), resource.FieldAt(m, &m.FeePct), resource.FieldAt(m, &m.Tier)},
	})
	out := make(map[int64]rates.MSP, len(page.Rows))
	for i := range page.Rows {
		out[page.Rows[i].ID] = provider(&page.Rows[i])
	}
	return out, err
}

const allProviders = 100_000

func provider(m *msps.MSP) rates.MSP {
	return rates.MSP{FeePct: m.FeePct, Tier: m.Tier}
}

// rateCase is what an application the caller can see says about its rates.
func (d *domains) rateCase(ctx context.Context, id int64) (rates.Case, error) {
	a, err := d.applications.Table.Get(ctx, id)
	if err != nil {
		return rates.Case{}, err
	}
	return d.caseOf(ctx, &a)
}

func (d *domains) caseOf(ctx context.Context, a *applications.Application) (rates.Case, error) {
	c := rates.Case{
		ProjectID: a.ProjectID, TalentRate: a.TalentRate, FromUnit: a.RateUnit, HoursPerWeek: a.HoursPerWeek, IsMSP: a.ProviderKind == applications.ByMSP,
	}
	if a.MSPID == nil {
		return c, nil
	}
	m, err := d.msps.Table.Get(role.AsSystem(ctx, "rates"), *a.MSPID)
	if fault.KindOf(err) == fault.NotFound {
		return c, nil
	}
	known := provider(&m)
	c.MSPFeePct, c.Tier = known.FeePct, &known.Tier
	return c, err
}

// rate fills the rates of an application with how they came about. The talent's rate becomes one per the project's unit.
func (d *domains) rate(ctx context.Context, a *applications.Application) error {
	c, err := d.caseOf(ctx, a)
	if err != nil {
		return err
	}
	r, err := d.rates.Compute(ctx, c)
	if err != nil {
		return err
	}
	a.TalentRate, a.RateUnit, a.PayRate, a.BillRate = r.TalentRate, r.Unit, r.PayRate, r.BillRate
	a.RateBreakdown, a.FormulaVersionID = r.Breakdown, r.VersionID
	return nil
}

// reprice computes the rates of an open application anew. The row has no version when nothing has changed, or when the
// application is not open any more.
func (d *domains) reprice(ctx context.Context, id int64) (jobs.Row, error) {
	old, err := d.applications.Table.Get(ctx, id)
	if fault.KindOf(err) == fault.NotFound {
		return jobs.Row{ID: id, OK: true}, nil
	}
	if err != nil {
		return jobs.Row{}, err
	}
	row := jobs.Row{ID: id, Title: old.Handle, OK: true, Messages: []string{}} // no name: its owner may not read applications
	if old.Status != applications.Unconfirmed && old.Status != applications.Active {
		return row, nil
	}
	a := old
	if err := d.rate(ctx, &a); err != nil {
		return row, err
	}
	if err := d.applications.Table.Update(resource.Acting(ctx, resource.Act{Action: "formula"}), old, &a); err != nil {
		return row, err
	}
	if a.Version != old.Version {
		row.Version, row.Before = a.Version, pricedOf(&old)
	}
	return row, nil
}

// priced is what reprice changes of an application.
type priced struct {
	TalentRate       *resource.Decimal `json:"talentRate"`
	RateUnit         resource.RateUnit `json:"rateUnit"`
	PayRate          *resource.Decimal `json:"payRate"`
	BillRate         *resource.Decimal `json:"billRate"`
	RateBreakdown    map[string]any    `json:"rateBreakdown"`
	FormulaVersionID *int64            `json:"formulaVersionId"`
}

func pricedOf(a *applications.Application) priced {
	return priced{a.TalentRate, a.RateUnit, a.PayRate, a.BillRate, a.RateBreakdown, a.FormulaVersionID}
}

// unprice gives an application the rates back that it had before reprice. One that has changed since is left alone.
func (d *domains) unprice(ctx context.Context, done jobs.Row) (jobs.Row, error) {
	old, err := d.applications.Table.Get(ctx, done.ID)
	if fault.KindOf(err) == fault.NotFound {
		return jobs.Row{Code: "NOT_FOUND", Messages: []string{fault.Key("NOT_FOUND")}}, nil
	}
	if err != nil {
		return jobs.Row{}, err
	}
	if old.Version != done.Version {
		return jobs.Row{OK: true, Outcome: jobs.Skipped, Code: "STALE_VERSION", Messages: []string{fault.Key("STALE_VERSION")}}, nil
	}
	var had priced
	if err := done.Image(&had); err != nil {
		return jobs.Row{}, err
	}
	a := old
	a.TalentRate, a.RateUnit, a.PayRate, a.BillRate = had.TalentRate, had.RateUnit, had.PayRate, had.BillRate
	a.RateBreakdown, a.FormulaVersionID = had.RateBreakdown, had.FormulaVersionID
	return jobs.Row{OK: true}, d.applications.Table.Update(resource.Acting(ctx, resource.Act{Action: "formula"}), old, &a)
}
