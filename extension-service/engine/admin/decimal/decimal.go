// Package decimal has exact numbers with four fraction digits, and computes with them.
package decimal

import (
	"errors"
	"strconv"
	"strings"
)

// Decimal is an exact number with four fraction digits, counted in ten-thousandths ("Conventions", money). Binary
// floating point is used at no step.
type Decimal int64

const (
	digitsOfFraction = 4
	one              = 10_000
	// largest keeps twelve significant digits: what a double carries unchanged through the browser.
	largest = 999_999_999_999
	// longest is the length of the longest text that is read at all, with room for zeros.
	longest = 100
)

// ErrSyntax is the error of a text that is no decimal with at most four fraction digits.
var ErrSyntax = errors.New("not a decimal number with at most four fraction digits")

// Parse reads plain notation, such as -12.5; exponents and more digits than fit are refused, never rounded.
func Parse(s string) (Decimal, error) {
	if len(s) > longest {
		return 0, ErrSyntax
	}
	integer, fraction, _ := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	fraction = strings.TrimRight(fraction, "0")
	if integer == "" || len(integer) > 9 || len(fraction) > digitsOfFraction ||
		strings.Trim(integer+fraction, "0123456789") != "" {
		return 0, ErrSyntax
	}
	n, err := strconv.ParseInt(integer+fraction+"0000"[len(fraction):], 10, 64)
	if err != nil || n > largest {
		return 0, ErrSyntax
	}
	if strings.HasPrefix(s, "-") {
		n = -n
	}
	return Decimal(n), nil
}

// FromInt returns n as a Decimal.
func FromInt(n int64) Decimal { return Decimal(n * one) }

// ClampInt returns n as a Decimal, or the nearest one there is.
func ClampInt(n int64) Decimal {
	const most = largest / one
	if n > most {
		return largest
	}
	if n < -most {
		return -largest
	}
	return FromInt(n)
}

// AppendText writes d in plain notation without trailing zeros.
func (d Decimal) AppendText(b []byte) ([]byte, error) {
	n := int64(d)
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = strconv.AppendInt(b, n/one, 10)
	rest := n % one
	if rest == 0 {
		return b, nil
	}
	s := strconv.FormatInt(one+rest, 10)[1:]
	return append(append(b, '.'), strings.TrimRight(s, "0")...), nil
}

func (d Decimal) String() string {
	b, _ := d.AppendText(nil)
	return string(b)
}

// MarshalJSON writes a JSON number.
func (d Decimal) MarshalJSON() ([]byte, error) { return d.AppendText(nil) }

// UnmarshalJSON reads a JSON number from its literal text.
func (d *Decimal) UnmarshalJSON(b []byte) (err error) {
	*d, err = Parse(string(b))
	return err
}

// Number is a type of exact numbers other than Decimal, such as degrees: it writes its own notation, and Bound is what
// limits are held against, rounded away from zero.
type Number interface {
	AppendText(b []byte) ([]byte, error)
	Bound() Decimal
}
