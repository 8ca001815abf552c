package main

import (
	"bytes"
	"fmt"
	"go/format"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

// goFile is the package of a resource: what a record holds, and how it is declared.
const goFile = `// Package {{.Folder}} keeps {{.Plural}}.
package {{.Folder}}

import (
{{- if .Uses "time.Time"}}
	"time"
{{end}}
{{- range .ValuePackages}}
	"poolkeeper.example/extension-service/engine/admin/{{.}}"
{{- end}}
	"poolkeeper.example/extension-service/engine/admin/resource"
{{- if .Status}}
	"poolkeeper.example/extension-service/engine/admin/statemachine"
{{- end}}
	"poolkeeper.example/extension-service/platform/role"
	"poolkeeper.example/extension-service/engine/store"
)

// {{.Type}} is one {{.Singular}}.
type {{.Type}} struct {
	resource.Record
{{range .Fields}}	{{.Go}} {{.Type}} ` + "`{{.Tag}}`" + `
{{end}}}
{{range .Enums}}
// {{.Go}} is one of the values of {{.Name}}.
type {{.Go}} string

// Enum lists them.
func ({{.Go}}) Enum() enum.List {
	return enum.List{Name: "{{.Key}}", Text: "enum.{{.Key}}", Values: []string{ {{range .Values}}"{{.}}", {{end}} }}
}
{{end}}{{with .Status}}
// The statuses of a record, in their usual order.
const ({{range .Moves}}
	{{.Const}} {{$.Status.Type}} = "{{.Value}}"
{{- end}}
)
{{end}}
// Service keeps {{.Plural}}. What has a rule overrides the table's own method.
type Service struct {
	*store.Table[{{.Type}}, *{{.Type}}]
}

// New returns the service. with completes the table with what all tables share.
func New(db *store.DB, with func(store.Config) store.Config) *Service {
	s := &Service{Table: store.NewTable[{{.Type}}](db, with(store.Config{Name: "{{.Table}}", Entity: "{{.Name}}", Indexed: true{{.Reach}}}))}
	return s
}

// Resource declares {{.Plural}} to the admin.
func Resource(s *Service) resource.Declaration {
	v := new({{.Type}})
{{- if .Status}}
	statuses := s.statuses()
{{- end}}
	return resource.Declare(resource.Spec[{{.Type}}]{
		Name: "{{.Name}}", Route: "/{{.Group}}/{{.Folder}}", Of: v, Store: s, Title: &v.{{.Title}},{{if .Person}} Forgotten: resource.ByDeletion(),{{end}}
{{- if .Part}} PartOf: &v.{{.ParentField}},{{end}}
{{- with .Status}}
		Status: &v.{{.Field}}, New: func() {{$.Type}} { return {{$.Type}}{ {{.Field}}: {{(index .Moves 0).Const}} } },
		Actions: []resource.Action[{{$.Type}}]{statuses.Action()}, Calls: []resource.Endpoint{statuses.Call()}, Board: statuses.Board(nil),
{{- end}}
		Columns: resource.Refs{ {{.Refs .Columns}} },
		Filters: resource.Refs{ {{.Refs .Filters}} },
		Search: resource.Refs{ {{.Refs .Columns}} },
		Form: []resource.Group{resource.Section("general", {{.Refs .Inputs}})},
		Access: resource.Access{Read: role.{{.Type}}Read, Create: role.{{.Type}}Create, Update: role.{{.Type}}Update, Delete: role.{{.Type}}Delete},
	})
}
{{with .Status}}
// statuses say which status follows which and who may change it. A move that reverts another one undoes it too.
func (s *Service) statuses() statemachine.StatusTable[{{$.Type}}, {{.Type}}] {
	reasons := []string{"MISTAKE", "OTHER"}
	return statemachine.StatusTable[{{$.Type}}, {{.Type}}]{
		Name: "{{$.Name}}", Path: "/api/{{$.Name}}", Store: s, Status: func(v *{{$.Type}}) *{{.Type}} { return &v.{{.Field}} },
		Read: role.{{$.Type}}Read, Now: s.Now,
		Moves: []statemachine.Move[{{$.Type}}, {{.Type}}]{ {{range .Moves}}{{if .Next}}
			{From: []{{$.Status.Type}}{ {{- .Const -}} }, To: {{.Next}}, Needs: role.{{$.Type}}Update},
			{From: []{{$.Status.Type}}{ {{- .Next -}} }, To: {{.Const}}, Needs: role.{{$.Type}}Update, Reverts: true, Reason: true, Reasons: reasons},
{{- end}}{{end}}
		},
	}
}
{{end}}`

// line is a field of the struct.
type line struct{ Go, Type, Tag string }

// enum is a type that lists its values.
type enum struct {
	Go, Name, Key string
	Values        []string
}

// status is the field of the status, with its values in order.
type status struct {
	Field, Type string
	Moves       []move
}

// move is a status and the one that follows it, by the names of their constants.
type move struct{ Const, Value, Next string }

func (r kind) statusOf(f field) *status {
	out := &status{Field: goName(f.Name), Type: f.goType()}
	name := func(value string) string {
		var b strings.Builder
		b.WriteString(goName(f.Name))
		for word := range strings.SplitSeq(strings.ToLower(value), "_") {
			b.WriteString(goName(word))
		}
		return b.String()
	}
	for i, value := range f.Values {
		one := move{Const: name(value), Value: value}
		if i+1 < len(f.Values) {
			one.Next = name(f.Values[i+1])
		}
		out.Moves = append(out.Moves, one)
	}
	return out
}

// page is what the templates say of a resource.
type page struct {
	kind

	Folder, Table, Type, Title, Singular, Plural, Reach, ParentField string

	Fields                   []line
	Enums                    []enum
	Columns, Filters, Inputs []string
	Person                   bool
	Status                   *status // nil: the records have none
}

// Uses says whether a field has that type.
func (p page) Uses(goType string) bool {
	return slices.ContainsFunc(p.Fields, func(l line) bool { return l.Type == goType })
}

// ValuePackages are those of the engine that the types of its fields are of.
func (p page) ValuePackages() (out []string) {
	for _, name := range []string{"date", "decimal", "enum", "money"} {
		isOf := func(l line) bool { return strings.HasPrefix(strings.TrimPrefix(l.Type, "*"), name+".") }
		if name == "enum" && p.Enums != nil || slices.ContainsFunc(p.Fields, isOf) {
			out = append(out, name)
		}
	}
	return out
}

// Refs lists addresses of fields.
func (page) Refs(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = "&v." + n
	}
	return strings.Join(out, ", ")
}

