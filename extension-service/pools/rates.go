package pools

import "poolkeeper.example/extension-service/resource"

// Rates is what somebody asks for: amounts and their currency are one value.
type Rates struct {
	Currency resource.CurrencyCode
	HasRates bool // an hourly or a daily one
}

// Fit says whether a row may be written over the rates that somebody has: with another currency it has to say both amounts.
func (g *Given) Fit(has Rates) bool {
	isOther := g.Currency != "" && has.Currency != "" && g.Currency != has.Currency
	return !isOther || !has.HasRates || g.says(HourRate) && g.says(DayRate)
}
