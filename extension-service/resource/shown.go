package resource

import "reflect"

// Shown is a record inside another answer. It looks as in the answers of its own calls.
type Shown[T any] struct{ of *T }

// Show wraps a record for an answer.
func Show[T any](v *T) Shown[T] { return Shown[T]{v} }

// Record returns the record that is shown.
func (s Shown[T]) Record() *T { return s.of }

// MarshalJSON writes the record.
func (s Shown[T]) MarshalJSON() ([]byte, error) {
	if s.of == nil {
		return []byte("null"), nil
	}
	fs, err := FieldsOf(reflect.TypeFor[T]())
	if err != nil {
		return nil, err
	}
	return appendObject(nil, answered(fs), reflect.ValueOf(s.of).Elem()), nil
}

// Schema describes the record.
func (Shown[T]) Schema() Schema { return structSchema(reflect.TypeFor[T]()) }
