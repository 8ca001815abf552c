package resource

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

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
		if !slices.Contains(paging, name) && !slices.Contains(c.Access.Lookup.Asks, name) {
			return Forbidden(c.readers()...)
		}
	}
	return nil
}

var paging = []string{"limit", "offset", "from", "size"}

// dbSearch answers POST /api/dbSearch/{name}: the same list, asked for by a body.
func (c *served) dbSearch(ctx context.Context, r *Request) (any, error) {
	if err := r.Only(); err != nil {
		return nil, err
	}
	members, err := object(r.Body)
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
			return nil, fault.New(fault.Invalid, "UNKNOWN_FIELD", "unknown field %s", name).Field(name, "error.unknownField", nil)
		}
	}
	q, err := c.parseBody(ctx, members["filters"], queries)
	if err != nil {
		return nil, err
	}
	return c.page(ctx, q, false)
}

// page answers one page in the frame of a list, or its rows alone.
func (c *served) page(ctx context.Context, q Query, bare bool) (any, error) {
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
	if bare {
		b = append(b[:0], '[')
	}
	for i := range p.len() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendObject(b, q.Fields, p.row(i))
	}
	if bare {
		return encoded(append(b, ']')), nil
	}
	b = append(b, `],"totalResults":`...)
	b = strconv.AppendInt(b, p.total, 10)
	return encoded(append(b, '}')), nil
}

