package resource

import (
	"fmt"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
)

// input is the shape of a handler's input type.
type input struct{ fields []*field.Field }

// inputOf panics on a type the engine cannot read: a mistake of ours, found before anything is served.
func inputOf(t reflect.Type) *input {
	fs, err := field.List(t)
	if err != nil {
		panic(fmt.Errorf("resource: input %w", err))
	}
	return &input{fields: fs}
}

// bind reads the request into v and validates it. The caller reads the further query parameters itself.
func (in *input) bind(r *Request, v reflect.Value, further ...string) error {
	members, err := field.ReadObject(r.Body)
	if err != nil {
		return err
	}
	d := field.NewDecoder()
	d.Ignore = func(f *field.Field) bool { return f.ReadOnly } // as in the records that callers send back
	d.Members(members, in.fields, v, "")
	known := further
	for _, f := range in.fields {
		if f.Place == "query" {
			known = append(known, f.Alias)
		}
		if text, ok := r.read(f); ok {
			if err := field.SetText(f, f.In(v), text); err != nil {
				return err
			}
		}
	}
	d.Unknown = append(d.Unknown, r.unknown(known)...)
	if err := d.Err(); err != nil {
		return err
	}
	field.Normalise(in.fields, v)
	bad := fault.Validation()
	field.CheckValues(in.fields, v, "", bad)
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
	d := field.NewDecoder()
	d.Unknown = r.unknown(nil)
	return d.Err()
}

// read is what a request has for a field that does not stand in the body.
func (r *Request) read(f *field.Field) (string, bool) {
	switch f.Place {
	case "path":
		return r.Param(f.Alias), true
	case "query":
		s, ok := r.Queries[f.Alias]
		return s, ok && s != ""
	case "header":
		s := r.Header(f.Alias)
		return s, s != ""
	}
	return "", false
}
