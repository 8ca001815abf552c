package query

import (
	"reflect"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// OneOf is the condition that a field equals one of some values.
func OneOf[V any](f *field.Field, values []V) Cond {
	c := Cond{Field: f, Op: Is, Values: make([]any, len(values))}
	for i, v := range values {
		c.Values[i] = v
	}
	return c
}

// IDs are ids as a condition holds them.
func IDs(list []int64) []any { return OneOf(nil, list).Values }

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
func All(of any, most int64, where ...Cond) Query {
	fs, err := field.List(reflect.TypeOf(of).Elem())
	if err != nil {
		panic(err)
	}
	return Query{Where: where, Sort: []Sort{{Field: field.Find(fs, "id")}}, Limit: most, NoTotal: true}
}

// WhereClient is the condition that a field names the client, or none for 0, which stands for all ("Conventions",
// client filter).
func WhereClient(of, at any, clientID int64) []Cond {
	if clientID == 0 {
		return nil
	}
	return []Cond{Where(of, at, clientID)}
}

// WhereContains is the condition that a text holds another, or none for "".
func WhereContains(of, at any, text string) []Cond {
	if text == "" {
		return nil
	}
	return []Cond{{Field: field.At(of, at), Op: Contains, Values: []any{text}}}
}

// WhereLinked is the condition that a table links the record to another, whose id is named.
func WhereLinked(link Link, id int64) Cond {
	link.Named = ""
	return Cond{Op: Linked, Link: link, Values: []any{id}}
}

// Where is the condition that a field, named by its address in of, equals one of the values.
func Where(of, at any, values ...any) Cond {
	return Cond{Field: field.At(of, at), Op: Is, Values: values}
}

// HavingKeys is the condition that a table links the record to one of the search keys.
func HavingKeys(link Link, keys []string) Cond {
	return Cond{Op: Linked, Link: link, Values: OneOf(nil, keys).Values}
}

// HavingKeyFrom is the condition that a table links the record to a search key that begins with start.
func HavingKeyFrom(link Link, start string) Cond {
	return Cond{Op: LinkedRange, Link: link, Values: []any{start, start + string(utf8.MaxRune)}}
}
