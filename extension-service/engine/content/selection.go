package content

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"poolkeeper.example/extension-service/platform/fault"
)

// selection is how a PATCH or DELETE of a collection names its rows: by their ids, or by a query that finds them. Data
// is what a PATCH does to each of them.
type selection struct {
	Keys  []json.RawMessage `json:"keys"`
	Query json.RawMessage   `json:"query"`
	Data  json.RawMessage   `json:"data"`
}

// selecting are the names that the query of a write may have: what finds rows, not what is shown of them.
var selecting = []string{"filter", "search", "sort", "limit", "offset", "page"}

// ids returns the rows of the selection: at most maxRows, so that a query finds them all or nothing happens.
func (s selection) ids(ctx context.Context, g *Gateway, t target) ([]any, error) {
	switch {
	case s.Query == nil:
		return t.ids(s.Keys)
	case s.Keys != nil:
		return nil, fault.New(fault.BadRequest, "BAD_REQUEST", "either keys or a query")
	}
	var tree map[string]any
	if err := json.Unmarshal(s.Query, &tree); err != nil {
		return nil, fieldError("query", "validation.object")
	}
	q, err := t.finding(tree)
	if err != nil {
		return nil, prefixFields("query.", err)
	}
	var rows []map[string]json.RawMessage
	if err := g.up.search(ctx, t.table, q, &rows); err != nil {
		return nil, err
	}
	if len(rows) > maxRows {
		return nil, tooMany("query", maxRows)
	}
	out := make([]any, len(rows))
	for i, r := range rows {
		out[i], _ = t.collection.id(unquote(r[t.name]))
	}
	return out, nil
}

// finding returns the query that finds the rows of a write inside the caller's scope. Without a limit of its own it is
// about all of them.
func (t target) finding(tree map[string]any) (query, error) {
	if len(tree) == 0 {
		return nil, fieldError("filter", "validation.required")
	}
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		if !slices.Contains(selecting, name) {
			return nil, unknown(name)
		}
	}
	q, err := t.check(tree, false)
	if err != nil {
		return nil, err
	}
	limit, _ := q["limit"].(int)
	if _, ok := tree["limit"]; !ok || limit < 0 || limit > maxRows {
		q["limit"] = maxRows + 1
	}
	q["fields"] = []string{t.name}
	t.limit(q)
	return q, nil
}

// prefixFields puts a path before those of the fields that are wrong.
func prefixFields(path string, err error) error {
	e := *fault.From(err)
	e.Fields, e.Params = map[string][]string{}, map[string]map[string]any{}
	for name, messages := range fault.From(err).Fields {
		e.Fields[path+name] = messages
	}
	for name, params := range fault.From(err).Params {
		e.Params[path+name] = params
	}
	return &e
}

// selected reads which rows a PATCH or DELETE of a collection is about: a bare list of ids is one too.
func selected(raw []byte) (s selection, err error) {
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("[")) {
		err = json.Unmarshal(raw, &s.Keys)
	} else {
		err = json.Unmarshal(raw, &s)
	}
	if err != nil {
		return s, unreadable(err)
	}
	return s, nil
}

// requestedFields are the fields that a write is asked to answer; nil for all.
func (t target) requestedFields(c Call) ([]string, error) {
	q := query{}
	for name, values := range c.Query {
		path := brackets(name)
		if len(path) == 0 || path[0] != "fields" && path[0] != "force" && path[0] != "access_token" {
			return nil, unknown(name)
		}
		if path[0] != "fields" {
			continue
		}
		if err := checkFields(t, q, leaf(values)); err != nil {
			return nil, err
		}
	}
	names, _ := q["fields"].([]string)
	if slices.Contains(names, "*") {
		return nil, nil
	}
	return names, nil
}

// selectFields returns the rows with no other fields than these.
func selectFields(rows []json.RawMessage, names []string) ([]json.RawMessage, error) {
	if names == nil {
		return rows, nil
	}
	out := make([]json.RawMessage, len(rows))
	for i, raw := range rows {
		var all map[string]json.RawMessage
		if err := json.Unmarshal(raw, &all); err != nil {
			return nil, unavailable("the content service answers something unreadable", err)
		}
		maps.DeleteFunc(all, func(name string, _ json.RawMessage) bool { return !slices.Contains(names, name) })
		out[i], _ = json.Marshal(all) // it was JSON
	}
	return out, nil
}
