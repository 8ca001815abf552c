// Package search keeps a search index equal to the database: what an index holds, the engine behind it, the query
// grammar, the relay that carries changes, rebuilds and the report of differences.
package search

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/canonical"
)

// Document is what an index holds of one record. Versions are the record's own: an older write never replaces a newer
// one.
type Document struct {
	ID            int64
	Version       int64
	ClientID      int64 // 0 = none
	LegalEntityID int64 // 0 = none
	Deleted       bool  // a tombstone: only ID and Version count
	Changed       time.Time
	Contents      Contents // names outside the schema are kept, not searched
}

// Contents are what a document has in its fields, in the order of their names.
type Contents = resource.Contents

// ContentsOf puts fields in order.
func ContentsOf(fields map[string]any) Contents {
	out := make(Contents, 0, len(fields))
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		out = append(out, resource.Content{Name: name, Value: fields[name]})
	}
	return out
}

const usualText = 1024 // bytes

// Text is the contents as a JSON object: what engines keep, and what documents are compared by. It is what
// encoding/json makes of them, in half the time for the values that most fields have.
func (d Document) Text() (string, error) {
	b := append(make([]byte, 0, usualText), '{')
	for i, c := range d.Contents {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(field.AppendString(b, c.Name), ':')
		var err error
		if b, err = appendValue(b, c.Value); err != nil {
			return "", fmt.Errorf("document %d: field %s: %w", d.ID, c.Name, err)
		}
	}
	return string(append(b, '}')), nil
}

// ParseContents reads what Text has written. Numbers stay as they were written.
func ParseContents(text string) (Contents, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var fields map[string]any
	err := d.Decode(&fields)
	return ContentsOf(fields), err
}

func appendValue(b []byte, value any) ([]byte, error) {
	switch v := value.(type) {
	case string:
		return field.AppendString(b, v), nil
	case int64:
		return strconv.AppendInt(b, v, 10), nil
	case bool:
		return strconv.AppendBool(b, v), nil
	}
	text, err := json.Marshal(value)
	return append(b, text...), err
}

// FieldType says how a field is compared.
type FieldType string

// The types of the mapping. Texts can be matched by any part too, all others only exactly; geo_point and object are
// only kept.
const (
	Long     FieldType = "long"
	Keyword  FieldType = "keyword"
	Text     FieldType = "text"
	Date     FieldType = "date"
	Boolean  FieldType = "boolean"
	Double   FieldType = "double"
	GeoPoint FieldType = "geo_point"
	Object   FieldType = "object"
)

// Options lists the types.
func (FieldType) Options() []string {
	return []string{"long", "keyword", "text", "date", "boolean", "double", "geo_point", "object"}
}

// Field is one field of an index. PII tells the panel that it names a person.
type Field struct {
	Name       string    `json:"name"`
	Type       FieldType `json:"type"`
	LabelKey   string    `json:"labelKey"`
	Searchable bool      `json:"searchable"`
	Sortable   bool      `json:"sortable"`
	Filterable bool      `json:"filterable"`
	PII        bool      `json:"pii"`
	// addresses are compared as people read them, with the letters of their domain
	IsEmail bool `json:"isEmail,omitempty"`
}

// Schema says what the index of a type holds. One with other fields, or another SettingsVersion, is built anew.
type Schema struct {
	Type            string  `json:"type"`
	SettingsVersion int     `json:"settingsVersion"`
	Fields          []Field `json:"fields"`
}

// Equal says whether an index of one schema serves as one of the other.
func (s Schema) Equal(o Schema) bool {
	return s.SettingsVersion == o.SettingsVersion && slices.Equal(s.Fields, o.Fields)
}

// Field finds a field by name; nil when the schema has none.
func (s Schema) Field(name string) *Field {
	for i := range s.Fields {
		if s.Fields[i].Name == name {
			return &s.Fields[i]
		}
	}
	return nil
}

// Canonical is the one form in which a value of this field is compared and sorted, by every engine. It fails on a
// value the type does not have.
func (f Field) Canonical(value string) (string, error) {
	switch f.Type {
	case Long:
		n, err := strconv.ParseInt(value, 10, 64)
		return strconv.FormatInt(n, 10), err
	case Double:
		n, err := strconv.ParseFloat(value, 64)
		if math.IsNaN(n) || math.IsInf(n, 0) {
			return "", fmt.Errorf("%q is no number", value)
		}
		return strconv.FormatFloat(n, 'g', -1, 64), err
	case Boolean:
		if value != "true" && value != "false" {
			return "", fmt.Errorf("%q is neither true nor false", value)
		}
		return value, nil
	case Keyword, Text, Date:
		if f.IsEmail {
			value = canonical.ShownEmail(value)
		}
		return store.Fold(value), nil
	case GeoPoint, Object:
	}
	return "", fmt.Errorf("a field of type %s cannot be compared", f.Type)
}

// Compared says whether an engine has to index the field at all.
func (f Field) Compared() bool {
	return f.Type != GeoPoint && f.Type != Object && (f.Searchable || f.Filterable || f.Sortable)
}

// Values returns the canonical values a document has in this field: none, one, or those of a list.
func (f Field) Values(d Document) ([]string, error) {
	values, err := f.valuesOf(d.Contents.Get(f.Name))
	if err != nil {
		return nil, fmt.Errorf("document %d: field %s: %w", d.ID, f.Name, err)
	}
	return values, nil
}

func (f Field) valuesOf(content any) ([]string, error) {
	values, err := valueTexts(content)
	for i := 0; i < len(values) && err == nil; i++ {
		values[i], err = f.Canonical(values[i])
	}
	return values, err
}

const instant = "2006-01-02T15:04:05.000Z07:00" // the wire form, which sorts as a text

// valueTexts writes the values of a field; those that most fields have without looking at their types one by one.
func valueTexts(v any) ([]string, error) {
	switch x := v.(type) {
	case nil:
		return nil, nil
	case string:
		return []string{x}, nil
	case int64:
		return []string{strconv.FormatInt(x, 10)}, nil
	case bool:
		return []string{strconv.FormatBool(x)}, nil
	}
	return texts(reflect.ValueOf(v))
}

func texts(v reflect.Value) ([]string, error) {
	if !v.IsValid() {
		return nil, nil
	}
	switch x := v.Interface().(type) {
	case time.Time:
		return []string{x.UTC().Format(instant)}, nil
	case json.Number:
		return []string{x.String()}, nil
	case fmt.Stringer:
		return []string{x.String()}, nil
	}
	switch v.Kind() {
	case reflect.String:
		return []string{v.String()}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return []string{strconv.FormatInt(v.Int(), 10)}, nil
	case reflect.Float32, reflect.Float64:
		return []string{strconv.FormatFloat(v.Float(), 'g', -1, 64)}, nil
	case reflect.Bool:
		return []string{strconv.FormatBool(v.Bool())}, nil
	case reflect.Pointer, reflect.Interface:
		return texts(v.Elem())
	case reflect.Slice, reflect.Array:
		return listed(v)
	}
	return nil, fmt.Errorf("values of type %s cannot be compared", v.Type())
}

func listed(v reflect.Value) ([]string, error) {
	var out []string
	for i := range v.Len() {
		more, err := texts(v.Index(i))
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}
