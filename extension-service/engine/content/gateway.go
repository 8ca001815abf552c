package content

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Call is one request to /items/{collection}[/{id}], taken apart.
type Call struct {
	Method     string // GET, HEAD, SEARCH, POST, PATCH or DELETE
	Collection string
	ID         string // empty for the list
	Query      url.Values
	IfMatch    string // the header: the version of the one record that is changed
	Body       []byte
}

// Gateway is the only way to Directus for people: it speaks the language of Directus's items and knows our rules.
type Gateway struct {
	up        *upstream
	journal   Journal
	dismissed *dismissals
	changed   func() // called after each write, so that open panels see it soon

	changing sync.Mutex // held by who compares a version and then writes
}

const maxBody = 1 << 20

// Handle carries out one call for the caller of ctx and returns the answer to send. Nothing of the call is forwarded as
// it is: the path is built from the checked parts and the query from the checked names. It answers NOT_FOUND for
// collections that are not offered and rows outside the caller's scope, METHOD_NOT_ALLOWED, FORBIDDEN, UNKNOWN_FIELD,
// VALIDATION, DUPLICATE, STALE_VERSION when it is no longer what If-Match names, TOO_LARGE, BAD_REQUEST, and
// UNAVAILABLE when Directus is of no use. Send errors with SDKErrors added, and a 204 without a content type: the SDK
// parses whatever is called JSON.
func (g *Gateway) Handle(ctx context.Context, c Call) (status int, body []byte, err error) {
	if c.Method == http.MethodHead {
		c.Method = http.MethodGet
	}
	t, err := allow(ctx, c)
	if err != nil {
		return 0, nil, err
	}
	if g.up.isSeeding.Load() {
		return 0, nil, unavailable(errSeeding.Error(), errSeeding)
	}
	switch c.Method {
	case http.MethodGet, search:
		body, err = g.read(ctx, t, c)
	case http.MethodPost:
		body, err = g.create(ctx, t, c)
	case http.MethodPatch:
		body, err = g.guarded(c, func() ([]byte, error) { return g.update(ctx, t, c) })
	default:
		_, err = g.guarded(c, func() ([]byte, error) { return nil, g.remove(ctx, t, c) })
	}
	switch {
	case err != nil:
		return 0, nil, err
	case c.Method == http.MethodDelete:
		return http.StatusNoContent, nil, nil
	}
	if etag := tag(body); c.ID != "" && etag != "" {
		resource.ReplyOf(ctx).SetHeader("ETag", etag)
	}
	return http.StatusOK, body, nil
}

// target is a call that may be made: the collection with its rules and the id in the form Directus keeps it in.
type target struct {
	collection
	table  string
	id     any // nil for the list
	caller *role.Caller
	answer []string // the fields that a write answers; nil for all
}

func allow(ctx context.Context, c Call) (target, error) {
	t := target{table: c.Collection, caller: role.From(ctx)}
	var ok bool
	if t.collection, ok = offered[c.Collection]; !ok {
		return t, fault.New(fault.NotFound, "NOT_FOUND", "no such collection")
	}
	if methods := t.methods(c.ID != ""); !slices.Contains(methods, c.Method) {
		resource.ReplyOf(ctx).SetHeader("Allow", strings.Join(methods, ", "))
		return t, fault.New(fault.NotAllowed, "METHOD_NOT_ALLOWED", "%s is not offered here", c.Method)
	}
	verb := c.Method
	if verb == search {
		verb = http.MethodGet
	}
	if permission := t.verbs[verb]; !t.caller.Can(permission) {
		return t, resource.Forbidden(permission)
	}
	if c.ID != "" {
		if t.id, ok = t.collection.id(c.ID); !ok {
			return t, fault.New(fault.NotFound, "NOT_FOUND", "no such record")
		}
	}
	if c.Method == http.MethodPost || c.Method == http.MethodPatch {
		var err error
		if t.answer, err = t.requestedFields(c); err != nil {
			return t, err
		}
	}
	if len(c.Body) > maxBody {
		return t, fault.New(fault.TooLarge, "TOO_LARGE", "at most %d bytes", maxBody)
	}
	if !utf8.Valid(c.Body) {
		return t, fault.New(fault.BadRequest, "BAD_REQUEST", "the body is not UTF-8")
	}
	return t, nil
}

