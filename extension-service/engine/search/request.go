package search

import (
	"maps"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/platform/fault"
)

// Request is the body of POST /api/search/{type}/query. Filters hold one value or a list by field name.
type Request struct {
	Query     string         `json:"query"`
	Size      int            `json:"size"` // 0 = 10
	Offset    int            `json:"offset"`
	Sort      []Order        `json:"sort"`
	ClientIDs []int64        `json:"clientIds"` // empty or with a 0 = all
	Filters   map[string]any `json:"filters"`
}

// Order is one sort key of a request; an empty order ascends.
type Order struct {
	Field string `json:"field"`
	Order string `json:"order"`
}

const (
	defaultSize = 10
	maxSize     = 1000
	maxValues   = 200 // of one filter
)

// query checks a request against the schema of the index that will answer it.
func (r Request) query(s Schema) (Query, error) {
	if r.Size == 0 {
		r.Size = defaultSize
	}
	if err := r.window(); err != nil {
		return Query{}, err
	}
	terms, err := Parse(r.Query, s)
	if err != nil {
		return Query{}, err
	}
	q := Query{Terms: terms, Size: r.Size, Offset: r.Offset}
	if !slices.Contains(r.ClientIDs, 0) {
		q.ClientIDs = r.ClientIDs
	}
	if q.Sort, err = r.order(s); err != nil {
		return Query{}, err
	}
	for _, name := range slices.Sorted(maps.Keys(r.Filters)) {
		t, err := filter(s, name, r.Filters[name])
		if err != nil {
			return Query{}, err
		}
		if len(t.Values) > 0 {
			q.Terms = append(q.Terms, t)
		}
	}
	return q, nil
}

func (r Request) window() error {
	bad := fault.Validation()
	if r.Size < 0 {
		bad.Field("size", "validation.integer", nil)
	}
	if r.Size > maxSize {
		bad.Field("size", "validation.maxValue", map[string]any{"max": maxSize})
	}
	if r.Offset < 0 {
		bad.Field("offset", "validation.integer", nil)
	}
	if err := bad.OrNil(); err != nil {
		return err
	}
	if r.Offset > MaxWindow-r.Size {
		return fault.New(fault.Invalid, "WINDOW_TOO_LARGE", "an index shows its first %d results", MaxWindow).With("max",
			MaxWindow)
	}
	return nil
}

func (r Request) order(s Schema) ([]Sort, error) {
	var out []Sort
	for _, o := range r.Sort {
		f := s.Field(o.Field)
		known := o.Field == "id" || f != nil && f.Sortable && f.Compared()
		if !known || !slices.Contains([]string{"", "asc", "desc"}, o.Order) {
			return nil, fault.Validation().Field("sort", "validation.sort", map[string]any{"values": s.sortable()})
		}
		out = append(out, Sort{o.Field, o.Order == "desc"})
	}
	return out, nil
}

func (s Schema) sortable() []string {
	out := []string{"id"}
	for _, f := range s.Fields {
		if f.Sortable && f.Compared() && f.Name != "id" {
			out = append(out, f.Name)
		}
	}
	return out
}

// filter reads one filter; empty values are dropped.
func filter(s Schema, name string, value any) (Term, error) {
	path := "filters." + name
	f := &Field{Name: "id", Type: Long}
	if name != "id" {
		if f = s.Field(name); f == nil || !f.Filterable {
			return Term{}, unknownField(path, name)
		}
	}
	t := Term{Field: name}
	values, err := texts(reflect.ValueOf(value))
	if err != nil {
		return t, wrongValue(path, *f)
	}
	if len(values) > maxValues {
		return t, fault.Validation().Field(path, "validation.maxItems", map[string]any{"max": maxValues})
	}
	for _, v := range values {
		if v == "" {
			continue
		}
		if _, err := f.Canonical(v); err != nil {
			return t, wrongValue(path, *f)
		}
		t.Values = append(t.Values, v)
	}
	return t, nil
}