func pageOf(r kind) page {
	p := page{
		kind: r, Folder: r.folder(), Table: r.table(), Type: r.typeName(), Title: goName(r.title()),
		Singular: strings.Join(words(r.Name), " "), Plural: strings.Join(words(plural(r.Name)), " "), Reach: scopeRule(r),
		ParentField: goName(r.Part + "Id"),
	}
	for _, f := range r.Fields {
		p.Fields = append(p.Fields, line{goName(f.Name), f.goType(), f.tag()})
		if f.Kind == "status" {
			p.Status = r.statusOf(f)
		} else {
			p.Inputs = append(p.Inputs, goName(f.Name))
		}
		if f.Kind == "ref" {
			p.Fields = append(p.Fields, line{
				goName(f.shown()), "string",
				fmt.Sprintf("json:%q from:%q", f.shown(), f.Name+"."+snake(f.Shows)),
			})
			p.Person = p.Person || f.Ref == "freelancer"
		}
		if f.isEnum() {
			p.Enums = append(p.Enums, enum{goName(f.Name), f.Name, enumKey(r, f), f.Values})
		}
		if f.shape().List {
			p.Columns = append(p.Columns, goName(f.shown()))
		}
		if f.shape().Filter {
			p.Filters = append(p.Filters, goName(f.Name))
		}
	}
	return p
}

func enumKey(r kind, f field) string { return r.Name + goName(f.Name) }

// scopeRule says whose the records are: a client's by their columns, or those of what they must refer to.
func scopeRule(r kind) string {
	var through []string
	for _, f := range r.Fields {
		if f.Ref == "client" || f.Ref == "legalEntity" {
			return ""
		}
		if f.Kind == "ref" && f.Required {
			through = append(through, fmt.Sprintf("%q", f.Name))
		}
	}
	if through == nil {
		return ", Reach: store.Unscoped"
	}
	return ", Through: []string{" + strings.Join(through, ", ") + "}"
}

func (r kind) source() ([]byte, error) {
	var b bytes.Buffer
	if err := template.Must(template.New("go").Parse(goFile)).Execute(&b, pageOf(r)); err != nil {
		return nil, err
	}
	return format.Source(b.Bytes())
}

// migration makes the table, with an index for every filter.
func (r kind) migration() []byte {
	lines := []string{"{{record}}"}
	var after []string
	for _, f := range r.Fields {
		lines = append(lines, f.columns(r)...)
		column := snake(f.Name)
		switch {
		case f.shape().Folded:
			after = append(after, fmt.Sprintf("CREATE INDEX %s_%s_idx ON %s (%s_fold, id, deleted_at);",
				r.table(), column, r.table(), column),
				fmt.Sprintf("{{contains %q %q}}", r.table(), column+"_fold"))
		case f.shape().Filter:
			after = append(after, fmt.Sprintf("CREATE INDEX %s_%s_idx ON %s (%s, id, deleted_at);",
				r.table(), column, r.table(), column))
		}
	}
	return fmt.Appendf(nil, "-- +goose Up\n-- expand: add the table %[1]s.\nCREATE TABLE %[1]s (\n\t%[2]s\n);\n%[3]s\n",
		r.table(), strings.Join(lines, ",\n\t"), strings.Join(after, "\n"))
}

// dropping takes the table away where it may stand already, with what finds parts of its texts.
func (r kind) dropping(searched []string) []byte {
	names := make([]string, 0, 1+len(searched))
	for _, name := range append([]string{r.table()}, searched...) {
		names = append(names, strconv.Quote(name))
	}
	return fmt.Appendf(nil, "-- +goose Up\n-- contract: drop the table %s.\n{{gone %s}}\n",
		r.table(), strings.Join(names, " "))
}
