// Package money has the currencies that the product knows, and what rates are paid for.
package money

import (
	"encoding/json"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/enum"
)

// Currency is one of the currencies the product knows ("Units, rates, currencies").
type Currency string

// Style says how amounts of a currency look.
type Style struct {
	Code     Currency
	Symbol   string
	Decimals int
}

// Currencies lists them in the order they are offered.
var Currencies = []Style{
	{"EUR", "€", 2},
	{"USD", "$", 2},
	{"CHF", "CHF", 2},
	{"GBP", "£", 2},
	{"CNY", "¥", 2},
	{"CAD", "CAD", 2},
	{"INR", "₹", 2},
	{"HKD", "HK$", 2},
	{"SGD", "S$", 2},
	{"SEK", "kr", 2},
}

// Enum lists the codes.
func (Currency) Enum() enum.List {
	values := make([]string, len(Currencies))
	for i, c := range Currencies {
		values[i] = string(c.Code)
	}
	return enum.List{Name: "currency", Text: "enum.currency", Values: values}
}

// Style returns how amounts of the currency look.
func (c Currency) Style() Style {
	for _, s := range Currencies {
		if s.Code == c {
			return s
		}
	}
	return Style{Code: c, Symbol: string(c), Decimals: 2}
}

// RateUnit says what a rate is paid for.
type RateUnit string

// The units; PerProject is a fixed price.
const (
	PerHour    RateUnit = "Hr"
	PerDay     RateUnit = "Day"
	PerWeek    RateUnit = "Week"
	PerMonth   RateUnit = "Mo"
	PerYear    RateUnit = "Yr"
	PerProject RateUnit = "Pr"
)

// Enum lists the units.
func (RateUnit) Enum() enum.List {
	return enum.List{Name: "rateUnit", Text: "rate.unit", Values: []string{"Hr", "Day", "Week", "Mo", "Yr", "Pr"}}
}

// UnmarshalJSON also reads the aliases hr and dy, which older callers send.
func (u *RateUnit) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	switch s {
	case "hr":
		s = string(PerHour)
	case "dy":
		s = string(PerDay)
	}
	*u = RateUnit(s)
	return nil
}

// Format writes an amount as the panel shows it in a language: most signs stand before the number, some after it.
func (c Currency) Format(d decimal.Decimal, locale string) string {
	style := c.Style()
	amount := d.Format(style.Decimals, locale)
	switch c {
	case "EUR", "SEK", "CHF", "CAD":
		return amount + "\u00a0" + style.Symbol
	}
	return style.Symbol + amount
}
