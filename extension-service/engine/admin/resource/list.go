package resource

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	defaultLimit = 10
	maxLimit     = 1000
	maxListed    = 200 // ids named in one request
)

// list answers GET on the collection, in our own dialect and in that of ra-data-simple-rest.
func (c *served) list(ctx context.Context, r *Request) (any, error) {
	if err := c.refuseLookupQuery(ctx, r.Queries); err != nil {
		return nil, err
	}
	q, err := c.parseQueries(ctx, r.Queries)
	if err != nil {
		return nil, err
	}
	return c.page(ctx, q, r.wantsRows())
}

// refuseLookupQuery refuses what would tell those who only look records up more than they are shown.
func (c *served) refuseLookupQuery(ctx context.Context, queries map[string]string) error {
	if role.From(ctx).CanAny(c.readers()) {
		return nil
	}
	for name := range queries {
		if !slices.Contains(paging, name) && !slices.Contains(c.Access.Lookup.Filters, name) {
			return Forbidden(c.readers()...)
		}
	}
	return nil
}

var paging = []string{"limit", "offset", "from", "size"}

// dbSearch answers POST /api/dbSearch/{name}: the same list, asked for by a body.
func (c *served) dbSearch(ctx context.Context, r *Request) (any, error) {
	if err := r.RefuseParameters(); err != nil {
		return nil, err
	}
	members, err := field.ReadObject(r.Body)
	if err != nil {
		return nil, err
	}
	queries := map[string]string{}
	for name, text := range members {
		switch name {
		case "filters":
		case "from", "offset", "size", "limit", "s":
			wrong := map[bool]string{true: "validation.text", false: "validation.integer"}[name == "s"]
			if isText := text[0] == '"'; text[0] == '[' || text[0] == '{' || isText && name != "s" {
				return nil, fault.Validation().Field(name, wrong, nil)
			}
			queries[name] = scalarText(text)
		default:
			return nil, fault.New(fault.Invalid, "UNKNOWN_FIELD", "unknown field %s", name).Field(name, "error.unknownField",
				nil)
		}
	}
	q, err := c.parseBody(ctx, members["filters"], queries)
	if err != nil {
		return nil, err
	}
	return c.page(ctx, q, false)
}

// page answers one page in the frame of a list, or its rows alone.
func (c *served) page(ctx context.Context, q query.Query, idsOnly bool) (any, error) {
	who := role.From(ctx)
	q.Fields = c.visible(who, c.row)
	if !who.CanAny(c.readers()) {
		q.Fields = c.lookup
	}
	p, err := c.Store.list(ctx, q)
	if err != nil {
		return nil, err
	}
	if p.total == 0 { // else the client is there: a row of it is
		if err := c.refuseForeignClient(ctx, q); err != nil {
			return nil, err
		}
	}
	contentRange(ctx, c.Name, extent{q.Offset, int64(p.len()), p.total})
	b := append(make([]byte, 0, 512*p.len()+64), `{"results":[`...)
	if idsOnly {
		b = append(b[:0], '[')
	}
	for i := range p.len() {
		if i > 0 {
			b = append(b, ',')
		}
		b = field.AppendObject(b, q.Fields, p.row(i))
	}
	if idsOnly {
		return field.Encoded(append(b, ']')), nil
	}
	b = append(b, `],"totalResults":`...)
	b = strconv.AppendInt(b, p.total, 10)
	return field.Encoded(append(b, '}')), nil
}

// parseQueries reads paging, sorting and filters; names the list does not have are refused.
func (c *served) parseQueries(ctx context.Context, queries map[string]string) (query.Query, error) {
	queries, err := simpleRest(queries)
	if err != nil {
		return query.Query{}, err
	}
	q := query.Query{}
	if q.Offset, q.Limit, err = window(queries, cmp.Or(c.Limit, defaultLimit)); err != nil {
		return q, err
	}
	if q.Sort, err = c.parseSort(queries["s"]); err != nil {
		return q, err
	}
	bad, unknown := fault.Validation(), field.NewDecoder()
	for _, name := range slices.Sorted(maps.Keys(queries)) { // in order, so that the same question is the same statement
		switch name {
		case "limit", "size", "offset", "from", "s":
			continue
		}
		isKnown, err := c.parseFilter(ctx, &q, namedFilter{name, queries[name]}, bad)
		if err != nil {
			return q, err
		}
		if !isKnown {
			unknown.Unknown = append(unknown.Unknown, name)
		}
	}
	if err := unknown.Err(); err != nil {
		return q, err
	}
	if err := bad.OrNil(); err != nil {
		return q, err
	}
	if queries["limit"] == "" && queries["size"] == "" { // whoever names records wants them all
		q.Limit = max(q.Limit, int64(len(q.Chosen)))
	}
	who := role.From(ctx)
	if err := c.refuseGuardedQuery(who, q); err != nil || who.Scope.IsUnlimited() {
		return q, err
	}
	return q, c.refuseForeignClient(ctx, q)
}

