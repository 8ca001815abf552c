package rates

import (
	"errors"

	"github.com/cockroachdb/apd/v3"
	"github.com/expr-lang/expr"
)

// types of what stands in a formula.
type kind string

const (
	number  kind = "number"
	boolean kind = "bool"
	text    kind = "text"
)

// function is one that formulas may call.
type function struct {
	args     []kind
	optional int  // how many of args may be left out
	many     bool // the last one may be repeated
	call     func(xs []Number) (Number, error)
}

// functions are the only ones there are. toUnit is called with the hours of its case behind its own arguments.
var functions = map[string]function{
	"abs":     {args: []kind{number}, call: unaryFunction(exact.Abs)},
	"min":     {args: []kind{number}, many: true, call: pick(-1)},
	"max":     {args: []kind{number}, many: true, call: pick(1)},
	"floor":   {args: []kind{number}, call: unaryFunction(exact.Floor)},
	"ceil":    {args: []kind{number}, call: unaryFunction(exact.Ceil)},
	"round":   {args: []kind{number, number}, optional: 1, call: round},
	"roundTo": {args: []kind{number, number}, call: roundTo},
	"clamp":   {args: []kind{number, number, number}, call: clamp},
	"pct":     {args: []kind{number, number}, call: func(xs []Number) (Number, error) { return pct(xs[0], xs[1]) }},
	"markup":  {args: []kind{number, number}, call: func(xs []Number) (Number, error) { return markup(xs[0], xs[1]) }},
	"margin":  {args: []kind{number, number}, call: func(xs []Number) (Number, error) { return margin(xs[0], xs[1]) }},
	"toUnit":  {args: []kind{number, text, text}},
}

// operators stand for functions under names that no formula can write.
var operators = map[string]struct {
	name    string
	compute func(a, b Number) (Number, error)
	compare func(sign int) bool
}{
	"+":  {name: "+add", compute: add},
	"-":  {name: "+subtract", compute: subtract},
	"*":  {name: "+multiply", compute: multiply},
	"/":  {name: "+divide", compute: divide},
	"<":  {name: "+less", compare: func(sign int) bool { return sign < 0 }},
	"<=": {name: "+atMost", compare: func(sign int) bool { return sign <= 0 }},
	">":  {name: "+greater", compare: func(sign int) bool { return sign > 0 }},
	">=": {name: "+atLeast", compare: func(sign int) bool { return sign >= 0 }},
	"==": {name: "+equal", compare: func(sign int) bool { return sign == 0 }},
	"!=": {name: "+unequal", compare: func(sign int) bool { return sign != 0 }},
}

const negated = "+negate" // unary minus

var errNull = errors.New("rates: an operand is null")

// numbers reads the arguments of a call; errNull when one is null.
func numbers(into []Number, params []any) error {
	for i, p := range params {
		n, ok := p.(Number)
		if !ok {
			return errNull
		}
		into[i] = n
	}
	return nil
}

// language makes functions and operators known to the library.
func language() []expr.Option {
	out := []expr.Option{expr.DisableAllBuiltins(), expr.Optimize(false)}
	for _, o := range operators {
		out = append(out, operator(o.name, o.compute, o.compare))
	}
	out = append(out, expr.Function(negated, func(params ...any) (any, error) {
		var x [1]Number
		if err := numbers(x[:], params); err != nil {
			return nil, err
		}
		return unaryFunction(exact.Neg)(x[:])
	}, new(func(Number) Number)))
	for name, f := range functions {
		if f.call == nil {
			continue
		}
		out = append(out, expr.Function(name, func(params ...any) (any, error) {
			xs := make([]Number, len(params))
			if err := numbers(xs, params); err != nil {
				return nil, err
			}
			return f.call(xs)
		}, new(func(...Number) Number)))
	}
	return append(out, expr.Function("toUnit", convert, new(func(Number, string, string, Number, Number, Number) Number)))
}

func operator(name string, compute func(a, b Number) (Number, error), compare func(int) bool) expr.Option {
	if compute != nil {
		return expr.Function(name, func(params ...any) (any, error) {
			var x [2]Number
			if err := numbers(x[:], params); err != nil {
				return nil, err
			}
			return compute(x[0], x[1])
		}, new(func(a, b Number) Number))
	}
	return expr.Function(name, func(params ...any) (any, error) {
		var x [2]Number
		if err := numbers(x[:], params); err != nil {
			return nil, err
		}
		return compare(x[0].d.Cmp(x[1].d)), nil
	}, new(func(a, b Number) bool))
}

// checked is the outcome of an operation of the decimal library.
func checked(d *apd.Decimal, _ apd.Condition, err error) (Number, error) {
	n, ok := exactNumber(d)
	if err != nil || !ok {
		return Number{}, &Error{Code: Range, Position: -1}
	}
	return n, nil
}

func unaryFunction(do func(d, x *apd.Decimal) (apd.Condition, error)) func(xs []Number) (Number, error) {
	return func(xs []Number) (Number, error) {
		d := new(apd.Decimal)
		c, err := do(d, xs[0].d)
		return checked(d, c, err)
	}
}

func two(do func(d, x, y *apd.Decimal) (apd.Condition, error), a, b Number) (Number, error) {
	d := new(apd.Decimal)
	c, err := do(d, a.d, b.d)
	return checked(d, c, err)
}

func add(a, b Number) (Number, error)      { return two(exact.Add, a, b) }
func subtract(a, b Number) (Number, error) { return two(exact.Sub, a, b) }
func multiply(a, b Number) (Number, error) { return two(exact.Mul, a, b) }

func divide(a, b Number) (Number, error) {
	if b.d.IsZero() {
		return Number{}, &Error{Code: DivZero, Position: -1}
	}
	return two(exact.Quo, a, b)
}
