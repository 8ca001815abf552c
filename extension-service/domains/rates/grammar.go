package rates

import (
	"maps"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"

	"poolkeeper.example/extension-service/engine/admin/money"
)

// variables are what a formula may read, by name.
var variables = map[string]kind{
	"talentRate": number, "payRate": number, "billRate": number, "hoursPerWeek": number, "hoursPerDay": number,
	"daysPerWeek": number,
	"markupPct":   number, "marginPct": number, "mspFeePct": number, "vmsFeePct": number, "platformFeePct": number,
	"vmsFee":  number,
	"rateMin": number, "rateMax": number, "positions": number, "tier": number, "isMsp": boolean, "unit": text,
	"currency": text,
}

// knownNames are the names that a formula may use: variables, then functions.
func knownNames() []string {
	return slices.Concat(slices.Sorted(maps.Keys(variables)), slices.Sorted(maps.Keys(functions)))
}

// comparable and arithmetic are the operators between numbers; texts and booleans are only equal or not.
var (
	arithmetic  = []string{"+", "-", "*", "/"}
	comparisons = []string{"<", "<=", ">", ">=", "==", "!="}
	logic       = []string{"&&", "||", "and", "or"}
)

// reader walks over what the library has parsed, refuses everything that is no rate formula, and notes what is needed
// to name a variable when it turns out to be null.
type reader struct {
	source []rune
	seen   map[ast.Node]bool
	uses   []string         // variables in the order they are met
	nulls  map[int][]string // position of an operation → variables that may be a null operand of it
}

func newReader(source string) *reader {
	return &reader{source: []rune(source), seen: map[ast.Node]bool{}, nulls: map[int][]string{}}
}

func newError(code Code, name string, at ast.Node) *Error {
	position := -1
	if at != nil {
		position = at.Location().From
	}
	return &Error{Code: code, Name: name, Position: position}
}

// kindOf is the type of what a node stands for. A node that is met twice belongs to the library's abbreviations, such
// as a < b < c and a ?: b, whose nesting would double the work at every level.
func (r *reader) kindOf(node ast.Node) (kind, *Error) {
	if node == nil || r.seen[node] {
		return "", newError(Syntax, "", node)
	}
	r.seen[node] = true
	switch n := node.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
		if _, ok := r.literal(n); !ok {
			return "", newError(Syntax, "", n)
		}
		return number, nil
	case *ast.BoolNode:
		return boolean, nil
	case *ast.StringNode:
		return text, r.checkText(n)
	case *ast.IdentifierNode:
		return r.variable(n)
	case *ast.UnaryNode:
		return r.unary(n)
	case *ast.BinaryNode:
		return r.binary(n)
	case *ast.ConditionalNode:
		return r.conditional(n)
	case *ast.CallNode:
		return r.call(n)
	}
	return "", newError(Syntax, "", node)
}

// literal is the number whose digits stand at the node's place; the library itself has read them as a double.
func (r *reader) literal(n ast.Node) (Number, bool) {
	at := n.Location()
	if at.From < 0 || at.To > len(r.source) || at.From >= at.To {
		return Number{}, false
	}
	return literal(string(r.source[at.From:at.To]))
}

// checkText holds a text against the units and currencies, the only texts there are.
func (r *reader) checkText(n *ast.StringNode) *Error {
	if slices.Contains(money.RateUnit("").Enum().Values, n.Value) ||
		slices.Contains(money.Currency("").Enum().Values, n.Value) {
		return nil
	}
	return newError(Unit, n.Value, n)
}

func (r *reader) variable(n *ast.IdentifierNode) (kind, *Error) {
	k, known := variables[n.Value]
	switch {
	case known:
		if !slices.Contains(r.uses, n.Value) {
			r.uses = append(r.uses, n.Value)
		}
		return k, nil
	case library(n.Value):
		return "", newError(Syntax, n.Value, n)
	}
	return "", newError(UnknownVariable, n.Value, n)
}

