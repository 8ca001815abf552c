package applications

import (
	"context"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/rates"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/platform/fault"
)

// The rates that can be set by hand, as breakdowns name them.
const (
	payRate  = "payRate"
	billRate = "billRate"
)

// manualRates are the rates of an application that were set by hand: its breakdown names them.
func (a *Application) manualRates() (m rates.ManualRates) {
	names, _ := a.RateBreakdown["byHand"].([]any)
	for _, name := range names {
		switch {
		case name == payRate && a.PayRate != nil:
			m.Pay = &rates.ManualRate{Rate: *a.PayRate, Unit: a.RateUnit}
		case name == billRate && a.BillRate != nil:
			m.Bill = &rates.ManualRate{Rate: *a.BillRate, Unit: a.RateUnit}
		}
	}
	return m
}

// manualRatesAfter are the rates set by hand once a write is done: those it sets, and those of before. A rate that is
// cleared is the formula's again, and so are all when the mark of the override is taken away.
func manualRatesAfter(old Application, a *Application) rates.ManualRates {
	m := old.manualRates()
	if old.RateOverride && !a.RateOverride {
		m = rates.ManualRates{}
	}
	for _, rate := range []struct {
		was, is *decimal.Decimal
		manual  **rates.ManualRate
	}{{old.PayRate, a.PayRate, &m.Pay}, {old.BillRate, a.BillRate, &m.Bill}} {
		switch {
		case sameRate(rate.was, rate.is):
		case rate.is == nil:
			*rate.manual = nil
		default:
			*rate.manual = &rates.ManualRate{Rate: *rate.is, Unit: a.RateUnit}
		}
	}
	return m
}

// markOverride brings the mark of the override in line with the rates set by hand once a write is done, which it
// returns.
func (a *Application) markOverride(old Application) rates.ManualRates {
	manual := manualRatesAfter(old, a)
	switch {
	case manual.Any():
		a.RateOverride = true
	case old.manualRates().Any():
		a.RateOverride, a.RateOverrideReason = false, "" // they were about what is gone
	}
	return manual
}

func sameRate(a, b *decimal.Decimal) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}

// ratesOpen says whether rates still follow from what they are computed of.
func (a *Application) ratesOpen() bool { return a.Status == Unconfirmed || a.Status == Active }

// ratesLocked refuses changes of what the client is being sent, or has been. NOT_EDITABLE, with the fields.
func ratesLocked(old Application, a *Application) error {
	if !slices.Contains([]Status{SendPending, SendFailed, SentToClient}, old.Status) {
		return nil
	}
	e := fault.New(fault.Conflict, "NOT_EDITABLE", "the rates of application %d are settled while it is %s", a.ID,
		old.Status)
	for name, changed := range map[string]bool{
		"talentRate": !sameRate(old.TalentRate, a.TalentRate), payRate: !sameRate(old.PayRate, a.PayRate),
		billRate:   !sameRate(old.BillRate, a.BillRate),
		"rateUnit": old.RateUnit != a.RateUnit, "currency": old.Currency != a.Currency, "rateOverride": old.RateOverride &&
			!a.RateOverride && old.manualRates().Any(),
	} {
		if changed {
			e.Field(name, "error.notEditable", nil)
		}
	}
	if len(e.Fields) == 0 {
		return nil
	}
	return e
}

// recomputeRates computes the rates anew while the application is under review and what they follow from has changed. A
// rate set by hand stays through changes of everything else and marks the override; one that nobody can mean is
// refused. VALIDATION.
func (s *Service) recomputeRates(ctx context.Context, old Application, a *Application) error {
	had, manual := old.manualRates(), a.markOverride(old)
	changed := !sameRate(old.TalentRate, a.TalentRate) || !sameRate(old.PayRate, a.PayRate) ||
		!sameRate(old.BillRate, a.BillRate) ||
		old.RateUnit != a.RateUnit || old.Currency != a.Currency || had.Any() && !reflect.DeepEqual(had, manual)
	if !changed || !a.ratesOpen() || s.deps.Rates == nil {
		return nil
	}
	if err := s.setRates(ctx, a, manual); err != nil {
		return err
	}
	bad := fault.Validation()
	if manual.Pay != nil && a.PayRate == nil {
		bad.Field(payRate, "detail.E_RANGE", nil)
	}
	if manual.Bill != nil && a.BillRate == nil {
		bad.Field(billRate, "detail.E_RANGE", nil)
	}
	return bad.OrNil()
}

// setRates fills the rates with their breakdown, per the project's unit: by the formulas where they are not set by
// hand. One by hand that is impossible is left nil.
func (s *Service) setRates(ctx context.Context, a *Application, manual rates.ManualRates) error {
	c := a.rateCase()
	c.Manual = manual
	r, err := s.deps.Rates.Compute(ctx, c)
	if err == nil {
		a.applyRates(r)
	}
	return err
}

// rateCase is what an application says about its rates.
func (a *Application) rateCase() rates.Case {
	return rates.Case{
		ProjectID: a.ProjectID, TalentRate: a.TalentRate, FromUnit: a.RateUnit, HoursPerWeek: a.HoursPerWeek,
		IsMSP: a.ProviderKind == ByMSP, MSPID: a.MSPID, Manual: a.manualRates(),
	}
}

func (a *Application) applyRates(r rates.Result) {
	a.TalentRate, a.RateUnit, a.PayRate, a.BillRate = r.TalentRate, r.Unit, r.PayRate, r.BillRate
	a.RateBreakdown, a.FormulaVersionID = r.Breakdown, r.VersionID
}

// recompute brings the rates of an application that returns into review up to date with its formulas and its project.
// Amounts in a currency that the project has no longer are cleared: nothing converts them.
func recompute(ctx context.Context, s *Service, m *move) error {
	if s.deps.Rates == nil {
		return nil
	}
	a := &m.now
	if p := m.facts.project; p.Currency != "" && p.Currency != a.Currency {
		a.clearAmounts()
		a.Currency = p.Currency
	}
	return s.setRates(ctx, a, a.manualRates())
}

// clearAmounts takes away what somebody has entered, so that nothing is left that a formula could come to.
func (a *Application) clearAmounts() {
	a.TalentRate, a.PayRate, a.BillRate, a.RateOverride, a.RateOverrideReason = nil, nil, nil, false, ""
}

// freelancerRate is the rate that a freelancer's profile asks for, in the unit it is per; none in other money, and none
// for a fixed price.
func freelancerRate(
	f freelancers.Freelancer, unit money.RateUnit, currency money.Currency,
) (*decimal.Decimal, money.RateUnit) {
	if f.Currency != currency || unit == money.PerProject {
		return nil, unit
	}
	return ProfileRate(f, unit)
}

// ProfileRate is the rate that a freelancer's profile asks for, in the freelancer's own currency, and its unit: the
// given unit where the profile has a rate in it.
func ProfileRate(f freelancers.Freelancer, unit money.RateUnit) (*decimal.Decimal, money.RateUnit) {
	hour, day := f.HourRate != nil && *f.HourRate > 0, f.DayRate != nil && *f.DayRate > 0
	switch {
	case day && (unit == money.PerDay || !hour):
		return new(*f.DayRate), money.PerDay
	case hour:
		return new(*f.HourRate), money.PerHour
	}
	return nil, unit
}
