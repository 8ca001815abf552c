package resource

import "reflect"

// Shown is a record inside another answer. It looks as in the answers of its own calls.
type Shown[T any] struct {
	of     *T
	fields []*Field // what of it; nil is everything that is answered
}

// Show wraps a record for an answer.
func Show[T any](v *T) Shown[T] { return Shown[T]{of: v} }

// ShowPage is the answer of a list that a domain serves itself: some fields of each record, named by their addresses in
// of. The caller has left out what it may not see.
func ShowPage[T any](p Page[T], of *T, fields Refs) List[Shown[T]] {
	return showPage(p, FieldsAt(of, fields...))
}

func showPage[T any](p Page[T], fs []*Field) List[Shown[T]] {
	out := List[Shown[T]]{Results: make([]Shown[T], len(p.Rows)), TotalResults: p.Total}
	for i := range p.Rows {
		out.Results[i] = Shown[T]{of: &p.Rows[i], fields: fs}
	}
	return out
}

// PageSchema describes the answer of ShowPage.
func PageSchema[T any](of *T, fields Refs) *Schema {
	return listOf(objectSchema(FieldsAt(of, fields...), func(*Field) bool { return true }))
}

// Record returns the record that is shown.
func (s Shown[T]) Record() *T { return s.of }

// MarshalJSON writes the record.
func (s Shown[T]) MarshalJSON() ([]byte, error) {
	if s.of == nil {
		return []byte("null"), nil
	}
	fs := s.fields
	if fs == nil {
		all, err := FieldsOf(reflect.TypeFor[T]())
		if err != nil {
			return nil, err
		}
		fs = Answered(all)
	}
	return appendObject(nil, fs, reflect.ValueOf(s.of).Elem()), nil
}

// Schema describes the record.
func (Shown[T]) Schema() Schema {
	fs, err := FieldsOf(reflect.TypeFor[T]())
	if err != nil {
		return Schema{"type": "object"}
	}
	return objectSchema(Answered(fs), func(*Field) bool { return true })
}

// shownField finds what of an answer shows a record: all of it, or a member. It is not valid when nothing does.
func shownField[T any](answer reflect.Value) reflect.Value {
	if answer.Type() == reflect.TypeFor[Shown[T]]() {
		return answer
	}
	if answer.Kind() == reflect.Struct {
		for i := range answer.NumField() {
			if answer.Type().Field(i).Type == reflect.TypeFor[Shown[T]]() {
				return answer.Field(i)
			}
		}
	}
	return reflect.Value{}
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
