package pools

import (
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// amountFields are the fields that hold an amount in the currency of their row.
var amountFields = []Field{HourRate, DayRate}

// readAmounts reads the amounts of a row ("Import and merge: one operation"). An amount that names its currency must
// agree with that of the row, or gives it.
func (g *ImportRow) readAmounts(cells []string, how reading, bad *fault.Error) {
	for i, c := range how.columns {
		if i >= len(cells) || !slices.Contains(amountFields, c.Field) {
			continue
		}
		cell := field.NormaliseText(cells[i])
		if cell == "" || spreadsheet.IsError(cell) {
			continue
		}
		number, mark := spreadsheet.SplitCurrency(cell)
		amount := readAmount(how.notation, c.Field, number, bad)
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

// readAmount reads the number of an amount; nil where it is wrong.
func readAmount(n spreadsheet.Notation, f Field, number string, bad *fault.Error) *decimal.Decimal {
	readings := n.Choose(number)
	if len(readings) > 1 {
		bad.Field(string(f), "pool.file.error.ambiguous",
			map[string]any{"one": readings[0].Plain, "other": readings[1].Plain})
		return nil
	}
	if len(readings) == 1 {
		if d, err := decimal.Parse(readings[0].Plain); err == nil {
			return &d
		}
	}
	bad.Field(string(f), "pool.file.error.number", nil)
	return nil
}

// agreeOn holds the currency that an amount names against that of its row.
func (g *ImportRow) agreeOn(f Field, mark string, bad *fault.Error) bool {
	named := currencies(mark)
	switch {
	case g.Currency == "" && len(bad.Fields[string(Currency)]) > 0: // which is refused already
		return true
	case g.Currency == "" && len(named) == 1:
		g.Currency = named[0]
		g.Fields = append(g.Fields, Currency)
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

// currencies are those that a sign or a code can stand for.
func currencies(mark string) []money.Currency {
	var out []money.Currency
	for _, code := range spreadsheet.CurrenciesOf(mark) {
		out = append(out, money.Currency(code))
	}
	return out
}

// isAmountWrong reports whether an amount of the row is refused.
func isAmountWrong(bad *fault.Error) bool {
	return slices.ContainsFunc(amountFields, func(f Field) bool { return len(bad.Fields[string(f)]) > 0 })
}

// readCurrency reads the cell of a currency: its code, or a sign that stands for it alone.
func readCurrency(cell string, bad *fault.Error) money.Currency {
	switch named := currencies(cell); len(named) {
	case 0:
		return money.Currency(strings.ToUpper(cell))
	case 1:
		return named[0]
	}
	bad.Field(string(Currency), "pool.file.error.currencySign", map[string]any{"sign": cell})
	return ""
}
