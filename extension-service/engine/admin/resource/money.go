package resource

import (
	"encoding/json"

	"poolkeeper.example/extension-service/engine/admin/enum"
)

// CurrencyCode is one of the currencies the product knows ("Units, rates, currencies").
type CurrencyCode string

// CurrencyStyle says how amounts of a currency look.
type CurrencyStyle struct {
	Code     CurrencyCode
	Symbol   string
	Decimals int
}

// Currencies lists them in the order they are offered.
var Currencies = []CurrencyStyle{
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
func (CurrencyCode) Enum() enum.List {
	values := make([]string, len(Currencies))
	for i, c := range Currencies {
		values[i] = string(c.Code)
	}
	return enum.List{Name: "currency", Text: "enum.currency", Values: values}
}

// Style returns how amounts of the currency look.
func (c CurrencyCode) Style() CurrencyStyle {
	for _, s := range Currencies {
		if s.Code == c {
			return s
		}
	}
	return CurrencyStyle{Code: c, Symbol: string(c), Decimals: 2}
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
