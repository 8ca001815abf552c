package resource

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// Decimal is an exact number with four fraction digits, counted in ten-thousandths ("Conventions", money). Binary
// floating point is used at no step.
type Decimal int64

const (
	decimalDigits = 4
	decimalOne    = 10_000
	// maxDecimal keeps twelve significant digits: what a double carries unchanged through the browser.
	maxDecimal = 999_999_999_999
	// maxLiteral is the length of the longest number, date or instant that is read at all, with room for zeros and
	// escapes: what is longer costs time before it is refused.
	maxLiteral = 100
)

// ErrDecimal is the error of a text that is no decimal with at most four fraction digits.
var ErrDecimal = errors.New("not a decimal number with at most four fraction digits")

// ParseDecimal reads plain notation, such as -12.5; exponents and more digits than fit are refused, never rounded.
func ParseDecimal(s string) (Decimal, error) {
	if len(s) > maxLiteral {
		return 0, ErrDecimal
	}
	integer, fraction, _ := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	fraction = strings.TrimRight(fraction, "0")
	if integer == "" || len(integer) > 9 || len(fraction) > decimalDigits || !digits(integer) || !digits(fraction) {
		return 0, ErrDecimal
	}
	n, err := strconv.ParseInt(integer+fraction+"0000"[len(fraction):], 10, 64)
	if err != nil || n > maxDecimal {
		return 0, ErrDecimal
	}
	if strings.HasPrefix(s, "-") {
		n = -n
	}
	return Decimal(n), nil
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// DecimalFromInt returns n as a Decimal.
func DecimalFromInt(n int64) Decimal { return Decimal(n * decimalOne) }

// AppendText writes d in plain notation without trailing zeros.
func (d Decimal) AppendText(b []byte) ([]byte, error) {
	n := int64(d)
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = strconv.AppendInt(b, n/decimalOne, 10)
	rest := n % decimalOne
	if rest == 0 {
		return b, nil
	}
	s := strconv.FormatInt(decimalOne+rest, 10)[1:]
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
	*d, err = ParseDecimal(string(b))
	return err
}

// Number is a type of exact numbers other than Decimal, such as degrees: it writes its own notation, and Bound is what
// limits are held against, rounded away from zero.
type Number interface {
	AppendText(b []byte) ([]byte, error)
	Bound() Decimal
}

// Date is a calendar day, YYYY-MM-DD, meant in the client's time zone; "" is none.
type Date string

var errDate = errors.New("not a date as YYYY-MM-DD")

// ParseDate reads a day that exists.
func ParseDate(s string) (Date, error) {
	if len(s) > maxLiteral {
		return "", errDate
	}
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return "", errDate
	}
	return Date(s), nil
}

// DateOf is the day of t in its location.
func DateOf(t time.Time) Date { return Date(t.Format(time.DateOnly)) }

// Time is midnight of the day in loc; the zero time for none.
func (d Date) Time(loc *time.Location) time.Time {
	t, err := time.ParseInLocation(time.DateOnly, string(d), loc)
	if err != nil {
		return time.Time{}
	}
	return t
}

// AddDays moves the day by n; none stays none.
func (d Date) AddDays(n int) Date {
	if d == "" {
		return ""
	}
	return DateOf(d.Time(time.UTC).AddDate(0, 0, n))
}
