package resource

import "poolkeeper.example/extension-service/engine/admin/decimal"

// Format writes an amount as the panel shows it in a language: most signs stand before the number, some after it.
func (c CurrencyCode) Format(d decimal.Decimal, locale string) string {
	style := c.Style()
	amount := d.Format(style.Decimals, locale)
	switch c {
	case "EUR", "SEK", "CHF", "CAD":
		return amount + "\u00a0" + style.Symbol
	}
	return style.Symbol + amount
}
