package rates

import (
	"github.com/cockroachdb/apd/v3"

	"poolkeeper.example/extension-service/engine/admin/money"
)

var (
	hundred = Number{apd.New(100, 0)}
	cents   = Number{apd.New(2, 0)}
)

// percent is p/100, exactly.
func percent(p Number) Number {
	d := new(apd.Decimal).Set(p.d)
	d.Exponent -= 2
	return Number{d}
}

func pct(x, p Number) (Number, error) { return multiply(x, percent(p)) }

func markup(x, p Number) (Number, error) {
	factor, err := add(Number{apd.New(1, 0)}, percent(p))
	if err != nil {
		return factor, err
	}
	return multiply(x, factor)
}

func margin(x, p Number) (Number, error) {
	if p.d.Cmp(hundred.d) > 0 {
		return Number{}, &Error{Code: Range, Position: -1}
	}
	rest, err := subtract(Number{apd.New(1, 0)}, percent(p))
	if err != nil {
		return rest, err
	}
	return divide(x, rest)
}

// pick is the smallest for sign -1 and the largest for 1.
func pick(sign int) func(xs []Number) (Number, error) {
	return func(xs []Number) (Number, error) {
		best := xs[0]
		for _, x := range xs[1:] {
			if x.d.Cmp(best.d) == sign {
				best = x
			}
		}
		return best, nil
	}
}

// round rounds halves away from zero, to two fraction digits unless told otherwise.
func round(xs []Number) (Number, error) {
	digits := cents
	if len(xs) > 1 {
		digits = xs[1]
	}
	n, err := digits.d.Int64()
	if err != nil || n < 0 || n > shownDigits {
		return Number{}, &Error{Code: Range, Position: -1}
	}
	return quantised(xs[0], int32(n))
}

func quantised(x Number, digits int32) (Number, error) {
	d := new(apd.Decimal)
	c, err := exact.Quantize(d, x.d, -digits)
	return checked(d, c, err)
}

// roundTo rounds to the nearest multiple of a step.
func roundTo(xs []Number) (Number, error) {
	if xs[1].d.Sign() < 0 {
		return Number{}, &Error{Code: Range, Position: -1}
	}
	times, err := divide(xs[0], xs[1])
	if err != nil {
		return times, err
	}
	if times, err = quantised(times, 0); err != nil {
		return times, err
	}
	return multiply(times, xs[1])
}

func clamp(xs []Number) (Number, error) {
	x, low, high := xs[0], xs[1], xs[2]
	switch {
	case low.d.Cmp(high.d) > 0:
		return Number{}, &Error{Code: Range, Position: -1}
	case x.d.Cmp(low.d) < 0:
		return low, nil
	case x.d.Cmp(high.d) > 0:
		return high, nil
	}
	return x, nil
}

// hours are what a conversion between units goes by; a formula's nulls stay null.
type hours struct{ perDay, perWeek, daysPerWeek any }

// convert is toUnit(x, from, to) with the hours of its case behind.
func convert(params ...any) (any, error) {
	x, ok := params[0].(Number)
	if !ok {
		return nil, errNull
	}
	from, fromOK := params[1].(string)
	to, toOK := params[2].(string)
	if !fromOK || !toOK {
		return nil, errNull
	}
	return toUnit(x, money.RateUnit(from), money.RateUnit(to), hours{params[3], params[4], params[5]})
}

// toUnit turns a rate per one unit into a rate per another. Everything is multiplied before it is divided once.
func toUnit(x Number, from, to money.RateUnit, h hours) (Number, error) {
	if from == to && from != money.PerProject {
		if _, known := fractions[from]; known {
			return x, nil
		}
	}
	above, below, err := h.perUnit(to)
	if err != nil {
		return x, err
	}
	fromAbove, fromBelow, err := h.perUnit(from)
	if err != nil {
		return x, err
	}
	for _, factor := range []Number{above, fromBelow} {
		if x, err = multiply(x, factor); err != nil {
			return x, err
		}
	}
	if below, err = multiply(below, fromAbove); err != nil {
		return x, err
	}
	return divide(x, below)
}

// fractions are the units that convert, and by which whole numbers beside the hours of a day or week.
var fractions = map[money.RateUnit]struct{ times, over int64 }{
	money.PerHour: {1, 1}, money.PerDay: {1, 1}, money.PerWeek: {1, 1}, money.PerMonth: {52, 12},
	money.PerYear: {52, 1},
}

// perUnit is the hours of a unit as a fraction. E_UNIT for a fixed price, E_NULL_OPERAND for hours that are not known.
func (h hours) perUnit(u money.RateUnit) (above, below Number, err error) {
	f, known := fractions[u]
	if !known {
		return above, below, &Error{Code: Unit, Name: string(u), Position: -1}
	}
	above, below = Number{apd.New(f.times, 0)}, Number{apd.New(f.over, 0)}
	if u == money.PerHour {
		return above, below, nil
	}
	if u == money.PerDay {
		above, err = multiplyBy(above, h.perDay, "hoursPerDay")
		return above, below, err
	}
	if h.perWeek != nil {
		above, err = multiplyBy(above, h.perWeek, "hoursPerWeek")
		return above, below, err
	}
	if above, err = multiplyBy(above, h.perDay, "hoursPerDay"); err != nil {
		return above, below, err
	}
	above, err = multiplyBy(above, h.daysPerWeek, "daysPerWeek")
	return above, below, err
}

func multiplyBy(x Number, factor any, name string) (Number, error) {
	f, ok := factor.(Number)
	if !ok {
		return x, &Error{Code: NullOperand, Name: name, Position: -1}
	}
	return multiply(x, f)
}
