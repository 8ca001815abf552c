package resource

import (
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// An amount and its currency are one value: 900 SEK never becomes 900 EUR. The amounts of a record are in the currency
// that the one field of kind currency beside them holds; which that is follows from the struct, so that every path that
// writes fields knows it.

// checkCurrencies reports amounts of which nobody could tell the currency.
func (c *served) checkCurrencies() {
	for _, f := range c.fields {
		if f.Kind == field.Money && f.CurrencyField == "" {
			c.fail("field %s is an amount; exactly one field beside it has to be its currency", f.Name)
		}
	}
}

// carryCurrencies has every list that shows an amount show its currency with it. A Row that is written out has to say
// so itself.
func (c *served) carryCurrencies() {
	for _, f := range c.row {
		currency := field.Find(c.fields, f.CurrencyField)
		switch {
		case f.CurrencyField == "" || slices.Contains(c.row, currency):
		case c.Row == nil:
			c.row = append(c.row, currency)
		default:
			c.fail("Row shows the amount %s without %s, its currency: add that", f.Name, currency.Name)
		}
	}
}
