package resource

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"poolkeeper.example/extension-service/platform/fault"
)

// input is the shape of a handler's input type.
type input struct{ fields []*Field }

// inputOf panics on a type the engine cannot read: a mistake of ours, found before anything is served.
func inputOf(t reflect.Type) *input {
	fs, err := FieldsOf(t)
	if err != nil {
		panic(fmt.Errorf("resource: input %w", err))
	}
	return &input{fields: fs}
}

// bind reads the request into v and validates it. The caller reads the further query parameters itself.
func (in *input) bind(r *Request, v reflect.Value, further ...string) error {
	members, err := object(r.Body)
	if err != nil {
		return err
	}
	d := newDecoder()
	d.ignore = func(f *Field) bool { return f.ReadOnly } // as in the records that callers send back
	d.members(members, in.fields, v, "")
	known := further
	for _, f := range in.fields {
		if f.place == "query" {
			known = append(known, f.alias)
		}
		if text, ok := f.read(r); ok {
			if err := setText(f, f.In(v), text); err != nil {
				return err
			}
		}
	}
	d.unknown = append(d.unknown, r.unknown(known)...)
	if err := d.err(); err != nil {
		return err
	}
	normalise(in.fields, v)
	bad := fault.Validation()
	validate(in.fields, v, "", bad)
	return bad.OrNil()
}

// unknown lists the query parameters that are not among the known ones.
func (r *Request) unknown(known []string) []string {
	var out []string
	for name := range r.Queries {
		if !slices.Contains(known, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// RefuseParameters refuses query parameters: the call has none.
func (r *Request) RefuseParameters() error {
	d := newDecoder()
	d.unknown = r.unknown(nil)
	return d.err()
}

func (f *Field) read(r *Request) (string, bool) {
	switch f.place {
	case "path":
		return r.Param(f.alias), true
	case "query":
		s, ok := r.Queries[f.alias]
		return s, ok && s != ""
	case "header":
		s := r.Header(f.alias)
		return s, s != ""
	}
	return "", false
}

// setText reads a value that came as text. A path that is no id names no record.
func setText(f *Field, v reflect.Value, text string) error {
	if !utf8.ValidString(text) {
		return fault.New(fault.BadRequest, "BAD_REQUEST", "%s is not UTF-8", f.alias)
	}
	if f.place == "path" && v.CanInt() {
		id, err := ParseID(text)
		v.SetInt(id)
		return err
	}
	wrong := func() error {
		return fault.Validation().Field(f.alias, typeMessage(f), typeParams(f))
	}
	switch {
	case f.Many:
		for part := range strings.SplitSeq(text, ",") {
			x := reflect.New(f.Type).Elem()
			if !parseInto(f, x, part) {
				return wrong()
			}
			v.Set(reflect.Append(v, x))
		}
	case !parseInto(f, settable(v), text):
		return wrong()
	}
	return nil
}

func parseInto(f *Field, v reflect.Value, text string) bool {
	switch {
	case v.Kind() == reflect.String && f.Type != dateType:
		v.SetString(text)
		return true
	case v.Kind() == reflect.String || f.Type == timeType:
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
	if err != nil || id < 1 || id > maxID || strconv.FormatInt(id, 10) != text {
		return 0, fault.New(fault.NotFound, "NOT_FOUND", "no record has this id")
	}
	return id, nil
}
