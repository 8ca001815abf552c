package field

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
)

// Encoded is JSON that is ready to be sent.
type Encoded []byte

// MarshalJSON returns it as it is.
func (e Encoded) MarshalJSON() ([]byte, error) { return e, nil }

// JSON is a field's value of a record as the wire has it.
func (f *Field) JSON(record reflect.Value) json.RawMessage {
	return AppendValue(nil, f, f.In(record))
}

// AppendObject writes the fields of a record. References, instants, days and closed values that are not set are null;
// texts are "".
func AppendObject(b []byte, fs []*Field, v reflect.Value) []byte {
	b = append(b, '{')
	for i, f := range fs {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '"')
		b = append(append(b, f.Name...), '"', ':')
		b = AppendValue(b, f, f.In(v))
	}
	return append(b, '}')
}

// AppendValue writes the value of a field as JSON, masked where the field is.
func AppendValue(b []byte, f *Field, v reflect.Value) []byte {
	if f.Masked {
		return appendMasked(b, f, v)
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return append(b, "null"...)
		}
		v = v.Elem()
	}
	if !f.Many {
		return appendOne(b, f, v)
	}
	b = append(b, '[')
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendOne(b, f, v.Index(i))
	}
	return append(b, ']')
}

func appendOne(b []byte, f *Field, v reflect.Value) []byte {
	switch {
	case f.Type == TimeType:
		return appendInstant(b, instantOf(v))
	case f.Type == DecimalType:
		b, _ = decimal.Decimal(v.Int()).AppendText(b)
		return b
	case f.Kind == Object:
		return AppendObject(b, f.Fields, v)
	case f.Kind == Dec:
		b, _ = v.Interface().(decimal.Number).AppendText(b)
		return b
	}
	switch v.Kind() {
	case reflect.String:
		if v.Len() == 0 && f.nullsZero() {
			return append(b, "null"...)
		}
		return AppendString(b, v.String())
	case reflect.Int, reflect.Int64:
		if v.Int() == 0 && f.Kind == Reference {
			return append(b, "null"...)
		}
		return strconv.AppendInt(b, v.Int(), 10)
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool())
	case reflect.Map:
		if v.CanConvert(countsType) {
			return appendCounts(b, v.Convert(countsType).Interface().(map[string]int))
		}
	default:
	}
	text, err := json.Marshal(v.Interface())
	if err != nil {
		return append(b, "null"...)
	}
	return append(b, text...)
}

// instantOf goes through the address where there is one, so that nothing is allocated.
func instantOf(v reflect.Value) time.Time {
	if v.CanAddr() {
		return *v.Addr().Interface().(*time.Time)
	}
	return v.Interface().(time.Time)
}

var countsType = reflect.TypeFor[map[string]int]()

// appendCounts writes numbers by name, in the order of the names.
func appendCounts(b []byte, counts map[string]int) []byte {
	if counts == nil {
		return append(b, "null"...)
	}
	b = append(b, '{')
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if b[len(b)-1] != '{' {
			b = append(b, ',')
		}
		b = append(AppendString(b, name), ':')
		b = strconv.AppendInt(b, int64(counts[name]), 10)
	}
	return append(b, '}')
}

func appendInstant(b []byte, t time.Time) []byte {
	if t.IsZero() {
		return append(b, "null"...)
	}
	t = t.UTC()
	year, month, day := t.Date()
	if year < 0 || year > 9999 {
		return append(t.AppendFormat(append(b, '"'), date.InstantLayout), '"')
	}
	hour, minute, second := t.Clock()
	b = append(appendDigits(append(b, '"'), year, 4), '-')
	b = append(appendDigits(b, int(month), 2), '-')
	b = append(appendDigits(b, day, 2), 'T')
	b = append(appendDigits(b, hour, 2), ':')
	b = append(appendDigits(b, minute, 2), ':')
	b = append(appendDigits(b, second, 2), '.')
	return append(appendDigits(b, t.Nanosecond()/int(time.Millisecond), 3), 'Z', '"')
}

// appendDigits writes a number with zeros before it, a fifth of the time in which the layout of an instant is read.
func appendDigits(b []byte, n, width int) []byte {
	b = append(b, "0000"[:width]...)
	for i := len(b) - 1; n > 0; i, n = i-1, n/10 {
		b[i] = byte('0' + n%10)
	}
	return b
}

// AppendString writes s as a JSON string that is also safe inside HTML.
func AppendString(b []byte, s string) []byte {
	foreign := false
	for i := range len(s) {
		c := s[i]
		if c < 0x20 || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return appendEscaped(b, s)
		}
		foreign = foreign || c >= utf8.RuneSelf
	}
	// ends of lines to JavaScript
	if foreign && (!utf8.ValidString(s) || strings.Contains(s, "\u2028") || strings.Contains(s, "\u2029")) {
		return appendEscaped(b, s)
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

func appendEscaped(b []byte, s string) []byte {
	text, _ := json.Marshal(s) // a string always marshals
	return append(b, text...)
}
