package field

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"poolkeeper.example/extension-service/platform/fault"
)

// SetText reads a value that came as text. A path that is no id names no record.
func SetText(f *Field, v reflect.Value, text string) error {
	if !utf8.ValidString(text) {
		return fault.New(fault.BadRequest, "BAD_REQUEST", "%s is not UTF-8", f.Alias)
	}
	if f.Place == "path" && v.CanInt() {
		id, err := ParseID(text)
		v.SetInt(id)
		return err
	}
	bad := fault.Validation()
	if !f.Many {
		if !ParseInto(f, settable(v), text) {
			f.RefuseType(bad, f.Alias)
		}
		return bad.OrNil()
	}
	for part := range strings.SplitSeq(text, ",") {
		x := reflect.New(f.Type).Elem()
		if !ParseInto(f, x, part) {
			f.RefuseType(bad, f.Alias)
			return bad
		}
		v.Set(reflect.Append(v, x))
	}
	return nil
}

// ParseInto reads a text as one value of the field, and says whether it is one.
func ParseInto(f *Field, v reflect.Value, text string) bool {
	switch {
	case v.Kind() == reflect.String && f.Type != DateType:
		v.SetString(text)
		return true
	case v.Kind() == reflect.String || f.Type == TimeType:
		quoted, err := json.Marshal(text)
		return err == nil && scalar(quoted, f, v) == nil
	case v.Kind() == reflect.Bool:
		b, err := strconv.ParseBool(text)
		v.SetBool(b)
		return err == nil
	}
	return scalar(json.RawMessage(text), f, v) == nil
}

// ParseID reads a record's id from a path; what cannot be one is NOT_FOUND, like a record that is not there. An id is
// written in one way only: with a sign or zeros before it, it is none.
func ParseID(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 || id > MaxID || strconv.FormatInt(id, 10) != text {
		return 0, fault.New(fault.NotFound, "NOT_FOUND", "no record has this id")
	}
	return id, nil
}

// ParseInstant reads an instant, or a day: its first millisecond, or its last.
func ParseInstant(text string, last bool) (any, bool) {
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

// ParseScalar reads a filter value as the field's column holds it.
func ParseScalar(f *Field, text string) (any, bool) {
	v := reflect.New(f.Type).Elem()
	if !ParseInto(f, v, text) {
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
