// Package enum has closed lists of values, with the keys of their texts.
package enum

import (
	"slices"
	"strings"
)

// List is a closed list of values. Text is the prefix of the keys of their texts; a * in it stands for the
// value.
type List struct {
	Name   string   `json:"name"`
	Text   string   `json:"text"`
	Values []string `json:"values"`
	// Names stand in the keys of the texts in place of the values, in their order; nil: the values do.
	Names []string `json:"-"`
}

// Type is implemented by the zero value of a type whose values are listed.
type Type interface{ Enum() List }

// Choice is one value of an enumeration with the key of its text.
type Choice struct {
	Value string `json:"value"`
	Text  string `json:"text"`
}

// Choices pairs every value with the key of its text.
func (e List) Choices() []Choice {
	out := make([]Choice, len(e.Values))
	for i, v := range e.Values {
		out[i] = Choice{v, e.Key(v)}
	}
	return out
}

// Key is the key of the text of one value.
func (e List) Key(value string) string {
	if i := slices.Index(e.Values, value); i >= 0 && i < len(e.Names) {
		value = e.Names[i]
	}
	if before, after, ok := strings.Cut(e.Text, "*"); ok {
		return before + value + after
	}
	return e.Text + "." + value
}

// Strings are the values of an enumeration as plain texts.
func Strings[C ~string](list []C) []string {
	out := make([]string, len(list))
	for i, code := range list {
		out[i] = string(code)
	}
	return out
}
