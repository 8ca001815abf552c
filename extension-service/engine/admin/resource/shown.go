package resource

import (
	"reflect"
	"strconv"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
)

// Shown is a record inside another answer. It looks as in the answers of its own calls.
type Shown[T any] struct{ shown shown }

// shown is a Shown of any type.
type shown struct {
	of     any            // the address of a record; nil is none
	fields []*field.Field // what of it; nil is everything that is answered
}

// Show wraps a record for an answer.
func Show[T any](v *T) Shown[T] { return Shown[T]{shown{of: v}} }

// ShowPage is the answer of a list that a domain serves itself: some fields of each record, named by their addresses in
// of. The caller has left out what it may not see.
func ShowPage[T any](p query.Page[T], of *T, fields Refs) List[Shown[T]] {
	out, fs := List[Shown[T]]{Results: make([]Shown[T], len(p.Rows)), TotalResults: p.Total}, field.AllAt(of, fields...)
	for i := range p.Rows {
		out.Results[i].shown = shown{&p.Rows[i], fs}
	}
	return out
}

func showPage(p page, fs []*field.Field) List[shown] {
	out := List[shown]{Results: make([]shown, p.len()), TotalResults: p.total}
	for i := range out.Results {
		out.Results[i] = shown{p.at(i), fs}
	}
	return out
}

// PageSchema describes the answer of ShowPage.
func PageSchema[T any](of *T, fields Refs) *field.Schema {
	return field.ListSchema(field.ObjectSchema(field.AllAt(of, fields...), func(*field.Field) bool { return true }))
}

// Record returns the record that is shown.
func (s Shown[T]) Record() *T {
	v, _ := s.shown.of.(*T)
	return v
}

// Key is the id of the record, by which it is read again for a repeated call.
func (s Shown[T]) Key() string {
	if v, ok := s.shown.of.(entity); ok {
		return strconv.FormatInt(v.Base().ID, 10)
	}
	return ""
}

// MarshalJSON writes the record.
func (s Shown[T]) MarshalJSON() ([]byte, error) { return s.shown.MarshalJSON() }

// MarshalJSON writes the record.
func (s shown) MarshalJSON() ([]byte, error) {
	if s.of == nil {
		return []byte("null"), nil
	}
	v, fs := reflect.ValueOf(s.of).Elem(), s.fields
	if fs == nil {
		all, err := field.List(v.Type())
		if err != nil {
			return nil, err
		}
		fs = field.WithoutWriteOnly(all)
	}
	return field.AppendObject(nil, fs, v), nil
}

// Schema describes the record.
func (Shown[T]) Schema() field.Schema { return shownSchema(typeOf[T]()) }

func shownSchema(record reflect.Type) field.Schema {
	fs, err := field.List(record)
	if err != nil {
		return field.Schema{"type": "object"}
	}
	return field.ObjectSchema(field.WithoutWriteOnly(fs), func(*field.Field) bool { return true })
}

// part is what the engine sees of a Shown.
func (s *Shown[T]) part() *shown { return &s.shown }

// partOf is the same of one that an answer holds, which can be changed.
func partOf(v reflect.Value) *shown {
	return v.Addr().Interface().(interface{ part() *shown }).part()
}

// show wraps a record as a Shown of that type.
func show(v entity, as reflect.Type) any {
	out := reflect.New(as).Elem()
	partOf(out).of = v
	return out.Interface()
}

// shownIn finds what of an answer is a Shown of that type: all of it, or a member. Nil when nothing is.
func shownIn(answer reflect.Value, as reflect.Type) *shown {
	if answer.Type() == as {
		return partOf(answer)
	}
	if answer.Kind() == reflect.Struct {
		for i := range answer.NumField() {
			if answer.Type().Field(i).Type == as {
				return partOf(answer.Field(i))
			}
		}
	}
	return nil
}

// fillEmpty makes maps and lists that are not set empty, as answers have them.
func fillEmpty(answer reflect.Value) {
	for _, field := range answer.Fields() {
		switch f := field; {
		case !f.CanSet():
		case f.Kind() == reflect.Map && f.IsNil():
			f.Set(reflect.MakeMap(f.Type()))
		case f.Kind() == reflect.Slice && f.IsNil():
			f.Set(reflect.MakeSlice(f.Type(), 0, 0))
		}
	}
}
