package rates

import (
	"context"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

// Subject is a record whose formulas are about to be saved, with the variables it has of its own.
type Subject struct {
	Scope                       Scope
	ID, ClientID, LegalEntityID int64 // ID is 0 for a record that is being made
	Name                        string
	Pair
	Facts Facts
}

// CheckClient adds to bad what prevents the formulas of a client that is being saved; see Check.
func (s *Service) CheckClient(ctx context.Context, c clients.Client, bad *fault.Error) error {
	return s.Check(ctx, clientSubject(c), bad)
}

// CheckEntity adds to bad what prevents the formulas of a legal entity that is being saved; see Check.
func (s *Service) CheckEntity(ctx context.Context, e clients.LegalEntity, bad *fault.Error) error {
	return s.Check(ctx, entitySubject(e), bad)
}

func clientSubject(c clients.Client) Subject {
	facts := feesOf(c.Fees)
	facts.HoursPerDay, facts.DaysPerWeek, facts.Currency, facts.CHFCashRounding = &c.HoursPerDay, &c.DaysPerWeek,
		c.Currency, c.CHFCashRounding
	return Subject{
		Scope: OfClient, ID: c.ID, ClientID: c.ID, Name: c.Name,
		Pair: Pair{Pay: c.PayRateFormula, Bill: c.BillRateFormula}, Facts: facts,
	}
}

func entitySubject(e clients.LegalEntity) Subject {
	facts := feesOf(e.Fees)
	facts.Currency = e.Currency
	return Subject{
		Scope: OfLegalEntity, ID: e.ID, ClientID: e.ClientID, LegalEntityID: e.ID, Name: e.Name,
		Pair: Pair{Pay: e.PayRateFormula, Bill: e.BillRateFormula}, Facts: facts,
	}
}

func feesOf(f clients.Fees) Facts {
	return Facts{
		MarkupPct: f.MarkupPct, MarginPct: f.MarginPct, MSPFeePct: f.MSPFeePct, VMSFeePct: f.VMSFeePct,
		PlatformFeePct: f.PlatformFeePct, VMSFee: f.VMSFee,
	}
}

// subject is the record as it is stored. NOT_FOUND.
func (s *Service) subject(ctx context.Context, at recordRef) (Subject, error) {
	if at.Scope != OfSystem && at.ID < 1 {
		return Subject{}, fault.Validation().Field("id", "validation.required", nil)
	}
	switch at.Scope {
	case OfSystem:
		l, err := s.system(ctx)
		return Subject{Scope: OfSystem, Name: string(OfSystem), Pair: l.Pair}, err
	case OfClient:
		c, err := s.Clients.Get(ctx, at.ID)
		return clientSubject(c), err
	case OfLegalEntity:
		e, err := s.Clients.Entities.Get(ctx, at.ID)
		return entitySubject(e), err
	case OfProject:
		return s.Projects.RateSubject(ctx, at.ID)
	}
	return Subject{}, fault.New(fault.NotFound, "NOT_FOUND", "no formulas of %s", at.Scope)
}

// saveFormulas saves the formulas of a record under the rules of its own domain. NOT_FOUND, VALIDATION.
func (s *Service) saveFormulas(ctx context.Context, at recordRef, to Pair) error {
	switch at.Scope {
	case OfClient:
		return SaveFormulas(ctx, s.Clients, at.ID, func(c *clients.Client) {
			c.PayRateFormula, c.BillRateFormula = to.Pay, to.Bill
		})
	case OfLegalEntity:
		return SaveFormulas(ctx, s.Clients.Entities, at.ID, func(e *clients.LegalEntity) {
			e.PayRateFormula, e.BillRateFormula = to.Pay, to.Bill
		})
	case OfProject:
		return s.Projects.SaveFormulas(ctx, at.ID, to)
	case OfSystem:
	}
	return s.saveSystem(ctx, to)
}

func (s *Service) saveSystem(ctx context.Context, to Pair) error {
	bad := fault.Validation()
	if err := s.Check(ctx, Subject{Scope: OfSystem, Name: string(OfSystem), Pair: to}, bad); err != nil {
		return err
	}
	if err := bad.OrNil(); err != nil {
		return err
	}
	return s.writeSystem(ctx, to)
}

// checkedStore is a store with rules for what it saves.
type checkedStore[T any] interface {
	resource.Store[T]
	resource.Checker[T]
}

// SaveFormulas saves what set changes of a record under the rules of its own domain, as a PUT of those fields would.
// NOT_FOUND, VALIDATION.
func SaveFormulas[T any](ctx context.Context, in checkedStore[T], id int64, set func(*T)) error {
	old, err := in.Get(ctx, id)
	if err != nil {
		return err
	}
	v, bad := old, fault.Validation()
	set(&v)
	if err := in.Check(ctx, old, &v, bad); err != nil {
		return err
	}
	if err := bad.OrNil(); err != nil {
		return err
	}
	return in.Update(ctx, old, &v)
}
