package resource

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
)

// dialect are the parameters by which ra-data-simple-rest asks for a list.
var dialect = []string{"range", "sort", "filter"}

// simpleRest translates them into our own.
func simpleRest(queries map[string]string) (map[string]string, error) {
	if !inDialect(queries) {
		return queries, nil
	}
	out, bad := map[string]string{}, fault.Validation()
	for name, parameters := range map[string][]string{"range": {"limit", "size", "offset", "from"}, "sort": {"s"}} {
		for _, own := range parameters { // of two answers to one question nobody can say which was meant
			if queries[name] != "" && queries[own] != "" {
				bad.Field(own, "validation.twice", nil)
			}
		}
	}
	// so that what is said twice is understood the same way each time
	for _, name := range slices.Sorted(maps.Keys(queries)) {
		switch text := queries[name]; name {
		case "range":
			var at [2]int64
			if json.Unmarshal([]byte(text), &at) != nil || at[0] < 0 || at[1] < at[0] {
				bad.Field(name, "validation.list", nil)
			}
			out["offset"], out["limit"] = strconv.FormatInt(at[0], 10), strconv.FormatInt(at[1]-at[0]+1, 10)
		case "sort":
			var by [2]string
			if json.Unmarshal([]byte(text), &by) != nil {
				bad.Field(name, "validation.list", nil)
			}
			out["s"] = by[0] + ":" + strings.ToLower(by[1])
		case "filter":
			filters, err := readFilters(json.RawMessage(text), name, "")
			if err != nil {
				return nil, err
			}
			maps.Copy(out, filters)
		default:
			out[name] = text
		}
	}
	return out, bad.OrNil()
}

func inDialect(queries map[string]string) bool {
	return slices.ContainsFunc(dialect, func(name string) bool { return queries[name] != "" })
}

// wantsRows says whether a list is to be answered without its frame. ra-data-simple-rest knows none: it tells by a
// Range of records for a page, and by a filter alone for records it names, which nobody else sends in this form.
func (r *Request) wantsRows() bool {
	unit, _, ranged := strings.Cut(r.Header("Range"), "=")
	if ranged && unit != "bytes" && inDialect(r.Queries) {
		return true
	}
	return len(r.Queries) == 1 && r.Queries["filter"] != "" && r.Header("Accept") == "application/json"
}

// extent is how many rows a page has after the first, of how many in all.
type extent struct{ first, n, total int64 }

// contentRange says which part of the whole a page is.
func contentRange(ctx context.Context, unit string, e extent) {
	ReplyOf(ctx).SetHeader("Content-Range", fmt.Sprintf("%s %d-%d/%d", unit, e.first, max(e.first+e.n-1, e.first),
		e.total))
}

// rows is implemented by every answer that is a list.
type rows interface {
	part(w excerpt) (rows, error)
	count() (n int, total int64)
	rowsOnly() any
}

// excerpt is the part of a list that its call cannot find itself, having neither pages nor an order to choose.
type excerpt struct {
	ids, order []string
	first, n   int
}

// inDialect lets a call that answers a list be asked as ra-data-simple-rest does. What the call has no parameter for is
// done to its answer, which then is the whole list.
func (in *input) inDialect(call func(context.Context, *Request) (any, error)) func(context.Context, *Request) (any,
	error) {
	return func(ctx context.Context, r *Request) (any, error) {
		if r.Method != "GET" {
			return call(ctx, r)
		}
		queries, err := simpleRest(r.Queries)
		if err != nil {
			return nil, err
		}
		request, w := *r, excerpt{n: -1}
		if request.Queries = queries; inDialect(r.Queries) {
			if request.Queries, w, err = in.excerptOf(queries); err != nil {
				return nil, err
			}
		}
		out, err := call(ctx, &request)
		if err != nil {
			return nil, err
		}
		page, err := out.(rows).part(w)
		if err != nil {
			return nil, err
		}
		n, total := page.count()
		first, _ := strconv.ParseInt(cmp.Or(queries["offset"], queries["from"]), 10, 64) // checked by whoever has read it
		contentRange(ctx, path.Base(r.Path), extent{first, int64(n), total})
		if r.wantsRows() {
			return page.rowsOnly(), nil
		}
		return page, nil
	}
}

