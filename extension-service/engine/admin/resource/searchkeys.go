package resource

import (
	"reflect"
	"slices"
	"unicode/utf8"

	"poolkeeper.example/extension-service/platform/canonical"
)

// SearchKeyed is implemented by the values of fields with the tag store:"keys": what a record that holds one is found
// by.
type SearchKeyed interface {
	// SearchKeys are compared as they are. A filter makes those that it looks for in the same way.
	SearchKeys() []string
}

// SearchKeys lists what a record is found by for the value of a field with the tag store:"keys", in order and each
// once: the keys of each value that has some, and the folded form of each text. The store keeps them in the column
// <Column>_keys, from which the triggers of a migration fill a table of links: {{links "freelancer_skills"
// "freelancers" "skills_keys"}}.
func SearchKeys(v reflect.Value) []string {
	keys := []string{}
	each := func(v reflect.Value) {
		if keyed, is := reflect.TypeAssert[SearchKeyed](v); is {
			keys = append(keys, keyed.SearchKeys()...)
		} else if folded := canonical.Fold(v.String()); folded != "" {
			keys = append(keys, folded)
		}
	}
	if v.Kind() == reflect.Slice {
		for i := range v.Len() {
			each(v.Index(i))
		}
	} else {
		each(v)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// HavingKeys is the condition that a table links the record to one of the search keys.
func HavingKeys(link Link, keys []string) Cond {
	values := make([]any, len(keys))
	for i, key := range keys {
		values[i] = key
	}
	return Cond{Op: Linked, Link: link, Values: values}
}

// HavingKeyFrom is the condition that a table links the record to a search key that begins with start.
func HavingKeyFrom(link Link, start string) Cond {
	return Cond{Op: LinkedRange, Link: link, Values: []any{start, start + string(utf8.MaxRune)}}
}
