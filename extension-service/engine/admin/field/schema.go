package field

import (
	"cmp"
	"maps"
	"reflect"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/enum"
)

// Schema is a JSON Schema as OpenAPI 3.1 has it.
type Schema map[string]any

// SchemaOf describes a Go type as the wire has it.
func SchemaOf(t reflect.Type) Schema {
	if t.Kind() == reflect.Pointer {
		return OrNull(SchemaOf(t.Elem()))
	}
	switch {
	case t.Kind() == reflect.Struct && t.NumField() == 0: // of a call that has none
		return nil
	case t == TimeType:
		return Schema{"type": "string", "format": "date-time"}
	case t == DateType:
		return Schema{"type": "string", "format": "date"}
	case t == DecimalType || t.Implements(numberType):
		return Schema{"type": "number"}
	case t.Implements(schemaType):
		return reflect.Zero(t).Interface().(schemaOwner).Schema()
	case t.Implements(enumType):
		return Schema{"type": "string", "enum": reflect.Zero(t).Interface().(enum.Type).Enum().Values}
	}
	switch t.Kind() {
	case reflect.String:
		return Schema{"type": "string"}
	case reflect.Bool:
		return Schema{"type": "boolean"}
	case reflect.Int, reflect.Int64, reflect.Int32:
		return Schema{"type": "integer"}
	case reflect.Float64:
		return Schema{"type": "number"}
	case reflect.Slice:
		return Schema{"type": "array", "items": SchemaOf(t.Elem())}
	case reflect.Map:
		return Schema{"type": "object", "additionalProperties": SchemaOf(t.Elem())}
	case reflect.Struct:
		return structSchema(t)
	}
	return Schema{}
}

// schemaOwner is a type whose JSON does not follow from its fields.
type schemaOwner interface{ Schema() Schema }

var schemaType = reflect.TypeFor[schemaOwner]()

func structSchema(t reflect.Type) Schema {
	fs, err := List(t)
	if err != nil {
		return Schema{"type": "object"}
	}
	return ObjectSchema(fs, func(*Field) bool { return true })
}

// ObjectSchema describes the fields that want says yes to; inputs bound from elsewhere are left out.
func ObjectSchema(fs []*Field, want func(*Field) bool) Schema {
	properties, required := Schema{}, []string{}
	for _, f := range fs {
		if f.Place != "" || !want(f) {
			continue
		}
		properties[f.Name] = f.Schema()
		if f.Required {
			required = append(required, f.Name)
		}
	}
	s := Schema{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

// Schema describes the field; the server validates with the same facts.
func (f *Field) Schema() Schema {
	s := f.element()
	if f.Many {
		s = Schema{"type": "array", "items": s}
		if f.Max > 0 {
			s["maxItems"] = f.Max
		}
	}
	if f.ReadOnly {
		s["readOnly"] = true
	}
	if f.MayBeNull() {
		return OrNull(s)
	}
	return s
}

// MayBeNull says whether answers hold null where the field is not set. A required date always is, unless it is masked.
func (f *Field) MayBeNull() bool {
	isAlwaysSet := f.Kind == DateKind && f.Required && !f.Sensitive
	return f.Nullable() || !f.Many && f.nullsZero() && !isAlwaysSet
}

// nullsZero says whether an unset value is written as null.
func (f *Field) nullsZero() bool {
	return f.Kind == Reference || f.Type == TimeType || f.Type == DateType || f.Enums != nil || f.Kind == Country ||
		f.OrNull
}

func (f *Field) element() Schema {
	if f.Kind == Object {
		return ObjectSchema(f.Fields, func(*Field) bool { return true })
	}
	if f.Kind == JSON && !f.Type.Implements(schemaType) {
		return Schema{}
	}
	s := SchemaOf(f.Type)
	if f.HasText() && f.Enums == nil {
		f.textSchema(s)
	}
	if f.Kind == ID && f.Type.Kind() == reflect.Int64 || f.Kind == Reference || f.Kind == Staff {
		s["minimum"], s["maximum"] = 0, MaxID
	}
	if f.MinValue != nil {
		s["minimum"] = *f.MinValue
	}
	if f.MaxValue != nil {
		s["maximum"] = *f.MaxValue
	}
	return s
}

func (f *Field) textSchema(s Schema) {
	if f.Max > 0 && !f.Many {
		s["maxLength"] = f.Max
	}
	if f.Min > 0 && f.Required { // one that is not set is sent and answered as ""
		s["minLength"] = f.Min
	}
	if pattern := cmp.Or(f.Pattern, patterns[f.Kind]); pattern != "" {
		s["pattern"] = "^(?:" + pattern + ")$"
		if !f.Required && !f.Many {
			s["pattern"] = "^(?:" + pattern + ")?$"
		}
	}
	if format := map[Kind]string{Email: "email", URL: "uri"}[f.Kind]; format != "" {
		s["format"] = format
	}
}

// patterns are what texts of a kind look like. That of a country is looser than the rule, which knows each by name, and
// that of a language takes any spelling of what is stored by its conventions.
var patterns = map[Kind]string{
	MessageKey: strings.Trim(keyPattern.String(), "^$"),
	Locale:     "[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*",
	Country:    "[A-Z]{2}",
	Currency:   strings.Trim(currencyPattern.String(), "^$"),
}

// OrNull describes what may be null, too.
func OrNull(s Schema) Schema {
	out := Schema{}
	maps.Copy(out, s)
	if t, ok := s["type"].(string); ok {
		out["type"] = []string{t, "null"}
	}
	if values, ok := s["enum"].([]string); ok {
		all := make([]any, 0, len(values)+1)
		for _, v := range values {
			all = append(all, v)
		}
		out["enum"] = append(all, nil)
	}
	return out
}

// ListSchema describes the answer of a list.
func ListSchema(row Schema) *Schema {
	return &Schema{"type": "object", "required": []string{"results", "totalResults"}, "properties": Schema{
		"results": Schema{"type": "array", "items": row}, "totalResults": Schema{"type": "integer"},
	}}
}
