package pools

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/currency"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// amountFields are the fields that hold an amount in the currency of their row.
var amountFields = []Field{HourRate, DayRate}

// notation is how a file writes its amounts.
type notation struct {
	Decimal string `json:"decimal,omitempty"` // the separator that its amounts show; "" where none does
	Mixed   bool   `json:"mixed,omitempty"`   // some show one separator, some the other
	Comma   bool   `json:"comma,omitempty"`   // its cells are separated by commas, as in the exports of the product
}

// observe takes into account how a row writes its amounts.
func (n *notation) observe(cells []string, columns []PlannedColumn) {
	for i := range columns {
		if i >= len(cells) || !slices.Contains(amountFields, columns[i].Field) {
			continue
		}
		number, _ := splitCurrency(resource.NormaliseText(cells[i]))
		readings := spreadsheet.ReadNumber(number)
		if len(readings) != 1 || readings[0].Decimal == "" {
			continue
		}
		n.Mixed = n.Mixed || n.Decimal != "" && n.Decimal != readings[0].Decimal
		n.Decimal = readings[0].Decimal
	}
}

// choose returns the readings of a number that are left once it is known how the file writes its amounts. Where the
// file does not show it, a number in the notation of the exports of the product is read as they mean it.
func (n notation) choose(number string) []spreadsheet.Reading {
	readings := spreadsheet.ReadNumber(number)
	if len(readings) < 2 || n.Mixed {
		return readings
	}
	if n.Decimal != "" {
		return slices.DeleteFunc(readings, func(r spreadsheet.Reading) bool { return r.Decimal != n.Decimal })
	}
	if d, err := resource.ParseDecimal(number); err == nil && n.Comma && d.String() == number {
		return readings[:1]
	}
	return readings
}

// readAmounts reads the amounts of a row ("Import and merge: one operation"). An amount that names its currency must
// agree with that of the row, or gives it.
func (g *ImportRow) readAmounts(cells []string, how reading, bad *fault.Error) {
	for i, c := range how.columns {
		if i >= len(cells) || !slices.Contains(amountFields, c.Field) {
			continue
		}
		cell := resource.NormaliseText(cells[i])
		if cell == "" || spreadsheet.IsError(cell) {
			continue
		}
		number, mark := splitCurrency(cell)
		amount := how.notation.read(c.Field, number, bad)
		if amount != nil && mark != "" && !g.agreeOn(c.Field, mark, bad) {
			continue
		}
		if c.Field == HourRate {
			g.HourRate = amount
		} else {
			g.DayRate = amount
		}
	}
}

// read reads the number of an amount; nil where it is wrong.
func (n notation) read(f Field, number string, bad *fault.Error) *resource.Decimal {
	readings := n.choose(number)
	if len(readings) > 1 {
		bad.Field(string(f), "pool.file.error.ambiguous",
			map[string]any{"one": readings[0].Plain, "other": readings[1].Plain})
		return nil
	}
	if len(readings) == 1 {
		if d, err := resource.ParseDecimal(readings[0].Plain); err == nil {
			return &d
		}
	}
	bad.Field(string(f), "pool.file.error.number", nil)
	return nil
}

// agreeOn holds the currency that an amount names against that of its row.
func (g *ImportRow) agreeOn(f Field, mark string, bad *fault.Error) bool {
	named := currenciesOf(mark)
	switch {
	case g.Currency == "" && len(bad.Fields[string(Currency)]) > 0: // which is refused already
		return true
	case g.Currency == "" && len(named) == 1:
		g.Currency = named[0]
		g.Says = append(g.Says, Currency)
		return true
	case g.Currency == "":
		bad.Field(string(f), "pool.file.error.currencySign", map[string]any{"sign": mark})
		return false
	case !slices.Contains(named, g.Currency):
		bad.Field(string(f), "pool.file.error.amountCurrency", map[string]any{"sign": mark, "currency": g.Currency})
		return false
	}
	return true
}

// isAmountWrong reports whether an amount of the row is refused.
func isAmountWrong(bad *fault.Error) bool {
	return slices.ContainsFunc(amountFields, func(f Field) bool { return len(bad.Fields[string(f)]) > 0 })
}

// signs are the currencies that a sign can stand for, in capitals. Several make it ambiguous.
var signs = map[string][]resource.CurrencyCode{
	"€": {"EUR"}, "EURO": {"EUR"}, "EUROS": {"EUR"}, "£": {"GBP"}, "₹": {"INR"}, "US$": {"USD"}, "C$": {"CAD"},
	"CA$": {"CAD"}, "CAN$": {"CAD"},
	"HK$": {"HKD"}, "S$": {"SGD"}, "SG$": {"SGD"}, "A$": {"AUD"}, "AU$": {"AUD"}, "NZ$": {"NZD"}, "SFR": {"CHF"},
	"SFR.": {"CHF"},
	"$":    {"USD", "CAD", "HKD", "SGD", "AUD", "NZD"}, "KR": {"SEK", "NOK", "DKK", "ISK"},
	"KR.": {"SEK", "NOK", "DKK", "ISK"},
	"¥":   {"CNY", "JPY"}, "￥": {"CNY", "JPY"}, "RS": {"INR", "PKR", "LKR"}, "RS.": {"INR", "PKR", "LKR"},
	"FR.": {"CHF", "XAF"},
}

// currenciesOf are the currencies that a sign or a code can stand for; none where it stands for no currency.
func currenciesOf(mark string) []resource.CurrencyCode {
	mark = strings.ToUpper(mark)
	if known, isSign := signs[mark]; isSign {
		return known
	}
	if unit, err := currency.ParseISO(mark); err == nil {
		return []resource.CurrencyCode{resource.CurrencyCode(unit.String())}
	}
	return nil
}

// marked is an amount with a currency before or behind it.
var marked = regexp.MustCompile(`^(-?)([^\d\s.,'’+-][^\d\s]*)?\s*(-?\d.*?)\s*([^\d\s.,'’-][^\d\s]*)?$`)

// splitCurrency splits the sign or code of a currency off an amount, "" where it has none. A text that has two, or
// another word, stays as it is.
func splitCurrency(cell string) (number, mark string) {
	parts := marked.FindStringSubmatch(cell)
	if parts == nil || parts[2] != "" && parts[4] != "" {
		return cell, ""
	}
	if mark = parts[2] + parts[4]; currenciesOf(mark) == nil {
		return cell, ""
	}
	return parts[1] + parts[3], mark
}

// readCurrency reads the cell of a currency: its code, or a sign that stands for it alone.
func readCurrency(cell string, bad *fault.Error) resource.CurrencyCode {
	switch named := currenciesOf(cell); len(named) {
	case 0:
		return resource.CurrencyCode(strings.ToUpper(cell))
	case 1:
		return named[0]
	}
	bad.Field(string(Currency), "pool.file.error.currencySign", map[string]any{"sign": cell})
	return ""
}
