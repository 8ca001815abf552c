package transform

import (
	"reflect"
	"slices"
	"strings"

	"github.com/itchyny/gojq"
)

// Names that a program may not use: they would make a replay give another result, or reach beyond the message.
var forbidden = []string{
	"now", "input", "inputs", "env", "$ENV", "debug", "stderr", "input_line_number",
	"input_filename", "localtime", "mktime", "strflocaltime",
}

// amounts are the fields that hold money.
var amounts = []string{"billRate", "payRate", "talentRate", "rateMin", "rateMax", "fixedBudget", "hourRate", "dayRate"}

// Check says what is wrong with rules before any of them runs, and what may be. resources allows the function resource;
// a target that allowed refuses is wrong, nil refuses none.
func (r Rules) Check(resources bool, allowed func(target string) bool) (wrong, warnings []Problem) {
	out := output{}
	for i, rule := range r.Rules {
		if rule.Off {
			continue
		}
		add := func(field string, m mistake) {
			wrong = append(wrong, Problem{
				Rule: int64(i), Target: rule.Target, Field: field, Code: Syntax, Position: m.position, Message: m.message,
				Text: m.key, Params: m.params,
			})
		}
		named := map[string]any{"name": rule.Target}
		path, err := parseTarget(rule.Target)
		switch {
		case err != nil:
			add("target", mistake{message: "target: " + err.Error(), key: "vmsMapping.problem.target", params: named})
		case out.setValue(path, true) != nil:
			add("target", mistake{message: "target: " + errPlace.Error(), key: "vmsMapping.problem.place", params: named})
		case allowed != nil && !allowed(rule.Target):
			add("target", mistake{
				message: "no value may be set at " + rule.Target, key: "vmsMapping.problem.targetForbidden",
				params: named,
			})
		}
		for _, p := range rule.programs() {
			u, err := read(p.text)
			if err == nil {
				err = u.allowed(resources)
			}
			if err == nil {
				_, err = compile(p.text, job{})
			}
			if err != nil {
				add(p.field, mistakeOf(err, p.text))
				continue
			}
			if u.moneyMath {
				warnings = append(warnings, Problem{
					Rule: int64(i), Target: rule.Target, Field: p.field, Code: MoneyMath, Text: textOf(MoneyMath),
					Message: "computes with an amount, which may change its digits",
				})
			}
		}
	}
	return wrong, warnings
}

// textOf is the key of the text that says what a code means.
func textOf(c Code) string { return "detail." + string(c) }

// usage is what a program names.
type usage struct {
	functions []string
	paths     [][]string // of members, each from where it begins: .a.b is [a b]
	imports   bool
	moneyMath bool
	computes  bool
	tables    []string // that lookup is called with
}

// read looks at a program without running it.
func read(text string) (*usage, error) {
	q, err := gojq.Parse(text)
	if err != nil {
		return nil, err
	}
	u := &usage{}
	u.walk(reflect.ValueOf(q))
	return u, nil
}

func (u *usage) allowed(resources bool) error {
	for _, name := range u.functions {
		if slices.Contains(forbidden, name) || name == "resource" && !resources {
			return forbiddenNameError{name}
		}
	}
	if u.imports {
		return errModules
	}
	return nil
}

// walk visits every node of a program.
func (u *usage) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		u.record(v.Interface())
		u.walk(v.Elem())
	case reflect.Struct:
		for _, f := range v.Fields() {
			u.walk(f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			u.walk(v.Index(i))
		}
	}
}

func (u *usage) record(node any) {
	switch n := node.(type) {
	case *gojq.Func:
		u.functions = append(u.functions, n.Name)
		u.computes = u.computes || slices.Contains(rounding, n.Name)
		if slices.Contains(rounding, n.Name) && !u.moneyMath {
			u.moneyMath = parts(n.Args...).names(amounts)
		}
		if name, isNamed := table(n); isNamed {
			u.tables = append(u.tables, name)
		}
	case *gojq.Import:
		u.imports = true
	case *gojq.Term:
		if path := members(n); len(path) > 0 {
			u.paths = append(u.paths, path)
		}
		if n.Unary != nil {
			u.computes = true
			u.moneyMath = u.moneyMath || parts(&gojq.Query{Term: n.Unary.Term}).names(amounts)
		}
	case *gojq.Reduce:
		u.moneyMath = u.moneyMath || parts(n.Query, n.Start).names(amounts) && parts(n.Update).computes
	case *gojq.Foreach:
		u.moneyMath = u.moneyMath || parts(n.Query, n.Start).names(amounts) && parts(n.Update, n.Extract).computes
	case *gojq.Query:
		u.computes = u.computes || slices.Contains(computing, n.Op) && !isText(n)
		u.moneyMath = u.moneyMath || computesWithAmount(n)
	}
}

// computing are the operators that make another number of one, and rounding the functions that do.
var (
	computing = []gojq.Operator{
		gojq.OpAdd, gojq.OpSub, gojq.OpMul, gojq.OpDiv, gojq.OpMod, gojq.OpUpdateAdd, gojq.OpUpdateSub, gojq.OpUpdateMul,
		gojq.OpUpdateDiv, gojq.OpUpdateMod,
	}
	rounding = []string{
		"add", "abs", "cbrt", "ceil", "exp", "exp10", "exp2", "fabs", "floor", "fma", "fmod", "frexp", "ldexp", "log",
		"log10", "log2", "modf", "nearbyint", "pow", "rint",
		"round", "scalb", "significand", "sqrt", "trunc",
	}
)

