package field

import "reflect"

// MaskedText stands for a text that is there and that the caller may not read.
const MaskedText = "•••"

// Masked is a field of which answers hold no more than that there is a value.
func Masked(f *Field) *Field {
	out := *f
	out.Masked, out.ReadOnly = true, true
	if f.Kind == Object {
		out.Fields = make([]*Field, len(f.Fields))
		for i, inner := range f.Fields {
			out.Fields[i] = Masked(inner)
		}
	}
	return &out
}

// appendMasked writes that a text is there, and of anything else nothing.
func appendMasked(b []byte, f *Field, v reflect.Value) []byte {
	switch {
	case f.Many:
		return append(b, "[]"...)
	case f.Kind == Object && v.Kind() == reflect.Struct:
		return AppendObject(b, f.Fields, v)
	case v.Kind() != reflect.String || f.Type == DateType || f.Enums != nil || f.Kind == Country:
		return append(b, "null"...)
	case v.Len() == 0:
		return append(b, `""`...)
	}
	return AppendString(b, MaskedText)
}
