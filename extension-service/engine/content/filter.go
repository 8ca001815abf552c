package content

import (
	"strings"
)

// operators are those of Directus that compare a field with a value.
var operators = named("_eq", "_neq", "_lt", "_lte", "_gt", "_gte", "_in", "_nin", "_null", "_nnull", "_empty",
	"_nempty",
	"_contains", "_ncontains", "_icontains", "_nicontains", "_starts_with", "_nstarts_with", "_istarts_with",
	"_nistarts_with", "_ends_with", "_nends_with", "_iends_with", "_niends_with", "_between", "_nbetween")

// walk checks one filter and counts what it is made of, so that no filter is a way to keep Directus busy.
type walk struct {
	nodes, depth int
}

func checkFilter(t target, q query, value any) error {
	tree, ok := value.(map[string]any)
	if !ok {
		return fieldError("filter", "validation.object")
	}
	w := &walk{}
	if err := w.filter(tree, t.fields, "filter"); err != nil {
		return err
	}
	if len(tree) > 0 {
		q["filter"] = tree
	}
	return nil
}

// filter checks the fields of one level. A name that is neither a field of it nor _and or _or would leave the
// collection.
func (w *walk) filter(tree map[string]any, known fields, path string) error {
	w.depth++
	defer func() { w.depth-- }()
	for name, value := range tree {
		at := path + "." + name
		if w.nodes++; w.nodes > maxNodes || w.depth > maxDepth {
			return tooMany(path, maxNodes)
		}
		var err error
		if name == "_and" || name == "_or" {
			err = w.every(value, known, at)
		} else {
			err = w.field(name, value, known, at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) every(value any, known fields, path string) error {
	parts, ok := value.([]any)
	if !ok {
		return fieldError(path, "validation.list")
	}
	for _, part := range parts {
		tree, ok := part.(map[string]any)
		if !ok {
			return fieldError(path, "validation.object")
		}
		if err := w.filter(tree, known, path); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) field(name string, value any, known fields, path string) error {
	inner, ok := known[name]
	if !ok {
		return unknown(path)
	}
	tree, ok := value.(map[string]any)
	switch {
	case !ok:
		return fieldError(path, "validation.object")
	case inner == nil:
		return w.compare(tree, path)
	}
	for _, quantity := range []string{"_some", "_none"} {
		if of, ok := tree[quantity].(map[string]any); ok && len(tree) == 1 {
			tree = of
		}
	}
	return w.filter(tree, inner, path)
}

// compare checks the operators of one field. Their values are plain: an object would be a function or a hop.
func (w *walk) compare(tree map[string]any, path string) error {
	for operator, value := range tree {
		if _, ok := operators[operator]; !ok {
			return unknown(path + "." + operator)
		}
		values, many := value.([]any)
		if !many {
			values = []any{value}
		}
		if w.nodes += len(values); w.nodes > maxNodes {
			return tooMany(path, maxNodes)
		}
		for _, v := range values {
			if !isLiteral(v) {
				return fieldError(path, "validation.text")
			}
		}
	}
	return nil
}

// isLiteral says whether a value means itself: Directus would put data of our account in for $CURRENT_….
func isLiteral(value any) bool {
	switch v := value.(type) {
	case map[string]any, []any:
		return false
	case string:
		return !strings.HasPrefix(v, "$CURRENT_") && !strings.ContainsRune(v, 0)
	}
	return true
}

var ofHop = map[string]checker{
	"_filter": checkFilter, "_sort": checkSort,
	"_limit": rangeChecker("limit", all, maxLimit),
}

// checkDeep lets the rows of the hop be filtered, sorted and cut.
func checkDeep(t target, q query, value any) error {
	tree, ok := value.(map[string]any)
	if !ok {
		return fieldError("deep", "validation.object")
	}
	out := map[string]any{}
	for name, options := range tree {
		inner, _ := t.field(q, name)
		object, ok := options.(map[string]any)
		if inner == nil || !ok {
			return unknown("deep." + name)
		}
		part := query{}
		hop := target{collection: collection{fields: inner, name: "id"}}
		for option, value := range object {
			check, ok := ofHop[option]
			if !ok {
				return unknown("deep." + name + "." + option)
			}
			if err := check(hop, part, value); err != nil {
				return err
			}
		}
		inside := map[string]any{}
		for option, value := range part {
			inside["_"+option] = value
		}
		out[name] = inside
	}
	q["deep"] = out
	return nil
}
