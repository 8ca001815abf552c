package rates

import (
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
)

// Facts are the variables that belong to a project, a legal entity and a client. What is nil is null in a formula.
type Facts struct {
	HoursPerWeek, HoursPerDay, DaysPerWeek                             *decimal.Decimal
	MarkupPct, MarginPct, MSPFeePct, VMSFeePct, PlatformFeePct, VMSFee *decimal.Decimal
	RateMin, RateMax                                                   *decimal.Decimal
	Positions                                                          *int64
	Unit                                                               money.RateUnit
	Currency                                                           money.Currency
	CHFCashRounding                                                    bool
	// the VMS fee is in another currency than the rates
	IsFeeLeftOut bool
}

// leaveOutFeeIn drops a VMS fee that is an amount in another currency than the rates: an amount never changes its
// currency.
func (f *Facts) leaveOutFeeIn(currency money.Currency) {
	if f.VMSFee != nil && currency != f.Currency {
		f.VMSFee, f.IsFeeLeftOut = nil, true
	}
}

// amounts pairs the names of variables with their values.
func (f *Facts) amounts() []struct {
	name  string
	value **decimal.Decimal
} {
	return []struct {
		name  string
		value **decimal.Decimal
	}{
		{"hoursPerWeek", &f.HoursPerWeek},
		{"hoursPerDay", &f.HoursPerDay},
		{"daysPerWeek", &f.DaysPerWeek},
		{"markupPct", &f.MarkupPct},
		{"marginPct", &f.MarginPct},
		{"mspFeePct", &f.MSPFeePct},
		{"vmsFeePct", &f.VMSFeePct},
		{"platformFeePct", &f.PlatformFeePct},
		{vmsFee, &f.VMSFee},
		{"rateMin", &f.RateMin},
		{"rateMax", &f.RateMax},
	}
}

// inherit fills what is open from wider facts.
func (f Facts) inherit(wider Facts) Facts {
	above := wider.amounts()
	for i, own := range f.amounts() {
		if *own.value == nil {
			*own.value = *above[i].value
		}
	}
	if f.Positions == nil {
		f.Positions = wider.Positions
	}
	if f.Unit == "" {
		f.Unit = wider.Unit
	}
	if f.Currency == "" {
		f.Currency = wider.Currency
	}
	f.CHFCashRounding = f.CHFCashRounding || wider.CHFCashRounding
	return f
}

// vars are the facts as a formula reads them.
func (f Facts) vars() Vars {
	out := Vars{"unit": string(f.Unit), "currency": string(f.Currency), "isMsp": false, "tier": nil, "positions": nil}
	for _, a := range f.amounts() {
		out[a.name] = numberOrNil(*a.value)
	}
	if f.Positions != nil {
		out["positions"] = numberOf(decimal.FromInt(*f.Positions))
	}
	return out
}

// style is how results are rounded.
func (f Facts) style() style {
	return style{unit: f.Unit, currency: f.Currency, cash: f.CHFCashRounding && f.Currency == "CHF"}
}
