package field

import (
	"reflect"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
)

// IndexType is the type a field has in an index.
func (f *Field) IndexType() string {
	switch {
	case f.Kind == ID || f.Kind == Reference || f.Kind == Staff || f.Kind == Int:
		return "long"
	case f.Kind == Bool:
		return "boolean"
	case f.Kind == DateKind || f.Kind == Instant:
		return "date"
	case f.Kind == Dec || f.Type == DecimalType:
		return "double"
	case f.Folded || f.From != "":
		return "text"
	case f.Kind == Object:
		return "object"
	}
	return "keyword"
}

// IndexValue is a field's value as an index stores it: string, int64, bool, or a list of strings.
func IndexValue(f *Field, v reflect.Value) any {
	switch {
	case f.Type == TimeType && !f.Many:
		if t := v.Interface().(time.Time); !t.IsZero() {
			return date.InstantText(t)
		}
		return ""
	case f.Many && f.Type.Kind() == reflect.String:
		out := make([]string, v.Len())
		for i := range out {
			out[i] = v.Index(i).String()
		}
		return out
	case v.Kind() == reflect.String:
		return v.String()
	case v.Kind() == reflect.Bool:
		return v.Bool()
	case v.CanInt() && f.Type != DecimalType:
		return v.Int()
	}
	return string(AppendValue(nil, f, v))
}
