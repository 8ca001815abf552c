package store

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"time"

	"poolkeeper.example/extension-service/resource"
)

var timeType = reflect.TypeFor[time.Time]()

// load puts a column's value into a field: instants are milliseconds, booleans 0 and 1, lists and objects JSON.
func load(f *resource.Field, v reflect.Value, raw any) error {
	if raw == nil {
		return nil
	}
	if f.Nullable() {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	switch {
	case v.Type() == timeType:
		ms, ok := raw.(int64)
		if !ok {
			return fmt.Errorf("%T is no instant", raw)
		}
		*v.Addr().Interface().(*time.Time) = time.UnixMilli(ms).UTC() // through the pointer, so that nothing is allocated
		return nil
	case v.Kind() == reflect.String:
		s, err := text(raw)
		v.SetString(s)
		return err
	case v.CanInt():
		n, err := number(raw)
		v.SetInt(n)
		return err
	case v.Kind() == reflect.Bool:
		n, err := number(raw)
		v.SetBool(n != 0)
		return err
	}
	s, err := text(raw)
	if err != nil || s == "" {
		return err
	}
	return json.Unmarshal([]byte(s), v.Addr().Interface())
}

func text(raw any) (string, error) {
	switch x := raw.(type) {
	case string:
		return x, nil
	case []byte:
		return string(x), nil
	}
	return "", fmt.Errorf("%T is no text", raw)
}

func number(raw any) (int64, error) {
	switch x := raw.(type) {
	case int64:
		return x, nil
	case bool:
		if x {
			return 1, nil
		}
		return 0, nil
	case string:
		return strconv.ParseInt(x, 10, 64)
	}
	return 0, fmt.Errorf("%T is no number", raw)
}

// columns calls add for each column a field fills: its own, and the folded twin when it has one.
func columns(f *resource.Field, record reflect.Value, add func(column string, value any)) {
	v := f.In(record)
	add(f.Column, stored(f, v))
	if f.Folded {
		add(f.Column+"_fold", Fold(v.String()))
	}
}

// stored is a field's value as its column holds it. Instants and references that are not set are NULL.
func stored(f *resource.Field, v reflect.Value) any {
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
		if v.Int() == 0 && f.Kind == resource.Reference {
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
