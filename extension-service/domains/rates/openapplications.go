package rates

import (
	"context"

	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/store"
)

// open is one application whose rates may still be computed anew.
type open struct {
	id, projectID int64
	handle        string
	mspID         *int64
	pay, bill     *decimal.Decimal
	talent        *decimal.Decimal
	unit          money.RateUnit
	hoursPerWeek  *decimal.Decimal
	isMSP         bool
}

const selectOpen = `
		SELECT a.id, a.project_id, a.handle, a.msp_id, a.pay_rate, a.bill_rate, a.talent_rate, a.rate_unit, a.hours_per_week,
		       a.is_msp
		  FROM formula_applications a
		 WHERE `

func (o *open) scan(rows store.Rows) error {
	var msp int64
	err := rows.Scan(&o.id, &o.projectID, &o.handle, &o.mspID, &o.pay, &o.bill, &o.talent, &o.unit, &o.hoursPerWeek, &msp)
	o.isMSP = msp != 0
	return err
}

// eachOpen calls do with every open application of a record that the caller can see, in the order of ids behind after,
// at most limit of them.
func (s *Service) eachOpen(ctx context.Context, r openRange, do func(o *open) error) error {
	text, args := selectOpen+store.WithinScope(ctx, "a"), store.Args{}
	if r.after > 0 {
		text += " AND a.id > " + args.Add(r.after)
	}
	switch r.of.Scope {
	case OfClient:
		text += " AND a.client_id = " + args.Add(r.of.ID)
	case OfLegalEntity:
		text += " AND a.legal_entity_id = " + args.Add(r.of.ID)
	case OfProject:
		text += " AND a.project_id = " + args.Add(r.of.ID)
	case OfSystem:
	}
	if r.limit > 0 {
		text += " ORDER BY a.id" + r.order() + " LIMIT " + args.Add(r.limit)
	}
	rows, err := s.DB.Query(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var o open
		if err := o.scan(rows); err != nil {
			return err
		}
		if err := do(&o); err != nil {
			return err
		}
	}
	return rows.Err()
}

// openRange is a part of the open applications of a record.
type openRange struct {
	of           recordRef
	after, limit int64
	latest       bool // the newest first
}

func (r openRange) order() string {
	if r.latest {
		return " DESC"
	}
	return ""
}

// planSet prepares plans by project, each once, with the formulas of one record taken as they would be.
type planSet struct {
	s      *Service
	system level
	as     *Subject // the record as it would be; nil for what is
	plans  map[int64]*plan
	msps   map[int64]msps.MSP
}

// newPlanSet is one without plans yet.
func (s *Service) newPlanSet(ctx context.Context, as *Subject) (*planSet, error) {
	f := &planSet{s: s, as: as, plans: map[int64]*plan{}}
	var err error
	if f.system, err = s.system(ctx); err != nil {
		return nil, err
	}
	if as != nil && as.Scope == OfSystem {
		f.system = as.level()
	}
	f.msps, err = s.mspFees(ctx)
	return f, err
}

// planSetOf reads what the applications of a record are computed by, in one statement.
func (s *Service) planSetOf(ctx context.Context, record recordRef, as *Subject) (*planSet, error) {
	f, err := s.newPlanSet(ctx, as)
	if err != nil {
		return nil, err
	}
	switch record.Scope {
	case OfClient:
		err = f.load(ctx, "p.client_id = $1", record.ID)
	case OfLegalEntity:
		err = f.load(ctx, "p.legal_entity_id = $1", record.ID)
	case OfProject:
		err = f.load(ctx, "p.id = $1", record.ID)
	case OfSystem:
		err = f.load(ctx, "1 = 1")
	}
	return f, err
}

// planSetFor reads what some applications are computed by, in one statement.
func (s *Service) planSetFor(ctx context.Context, applicationIDs []int64) (*planSet, error) {
	f, err := s.newPlanSet(ctx, nil)
	if err != nil {
		return nil, err
	}
	return f, f.load(ctx, "p.id IN (SELECT a.project_id FROM application_facts a WHERE a.id IN "+s.DB.InList(1)+")",
		store.IDList(applicationIDs))
}

// load prepares the plans of the projects that a condition names.
func (f *planSet) load(ctx context.Context, where string, args ...any) error {
	found, err := f.s.projectTerms(ctx, where, args...)
	for i := range found {
		f.add(&found[i])
	}
	return err
}

func (f *planSet) add(t *terms) {
	if f.as != nil {
		switch f.as.Scope {
		case OfClient:
			t.client.Pair = f.as.Pair
		case OfLegalEntity:
			t.entity.Pair = f.as.Pair
		case OfProject:
			t.project.Pair = f.as.Pair
		case OfSystem:
		}
	}
	f.plans[t.projectID] = newPlan(t.facts, f.s.resolve(t.project, t.entity, t.client, f.system))
}

// compute works out the rates of a case. NOT_FOUND for a project the plan set has no plan of.
func (f *planSet) compute(c Case) (Result, error) {
	p := f.plans[c.ProjectID]
	if p == nil {
		return Result{}, noProject(c.ProjectID)
	}
	return p.explain(c.withMSP(f.msps))
}

// caseOf is what an open application itself says.
func (f *planSet) caseOf(o *open) Case {
	c := Case{
		ProjectID: o.projectID, TalentRate: o.talent, FromUnit: o.unit, HoursPerWeek: o.hoursPerWeek, IsMSP: o.isMSP,
		MSPID: o.mspID,
	}
	return c.withMSP(f.msps)
}
