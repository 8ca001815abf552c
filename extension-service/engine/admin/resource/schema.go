package resource

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/platform/role"
)

// Schema is a JSON Schema as OpenAPI 3.1 has it.
type Schema map[string]any

// SchemaOf describes a Go type as the wire has it.
func SchemaOf(t reflect.Type) Schema {
	if t.Kind() == reflect.Pointer {
		return nullable(SchemaOf(t.Elem()))
	}
	switch {
	case t == reflect.TypeFor[None]():
		return nil
	case t == timeType:
		return Schema{"type": "string", "format": "date-time"}
	case t == dateType:
		return Schema{"type": "string", "format": "date"}
	case t == decimalType || t.Implements(numberType):
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
	fs, err := FieldsOf(t)
	if err != nil {
		return Schema{"type": "object"}
	}
	return objectSchema(fs, func(*Field) bool { return true })
}

// objectSchema describes the fields that want says yes to; inputs bound from elsewhere are left out.
func objectSchema(fs []*Field, want func(*Field) bool) Schema {
	properties, required := Schema{}, []string{}
	for _, f := range fs {
		if f.place != "" || !want(f) {
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
		return nullable(s)
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
	return f.Kind == Reference || f.Type == timeType || f.Type == dateType || f.Enums != nil || f.Kind == Country ||
		f.OrNull
}

func (f *Field) element() Schema {
	if f.Kind == Object {
		return objectSchema(f.Fields, func(*Field) bool { return true })
	}
	if f.Kind == JSON && !f.Type.Implements(schemaType) {
		return Schema{}
	}
	s := SchemaOf(f.Type)
	if f.HasText() && f.Enums == nil {
		f.textSchema(s)
	}
	if f.Kind == ID && f.Type.Kind() == reflect.Int64 || f.Kind == Reference || f.Kind == Staff {
		s["minimum"], s["maximum"] = 0, maxID
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
	if pattern := cmpOr(f.Pattern, patterns[f.Kind]); pattern != "" {
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

func nullable(s Schema) Schema {
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

func listOf(row Schema) *Schema {
	return &Schema{"type": "object", "required": []string{"results", "totalResults"}, "properties": Schema{
		"results": Schema{"type": "array", "items": row}, "totalResults": Schema{"type": "integer"},
	}}
}

// guardedSchema says of which fields a guard asks a further permission.
func (c *served) guardedSchema(s Schema, needs func(guard) []role.Permission) Schema {
	properties := s["properties"].(Schema)
	for _, g := range c.guards {
		for _, f := range g.fields {
			if one, ok := properties[f.Name].(Schema); ok && len(needs(g)) > 0 {
				one["x-permissions"] = needs(g)
			}
		}
	}
	return s
}

// checkedSchema tells the rules over several fields, as the metadata does.
func (c *served) checkedSchema(s Schema) Schema {
	if checks := c.checksMeta(c.fields); len(checks) > 0 {
		s["x-checks"] = checks
	}
	return s
}

func toRead(g guard) []role.Permission { return g.read }

func toWrite(g guard) []role.Permission {
	if g.write == "" {
		return nil
	}
	return permissionList(g.write)
}

func (c *served) pageSchema() *Schema { return c.rowsSchema(c.row) }

// listSchema is of the list itself, which those who only look records up are shown less of.
func (c *served) listSchema() *Schema {
	row := c.readSchema(objectSchema(c.row, func(*Field) bool { return true }))
	if c.lookup != nil {
		required, _ := row["required"].([]string)
		row["required"] = slices.DeleteFunc(required, func(name string) bool { return Find(c.lookup, name) == nil })
	}
	return listOf(row)
}

// rowsSchema is of a list that shows some fields of each record.
func (c *served) rowsSchema(row []*Field) *Schema {
	return listOf(c.readSchema(objectSchema(row, func(*Field) bool { return true })))
}

// readSchema is of a record as it is answered: what a guard keeps from some callers is there for the others only.
func (c *served) readSchema(s Schema) Schema {
	required, _ := s["required"].([]string)
	for _, g := range c.guards {
		required = slices.DeleteFunc(required, func(name string) bool {
			return len(g.read) > 0 && slices.ContainsFunc(g.fields, func(f *Field) bool { return f.Name == name })
		})
	}
	if delete(s, "required"); len(required) > 0 {
		s["required"] = required
	}
	return c.guardedSchema(s, toRead)
}

func (c *served) recordSchema() *Schema {
	s := c.readSchema(objectSchema(c.fields, func(f *Field) bool { return !f.WriteOnly }))
	return &s
}

func (c *served) createSchema(wrap string) *Schema {
	s := c.checkedSchema(c.guardedSchema(objectSchema(c.fields, func(f *Field) bool { return !f.ReadOnly }), toWrite))
	if required, ok := s["required"].([]string); ok { // what a new record has already need not be said
		begun := valueOf(c.fresh())
		s["required"] = slices.DeleteFunc(required, func(name string) bool {
			return !Find(c.fields, name).In(begun).IsZero()
		})
	}
	if wrap != "" {
		s = Schema{"type": "object", "required": []string{wrap}, "properties": Schema{wrap: s}, "additionalProperties": false}
	}
	return &s
}

func (c *served) updateSchema() *Schema {
	s := c.checkedSchema(c.guardedSchema(objectSchema(c.fields, func(*Field) bool { return true }), toWrite))
	delete(s, "required") // a PUT is partial
	for _, f := range c.fields {
		if f.CreateOnly {
			s["properties"].(Schema)[f.Name].(Schema)["readOnly"] = true
		}
	}
	return &s
}

func textParam(name, about string) Param {
	return Param{Name: name, Schema: Schema{"type": "string"}, About: about}
}

var (
	pageSize   = Schema{"type": "integer", "minimum": 1, "maximum": maxLimit}
	skipped    = Schema{"type": "integer", "minimum": 0, "maximum": maxID}
	pageParams = []Param{
		{Name: "limit", Schema: pageSize, About: "page size, default 10; alias size"},
		{Name: "offset", Schema: skipped, About: "rows to skip, default 0; alias from"},
		{Name: "size", Schema: pageSize, About: "alias of limit"},
		{Name: "from", Schema: skipped, About: "alias of offset"},
	}
	reasonParams = []Param{textParam("reason", "why, for the history"), textParam("comment", "free text, for the history")}
	dryRunParams = []Param{{
		Name: "dryRun", Schema: Schema{"type": "boolean"},
		About: "try it, answer what would happen, change nothing",
	}}

	searchSchema = &Schema{"type": "object", "additionalProperties": false, "properties": Schema{
		"filters": Schema{"type": "object"}, "from": nullable(skipped), "offset": nullable(skipped),
		"size": nullable(pageSize), "limit": nullable(pageSize), "s": Schema{"type": []string{"string", "null"}},
	}}
	exportSchema = new(SchemaOf(reflect.TypeFor[exportInput]()))
	urlSchema    = &Schema{
		"type": "object", "required": []string{"url"},
		"properties": Schema{"url": Schema{"type": "string"}},
	}
	reasonSchema = new(SchemaOf(reflect.TypeFor[reasonInput]()))
	goneSchema   = new(SchemaOf(reflect.TypeFor[deletedAnswer]()))
	bulkSchema   = new(SchemaOf(reflect.TypeFor[bulkInput]()))
	bulkAnswer   = new(SchemaOf(reflect.TypeFor[bulkPreview]()))
	jobSchema    = &Schema{
		"type": "object", "required": []string{"jobId", "statusUrl"},
		"properties": Schema{"jobId": Schema{"type": "string"}, "statusUrl": Schema{"type": "string"}},
	}
)

// listParams describes paging, sorting and every filter of the list.
func (c *served) listParams() []Param {
	out := append([]Param{}, pageParams...)
	out = append(out, textParam("s", "order, such as title:asc"),
		Param{Name: "id", Schema: idsSchema(), About: "up to 200 ids"})
	if c.Trash != nil {
		out = append(out, Param{Name: "deleted", Schema: Schema{"type": "boolean"}, About: "only the trash"})
	}
	for _, fl := range c.filters {
		about := map[Op]string{
			Contains: "contains, folded", Named: "exact name, empty or All for every one", Is: "equals",
			AnyOf: "equals one of several fields", Filled: "one of several texts is not empty", AtLeast: "from then on",
			AtMost: "up to and including",
		}[fl.op]
		if fl.custom != nil {
			about = fl.custom.about
		}
		if fl.Many {
			about = "one or several, comma separated"
		}
		out = append(out, Param{Name: fl.Name, Schema: fl.schema(), About: about})
	}
	for _, fl := range c.owners {
		out = append(out, Param{
			Name: fl.Name, Schema: idsSchema(),
			About: "equals, one or several, comma separated; 0 is every one",
		})
	}
	for _, fl := range c.days {
		about := map[Op]string{AtLeast: "on that day or later", AtMost: "on that day or earlier"}[fl.op]
		out = append(out, Param{Name: fl.Name, Schema: Schema{"type": "string", "format": "date"}, About: about})
	}
	return out
}

// idsSchema describes one id or several.
func idsSchema() Schema { return Schema{"type": "string", "pattern": "^[0-9]+(,[0-9]+)*$"} }

// schema is what a filter takes; nothing is no restriction.
func (fl filter) schema() Schema {
	switch {
	case fl.custom != nil && fl.Kind == string(Reference):
		return Schema{"type": "string", "pattern": "^[0-9]+$"}
	case fl.custom != nil && fl.Kind != string(Bool):
		return fl.custom.schema()
	case fl.Kind == string(Bool) || fl.op == Filled || fl.op == Is && fl.field.Kind == Bool:
		return Schema{"type": "boolean"}
	case fl.op == Is && fl.field.Kind == Staff:
		return Schema{"type": "string", "pattern": "^(me|[0-9]+(,[0-9]+)*)$"}
	case fl.op == Is && (fl.field.Kind == Reference || fl.field.Kind == ID):
		return idsSchema()
	case fl.op == Is && fl.field.Enums != nil:
		one := "(" + strings.Join(fl.field.Enums.Values, "|") + ")"
		return Schema{"type": "string", "pattern": "^(" + one + "(," + one + ")*)?$"}
	}
	return Schema{"type": "string"}
}
