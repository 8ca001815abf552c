package resource

import (
	"reflect"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// IDs are ids as a condition holds them.
func IDs(list []int64) []any {
	out := make([]any, len(list))
	for i, id := range list {
		out[i] = id
	}
	return out
}

// Codes are the values of an enumeration as a condition holds them.
func Codes[C ~string](list []C) []any {
	out := make([]any, len(list))
	for i, code := range list {
		out[i] = string(code)
	}
	return out
}

// All asks for every record that meets the conditions, at most so many and the oldest first, without counting them: for
// the few that belong to one record. The first argument only says of what kind.
func All[T any](_ *T, most int64, where ...Cond) Query { return allOf(typeOf[T](), most, where) }

func allOf(record reflect.Type, most int64, where []Cond) Query {
	fs, err := field.List(record)
	if err != nil {
		panic(err)
	}
	return Query{Where: where, Sort: []Sort{{Field: field.Find(fs, "id")}}, Limit: most, NoTotal: true}
}
