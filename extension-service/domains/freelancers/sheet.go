package freelancers

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// Sheet is what is kept of a person, for reading. Keys are those of messages.
type Sheet struct {
	Title, Handle, Locale string
	Made                  time.Time
	Parts                 []SheetPart
}

// SheetPart is one section of a sheet.
type SheetPart struct {
	TitleKey string
	Facts    []Fact
}

// Fact is one labelled value. Its label is a text or has a key; so has its value, which may have both.
type Fact struct{ LabelKey, Label, Value, ValueKey string }

// sheetOf lays out what is kept of a person for reading.
func sheetOf(p Freelancer, made time.Time, applications []ApplicationRecord) Sheet {
	v := reflect.ValueOf(p)
	person := SheetPart{TitleKey: "resources.freelancer.sections.person"}
	fs, _ := field.List(v.Type())
	for _, f := range fs {
		if f.WriteOnly || f.Column == "" || f.In(v).IsZero() || slices.Contains(others, f.Name) {
			continue
		}
		person.Facts = append(person.Facts, factsOf(f, "resources.freelancer.fields."+f.Name, f.In(v))...)
	}
	out := Sheet{Title: p.Name, Handle: p.Handle, Locale: p.Locale, Made: made, Parts: []SheetPart{person}}
	if len(applications) > 0 {
		part := SheetPart{TitleKey: "freelancer.kept.applicationsTitle"}
		for _, b := range applications {
			part.Facts = append(part.Facts, Fact{Label: b.Handle, Value: b.Title, ValueKey: b.StatusKey})
			for _, a := range b.Answers {
				part.Facts = append(part.Facts, Fact{Label: a.Question, Value: a.Answer})
			}
		}
		out.Parts = append(out.Parts, part)
	}
	return out
}

// factsOf writes a field, or the fields of an object one by one.
func factsOf(f *field.Field, key string, v reflect.Value) []Fact {
	if f.Kind != field.Object || f.Many || v.Kind() != reflect.Struct {
		fact := Fact{LabelKey: key}
		switch {
		case v.IsZero():
			return nil
		case f.Enums != nil && !f.Many:
			fact.ValueKey = f.Enums.Key(v.String())
		case v.Kind() == reflect.Bool:
			fact.ValueKey = "ra.boolean.true"
		default:
			if fact.Value = readable(f, v); fact.Value == "" {
				return nil
			}
		}
		return []Fact{fact}
	}
	var out []Fact
	for _, inner := range f.Fields {
		out = append(out, factsOf(inner, key+"."+inner.Name, inner.In(v))...)
	}
	return out
}

// readable is a value as a person reads it.
func readable(f *field.Field, v reflect.Value) string {
	if t, ok := reflect.TypeAssert[time.Time](v); ok {
		return t.UTC().Format("2006-01-02 15:04 UTC")
	}
	text, err := json.Marshal(reflect.Indirect(v).Interface())
	if err != nil {
		return ""
	}
	var content string
	if json.Unmarshal(text, &content) == nil {
		return content
	}
	var list []string
	if f.Many && json.Unmarshal(text, &list) == nil {
		return strings.Join(list, ", ")
	}
	return strings.NewReplacer(`"`, "", "{", "", "}", "", "[", "", "]", "", ",", ", ", ":", " ").Replace(string(text))
}
