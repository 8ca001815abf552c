package resource

import (
	"cmp"
	"errors"
	"reflect"
	"regexp"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/source"
)

// partRule reads with which part of a declaration a sentence about a mistake begins: "field colour: …", "action cool:
// field degrees: …", "value WARM of heat: …", "Columns[1]: …".
var partRule = regexp.MustCompile(
	`^(?:(field|filter|action|section|view|call|value) (\w+)(?:: field (\w+)| of (\w+))?|([A-Z]\w+(?:\.\w+|\[\d+\])*))`)

// fieldRule reads which field a sentence is about that begins with another part.
var fieldRule = regexp.MustCompile(`\bfield (\w+)`)

// lists are the parts of a Spec in which parts of each kind are declared.
var lists = map[string]string{
	"filter": "Filters", "action": "Actions", "section": "Form", "view": "Views", "call": "Calls",
}

// lineOf is the line of what a sentence about a mistake begins with: of the field in its struct, of the part in its
// Spec. Where there is no source it is the line of the declaration.
func (c *served) lineOf(sentence string) string {
	found := partRule.FindStringSubmatch(sentence)
	if found == nil {
		return c.at
	}
	what, name, input, list, path := found[1], found[2], found[3], found[4], found[5]
	switch {
	case what == "field":
		return cmp.Or(lineOfField(c.kind, c.fields, name), c.at)
	case what == "value":
		return cmp.Or(lineOfValue(c.fields, list, name), c.at)
	case what == "action" && input != "":
		return cmp.Or(c.lineOfInput(name, input), c.at)
	case what != "":
		return cmp.Or(source.Part(c.at, []string{lists[what]}, name, c.goName(name)), c.at)
	}
	var words []string
	if of := fieldRule.FindStringSubmatch(sentence); of != nil {
		words = []string{c.goName(of[1])}
	}
	keys := strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(".[]", r) })
	return cmp.Or(source.Part(c.at, keys, words...), c.at)
}

// LineOf says where the part of the declaration is written that a sentence about a mistake begins with.
func (d Declared) LineOf(sentence string) string { return d.of.lineOf(sentence) }

// goName is what a field is called in Go; "" where there is none of that name.
func (c *served) goName(name string) string {
	if f := field.Find(c.fields, name); f != nil {
		return c.kind.FieldByIndex(f.Index).Name
	}
	return ""
}

// lineOfField looks for a field in its struct, and in those that it holds.
func lineOfField(t reflect.Type, fs []*field.Field, name string) string {
	if f := field.Find(fs, name); f != nil {
		return source.Field(t, f.Index)
	}
	for _, f := range fs {
		if f.Kind == field.Object {
			if line := lineOfField(f.Type, f.Fields, name); line != "" {
				return line
			}
		}
	}
	return ""
}

func (c *served) lineOfInput(action, fieldName string) string {
	for _, a := range c.Actions {
		if fs, err := field.List(a.in); err == nil && a.Name == action {
			return lineOfField(a.in, fs, fieldName)
		}
	}
	return ""
}

func lineOfValue(fs []*field.Field, enum, value string) string {
	for _, f := range fs {
		if f.Enum == enum {
			return source.Value(f.Type, value)
		}
	}
	return ""
}

// placeErrors puts in front of each of the errors about fields that were joined where its field is written, or else the
// place of the declaration.
func placeErrors(err error, at string) (out []error) {
	if joined, is := err.(interface{ Unwrap() []error }); is {
		for _, one := range joined.Unwrap() {
			out = append(out, placeErrors(one, at)...)
		}
		return out
	}
	if field, is := errors.AsType[*field.TagError](err); is {
		at = cmp.Or(field.Line(), at)
	}
	return []error{placedError(at, err)}
}