// computesWithAmount says whether a query computes with an amount, or hands one on to what computes.
func computesWithAmount(q *gojq.Query) bool {
	switch {
	case isText(q):
		return false // what makes the text is looked at by itself
	case slices.Contains(computing, q.Op):
		return parts(q.Left, q.Right).names(amounts)
	case q.Op == gojq.OpPipe || q.Op == gojq.OpModify:
		return parts(q.Left).names(amounts) && parts(q.Right).computes
	}
	return false
}

// textFunctions give texts, whatever they are given.
var textFunctions = []string{
	"tostring", "join", "sub", "gsub", "strftime", "ascii_downcase", "ascii_upcase", "ltrimstr", "rtrimstr",
}

// isText says whether a query gives a text: to add to one is to join texts, and changes no digits.
func isText(q *gojq.Query) bool {
	switch {
	case q == nil:
		return false
	case q.Op == gojq.OpAdd || q.Op == gojq.OpAlt:
		return isText(q.Left) || isText(q.Right)
	case q.Op == gojq.OpPipe:
		return isText(q.Right)
	case q.Term == nil:
		return false
	case q.Term.Type == gojq.TermTypeQuery:
		return isText(q.Term.Query)
	case q.Term.Type == gojq.TermTypeFunc:
		return slices.Contains(textFunctions, q.Term.Func.Name)
	}
	return q.Term.Type == gojq.TermTypeString
}

// parts are what queries name together.
func parts(queries ...*gojq.Query) *usage {
	u := &usage{moneyMath: true} // that is not asked again of what lies within
	for _, q := range queries {
		u.walk(reflect.ValueOf(q))
	}
	return u
}

func (u *usage) names(wanted []string) bool {
	return slices.ContainsFunc(u.paths, func(path []string) bool {
		return slices.Contains(wanted, path[len(path)-1])
	})
}

// LookupsOf are the tables that rules for some targets read, by their names in the rules.
func (r Rules) LookupsOf(isWanted func(target string) bool) (tables []string) {
	for _, rule := range r.Rules {
		if rule.Off || !isWanted(rule.Target) {
			continue
		}
		for _, p := range rule.programs() {
			if u, err := read(p.text); err == nil {
				tables = append(tables, u.tables...)
			}
		}
	}
	slices.Sort(tables)
	return slices.Compact(tables)
}

// table is the name that a call of lookup gives as it stands.
func table(f *gojq.Func) (name string, isNamed bool) {
	if f.Name != "lookup" || len(f.Args) != 1 || f.Args[0].Term == nil || f.Args[0].Term.Str == nil ||
		len(f.Args[0].Term.Str.Queries) > 0 {
		return "", false
	}
	return f.Args[0].Term.Str.Str, true
}

// members are the names that a term begins with, up to what is no name.
func members(t *gojq.Term) (out []string) {
	first := ""
	if t.Type == gojq.TermTypeIndex {
		first = member(t.Index)
	}
	if first == "" && t.Type != gojq.TermTypeIdentity {
		return nil
	}
	if first != "" {
		out = []string{first}
	}
	for _, s := range t.SuffixList {
		if s.Index == nil || member(s.Index) == "" {
			return out
		}
		out = append(out, member(s.Index))
	}
	return out
}

// member is the name of one step of a path, as .name, ."name" or ["name"]; "" for any other step.
func member(i *gojq.Index) string {
	text := i.Str
	if i.Start != nil && !i.IsSlice && i.Start.Term != nil {
		text = i.Start.Term.Str
	}
	if i.Name == "" && text != nil && len(text.Queries) == 0 {
		return text.Str
	}
	return i.Name
}

// ReadUploads says whether a rule names the function resource.
func (r Rules) ReadUploads() bool {
	return slices.ContainsFunc(r.Rules, func(rule Rule) bool {
		return !rule.Off && slices.ContainsFunc(rule.programs(), func(p program) bool {
			u, err := read(p.text)
			return err == nil && slices.Contains(u.functions, "resource")
		})
	})
}

// Unused lists the values of an input that no rule names, by their paths.
func (r Rules) Unused(input map[string]any) []string {
	var used [][]string
	for _, rule := range r.Rules {
		if rule.Off {
			continue
		}
		for _, p := range rule.programs() {
			if u, err := read(p.text); err == nil {
				used = append(used, u.paths...)
			}
		}
	}
	out := []string{}
	var visit func(at any, path []string)
	visit = func(at any, path []string) {
		if members, ok := at.(map[string]any); ok && len(members) > 0 {
			for name, inner := range members {
				if len(path) == 0 && name == Uploads {
					continue // the function resource reads it
				}
				visit(inner, append(slices.Clone(path), name))
			}
			return
		}
		if at != nil && !slices.ContainsFunc(used, func(u []string) bool { return covers(u, path) }) {
			out = append(out, strings.Join(path, "."))
		}
	}
	visit(input, nil)
	slices.Sort(out)
	return out
}

// covers says whether a program that names used may have read the value at path. It may have gone on from a part of it,
// so the end of the path is enough.
func covers(used, path []string) bool {
	for i := range path {
		if rest := path[i:]; len(used) <= len(rest) && slices.Equal(used, rest[:len(used)]) {
			return true
		}
	}
	return false
}
