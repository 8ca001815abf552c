package field

import (
	"encoding/json"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/platform/fault"
)

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

// CheckAmounts refuses another currency as long as an amount that is there is not named with it: the number alone would
// become another amount. A currency that is cleared stays for the same reason. Named is what the write says something
// of.
func CheckAmounts(fs []*Field, r Change, named map[string]json.RawMessage, bad *fault.Error) {
	if r.Creating {
		return
	}
	for _, currency := range currenciesOf(fs) {
		was, is := currency.In(r.Before).String(), currency.In(r.After).String()
		if was == "" || was == is {
			continue
		}
		for _, f := range AmountsIn(fs, currency) {
			_, isNamed := named[f.Name]
			had, has := f.In(r.Before), f.In(r.After)
			switch {
			case is == "" && !IsEmpty(has):
				currency.In(r.After).SetString(was)
			case is != "" && !isNamed && !IsEmpty(had) && reflect.DeepEqual(had.Interface(), has.Interface()):
				bad.Field(f.Name, "validation.amountCurrency", map[string]any{"currency": was})
			}
		}
	}
}

// WithAmounts adds to names what has to go with them so that no amount leaves its currency: where two versions of a
// record differ in the currency, the currency and every amount in it.
func WithAmounts(fs []*Field, names []string, differs func(f *Field) bool) []string {
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

// Change is a record before a write and after it.
type Change struct {
	Before, After reflect.Value
	Creating      bool
}
