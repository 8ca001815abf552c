package rates

import (
	"errors"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/conf"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"
)

// maxLength bounds the cost of a formula: nothing in it can run longer than it is written.
const maxLength = 2000

// Formula is one that may be computed. It is never changed, so that many may share it.
type Formula struct {
	Text    string
	uses    []string
	program *vm.Program
	nulls   map[int][]string
	result  []string // variables that may be its result as they are
}

// Parse reads a formula. *Error says what is wrong with it, before anything is computed.
func Parse(source string) (*Formula, error) {
	if utf8.RuneCountInString(source) > maxLength || !utf8.ValidString(source) {
		return nil, &Error{Code: Syntax, Position: -1}
	}
	c := conf.CreateNew()
	expr.DisableAllBuiltins()(c)
	c.Builtins = nil
	tree, err := parser.ParseWithConfig(source, c)
	if err != nil {
		return nil, unreadable(err)
	}
	r := newReader(source)
	k, bad := r.kindOf(tree.Node)
	if bad != nil {
		return nil, bad
	}
	if k != number {
		return nil, newError(Syntax, "", tree.Node)
	}
	program, err := expr.Compile(source, append(options(), expr.Patch(&patcher{r}))...)
	if err != nil {
		return nil, unreadable(err)
	}
	return &Formula{Text: source, uses: r.uses, program: program, nulls: r.nulls, result: nullable(tree.Node)}, nil
}

func unreadable(err error) *Error {
	if e, ok := errors.AsType[*file.Error](err); ok {
		return &Error{Code: Syntax, Position: e.From}
	}
	return &Error{Code: Syntax, Position: -1}
}

// options are the same for every formula.
var options = sync.OnceValue(func() []expr.Option {
	env := map[string]any{}
	for name, k := range variables {
		switch k {
		case number:
			env[name] = Number{}
		case boolean:
			env[name] = false
		case text:
			env[name] = ""
		}
	}
	return slices.Clip(append([]expr.Option{expr.Env(env)}, language()...))
})

// patcher puts exact decimals in the place of what the library has read as doubles.
type patcher struct{ *reader }

// Visit replaces number literals by the decimal of their text and signs by a function, and hands toUnit its hours.
func (p *patcher) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IntegerNode, *ast.FloatNode:
		if x, ok := p.literal(n); ok {
			ast.Patch(node, &ast.ConstantNode{Value: x})
		}
	case *ast.BinaryNode:
		// The library's own overloading goes by types that it does not bring up to date inside of calls.
		if o, known := operators[n.Operator]; known && numeric(n.Left) && numeric(n.Right) {
			ast.Patch(node, &ast.CallNode{Callee: &ast.IdentifierNode{Value: o.name}, Arguments: []ast.Node{n.Left, n.Right}})
		}
	case *ast.UnaryNode:
		switch n.Operator {
		case "-":
			ast.Patch(node, &ast.CallNode{Callee: &ast.IdentifierNode{Value: negated}, Arguments: []ast.Node{n.Node}})
		case "+":
			*node = n.Node
		}
	case *ast.CallNode:
		if callee, ok := n.Callee.(*ast.IdentifierNode); ok && callee.Value == "toUnit" && len(n.Arguments) == 3 {
			for _, name := range []string{"hoursPerDay", "hoursPerWeek", "daysPerWeek"} {
				n.Arguments = append(n.Arguments, &ast.IdentifierNode{Value: name})
			}
		}
	}
}

// numeric says whether a node that has been read stands for a number.
func numeric(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.ConstantNode:
		return true
	case *ast.IdentifierNode:
		return variables[n.Value] == number
	case *ast.BinaryNode:
		return n.Operator == "??"
	case *ast.ConditionalNode:
		return numeric(n.Exp1)
	case *ast.CallNode:
		callee, ok := n.Callee.(*ast.IdentifierNode)
		return ok && !compares(callee.Value)
	}
	return false
}

func compares(name string) bool {
	for _, o := range operators {
		if o.name == name {
			return o.compare != nil
		}
	}
	return false
}

// Uses says whether the formula reads a variable.
func (f *Formula) Uses(name string) bool { return slices.Contains(f.uses, name) }

var machines = sync.Pool{New: func() any { return new(vm.VM) }}

// Vars are the values of the variables by name: a Number, a bool or a text; nil or absent is null.
type Vars map[string]any

// Run computes the formula. *Error says why there is no result.
func (f *Formula) Run(vars Vars) (Number, error) {
	m := machines.Get().(*vm.VM)
	out, err := m.Run(f.program, map[string]any(vars))
	machines.Put(m)
	if err != nil {
		return Number{}, f.failed(err, vars)
	}
	n, ok := out.(Number)
	if !ok {
		return Number{}, &Error{Code: NullOperand, Name: firstNull(f.result, vars), Position: -1}
	}
	return n, nil
}

// failed turns what the machine says into an error with a name and a place.
func (f *Formula) failed(err error, vars Vars) error {
	at, ok := errors.AsType[*file.Error](err)
	if !ok {
		return err
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return &Error{Code: e.Code, Name: e.Name, Position: at.From}
	}
	if errors.Is(err, errNull) {
		return &Error{Code: NullOperand, Name: firstNull(f.nulls[at.From], vars), Position: at.From}
	}
	return err
}

func firstNull(names []string, vars Vars) string {
	for _, name := range names {
		if vars[name] == nil {
			return name
		}
	}
	return ""
}

// formulas keeps what has been parsed: few texts, used very often.
type formulas struct {
	mu    sync.RWMutex
	known map[string]*Formula
}

const maxCached = 2000 // texts; then it starts anew

// parsed parses a text, or remembers it.
func (fs *formulas) parsed(source string) (*Formula, error) {
	fs.mu.RLock()
	f := fs.known[source]
	fs.mu.RUnlock()
	if f != nil {
		return f, nil
	}
	f, err := Parse(source)
	if err != nil {
		return nil, err
	}
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if fs.known == nil || len(fs.known) >= maxCached {
		fs.known = map[string]*Formula{}
	}
	fs.known[source] = f
	return f, nil
}
