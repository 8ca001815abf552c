package decimal

import (
	"errors"
	"math/bits"
)

// Rounding says what becomes of what lies between two numbers that can be written.
type Rounding int

// The roundings. HalfUp is that of money ("Conventions", money): halves go away from zero. HalfEven sends them to the
// even neighbour, Down goes towards zero, Up away from it.
const (
	HalfUp Rounding = iota
	HalfEven
	Down
	Up
)

// ErrRange is the error of a result with more digits than a Decimal has, and of a division by zero.
var ErrRange = errors.New("the result does not fit a decimal")

// Add returns d + o. ErrRange.
func (d Decimal) Add(o Decimal) (Decimal, error) { return d.checked(int64(d) + int64(o)) }

// Sub returns d - o. ErrRange.
func (d Decimal) Sub(o Decimal) (Decimal, error) { return d.checked(int64(d) - int64(o)) }

// Mul returns d · o, rounded to four fraction digits. ErrRange.
func (d Decimal) Mul(o Decimal, by Rounding) (Decimal, error) { return scaled(d, o, one, by) }

// Div returns d / o, rounded to four fraction digits. ErrRange, also for a division by zero.
func (d Decimal) Div(o Decimal, by Rounding) (Decimal, error) { return scaled(d, one, o, by) }

// Round returns d with at most so many fraction digits, 0 to 4. ErrRange.
func (d Decimal) Round(digits int, by Rounding) (Decimal, error) {
	step := Decimal(1)
	for range digitsOfFraction - min(max(digits, 0), digitsOfFraction) {
		step *= 10
	}
	steps, err := scaled(d, 1, step, by)
	if err != nil {
		return 0, err
	}
	return d.checked(int64(steps) * int64(step))
}

// Sum adds numbers up. ErrRange.
func Sum(all ...Decimal) (sum Decimal, err error) {
	for _, d := range all {
		if sum, err = sum.Add(d); err != nil {
			return 0, err
		}
	}
	return sum, nil
}

func (Decimal) checked(n int64) (Decimal, error) {
	if n > largest || n < -largest {
		return 0, ErrRange
	}
	return Decimal(n), nil
}

// scaled is d · times / by, in 128 bits before it is rounded.
func scaled(d, times, by Decimal, r Rounding) (Decimal, error) {
	if by == 0 {
		return 0, ErrRange
	}
	isNegative := (d < 0) != (times < 0) != (by < 0)
	high, low := bits.Mul64(d.magnitude(), times.magnitude())
	if high >= by.magnitude() {
		return 0, ErrRange
	}
	quotient, rest := bits.Div64(high, low, by.magnitude())
	if r.isUp(quotient, rest, by.magnitude()) {
		quotient++
	}
	if quotient > largest {
		return 0, ErrRange
	}
	if isNegative {
		return -Decimal(quotient), nil
	}
	return Decimal(quotient), nil
}

// isUp says whether a rest of a divisor goes away from zero.
func (r Rounding) isUp(quotient, rest, divisor uint64) bool {
	switch r {
	case Up:
		return rest > 0
	case Down:
		return false
	case HalfEven:
		if rest == divisor-rest {
			return quotient%2 == 1
		}
	case HalfUp:
	}
	return rest > 0 && rest >= divisor-rest
}

func (d Decimal) magnitude() uint64 {
	if d < 0 {
		return uint64(-d)
	}
	return uint64(d)
}
