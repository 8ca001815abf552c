package resource

import (
	"context"
	"fmt"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/role"
)

// Import lets records be brought in from CSV and XLSX files; package imports does it. Every row is a create or an
// update like any other, with its permissions, scope, rules and audit entry.
type Import struct {
	// Keys tell that a row is of a record that is there, beside its id and handle: the fields of one together, the first
	// that finds a record.
	Keys   []Refs
	Fields Refs           // what columns may be taken for; default: those of the form
	Sets   map[string]any // what a new record has besides, by the names of its fields
	Anyway Ref            // a field that has a record made in spite of possible duplicates
	Reason string         // of the deletion of a record that is made by an import which is undone
}

// importer is an Import whose addresses have become fields.
type importer struct {
	keys    [][]*field.Field
	columns []*importColumn
	anyway  *field.Field
}

// importColumn is what a column of a file may be taken for.
type importColumn struct {
	path   string // "homeAddress.city"
	field  *field.Field
	parent *field.Field // the object that it is a part of; nil for none
	finds  bool         // it only says which record a row is of
}

// top is the field of the record that the column writes.
func (c *importColumn) top() *field.Field {
	if c.parent != nil {
		return c.parent
	}
	return c.field
}

func (c *served) compileImport() {
	if c.Import == nil {
		return
	}
	if c.Access.Create == "" && c.Access.Update == "" {
		c.fail("Import: nobody may create or update records")
	}
	im := &importer{anyway: c.optional("Import.Anyway", c.Import.Anyway)}
	for i, refs := range c.Import.Keys {
		im.keys = append(im.keys, c.nameAll(fmt.Sprintf("Import.Keys[%d]", i), refs))
	}
	for name := range c.Import.Sets {
		if f := field.Find(c.fields, name); f == nil || f.ReadOnly {
			c.fail("Import.Sets: a new record has no field %s to set", name)
		}
	}
	im.add(&importColumn{path: "id", field: field.Find(c.fields, "id"), finds: true})
	if c.hasHandles() {
		im.add(&importColumn{path: "handle", field: field.Find(c.fields, "handle"), finds: true})
	}
	for _, f := range slices.Concat(append(im.keys, c.importFields())...) {
		im.addField(f)
	}
	c.importer = im
}

// importFields are the fields that columns may be taken for: those that are named, else those of the form.
func (c *served) importFields() []*field.Field {
	if c.Import.Fields != nil {
		return c.nameAll("Import.Fields", c.Import.Fields)
	}
	var out []*field.Field
	for _, g := range c.Form {
		out = append(out, c.nameAll("Form "+g.Name, g.Fields)...)
	}
	if c.Form == nil {
		out = c.fields
	}
	return slices.DeleteFunc(slices.Clone(out), func(f *field.Field) bool { return f.ReadOnly })
}

func (im *importer) add(column *importColumn) {
	if !slices.ContainsFunc(im.columns, func(had *importColumn) bool { return had.path == column.path }) {
		im.columns = append(im.columns, column)
	}
}

// addField adds what a cell can say of a field: the parts of an object have columns of their own.
func (im *importer) addField(f *field.Field) {
	if f.Kind != field.Object || f.Many {
		if isInCell(f) {
			im.add(&importColumn{path: f.Name, field: f, finds: f.ReadOnly})
		}
		return
	}
	for _, inner := range f.Fields {
		if isInCell(inner) && !inner.ReadOnly {
			im.add(&importColumn{path: f.Name + "." + inner.Name, field: inner, parent: f})
		}
	}
}

// isInCell says whether a cell of a table can hold the value of a field.
func isInCell(f *field.Field) bool {
	if f.WriteOnly || f.Secret || f.Foreign {
		return false
	}
	if f.Kind == field.Object {
		return f.Many && len(f.Fields) == 2
	}
	return !slices.Contains([]field.Kind{
		field.File, field.Image, field.JSON, field.HTML, field.ID, field.Staff,
		field.MessageKey, field.Code,
	}, f.Kind)
}

// ImportColumn is what a column of a file may be taken for, as the panel offers it.
type ImportColumn struct {
	Field    string `json:"field"`
	Required bool   `json:"required"` // every new record needs it
	Finds    bool   `json:"finds"`    // it only says which record a row is of
	IsNumber bool   `json:"-"`
}

// Importer brings records of one resource in.
type Importer struct{ c *served }

// Importer is nil where the declaration has no Import.
func (c *served) Importer() *Importer {
	if c.importer == nil {
		return nil
	}
	return &Importer{c}
}

// Needs lists the permissions of which one opens an import.
func (m *Importer) Needs() []role.Permission {
	return slices.DeleteFunc(permissionList(m.c.Access.Create, m.c.Access.Update), func(p role.Permission) bool {
		return p == ""
	})
}

// Path is where the resource is served.
func (m *Importer) Path() string { return "/api" + m.c.Path }

// IsAboutPeople says whether the records say who somebody is.
func (m *Importer) IsAboutPeople() bool {
	return slices.ContainsFunc(m.c.fields, func(f *field.Field) bool { return f.Personal })
}

// Columns are those that the caller may fill.
func (m *Importer) Columns(ctx context.Context) []ImportColumn {
	var out []ImportColumn
	fresh := valueOf(m.c.fresh())
	for _, column := range m.c.importer.columns {
		if m.c.mayImport(ctx, column) {
			out = append(out, ImportColumn{
				Field: column.path, Finds: column.finds, IsNumber: field.IsNumber(column.field),
				Required: column.parent == nil && column.field.Required && column.field.In(fresh).IsZero(),
			})
		}
	}
	return out
}

// mayImport says whether the caller may write the field of a column, or name records by it.
func (c *served) mayImport(ctx context.Context, column *importColumn) bool {
	who := role.From(ctx)
	if column.finds {
		return len(c.visible(who, []*field.Field{column.field})) == 1
	}
	return c.mayWrite(who, column.top())
}

// Labels are what a column is called in the languages that files are written in.
func (m *Importer) Labels(path string) (out []string) {
	for _, locale := range importLocales {
		key := "resources." + m.c.Name + ".fields." + path
		if text := m.c.rt.Text(locale, key); text != key {
			out = append(out, text)
		} else if key = "record.fields." + path; m.c.rt.Text(locale, key) != key {
			out = append(out, m.c.rt.Text(locale, key))
		}
	}
	return out
}

var importLocales = []string{"en", "de"}

// importMeta says that a caller may bring records in, and what has to be decided about it.
type importMeta struct {
	Updates    bool `json:"updates"`    // records that are there can be changed
	Duplicates bool `json:"duplicates"` // records can be made in spite of possible duplicates
}

func (c *served) importFor(who *role.Caller) *importMeta {
	m := c.Importer()
	if m == nil || !who.CanAny(m.Needs()) {
		return nil
	}
	return &importMeta{
		Updates: c.Access.Update != "" && who.Can(c.Access.Update), Duplicates: c.importer.anyway != nil,
	}
}
