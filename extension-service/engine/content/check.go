package content

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/platform/fault"
)

const (
	defaultLimit = 10
	maxLimit     = 1000
	maxDepth     = 12
	maxNodes     = 2000
	maxOffset    = 1 << 40
	all          = -1 // as a limit: every row there is
)

// checker turns one wish of the caller into a part of the query that goes upstream.
type checker func(t target, q query, value any) error

// checkers are the names a query may have. For one row only some make sense. They are checked in the order of the
// alphabet, so that an alias is known before it is used.
var checkers = map[string]checker{
	"fields": checkFields, "filter": checkFilter, "sort": checkSort, "meta": checkMeta, "search": checkSearch,
	"deep": checkDeep, "aggregate": checkAggregate, "alias": checkAlias, "groupBy": checkGroupBy,
	"limit":  rangeChecker("limit", all, maxLimit),
	"offset": rangeChecker("offset", 0, maxOffset),
	"page":   rangeChecker("page", 1, maxOffset),
}

var ofOneRow = []string{"alias", "fields", "deep"}

// check returns the query that goes upstream. It refuses every name that would leave the collection.
func (t target) check(tree map[string]any, one bool) (query, error) {
	q := query{"limit": defaultLimit, "fields": []string{"*"}, "sort": []string{t.name}}
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		check, ok := checkers[name]
		if !ok || one && !slices.Contains(ofOneRow, name) {
			return nil, unknown(name)
		}
		if err := check(t, q, tree[name]); err != nil {
			return nil, err
		}
	}
	return q, grouped(q, tree["sort"] != nil)
}

// grouped makes a query of counts of it where counts or groups are asked for: they have no rows to show, and come in
// the order of what they are grouped by.
func grouped(q query, isSorted bool) error {
	groups, _ := q["groupBy"].([]string)
	if q["aggregate"] == nil && groups == nil {
		return nil
	}
	delete(q, "fields")
	order, _ := q["sort"].([]string)
	delete(q, "sort")
	if groups == nil {
		return nil
	}
	var by []string
	if isSorted {
		by = order[:len(order)-1] // without the id, which groups do not have
	}
	for _, name := range by {
		if !slices.Contains(groups, strings.TrimPrefix(name, "-")) {
			return unknown("sort." + name)
		}
	}
	for _, name := range groups {
		if !slices.Contains(by, name) && !slices.Contains(by, "-"+name) {
			by = append(by, name)
		}
	}
	q["sort"] = by
	return nil
}

func fieldError(name, message string) error { return fault.Validation().Field(name, message, nil) }

func tooMany(name string, limit int) error {
	return fault.Validation().Field(name, "validation.maxItems", map[string]any{"max": limit})
}

// anyWithin refuses a list of nothing, and one that is longer than a write may be.
func anyWithin(name string, n int) error {
	switch {
	case n == 0:
		return fieldError(name, "validation.required")
	case n > maxRows:
		return tooMany(name, maxRows)
	}
	return nil
}

func rangeChecker(name string, low, high int) checker {
	return func(_ target, q query, value any) error {
		n, ok := number(value)
		switch {
		case !ok:
			return fieldError(name, "validation.integer")
		case n < low:
			return fault.Validation().Field(name, "validation.minValue", map[string]any{"min": low})
		case n > high:
			return fault.Validation().Field(name, "validation.maxValue", map[string]any{"max": high})
		}
		q[name] = n
		return nil
	}
}

// checkFields lets own fields pass, and the one hop there is: languages.* and languages.iso.
func checkFields(t target, q query, value any) error {
	names, ok := list(value)
	if !ok {
		return fieldError("fields", "validation.list")
	}
	if len(names) == 0 {
		return nil
	}
	for _, name := range names {
		head, rest, hop := strings.Cut(name, ".")
		inner, known := t.field(q, head)
		if name == "*" || known && !hop || hop && inner != nil && (rest == "*" || rest == "iso") {
			continue
		}
		return unknown("fields." + name)
	}
	q["fields"] = names
	return nil
}

// field is what stands behind a name or an alias of the query.
func (t target) field(q query, name string) (fields, bool) {
	if aliases, ok := q["alias"].(map[string]string); ok && aliases[name] != "" {
		name = aliases[name]
	}
	inner, known := t.fields[name]
	return inner, known
}

var aliasName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,63}$`)

// checkAlias lets own fields be shown under other names, which must not be those of fields.
func checkAlias(t target, q query, value any) error {
	tree, ok := value.(map[string]any)
	if !ok {
		return fieldError("alias", "validation.object")
	}
	out := map[string]string{}
	for name, of := range tree {
		field, _ := of.(string)
		if _, known := t.fields[field]; !known {
			return unknown("alias." + name)
		}
		if _, isField := t.fields[name]; isField || !aliasName.MatchString(name) {
			return fieldError("alias."+name, "validation.regex")
		}
		out[name] = field
	}
	if len(out) > 0 {
		q["alias"] = out
	}
	return nil
}

func checkGroupBy(t target, q query, value any) error {
	names, err := t.literalFields("groupBy", "", value)
	if len(names) > 0 {
		q["groupBy"] = names
	}
	return err
}

func checkSort(t target, q query, value any) error {
	names, err := t.literalFields("sort", "-", value)
	if err == nil {
		q["sort"] = append(names, t.name) // pages are stable only in a total order
	}
	return err
}

// literalFields reads a list of own fields that hold one value each. A mark may stand before any of them.
func (t target) literalFields(at, mark string, value any) ([]string, error) {
	names, ok := list(value)
	if !ok {
		return nil, fieldError(at, "validation.list")
	}
	for _, name := range names {
		inner, known := t.fields[strings.TrimPrefix(name, mark)]
		if !known || inner != nil {
			return nil, unknown(at + "." + name)
		}
	}
	return names, nil
}

func checkMeta(_ target, q query, value any) error {
	names, ok := list(value)
	for _, name := range names {
		if !slices.Contains([]string{"*", "total_count", "filter_count"}, name) {
			ok = false
		}
	}
	if !ok {
		return fieldError("meta", "validation.oneOf")
	}
	if slices.Contains(names, "*") {
		names = []string{"total_count", "filter_count"}
	}
	q["meta"] = names
	return nil
}

func checkSearch(_ target, q query, value any) error {
	text, ok := value.(string)
	if !ok || len(text) > 200 || strings.ContainsRune(text, 0) {
		return fieldError("search", "validation.text")
	}
	q["search"] = text
	return nil
}

func checkAggregate(t target, q query, value any) error {
	functions, ok := value.(map[string]any)
	if !ok {
		return fieldError("aggregate", "validation.object")
	}
	out := map[string]any{}
	for name, of := range functions {
		names, ok := list(of)
		if !ok || name != "count" && name != "countDistinct" {
			return unknown("aggregate." + name)
		}
		for _, field := range names {
			if inner, known := t.fields[field]; field != "*" && (!known || inner != nil) {
				return unknown(fmt.Sprintf("aggregate.%s.%s", name, field))
			}
		}
		out[name] = names
	}
	q["aggregate"] = out
	return nil
}
