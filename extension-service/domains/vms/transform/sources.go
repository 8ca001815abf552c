package transform

import (
	"slices"
	"strings"

	"github.com/itchyny/gojq"
)

// constants are functions that read nothing of their input.
var constants = []string{"today", "runAt", "null", "true", "false", "empty", "not"}

// HasSource says whether the value of a rule may come from one of some places in the input: dotted paths, each with all
// below it. A program that takes the input as a whole may read any of them. What only decides whether the rule runs is
// no source.
func (r Rule) HasSource(places []string) bool {
	if len(places) == 0 {
		return false
	}
	for _, p := range r.programs() {
		if p.field == "when" {
			continue
		}
		q, err := gojq.Parse(p.text)
		if err != nil || returnsInput(q) {
			return true
		}
		u, err := read(p.text)
		if err != nil || slices.ContainsFunc(u.paths, func(path []string) bool { return meetsAny(path, places) }) {
			return true
		}
	}
	return false
}

// SourcesBelow says whether a rule names a place in the input, something around it or something in it.
func (r Rule) SourcesBelow(place []string) bool {
	return slices.ContainsFunc(r.programs(), func(p program) bool {
		u, err := read(p.text)
		return err == nil && p.field != "when" && slices.ContainsFunc(u.paths, func(path []string) bool {
			return overlaps(path, place)
		})
	})
}

func meetsAny(path, places []string) bool {
	return slices.ContainsFunc(places, func(place string) bool { return overlaps(path, strings.Split(place, ".")) })
}

// overlaps says whether one path is the other, or leads to it.
func overlaps(a, b []string) bool {
	n := min(len(a), len(b))
	return slices.Equal(a[:n], b[:n])
}

// returnsInput says whether a program gives on its whole input, or hands it to a function: then its paths do not tell
// what it reads.
func returnsInput(q *gojq.Query) bool {
	switch {
	case q == nil:
		return false
	case len(q.FuncDefs) > 0:
		return true
	case q.Term != nil:
		return termReturnsInput(q.Term)
	case q.Op == gojq.OpPipe && len(q.Patterns) == 0:
		return returnsInput(q.Left) // what follows sees only what this gives
	}
	return returnsInput(q.Left) || returnsInput(q.Right)
}

func termReturnsInput(t *gojq.Term) bool {
	switch t.Type {
	case gojq.TermTypeNull, gojq.TermTypeTrue, gojq.TermTypeFalse, gojq.TermTypeNumber:
		return false
	case gojq.TermTypeIndex:
		return t.Index.Name == ""
	case gojq.TermTypeFunc:
		return !strings.HasPrefix(t.Func.Name, "$") && !slices.Contains(constants, t.Func.Name)
	case gojq.TermTypeQuery:
		return returnsInput(t.Query)
	case gojq.TermTypeArray:
		return t.Array != nil && returnsInput(t.Array.Query)
	case gojq.TermTypeUnary:
		return termReturnsInput(t.Unary.Term)
	case gojq.TermTypeString:
		return slices.ContainsFunc(t.Str.Queries, returnsInput)
	case gojq.TermTypeObject:
		return slices.ContainsFunc(t.Object.KeyVals, func(kv *gojq.ObjectKeyVal) bool {
			return kv.Val == nil || kv.KeyQuery != nil || returnsInput(kv.Val)
		})
	case gojq.TermTypeIf:
		return returnsInput(t.If.Then) || returnsInput(t.If.Else) || t.If.Else == nil ||
			slices.ContainsFunc(t.If.Elif, func(e *gojq.IfElif) bool { return returnsInput(e.Then) })
	case gojq.TermTypeIdentity, gojq.TermTypeRecurse, gojq.TermTypeFormat, gojq.TermTypeTry, gojq.TermTypeReduce,
		gojq.TermTypeForeach,
		gojq.TermTypeLabel, gojq.TermTypeBreak:
	}
	return true
}

// Hide replaces what stands at a target in an output by what replace makes of it. What is appended
// may be any element of its list.
func Hide(output map[string]any, target string, replace func(any) any) {
	if path, err := parseTarget(target); err == nil {
		hideAt(output, path, replace)
	}
}

func hideAt(value any, path []step, replace func(any) any) any {
	if len(path) == 0 {
		return replace(value)
	}
	switch v := value.(type) {
	case map[string]any:
		if inner, ok := v[path[0].name]; ok && !path[0].list {
			v[path[0].name] = hideAt(inner, path[1:], replace)
		}
	case []any:
		for i := range v {
			if path[0].list && (path[0].index == appended || path[0].index == i) {
				v[i] = hideAt(v[i], path[1:], replace)
			}
		}
	}
	return value
}