// parseQueries reads paging, sorting and filters; names the list does not have are refused.
func (c *served) parseQueries(ctx context.Context, queries map[string]string) (Query, error) {
	queries, err := simpleRest(queries)
	if err != nil {
		return Query{}, err
	}
	q := Query{}
	if q.Offset, q.Limit, err = window(queries, cmp.Or(c.Limit, defaultLimit)); err != nil {
		return q, err
	}
	if q.Sort, err = c.parseSort(queries["s"]); err != nil {
		return q, err
	}
	bad, unknown := fault.Validation(), newDecoder()
	for _, name := range slices.Sorted(maps.Keys(queries)) { // in order, so that the same question is the same statement
		switch name {
		case "limit", "size", "offset", "from", "s":
			continue
		}
		if !c.parseFilter(&q, name, queries[name], bad) {
			unknown.unknown = append(unknown.unknown, name)
		}
	}
	if err := unknown.err(); err != nil {
		return q, err
	}
	if err := bad.Or(); err != nil {
		return q, err
	}
	if queries["limit"] == "" && queries["size"] == "" { // whoever names records wants them all
		q.Limit = max(q.Limit, int64(len(q.named)))
	}
	who := role.From(ctx)
	if err := c.refuseGuardedQuery(who, q); err != nil || who.Scope.Everything() {
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
			if err != nil || n < 0 || n > maxID {
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
	return offset, limit, bad.Or()
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
func (c *served) parseSort(text string) ([]Sort, error) {
	if text == "" {
		return c.sort, nil
	}
	var out []Sort
	for part := range strings.SplitSeq(text, ",") {
		name, direction, _ := strings.Cut(part, ":")
		f := Find(c.fields, name)
		twice := slices.ContainsFunc(out, func(s Sort) bool { return s.Field == f })
		if f == nil || twice || !f.Sortable || (direction != "" && direction != "asc" && direction != "desc") {
			return nil, fault.Validation().Field("s", "validation.sort", map[string]any{"values": c.sortable()})
		}
		out = append(out, Sort{f, direction == "desc"})
		if f.Kind == ID {
			return out, nil
		}
	}
	last := out[len(out)-1]
	return append(out, Sort{Find(c.fields, "id"), last.Desc}), nil
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
func (c *served) parseFilter(q *Query, name, text string, bad *fault.Error) bool {
	switch name {
	case "deleted":
		switch text {
		case "true":
			q.Trash = Deleted
		case "false", "":
		default:
			bad.Field(name, "validation.boolean", nil)
		}
		return c.Trash != nil
	case "id":
		c.parseValues(q, filter{Name: "id", field: Find(c.fields, "id"), op: Is}, text, bad)
		return true
	}
	for _, fl := range slices.Concat(c.filters, c.owners) {
		if fl.Name != name {
			continue
		}
		if text != "" && !((fl.op == Named || fl.op == Linked) && text == "All") {
			c.parseValues(q, fl, text, bad)
		}
		return true
	}
	today := c.Today(name)
	return today != name && c.parseFilter(q, today, text, bad)
}

// Today is what a field is called that had this name once, or still has it.
func (c *served) Today(name string) string {
	if f := Find(c.fields, name); f != nil {
		return f.Name
	}
	return name
}

func (c *served) parseValues(q *Query, fl filter, text string, bad *fault.Error) {
	if strings.ContainsFunc(text, control) {
		bad.Field(fl.Name, "validation.control", nil)
		return
	}
	switch fl.op {
	case AnyOf:
		cond := Cond{Op: AnyOf}
		for _, f := range fl.fields {
			if v, ok := parseScalar(f, text); ok {
				cond.Any = append(cond.Any, Cond{Field: f, Op: Is, Values: []any{v}})
			}
		}
		q.Where = append(q.Where, cond)
	case Filled:
		parseFilled(q, fl, text, bad)
	case Linked:
		if fl.Kind == string(Bool) && text != "true" && text != "false" {
			bad.Field(fl.Name, "validation.boolean", nil)
		}
		q.Where = append(q.Where, Cond{Op: Linked, Link: fl.link, Values: []any{text}})
	case Contains:
		q.Where = append(q.Where, c.byName(fl.field, text))
	case Named:
		q.Where = append(q.Where, Cond{Field: fl.field, Op: fl.op, Values: []any{text}})
	case AtMost, AtLeast:
		c.parseBound(q, fl, text, bad)
	default:
		c.parseOneOf(q, fl, text, bad)
	}
}

func parseFilled(q *Query, fl filter, text string, bad *fault.Error) {
	wanted, err := strconv.ParseBool(text)
	if err != nil {
		bad.Field(fl.Name, "validation.boolean", nil)
		return
	}
	some := Cond{Op: AnyOf}
	for _, f := range fl.fields {
		some.Any = append(some.Any, Cond{Field: f, Op: Filled})
		if !wanted {
			q.Where = append(q.Where, Cond{Field: f, Op: Is, Values: []any{""}})
		}
	}
	if wanted {
		q.Where = append(q.Where, some)
	}
}

// parseOneOf reads one value or several, comma separated.
func (c *served) parseOneOf(q *Query, fl filter, text string, bad *fault.Error) {
	cond := Cond{Field: fl.field, Op: Is}
	for _, part := range fl.parts(text) {
		v, ok := parseScalar(fl.field, part)
		if !ok {
			bad.Field(fl.Name, typeMessage(fl.field), typeParams(fl.field))
			return
		}
		if fl.field.Kind == Reference && v == int64(0) {
			return // 0 is the filter value "all"
		}
		if c.Trash != nil && fl.field == c.trash && v == fmt.Sprint(c.Trash.Value) && q.Trash == Live {
			q.Trash = Both
		}
		cond.Values = append(cond.Values, v)
	}
	if fl.field.Kind == ID && fl.Name == "id" {
		q.named = cond.Values
	}
	if len(cond.Values) > maxListed {
		bad.Field(fl.Name, "validation.maxItems", map[string]any{"max": maxListed})
	}
	q.Where = append(q.Where, cond)
}

// parts are the values a text names: ids and values of an enumeration are separated by commas, which any other text may hold.
func (fl filter) parts(text string) []string {
	if fl.field.HasText() && !fl.Many {
		return []string{text}
	}
	return strings.Split(text, ",")
}

func (c *served) parseBound(q *Query, fl filter, text string, bad *fault.Error) {
	v, ok := parseScalar(fl.field, text)
	if fl.field.Type == timeType {
		v, ok = parseInstant(text, fl.op == AtMost)
	}
	if !ok {
		bad.Field(fl.Name, typeMessage(fl.field), nil)
		return
	}
	q.Where = append(q.Where, Cond{Field: fl.field, Op: fl.op, Values: []any{v}})
}

// parseInstant reads an instant, or a day: its first millisecond, or its last.
func parseInstant(text string, last bool) (any, bool) {
	if len(text) > maxLiteral {
		return nil, false
	}
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return t.UnixMilli(), true
	}
	day, err := time.Parse(time.DateOnly, text)
	if last {
		day = day.AddDate(0, 0, 1).Add(-time.Millisecond)
	}
	return day.UnixMilli(), err == nil
}

// parseScalar reads a filter value as the field's column holds it.
func parseScalar(f *Field, text string) (any, bool) {
	v := reflect.New(f.Type).Elem()
	if !parseInto(f, v, text) {
		return nil, false
	}
	if f.Enums != nil {
		message, _ := f.wrongText(text)
		return text, message == ""
	}
	switch {
	case v.Kind() == reflect.Bool:
		return v.Bool(), true
	case v.CanInt():
		return v.Int(), v.Int() >= 0 || f.Kind != Reference && f.Kind != ID
	case v.Kind() == reflect.String:
		return v.String(), true
	}
	return nil, false
}
