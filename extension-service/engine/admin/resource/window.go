package resource

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/fault"
)

// Window is the page of a list that a caller wants, in either of its two forms. It is embedded in the input of a call.
type Window struct {
	Limit  *int64 `query:"limit"  check:"minvalue=1,maxvalue=1000"`
	Size   *int64 `query:"size"   check:"minvalue=1,maxvalue=1000"`
	Offset *int64 `query:"offset" check:"minvalue=0"`
	From   *int64 `query:"from"   check:"minvalue=0"`
}

// Page is the rows to skip and the rows to answer at most.
func (w Window) Page() (offset, limit int64) { return w.pageOf(defaultLimit) }

// PageOf is Page for a caller that may have named so many records: all of them, unless it asks for fewer.
func (w Window) PageOf(named int) (offset, limit int64) {
	return w.pageOf(max(defaultLimit, int64(named)))
}

func (w Window) pageOf(size int64) (offset, limit int64) {
	return *cmp.Or(w.Offset, w.From, new(int64)), *cmp.Or(w.Limit, w.Size, &size)
}

// Paging is embedded in the input of a domain's own list call, which can be sorted, and narrowed to records by their
// ids.
type Paging struct {
	Window
	Sort string  `query:"s"`
	Only []int64 `query:"id" kind:"id" check:"max=200"`
}

// RequestedPaging is what a view reads of its input.
func (p Paging) RequestedPaging() Paging { return p }

// OrderBy reads an order such as "name:asc,created:desc" for a list that is written in SQL: columns holds what may be
// sorted by, last ends every order, so that pages are stable.
func OrderBy(text string, columns map[string]string, last string) (string, error) {
	var steps []string
	for step := range strings.SplitSeq(text, ",") {
		name, direction, _ := strings.Cut(step, ":")
		if name == "" {
			continue
		}
		column, ok := columns[name]
		if !ok || direction != "asc" && direction != "desc" && direction != "" {
			return "", fault.Validation().Field("s", "validation.sort",
				map[string]any{"values": slices.Sorted(maps.Keys(columns))})
		}
		if direction == "desc" {
			column += " DESC"
		}
		steps = append(steps, column)
	}
	return " ORDER BY " + strings.Join(append(steps, last), ", "), nil
}

// NewQuery begins a query over the fields of a record, of which of is any address, for one page of size rows unless the
// caller asked for another number. Every column may be sorted by.
func NewQuery[T any](of *T, p Paging, size int64) (query.Query, error) { return newQuery(of, p, size) }

func newQuery(of any, p Paging, size int64) (query.Query, error) {
	fs, err := field.List(reflect.TypeOf(of).Elem())
	if err != nil {
		return query.Query{}, err
	}
	var q query.Query
	q.Offset, q.Limit = p.pageOf(max(size, int64(len(p.Only))))
	c := &served{spec: spec{Of: of}, fields: field.Clone(fs)}
	c.row = c.fields
	c.compileSort()
	if len(p.Only) > 0 {
		q.Where = []query.Cond{query.OneOf(field.Find(c.fields, "id"), p.Only)}
	}
	q.Sort, err = c.parseSort(p.Sort)
	return q, err
}
