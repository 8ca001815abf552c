package field

import (
	"reflect"
	"slices"

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

// TextKey is the field of which the database keeps the form that texts are compared in, and that form of a value.
func TextKey(f *Field) (column *Field, form func(reflect.Value) string) {
	stored := *f
	switch {
	case f.Keyed:
		stored.Column = f.Column + "_key"
	case f.Folded:
		stored.Column = f.Column + "_fold"
	}
	stored.Folded, stored.Keyed = false, false
	return &stored, f.ComparedForm
}

// ComparedForm is the text by which two values of a field are the same; "" of none.
func (f *Field) ComparedForm(v reflect.Value) string {
	if v.IsZero() {
		return ""
	}
	switch {
	case f.Kind == Email:
		return canonical.EmailKey(v.String())
	case f.HasText() && f.Enums == nil && !f.Many:
		return canonical.Fold(v.String())
	}
	return string(AppendValue(nil, f, v))
}
