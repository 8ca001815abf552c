package resource

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/fault"
)

// besides are the names of a query that are no filters.
var besides = []string{"from", "offset", "size", "limit", "s", "range", "sort", "filter"}

// parseBody reads a query whose filters stand in a body. What is wrong with one of them is named by its place there.
func (c *served) parseBody(ctx context.Context, filters json.RawMessage, queries map[string]string) (query.Query,
	error,
) {
	all := maps.Clone(queries)
	if len(filters) > 0 {
		named, err := readFilters(filters, "filters", "filters.")
		if err != nil {
			return query.Query{}, err
		}
		maps.Copy(all, named)
	}
	q, err := c.parseQueries(ctx, all)
	q.InBody = true
	return q, inFilters(err)
}

// readFilters turns {"status":["ACTIVE","PAUSED"],"title":"x"} into query parameters. The object stands at a path; what
// is wrong with a filter is told by its name behind a prefix.
func readFilters(text json.RawMessage, path, prefix string) (map[string]string, error) {
	if err := Unambiguous(text); err != nil {
		return nil, err
	}
	var filters map[string]json.RawMessage
	if err := json.Unmarshal(text, &filters); err != nil {
		return nil, fault.Validation().Field(path, "validation.object", nil)
	}
	out, bad := make(map[string]string, len(filters)), fault.Validation()
	for name, value := range filters {
		if slices.Contains(besides, name) {
			return nil, fault.New(fault.Invalid, "UNKNOWN_FIELD", "unknown filter %s", name).Field(prefix+name,
				"error.unknownField", nil)
		}
		if !isScalar(value) {
			bad.Field(prefix+name, "validation.text", nil)
		}
		out[name] = scalarText(value)
	}
	return out, bad.OrNil()
}

// isScalar says whether a filter can be read from a JSON value: one that is not made of others, or a list of such.
func isScalar(text json.RawMessage) bool {
	var items []json.RawMessage
	if json.Unmarshal(text, &items) != nil {
		return text[0] != '{'
	}
	return !slices.ContainsFunc(items, func(item json.RawMessage) bool { return item[0] == '{' || item[0] == '[' })
}

// scalarText reads a JSON scalar, or a list of them, as query parameters are written.
func scalarText(text json.RawMessage) string {
	var s string
	if json.Unmarshal(text, &s) == nil {
		return s
	}
	var items []json.RawMessage
	if json.Unmarshal(text, &items) == nil {
		parts := make([]string, len(items))
		for i, item := range items {
			parts[i] = scalarText(item)
		}
		return strings.Join(parts, ",")
	}
	return strings.TrimSpace(string(text))
}

// inFilters puts what is wrong with filters under the member of the body that holds them.
func inFilters(err error) error { return prefixMember("filters", err, besides...) }

// prefixMember puts what is wrong under the member of the body that holds it, but for the names that stand beside that.
func prefixMember(member string, err error, beside ...string) error {
	e, ok := errors.AsType[*fault.Error](err)
	if !ok || member == "" {
		return err
	}
	placed := *e
	placed.Fields, placed.Params = prefixPaths(member, e.Fields, beside), prefixPaths(member, e.Params, beside)
	return &placed
}

func prefixPaths[V any](member string, byPath map[string]V, beside []string) map[string]V {
	out := make(map[string]V, len(byPath))
	for path, v := range byPath {
		if !slices.Contains(beside, path) {
			path = member + "." + path
		}
		out[path] = v
	}
	return out
}
