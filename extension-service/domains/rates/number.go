// Package rates computes what talents are paid and clients are billed, from formulas that staff write.
package rates

import (
	"strings"

	"github.com/cockroachdb/apd/v3"

	"poolkeeper.example/extension-service/engine/admin/decimal"
)

// Number is a value inside a formula: an exact decimal that nobody changes once it is made.
type Number struct{ d *apd.Decimal }

const (
	// precision is the number of significant digits of an intermediate result. Together with integerDigits it leaves at
	// least thirty fraction digits; the definition asks for eighteen.
	precision     = 60
	integerDigits = 30 // more than that before the point is E_RANGE
	shownDigits   = 18 // fraction digits of an exact value that is shown
)

// exact rounds halves away from zero, as the final rounding does.
var exact = apd.Context{
	Precision: precision, Rounding: apd.RoundHalfUp, MaxExponent: apd.MaxExponent, MinExponent: apd.MinExponent,
	Traps: apd.DefaultTraps &^ apd.Subnormal &^ apd.Underflow,
}

// numberOf is an amount of the product as a value in formulas.
func numberOf(d decimal.Decimal) Number { return Number{apd.New(int64(d), -decimalDigits)} }

// numberOrNil is nil, a formula's null, for an amount that is not set.
func numberOrNil(d *decimal.Decimal) any {
	if d == nil {
		return nil
	}
	return numberOf(*d)
}

const decimalDigits = 4 // fraction digits of decimal.Decimal

// maxLiteral is the length of the longest literal that is read: what fits has no more digits, and the time that reading
// takes grows with their square.
const maxLiteral = integerDigits + integerDigits*integerDigits

// literal reads a number as it stands in a formula: digits, a point, an exponent; underscores group digits.
func literal(text string) (Number, bool) {
	if len(text) > maxLiteral {
		return Number{}, false
	}
	digits := strings.ReplaceAll(text, "_", "")
	if strings.Trim(digits, "0123456789.eE+-") != "" {
		return Number{}, false
	}
	d, _, err := apd.NewFromString(digits)
	if err != nil || d.Form != apd.Finite {
		return Number{}, false
	}
	return exactNumber(d)
}

// exactNumber refuses what is too long to be computed with exactly.
func exactNumber(d *apd.Decimal) (Number, bool) {
	isExact := int64(d.Exponent)+d.NumDigits() <= integerDigits && d.Exponent > -integerDigits*integerDigits
	return Number{d}, d.IsZero() || isExact
}

// decimal is the value with the four fraction digits amounts are kept with, halves away from zero; false when it does
// not fit.
func (n Number) decimal() (decimal.Decimal, bool) {
	if n.d == nil {
		return 0, false
	}
	var d apd.Decimal
	if _, err := exact.Quantize(&d, n.d, -decimalDigits); err != nil {
		return 0, false
	}
	text := d.Text('f')
	out, err := decimal.Parse(text)
	return out, err == nil
}

// String writes the value in plain notation, with at most eighteen fraction digits and no trailing zeros.
func (n Number) String() string {
	d := n.d
	if d.Exponent < -shownDigits {
		d = new(apd.Decimal)
		if _, err := exact.Quantize(d, n.d, -shownDigits); err != nil {
			d = n.d
		}
	}
	text := d.Text('f')
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	if text == "-0" {
		return "0"
	}
	return text
}

// MarshalJSON writes a JSON number.
func (n Number) MarshalJSON() ([]byte, error) { return []byte(n.String()), nil }
