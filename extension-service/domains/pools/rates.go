package pools

import (
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/money"
)

// Rates is what somebody asks for: amounts and their currency are one value. An amount that nobody has said is nil.
type Rates struct {
	Currency  money.Currency
	Hour, Day *decimal.Decimal
}

// isSet says whether there is an hourly or a daily one.
func (r Rates) isSet() bool { return r.Hour != nil || r.Day != nil }

// IsCompatible says whether a row may be written over the rates that somebody has: with another currency it has to say
// both amounts.
func (g *ImportRow) IsCompatible(has Rates) bool {
	isOther := g.Currency != "" && has.Currency != "" && g.Currency != has.Currency
	return !isOther || !has.isSet() || g.hasField(HourRate) && g.hasField(DayRate)
}

// mergeRates is what becomes of the rates that somebody has once a row is written over them.
func (g *ImportRow) mergeRates(has Rates) Rates {
	if g.hasField(HourRate) {
		has.Hour = g.HourRate
	}
	if g.hasField(DayRate) {
		has.Day = g.DayRate
	}
	return has
}

// Warning is what somebody should know of a row of a file, which is carried out all the same.
type Warning string

// RatesDiffer warns of an hourly and a daily rate that do not fit each other.
const RatesDiffer Warning = "RATES_DIFFER"

// Enum lists the warnings.
func (Warning) Enum() enum.List {
	return enum.List{
		Name: "poolWarning", Text: "pool.warning",
		Values: enum.Strings([]Warning{RatesDiffer}),
	}
}

// warn says what somebody should know of a row whose person has such rates so far.
func (j *evaluator) warn(row *planRow, g *ImportRow, has Rates) {
	hasRate := g.hasField(HourRate) || g.hasField(DayRate)
	if would := g.mergeRates(has); hasRate && freelancers.RatesDiffer(would.Hour, would.Day) {
		row.warning = RatesDiffer
	}
}
