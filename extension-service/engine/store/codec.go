package store

import (
	"crypto/rand"
	"encoding/json"
	"reflect"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/canonical"
)

var timeType = reflect.TypeFor[time.Time]()

// load puts a column's value into a field: instants are milliseconds, booleans 0 and 1, lists and objects JSON.
func load(f *field.Field, v reflect.Value, raw value) error {
	if raw.kind == nothing {
		return nil
	}
	if f.Nullable() {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	switch {
	case v.Type() == timeType:
		ms, err := raw.asNumber()
		*v.Addr().Interface().(*time.Time) = time.UnixMilli(ms).UTC() // through the pointer, so that nothing is allocated
		return err
	case v.Kind() == reflect.String:
		s, err := raw.asText()
		v.SetString(s)
		return err
	case v.CanInt():
		n, err := raw.asNumber()
		v.SetInt(n)
		return err
	case v.Kind() == reflect.Bool:
		n, err := raw.asNumber()
		v.SetBool(n != 0)
		return err
	}
	s, err := raw.asText()
	switch {
	case err != nil || s == "":
		return err
	case s == "[]": // as most lists are
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		return nil
	}
	return json.Unmarshal([]byte(s), v.Addr().Interface())
}

// columns calls add for each column a field fills: its own, and the twins in which it is found or compared when it has
// some.
func columns(f *field.Field, record reflect.Value, add func(column string, value any)) {
	v := f.In(record)
	add(f.Column, stored(f, v))
	if f.Folded {
		add(f.Column+"_fold", foldOf(f, v.String()))
	}
	if f.Keyed {
		add(f.Column+"_key", canonical.EmailKey(v.String()))
	}
	if f.Listed {
		add(f.Column+"_keys", listOf(field.SearchKeys(v)))
	}
}

// listOf writes texts as a list of JSON.
func listOf(texts []string) string {
	list, _ := json.Marshal(texts) // texts always have a form
	return string(list)
}

// foldOf is the folded form of what a field holds, or of what somebody looks for in it. Addresses are found as people
// read them.
func foldOf(f *field.Field, text string) string {
	if f.Kind == field.Email {
		text = canonical.ShownEmail(text)
	}
	return Fold(text)
}

// stored is a field's value as its column holds it. Instants and references that are not set are NULL.
func stored(f *field.Field, v reflect.Value) any {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	switch {
	case v.Type() == timeType:
		t := v.Interface().(time.Time)
		if t.IsZero() {
			return nil
		}
		return t.UnixMilli()
	case v.Kind() == reflect.String:
		return v.String()
	case v.CanInt():
		if v.Int() == 0 && f.Kind == field.Reference {
			return nil
		}
		return v.Int()
	case v.Kind() == reflect.Bool:
		if v.Bool() {
			return int64(1)
		}
		return int64(0)
	}
	b, err := json.Marshal(v.Interface())
	if err != nil {
		return nil
	}
	if v.Kind() == reflect.Slice && v.Len() == 0 {
		return "[]"
	}
	return string(b)
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// newHandle makes a human-readable public id; the unique index of its column catches the rare twin.
func newHandle(prefix string) string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails
	for i := range b {
		b[i] = crockford[b[i]%32]
	}
	return prefix + "-" + string(b[:])
}
