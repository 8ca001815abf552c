package resource

import (
	"cmp"
	"reflect"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
)

// wording puts a file into the words of one language. The zero value leaves names and codes, which programs count on.
type wording struct {
	fields string // what the keys of their texts begin with
	text   func(key string) string
	listed map[*field.Field]*enum.List // what a filter lets people choose from
	title  string                      // what the records are called; "": nothing
}

func (c *served) wording(locale string) wording {
	if locale == "" {
		return wording{}
	}
	text := func(key string) string { return c.rt.Text(locale, key) }
	w := wording{
		"resources." + c.Name + ".fields.", text,
		map[*field.Field]*enum.List{},
		text("resources." + c.Name + ".plural"),
	}
	for _, fl := range c.filters {
		if fl.choices != nil {
			w.listed[fl.field] = fl.Enumeration()
		}
	}
	return w
}

// heads are the titles of the columns. A reference and the name of what it refers to have one title, so the former says
// what it is.
func (w wording) heads(fs []*field.Field) []string {
	out := field.Names(fs)
	if w.text == nil {
		return out
	}
	often := map[string]int{}
	for i, name := range out {
		out[i] = w.head(fs[i], name)
		often[out[i]]++
	}
	for i, f := range fs {
		if f.Kind == field.Reference && often[out[i]] > 1 {
			out[i] += " (ID)"
		}
	}
	return out
}

// head is the title of one column. Of a number that counts one of several it says which.
func (w wording) head(f *field.Field, name string) string {
	switch {
	case f.Group == "":
		return w.text(w.fields + name)
	case f.Member.Text != "":
		return w.text(w.fields+f.Group) + ": " + w.text(f.Member.Text)
	}
	return w.text(w.fields+f.Group) + ": " + w.text(w.fields+name)
}

// Translated is a record with values that only all of it together can put into words, such as the names of fields of
// another record. It is put into them before it is written for people.
type Translated interface {
	Translate(text func(key string) string)
}

// translated has records put themselves into words before each gets them.
func (w wording) translated(each func(record reflect.Value) error) func(record reflect.Value) error {
	if w.text == nil {
		return each
	}
	return func(record reflect.Value) error {
		if one, ok := reflect.TypeAssert[Translated](record.Addr()); ok {
			one.Translate(w.text)
		}
		return each(record)
	}
}

// cells write what stands in each column; nil where a value is written as it is.
func (w wording) cells(fs []*field.Field) []func(reflect.Value) string {
	out := make([]func(reflect.Value) string, len(fs))
	if w.text == nil {
		return out
	}
	for i, f := range fs {
		if f.IsWorded && !f.Masked {
			out[i] = func(v reflect.Value) string {
				if f.Nullable() && v.IsNil() {
					return ""
				}
				return v.Interface().(field.Worded).Words(w.text)
			}
			continue
		}
		one := w.cell(f)
		if one == nil {
			continue
		}
		out[i] = func(v reflect.Value) string {
			var parts []string
			field.Each(f, v, func(x reflect.Value, _ string) { parts = append(parts, one(x)) })
			return strings.Join(parts, ", ")
		}
	}
	return out
}

// cell writes one value of a field.
func (w wording) cell(f *field.Field) func(reflect.Value) string {
	choices := f.Enums
	if choices == nil {
		choices = w.listed[f]
	}
	switch {
	case choices != nil:
		words := map[string]string{}
		for _, c := range choices.Choices() {
			words[c.Value] = w.text(c.Text)
		}
		return func(v reflect.Value) string { return cmp.Or(words[v.String()], v.String()) }
	case f.Many && f.HasText():
		return reflect.Value.String
	case f.Kind == field.Bool:
		words := map[bool]string{true: w.text("panel.cell.yes"), false: w.text("panel.cell.no")}
		return func(v reflect.Value) string { return words[v.Bool()] }
	case f.Kind == field.Object:
		return w.object(f)
	}
	return nil
}

// object writes what is set of an object, each with its title.
func (w wording) object(f *field.Field) func(reflect.Value) string {
	w.fields += f.Name + "."
	heads, l := w.heads(f.Fields), line{fields: f.Fields, words: w.cells(f.Fields)}
	return func(v reflect.Value) string {
		var parts []string
		for i, text := range l.formatRow(v) {
			if !f.Fields[i].In(v).IsZero() {
				parts = append(parts, heads[i]+" "+text)
			}
		}
		return strings.Join(parts, ", ")
	}
}
