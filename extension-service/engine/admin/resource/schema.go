package resource

import (
	"reflect"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

// guardedSchema says of which fields a guard asks a further permission.
func (c *served) guardedSchema(s field.Schema, needs func(guard) []role.Permission) field.Schema {
	properties := s["properties"].(field.Schema)
	for _, g := range c.guards {
		for _, f := range g.fields {
			if one, ok := properties[f.Name].(field.Schema); ok && len(needs(g)) > 0 {
				one["x-permissions"] = needs(g)
			}
		}
	}
	return s
}

// checkedSchema tells the rules over several fields, as the metadata does.
func (c *served) checkedSchema(s field.Schema) field.Schema {
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

func (c *served) pageSchema() *field.Schema { return c.rowsSchema(c.row) }

// listSchema is of the list itself, which those who only look records up are shown less of.
func (c *served) listSchema() *field.Schema {
	row := c.readSchema(field.ObjectSchema(c.row, func(*field.Field) bool { return true }))
	if c.lookup != nil {
		required, _ := row["required"].([]string)
		row["required"] = slices.DeleteFunc(required, func(name string) bool { return field.Find(c.lookup, name) == nil })
	}
	return field.ListSchema(row)
}

// rowsSchema is of a list that shows some fields of each record.
func (c *served) rowsSchema(row []*field.Field) *field.Schema {
	return field.ListSchema(c.readSchema(field.ObjectSchema(row, func(*field.Field) bool { return true })))
}

// readSchema is of a record as it is answered: what a guard keeps from some callers is there for the others only.
func (c *served) readSchema(s field.Schema) field.Schema {
	required, _ := s["required"].([]string)
	for _, g := range c.guards {
		required = slices.DeleteFunc(required, func(name string) bool {
			return len(g.read) > 0 && slices.ContainsFunc(g.fields, func(f *field.Field) bool { return f.Name == name })
		})
	}
	if delete(s, "required"); len(required) > 0 {
		s["required"] = required
	}
	return c.guardedSchema(s, toRead)
}

func (c *served) recordSchema() *field.Schema {
	s := c.readSchema(field.ObjectSchema(c.fields, func(f *field.Field) bool { return !f.WriteOnly }))
	return &s
}

func (c *served) createSchema(wrap string) *field.Schema {
	s := c.checkedSchema(c.guardedSchema(field.ObjectSchema(c.fields, func(f *field.Field) bool { return !f.ReadOnly }),
		toWrite))
	if required, ok := s["required"].([]string); ok { // what a new record has already need not be said
		begun := valueOf(c.fresh())
		s["required"] = slices.DeleteFunc(required, func(name string) bool {
			return !field.Find(c.fields, name).In(begun).IsZero()
		})
	}
	if wrap != "" {
		s = field.Schema{
			"type": "object", "required": []string{wrap}, "properties": field.Schema{wrap: s},
			"additionalProperties": false,
		}
	}
	return &s
}

func (c *served) updateSchema() *field.Schema {
	s := c.checkedSchema(c.guardedSchema(field.ObjectSchema(c.fields, func(*field.Field) bool { return true }), toWrite))
	delete(s, "required") // a PUT is partial
	for _, f := range c.fields {
		if f.CreateOnly {
			s["properties"].(field.Schema)[f.Name].(field.Schema)["readOnly"] = true
		}
	}
	return &s
}

func textParam(name, about string) Param {
	return Param{Name: name, Schema: field.Schema{"type": "string"}, About: about}
}

var (
	pageSize   = field.Schema{"type": "integer", "minimum": 1, "maximum": maxLimit}
	skipped    = field.Schema{"type": "integer", "minimum": 0, "maximum": field.MaxID}
	pageParams = []Param{
		{Name: "limit", Schema: pageSize, About: "page size, default 10; alias size"},
		{Name: "offset", Schema: skipped, About: "rows to skip, default 0; alias from"},
		{Name: "size", Schema: pageSize, About: "alias of limit"},
		{Name: "from", Schema: skipped, About: "alias of offset"},
	}
	reasonParams = []Param{textParam("reason", "why, for the history"), textParam("comment", "free text, for the history")}
	dryRunParams = []Param{{
		Name: "dryRun", Schema: field.Schema{"type": "boolean"},
		About: "try it, answer what would happen, change nothing",
	}}

	searchSchema = &field.Schema{"type": "object", "additionalProperties": false, "properties": field.Schema{
		"filters": field.Schema{"type": "object"}, "from": field.OrNull(skipped), "offset": field.OrNull(skipped),
		"size": field.OrNull(pageSize), "limit": field.OrNull(pageSize),
		"s": field.Schema{"type": []string{"string", "null"}},
	}}
	exportSchema = new(field.SchemaOf(reflect.TypeFor[exportInput]()))
	urlSchema    = &field.Schema{
		"type": "object", "required": []string{"url"},
		"properties": field.Schema{"url": field.Schema{"type": "string"}},
	}
	reasonSchema = new(field.SchemaOf(reflect.TypeFor[reasonInput]()))
	goneSchema   = new(field.SchemaOf(reflect.TypeFor[deletedAnswer]()))
	bulkSchema   = new(field.SchemaOf(reflect.TypeFor[bulkInput]()))
	bulkAnswer   = new(field.SchemaOf(reflect.TypeFor[bulkPreview]()))
	jobSchema    = &field.Schema{
		"type": "object", "required": []string{"jobId", "statusUrl"},
		"properties": field.Schema{"jobId": field.Schema{"type": "string"}, "statusUrl": field.Schema{"type": "string"}},
	}
)

// listParams describes paging, sorting and every filter of the list.
func (c *served) listParams() []Param {
	out := append([]Param{}, pageParams...)
	out = append(out, textParam("s", "order, such as title:asc"),
		Param{Name: "id", Schema: idsSchema(), About: "up to 200 ids"})
	if c.Trash != nil {
		out = append(out, Param{Name: "deleted", Schema: field.Schema{"type": "boolean"}, About: "only the trash"})
	}
	for _, fl := range c.filters {
		about := map[query.Op]string{
			query.Contains: "contains, folded", query.Named: "exact name, empty or All for every one", query.Is: "equals",
			query.AnyOf: "equals one of several fields", query.Filled: "one of several texts is not empty",
			query.AtLeast: "from then on",
			query.AtMost:  "up to and including",
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
		about := map[query.Op]string{query.AtLeast: "on that day or later", query.AtMost: "on that day or earlier"}[fl.op]
		out = append(out, Param{Name: fl.Name, Schema: field.Schema{"type": "string", "format": "date"}, About: about})
	}
	return out
}

// idsSchema describes one id or several.
func idsSchema() field.Schema { return field.Schema{"type": "string", "pattern": "^[0-9]+(,[0-9]+)*$"} }

// schema is what a filter takes; nothing is no restriction.
func (fl filter) schema() field.Schema {
	switch {
	case fl.custom != nil && fl.Kind == string(field.Reference):
		return field.Schema{"type": "string", "pattern": "^[0-9]+$"}
	case fl.custom != nil && fl.Kind != string(field.Bool):
		return fl.custom.schema()
	case fl.Kind == string(field.Bool) || fl.op == query.Filled || fl.op == query.Is && fl.field.Kind == field.Bool:
		return field.Schema{"type": "boolean"}
	case fl.op == query.Is && fl.field.Kind == field.Staff:
		return field.Schema{"type": "string", "pattern": "^(me|[0-9]+(,[0-9]+)*)$"}
	case fl.op == query.Is && (fl.field.Kind == field.Reference || fl.field.Kind == field.ID):
		return idsSchema()
	case fl.op == query.Is && fl.field.Enums != nil:
		one := "(" + strings.Join(fl.field.Enums.Values, "|") + ")"
		return field.Schema{"type": "string", "pattern": "^(" + one + "(," + one + ")*)?$"}
	}
	return field.Schema{"type": "string"}
}
