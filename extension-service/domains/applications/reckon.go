package applications

import (
	"context"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

// Hand are the rates that somebody has set instead of a formula; what is nil is computed.
type Hand struct{ Pay, Bill *Given }

// Given is a rate that somebody has set, and the unit it is meant in.
type Given struct {
	Rate resource.Decimal
	Unit resource.RateUnit
}

// The rates that can be set by hand, as breakdowns name them.
const (
	payRate  = "payRate"
	billRate = "billRate"
)

// Hand are the rates of an application that were set by hand: its breakdown names them.
func (a *Application) Hand() (h Hand) {
	names, _ := a.RateBreakdown["byHand"].([]any)
	for _, name := range names {
		switch {
		case name == payRate && a.PayRate != nil:
			h.Pay = &Given{*a.PayRate, a.RateUnit}
		case name == billRate && a.BillRate != nil:
			h.Bill = &Given{*a.BillRate, a.RateUnit}
		}
	}
	return h
}

// any says whether a rate was set by hand.
func (h Hand) any() bool { return h.Pay != nil || h.Bill != nil }

// handAfter are the rates set by hand once a write is done: those it sets, and those of before. A rate that is cleared is the
// formula's again, and so are all when the mark of the override is taken away.
func handAfter(old Application, a *Application) Hand {
	h := old.Hand()
	if old.RateOverride && !a.RateOverride {
		h = Hand{}
	}
	for _, rate := range []struct {
		was, is *resource.Decimal
		of      **Given
	}{{old.PayRate, a.PayRate, &h.Pay}, {old.BillRate, a.BillRate, &h.Bill}} {
		switch {
		case sameRate(rate.was, rate.is):
		case rate.is == nil:
			*rate.of = nil
		default:
			*rate.of = &Given{*rate.is, a.RateUnit}
		}
	}
	return h
}

// marked brings the mark of the override in line with the rates set by hand once a write is done, which it returns.
func (a *Application) marked(old Application) Hand {
	hand := handAfter(old, a)
	switch {
	case hand.any():
		a.RateOverride = true
	case old.Hand().any():
		a.RateOverride, a.RateOverrideReason = false, "" // they told of what is gone
	}
	return hand
}

func sameRate(a, b *resource.Decimal) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}

// ratesOpen says whether rates still follow from what they are computed of.
func (a *Application) ratesOpen() bool { return a.Status == Unconfirmed || a.Status == Active }

// ratesLocked refuses changes of what the client is being sent, or has been. NOT_EDITABLE, with the fields.
func ratesLocked(old Application, a *Application) error {
	if !slices.Contains([]Status{SendPending, SendFailed, SentToClient}, old.Status) {
		return nil
	}
	e := fault.New(fault.Conflict, "NOT_EDITABLE", "the rates of application %d are settled while it is %s", a.ID, old.Status)
	for name, changed := range map[string]bool{
		"talentRate": !sameRate(old.TalentRate, a.TalentRate), payRate: !sameRate(old.PayRate, a.PayRate), billRate: !sameRate(old.BillRate, a.BillRate),
		"rateUnit": old.RateUnit != a.RateUnit, "currency": old.Currency != a.Currency, "rateOverride": old.RateOverride && !a.RateOverride && old.Hand().any(),
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

// reckon computes the rates anew while the application is under review and what they follow from has changed. A rate set by
// hand stays through changes of everything else and marks the override; one that nobody can mean is refused. VALIDATION.
func (s *Service) reckon(ctx context.Context, old Application, a *Application) error {
	had, hand := old.Hand(), a.marked(old)
	changed := !sameRate(old.TalentRate, a.TalentRate) || !sameRate(old.PayRate, a.PayRate) || !sameRate(old.BillRate, a.BillRate) ||
		old.RateUnit != a.RateUnit || old.Currency != a.Currency || had.any() && !reflect.DeepEqual(had, hand)
	if !changed || !a.ratesOpen() || s.deps.Rate == nil {
		return nil
	}
	if err := s.deps.Rate(ctx, a, hand); err != nil {
		return err
	}
	bad := fault.Validation()
	if hand.Pay != nil && a.PayRate == nil {
		bad.Field(payRate, "detail.E_RANGE", nil)
	}
	if hand.Bill != nil && a.BillRate == nil {
		bad.Field(billRate, "detail.E_RANGE", nil)
	}
	return bad.Or()
}

// recompute brings the rates of an application that returns into review up to date with its formulas and its project. Amounts in
// a currency that the project has no longer are cleared: nothing converts them.
func recompute(ctx context.Context, s *Service, m *move) error {
	if s.deps.Rate == nil {
		return nil
	}
	a := &m.now
	if p := m.facts.project; p.Currency != "" && p.Currency != a.Currency {
		a.clearAmounts()
		a.Currency = p.Currency
	}
	return s.deps.Rate(ctx, a, a.Hand())
}

// clearAmounts takes away what somebody has entered, so that nothing is left that a formula could come to.
func (a *Application) clearAmounts() {
	a.TalentRate, a.PayRate, a.BillRate, a.RateOverride, a.RateOverrideReason = nil, nil, nil, false, ""
}

// askedRate is the rate that a talent's profile asks for, in the unit it is meant in; none in other money, and none for a fixed price.
func (p Person) askedRate(unit resource.RateUnit, currency resource.CurrencyCode) (*resource.Decimal, resource.RateUnit) {
	if p.Currency != currency || unit == resource.PerProject {
		return nil, unit
	}
	hour, day := p.HourRate != nil && *p.HourRate > 0, p.DayRate != nil && *p.DayRate > 0
	switch {
	case day && (unit == resource.PerDay || !hour):
		return new(*p.DayRate), resource.PerDay
	case hour:
		return new(*p.HourRate), resource.PerHour
	}
	return nil, unit
}