// window reads limit and offset, or size and from.
func window(queries map[string]string, size int64) (offset, limit int64, err error) {
	bad := fault.Validation()
	read := func(fallback int64, name, alias string) int64 {
		if queries[name] != "" && queries[alias] != "" {
			bad.Field(alias, "validation.twice", nil)
		}
		for _, name := range []string{name, alias} {
			text := queries[name]
			if text == "" {
				continue
			}
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil || n < 0 || n > field.MaxID {
				bad.Field(name, "validation.integer", nil)
				return fallback
			}
			return n
		}
		return fallback
	}
	limit = read(size, "limit", "size")
	offset = read(0, "offset", "from")
	checkLimit(bad, limit)
	return offset, limit, bad.OrNil()
}

func checkLimit(bad *fault.Error, limit int64) {
	switch {
	case limit < 1:
		bad.Field("limit", "validation.minValue", map[string]any{"min": 1})
	case limit > maxLimit:
		bad.Field("limit", "validation.maxValue", map[string]any{"max": maxLimit})
	}
}

// parseSort reads "title:asc,id:desc"; id is appended so that pages are stable.
func (c *served) parseSort(text string) ([]query.Sort, error) {
	if text == "" {
		return c.sort, nil
	}
	var out []query.Sort
	for part := range strings.SplitSeq(text, ",") {
		name, direction, _ := strings.Cut(part, ":")
		f := field.Find(c.fields, name)
		twice := slices.ContainsFunc(out, func(s query.Sort) bool { return s.Field == f })
		if f == nil || twice || !f.Sortable || (direction != "" && direction != "asc" && direction != "desc") {
			return nil, fault.Validation().Field("s", "validation.sort", map[string]any{"values": c.sortable()})
		}
		out = append(out, query.Sort{Field: f, Desc: direction == "desc"})
		if f.Kind == field.ID {
			return out, nil
		}
	}
	last := out[len(out)-1]
	return append(out, query.Sort{Field: field.Find(c.fields, "id"), Desc: last.Desc}), nil
}

func (c *served) sortable() []string {
	var out []string
	for _, f := range c.fields {
		if f.Sortable {
			out = append(out, f.Name)
		}
	}
	return out
}

// parseFilter adds the condition of one filter and says whether the list has it. Empty values are dropped, as is "All".
func (c *served) parseFilter(ctx context.Context, q *query.Query, a namedFilter, bad *fault.Error) (isKnown bool,
	err error,
) {
	name, text := a.name, a.text
	switch name {
	case "deleted":
		switch text {
		case "true":
			q.Trash = query.Deleted
		case "false", "":
		default:
			bad.Field(name, "validation.boolean", nil)
		}
		return c.Trash != nil, nil
	case "id":
		return true, c.parseValues(ctx, q, filterValue{
			filter{Name: "id", field: field.Find(c.fields, "id"), op: query.Is},
			text,
		}, bad)
	}
	for _, fl := range slices.Concat(c.filters, c.owners, c.days) {
		if fl.Name != name {
			continue
		}
		if text != "" && !((fl.op == query.Named || fl.op == query.Linked) && text == "All") {
			err = c.parseValues(ctx, q, filterValue{fl, text}, bad)
		}
		return true, err
	}
	if today := c.Today(name); today != name {
		return c.parseFilter(ctx, q, namedFilter{today, text}, bad)
	}
	return false, nil
}

// namedFilter is a filter as a query names it, with its value.
type namedFilter struct{ name, text string }

// Today is what a field is called that had this name once, or still has it.
func (c *served) Today(name string) string {
	if f := field.Find(c.fields, name); f != nil {
		return f.Name
	}
	return name
}
