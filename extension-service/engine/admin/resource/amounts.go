package resource

import (
	"encoding/json"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/platform/fault"
)

// An amount and its currency are one value: 900 SEK never becomes 900 EUR. The amounts of a record are in the currency
// that the one field of kind currency beside them holds; which that is follows from the struct, so that every path that
// writes fields knows it.

// pairAmounts names the currency of every amount, and the unit it is paid for, where there is exactly one of them
// beside it.
func pairAmounts(fs []*Field) {
	var currencies, units []string
	for _, f := range fs {
		switch {
		case f.Many:
		case f.Kind == Currency:
			currencies = append(currencies, f.Name)
		case f.Type == rateUnitType:
			units = append(units, f.Name)
		}
	}
	for _, f := range fs {
		if f.Kind == Money && len(currencies) == 1 {
			f.CurrencyField = currencies[0]
		}
		if f.Kind == Money && len(units) == 1 {
			f.UnitField = units[0]
		}
	}
}

// checkCurrencies reports amounts of which nobody could tell the currency.
func (c *served) checkCurrencies() {
	for _, f := range c.fields {
		if f.Kind == Money && f.CurrencyField == "" {
			c.fail("field %s is an amount; exactly one field beside it has to be its currency", f.Name)
		}
	}
}

// carryCurrencies has every list that shows an amount show its currency with it. A Row that is written out has to say
// so itself.
func (c *served) carryCurrencies() {
	for _, f := range c.row {
		currency := Find(c.fields, f.CurrencyField)
		switch {
		case f.CurrencyField == "" || slices.Contains(c.row, currency):
		case c.Row == nil:
			c.row = append(c.row, currency)
		default:
			c.fail("Row shows the amount %s without %s, its currency: add that", f.Name, currency.Name)
		}
	}
}

// AmountsIn lists the amounts whose currency a field holds; none for other fields.
func AmountsIn(fs []*Field, currency *Field) (out []*Field) {
	for _, f := range fs {
		if f.CurrencyField != "" && f.CurrencyField == currency.Name {
			out = append(out, f)
		}
	}
	return out
}

// Currencies that a record may change are its fields of kind currency that amounts are in.
func currenciesOf(fs []*Field) (out []*Field) {
	for _, f := range fs {
		if f.Kind == Currency && len(AmountsIn(fs, f)) > 0 {
			out = append(out, f)
		}
	}
	return out
}

// OneAmount lists the fields that make one value with f as soon as the currency differs: the currency and all amounts
// in it. It is f alone where f is neither an amount nor the currency of amounts.
func OneAmount(fs []*Field, f *Field) []*Field {
	currency := f
	if f.CurrencyField != "" {
		currency = Find(fs, f.CurrencyField)
	}
	if amounts := AmountsIn(fs, currency); len(amounts) > 0 {
		return append([]*Field{currency}, amounts...)
	}
	return []*Field{f}
}

// checkAmounts refuses another currency as long as an amount that is there is not named with it: the number alone would
// become another amount. A currency that is cleared stays for the same reason. Named is what the write says something
// of.
func checkAmounts(fs []*Field, r comparison, named map[string]json.RawMessage, bad *fault.Error) {
	if r.creating {
		return
	}
	for _, currency := range currenciesOf(fs) {
		was, is := currency.In(r.before).String(), currency.In(r.after).String()
		if was == "" || was == is {
			continue
		}
		for _, f := range AmountsIn(fs, currency) {
			_, isNamed := named[f.Name]
			had, has := f.In(r.before), f.In(r.after)
			switch {
			case is == "" && !empty(has):
				currency.In(r.after).SetString(was)
			case is != "" && !isNamed && !empty(had) && reflect.DeepEqual(had.Interface(), has.Interface()):
				bad.Field(f.Name, "validation.amountCurrency", map[string]any{"currency": was})
			}
		}
	}
}

// withAmounts adds to names what has to go with them so that no amount leaves its currency: where two versions of a
// record differ in the currency, the currency and every amount in it.
func withAmounts(fs []*Field, names []string, differs func(f *Field) bool) []string {
	out := slices.Clone(names)
	for _, currency := range currenciesOf(fs) {
		group := OneAmount(fs, currency)
		isNamed := slices.ContainsFunc(group, func(f *Field) bool { return slices.Contains(names, f.Name) })
		if !isNamed || !differs(currency) {
			continue
		}
		for _, f := range group {
			if !slices.Contains(out, f.Name) {
				out = append(out, f.Name)
			}
		}
	}
	return out
}