// library says whether the name means something to the library, or to us as a function, but is no variable.
func library(name string) bool {
	_, ours := functions[name]
	_, theirs := builtin.Index[name]
	return ours || theirs || strings.HasPrefix(name, "$")
}

func (r *reader) unary(n *ast.UnaryNode) (kind, *Error) {
	k, err := r.kindOf(n.Node)
	if err != nil {
		return "", err
	}
	switch {
	case slices.Contains([]string{"-", "+"}, n.Operator) && k == number:
		r.operands(n, n.Node)
		return number, nil
	case slices.Contains([]string{"!", "not"}, n.Operator) && k == boolean:
		return boolean, nil
	}
	return "", newError(Syntax, "", n)
}

func (r *reader) binary(n *ast.BinaryNode) (kind, *Error) {
	left, err := r.kindOf(n.Left)
	if err != nil {
		return "", err
	}
	right, err := r.kindOf(n.Right)
	if err != nil {
		return "", err
	}
	if left == number && right == number {
		r.operands(n, n.Left, n.Right)
		switch {
		case slices.Contains(arithmetic, n.Operator):
			return number, nil
		case slices.Contains(comparisons, n.Operator):
			return boolean, nil
		case n.Operator == "??":
			delete(r.nulls, n.Location().From) // it is there for nulls
			return number, nil
		}
	}
	switch {
	case left == boolean && right == boolean && slices.Contains(logic, n.Operator):
		return boolean, nil
	case left == right && left != number && (n.Operator == "==" || n.Operator == "!="):
		return boolean, nil
	}
	return "", newError(Syntax, "", n)
}

func (r *reader) conditional(n *ast.ConditionalNode) (kind, *Error) {
	if c, err := r.kindOf(n.Cond); err != nil || c != boolean {
		return "", firstError(err, newError(Syntax, "", n.Cond))
	}
	then, err := r.kindOf(n.Exp1)
	if err != nil {
		return "", err
	}
	otherwise, err := r.kindOf(n.Exp2)
	if err != nil {
		return "", err
	}
	if then != otherwise {
		return "", newError(Syntax, "", n.Exp2)
	}
	return then, nil
}

func firstError(err, other *Error) *Error {
	if err != nil {
		return err
	}
	return other
}

func (r *reader) call(n *ast.CallNode) (kind, *Error) {
	callee, ok := n.Callee.(*ast.IdentifierNode)
	if !ok {
		return "", newError(Syntax, "", n)
	}
	f, known := functions[callee.Value]
	if !known {
		if _, isVariable := variables[callee.Value]; isVariable || library(callee.Value) {
			return "", newError(Syntax, callee.Value, n)
		}
		return "", newError(UnknownVariable, callee.Value, n)
	}
	if len(n.Arguments) < len(f.args)-f.optional || len(n.Arguments) > len(f.args) && !f.many {
		return "", newError(Syntax, callee.Value, n)
	}
	for i, argument := range n.Arguments {
		k, err := r.kindOf(argument)
		if err != nil {
			return "", err
		}
		if k != f.args[min(i, len(f.args)-1)] {
			return "", newError(Syntax, callee.Value, argument)
		}
		if k == number {
			r.operands(n, argument)
		}
	}
	return number, nil
}

// operands notes which variables may be null operands of an operation.
func (r *reader) operands(operation ast.Node, operands ...ast.Node) {
	at := operation.Location().From
	for _, o := range operands {
		r.nulls[at] = append(r.nulls[at], nullable(o)...)
	}
}

// nullable lists the variables that a node hands on as they are.
func nullable(node ast.Node) []string {
	switch n := node.(type) {
	case *ast.IdentifierNode:
		return []string{n.Value}
	case *ast.BinaryNode:
		if n.Operator == "??" {
			return nullable(n.Right)
		}
	case *ast.ConditionalNode:
		return append(nullable(n.Exp1), nullable(n.Exp2)...)
	}
	return nil
}