// excerptOf takes what the input has no parameter for out of the queries.
func (in *input) excerptOf(queries map[string]string) (map[string]string, excerpt, error) {
	left, w := maps.Clone(queries), excerpt{n: -1}
	remove := func(name string) string {
		if slices.ContainsFunc(in.fields, func(f *field.Field) bool { return f.Place == "query" && f.Alias == name }) {
			return ""
		}
		text := left[name]
		delete(left, name)
		return text
	}
	if ids := remove("id"); ids != "" {
		w.ids = strings.Split(ids, ",")
	}
	if by := remove("s"); by != "" {
		w.order = strings.SplitN(by, ":", 2)
	}
	if limit := remove("limit"); limit != "" {
		first, n, err := window(map[string]string{"limit": limit, "offset": remove("offset")}, defaultLimit)
		if err != nil {
			return nil, w, err
		}
		w.first, w.n = int(first), int(n)
	}
	return left, w, nil
}

// part is what of a whole list is wished for.
func (l List[T]) part(w excerpt) (rows, error) {
	err := w.truncate(reflect.ValueOf(&l.Results).Elem(), &l.TotalResults)
	return l, err
}

// truncate leaves of a whole list what is wished for.
func (w excerpt) truncate(list reflect.Value, total *int64) error {
	if w.ids == nil && w.order == nil && w.n < 0 {
		return nil
	}
	at, err := w.positions(list)
	if err != nil {
		return err
	}
	if w.ids != nil {
		*total = int64(len(at))
	}
	if w.n >= 0 {
		first := min(w.first, len(at))
		at = at[first:min(first+w.n, len(at))]
	}
	selected := reflect.MakeSlice(list.Type(), len(at), len(at))
	for i, n := range at {
		selected.Index(i).Set(list.Index(n))
	}
	list.Set(selected)
	return nil
}

// positions says where the wished rows of a whole list stand in it, in their order.
func (w excerpt) positions(list reflect.Value) ([]int, error) {
	fs, _ := field.List(list.Type().Elem()) // of a row that is no plain struct nothing is known
	value := func(row int, f *field.Field) reflect.Value { return reflect.Indirect(f.In(list.Index(row))) }
	at := make([]int, 0, list.Len())
	id := field.Find(fs, "id")
	for i := range list.Len() {
		if w.ids == nil || id != nil && slices.Contains(w.ids, valueText(value(i, id))) {
			at = append(at, i)
		}
	}
	if w.order == nil {
		return at, nil
	}
	f := field.Find(fs, w.order[0])
	if f == nil || w.order[1] != "asc" && w.order[1] != "desc" {
		return nil, fault.Validation().Field("sort", "validation.sort", map[string]any{"values": field.Names(fs)})
	}
	slices.SortStableFunc(at, func(a, b int) int {
		if w.order[1] == "desc" {
			a, b = b, a
		}
		return compareValues(value(a, f), value(b, f))
	})
	return at, nil
}

func (l List[T]) count() (int, int64) { return len(l.Results), l.TotalResults }

func (l List[T]) rowsOnly() any { return l.Results }

// compareValues puts what is not set first.
func compareValues(a, b reflect.Value) int {
	if a.IsValid() && b.IsValid() && a.CanInt() {
		return cmp.Compare(a.Int(), b.Int())
	}
	return strings.Compare(strings.ToLower(valueText(a)), strings.ToLower(valueText(b)))
}

func valueText(v reflect.Value) string {
	if !v.IsValid() {
		return ""
	}
	return fmt.Sprint(v.Interface())
}

// namesGone lets a call that deletes and has nothing to say answer ra-data-simple-rest, which takes the record, or at
// least its id, out of the answer. It tells by the type of a body it does not send.
func namesGone(call func(context.Context, *Request) (any, error)) func(context.Context, *Request) (any, error) {
	return func(ctx context.Context, r *Request) (any, error) {
		out, err := call(ctx, r)
		if err != nil || r.Method != "DELETE" || len(r.Body) > 0 || r.Header("Content-Type") != "text/plain" {
			return out, err
		}
		name := path.Base(r.Path)
		if id, err := strconv.ParseInt(name, 10, 64); err == nil {
			return map[string]any{"id": id}, nil
		}
		return map[string]any{"id": name}, nil
	}
}

// lists says whether an endpoint answers a list that ra-data-simple-rest may ask for.
func (e Endpoint) lists() bool {
	return e.isList || e.Method == "GET" && e.Handle.Out != nil && e.Handle.Out.Implements(typeOf[rows]())
}

// orRows describes a list with its frame and without.
func orRows(list field.Schema) field.Schema {
	return field.Schema{"anyOf": []field.Schema{list, list["properties"].(field.Schema)["results"].(field.Schema)}}
}