// read answers lists and single rows. Both go upstream as a list, so that the scope is part of the question.
func (g *Gateway) read(ctx context.Context, t target, c Call) ([]byte, error) {
	parsed, err := parseQuery(c)
	if err != nil {
		return nil, err
	}
	q, err := t.check(parsed, t.id != nil)
	if err != nil {
		return nil, err
	}
	t.limit(q)
	if t.id == nil {
		if q["limit"] == all {
			return g.up.findAll(ctx, t.table, q)
		}
		return g.up.findRows(ctx, t.table, q)
	}
	var rows []json.RawMessage
	if err := g.up.search(ctx, t.table, q, &rows); err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fault.New(fault.NotFound, "NOT_FOUND", "no such record")
	}
	return json.Marshal(map[string]any{"data": rows[0]})
}

// limit adds the caller's scope and the id to what the filter says.
func (t target) limit(q query) {
	var all []any
	if filter, ok := q["filter"]; ok {
		all = append(all, filter)
	}
	if scope := t.scope(t.caller); scope != nil {
		all = append(all, scope)
		if _, ok := q["meta"]; ok {
			q["meta"] = []string{"filter_count"} // the total would count what lies outside the scope
		}
	}
	if t.id != nil {
		all = append(all, map[string]any{t.name: map[string]any{"_eq": t.id}})
	}
	if len(all) > 0 {
		q["filter"] = map[string]any{"_and": all}
	}
}

// remove deletes one row or those the body names, all or none. The journal has them first: it is what a restore needs.
func (g *Gateway) remove(ctx context.Context, t target, c Call) error {
	ids, err := g.named(ctx, t, c)
	if err != nil || len(ids) == 0 {
		return err
	}
	rows, err := g.load(ctx, t, ids)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if err := guardOf(c.IfMatch).checkVersion(r); err != nil {
			return err
		}
	}
	entries := make([]Entry, len(rows))
	for i, r := range rows {
		entries[i] = entry("delete", r, nil)
		entries[i].Unguarded = guardOf(c.IfMatch) == ""
	}
	if err := g.record(ctx, entries); err != nil {
		return err
	}
	if _, err := g.up.change(ctx, http.MethodDelete, t.table, ids); err != nil {
		return err
	}
	g.changed()
	return nil
}

// load returns the rows with these ids, which must all exist and lie inside the caller's scope.
func (g *Gateway) load(ctx context.Context, t target, ids []any) ([]row, error) {
	q := query{"limit": -1, "filter": map[string]any{t.name: map[string]any{"_in": ids}}, "fields": []string{"*"}}
	t.id = nil
	t.limit(q)
	var rows []row
	if err := g.up.search(ctx, t.table, q, &rows); err != nil {
		return nil, err
	}
	if len(rows) != len(ids) {
		return nil, fault.New(fault.NotFound, "NOT_FOUND", "no such record")
	}
	return rows, nil
}

// named returns the ids a DELETE is about: the one of the path, those the body names, or those its query finds, which
// may be none.
func (g *Gateway) named(ctx context.Context, t target, c Call) ([]any, error) {
	if t.id != nil {
		return []any{t.id}, nil
	}
	chosen, err := selected(c.Body)
	if err != nil {
		return nil, err
	}
	return chosen.ids(ctx, g, t)
}

func (t target) ids(keys []json.RawMessage) ([]any, error) {
	if err := anyWithin("keys", len(keys)); err != nil {
		return nil, err
	}
	var out []any
	for _, key := range keys {
		id, ok := t.collection.id(unquote(key))
		if !ok {
			return nil, fault.New(fault.NotFound, "NOT_FOUND", "no such record")
		}
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out, nil
}

// unquote returns a number or a text of JSON without quotes.
func unquote(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

func unreadable(err error) error {
	return withCause(fault.New(fault.BadRequest, "BAD_REQUEST", "the body cannot be read"), err)
}
