package field

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/jsontext"
)

const maxDepth = 32 // nesting of a request body

// ReadObject reads a JSON object's members without interpreting them.
func ReadObject(body []byte) (map[string]json.RawMessage, error) {
	if !utf8.Valid(body) {
		return nil, fault.New(fault.BadRequest, "BAD_REQUEST", "the body is not UTF-8")
	}
	if deep(body) {
		return nil, fault.New(fault.BadRequest, "BAD_REQUEST", "the body is nested too deeply")
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return map[string]json.RawMessage{}, nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil || members == nil {
		return nil, fault.New(fault.BadRequest, "BAD_REQUEST", "the body is not a JSON object")
	}
	return members, nil
}

// deep says whether brackets outside strings nest further than any input of ours.
func deep(body []byte) bool {
	depth, inString := 0, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}

// Decoder reads members into the fields of a struct and collects every mistake.
type Decoder struct {
	bad     *fault.Error
	Unknown []string
	Ignore  func(*Field) bool // fields whose value in the body is passed over; nil = none
	Creates bool              // what is read over is new, so that null clears no yes or no it starts with
}

// NewDecoder begins with nothing wrong.
func NewDecoder() *Decoder { return &Decoder{bad: fault.Validation()} }

// Err reports unknown names first: a typo must never be lost behind another mistake.
func (d *Decoder) Err() error {
	if len(d.Unknown) == 0 {
		return d.bad.OrNil()
	}
	e := fault.New(fault.Invalid, "UNKNOWN_FIELD", "unknown fields: %v", d.Unknown)
	for _, path := range d.Unknown {
		e.Field(path, "error.unknownField", nil)
	}
	return e
}

// Members reads members into the fields of v, a struct; path stands before their names in what is wrong.
func (d *Decoder) Members(ms map[string]json.RawMessage, fs []*Field, v reflect.Value, path string) {
	for name, text := range ms {
		f := Find(fs, name)
		if f == nil || f.Place != "" || f.Name != name && ms[f.Name] != nil { // not by two names at once
			d.Unknown = append(d.Unknown, path+name)
			continue
		}
		if d.Ignore != nil && d.Ignore(f) || string(text) == "null" && d.starts(f, v) {
			continue
		}
		d.value(text, f, f.In(v), path+name)
	}
}

// starts says whether a field of something new keeps the value it starts with where its body has null: there is nothing
// to clear.
func (d *Decoder) starts(f *Field, v reflect.Value) bool {
	_, ok := reflect.TypeAssert[starting](v.Addr())
	return ok || d.Creates && f.Kind == Bool && f.In(v).Kind() == reflect.Bool
}

func (d *Decoder) value(text json.RawMessage, f *Field, v reflect.Value, path string) {
	if string(text) == "null" {
		v.SetZero()
		return
	}
	if !f.Many {
		d.decodeField(text, f, settable(v), path)
		return
	}
	var items []json.RawMessage
	if err := json.Unmarshal(text, &items); err != nil {
		d.bad.Field(path, "validation.list", nil)
		return
	}
	list := reflect.MakeSlice(v.Type(), len(items), len(items))
	for i, item := range items {
		if begun, ok := reflect.TypeAssert[starting](list.Index(i).Addr()); ok {
			begun.Start()
		}
		d.decodeField(item, f, list.Index(i), fmt.Sprintf("%s[%d]", path, i))
	}
	v.Set(list)
}

// starting is an element of a list that has other values than zeros where a body leaves members out, or has null for
// them.
type starting interface{ Start() }

// settable follows a pointer to a fresh value, so that the stored record is never written through.
func settable(v reflect.Value) reflect.Value {
	if v.Kind() != reflect.Pointer {
		return v
	}
	v.Set(reflect.New(v.Type().Elem()))
	return v.Elem()
}

func (d *Decoder) decodeField(text json.RawMessage, f *Field, v reflect.Value, path string) {
	if f.Kind == Object {
		var ms map[string]json.RawMessage
		if err := json.Unmarshal(text, &ms); err != nil || ms == nil {
			d.bad.Field(path, "validation.object", nil)
			return
		}
		d.Members(ms, f.Fields, v, path+".")
		return
	}
	if f.Kind == JSON && !f.Foreign {
		if at := jsontext.ReservedName(text, path); at != "" {
			d.bad.Field(at, "validation.key", map[string]any{"name": at[strings.LastIndexByte(at, '.')+1:]})
			return
		}
	}
	if err := scalar(text, f, v); err != nil {
		f.RefuseType(d.bad, path)
	}
}

// literals are the kinds whose values are short however they are written.
var literals = map[Kind]bool{
	ID: true, Int: true, Dec: true, Money: true, Percent: true, Bool: true, DateKind: true, Instant: true, Reference: true,
	Staff: true,
}

// maxLiteral is the length of the longest number, date or instant that is read at all, with room for zeros and escapes:
// what is longer costs time before it is refused.
const maxLiteral = 100

var errLong = errors.New("longer than any value of its kind")

func scalar(text json.RawMessage, f *Field, v reflect.Value) error {
	if literals[f.Kind] && len(text) > maxLiteral {
		return errLong
	}
	switch f.Type {
	case TimeType:
		var s string
		if err := json.Unmarshal(text, &s); err != nil {
			return err
		}
		t, err := time.Parse(time.RFC3339Nano, s)
		if err != nil || t.Year() < 1 || t.Year() > 9999 {
			return fmt.Errorf("not an instant")
		}
		v.Set(reflect.ValueOf(t.UTC().Truncate(time.Millisecond)))
		return nil
	case DateType:
		var s string
		if err := json.Unmarshal(text, &s); err != nil {
			return err
		}
		if s == "" {
			v.SetZero()
			return nil
		}
		day, err := date.Parse(s)
		v.Set(reflect.ValueOf(day))
		return err
	}
	if f.Kind != JSON && string(text) == "null" {
		return fmt.Errorf("nothing where a value is needed") // of a list: a field that is null has been read before
	}
	v.SetZero() // a map or a list would be written through, into the record that is stored
	return json.Unmarshal(text, v.Addr().Interface())
}

func typeMessage(f *Field) string {
	switch f.Kind {
	case Int, ID, Reference, Staff:
		return "validation.integer"
	case Dec, Money, Percent:
		return "validation.numeric"
	case Bool:
		return "validation.boolean"
	case DateKind:
		return "validation.date"
	case Instant:
		return "validation.instant"
	case EnumKind:
		return "validation.oneOf"
	default:
		return "validation.text"
	}
}

// RefuseType adds to bad that the value at a path is none that the field can have.
func (f *Field) RefuseType(bad *fault.Error, at string) {
	var params map[string]any
	if f.Enums != nil {
		params = map[string]any{"values": f.Enums.Values}
	}
	bad.Field(at, typeMessage(f), params)
}
