package main

import (
	"bytes"
	"fmt"
	"go/format"
	"slices"
	"strings"
	"text/template"
)

// rulesFile is the test of a resource: a table of what it takes and refuses, and of who may do what.
const rulesFile = `package {{.Folder}}_test

import (
	{{if .HasLong}}"strings"
	{{end}}"testing"

	"poolkeeper.example/extension-service/domains/{{.Folder}}"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/rulestest"
	"poolkeeper.example/extension-service/platform/role"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// What is asked of {{.Plural}} follows this table. A new rule is a new line.
func Test{{.Type}}_Input_FollowsItsRules(t *testing.T) {
	t.Parallel()
	rulestest.Table{
		Declare: func(db *store.DB, with func(store.Config) store.Config) resource.Declaration {
			return {{.Folder}}.Resource({{.Folder}}.New(db, with))
		},
		Path: "/api/{{.Name}}",
{{- if .References}}
		Refers: []rulestest.Reference{
{{range .References}}			{Resource: "{{.Ref}}", Table: "{{.RefTable}}", Column: "{{.Column}}"},
{{end}}		},
{{- end}}
		Accepted: map[string]any{
{{range .Examples}}			"{{.Field}}": {{.Value}},
{{end}}		},
		Refused: []rulestest.Refused{
{{range .Refused}}			{Field: "{{.Field}}", Value: {{.Value}}, Message: "{{.Message}}"},
{{end}}		},
		Needs: map[string]role.Permission{
			"GET": role.{{.Type}}Read, "POST": role.{{.Type}}Create, "PUT": role.{{.Type}}Update, "DELETE": role.{{.Type}}Delete,
		},
	}.Run(t)
}
`

// example is a value of a field, as it stands in Go.
type example struct{ Field, Value string }

// refusal is a value that a field refuses, and its message.
type refusal struct{ Field, Value, Message string }

// examples are values that a kind takes. Files are left out: they would have to be there.
var examples = map[string]string{
	"text": `"One"`, "longtext": `"One\nTwo"`, "int": "7", "decimal": "7.25", "percent": "25", "bool": "true",
	"date":    `"2026-11-21"`,
	"instant": `"2026-11-21T09:00:00.000Z"`, "email": `"somebody@example.com"`, "url": `"https://example.com"`,
	"phone": `"+41446681800"`,
	"money": "7.25", "currency": `"EUR"`, "country": `"CH"`, "locale": `"de"`, "ref": "1",
}

// refusals are values that a kind refuses, with the message.
var refusals = map[string][2]string{
	"int": {`"seven"`, "validation.integer"}, "bool": {`"yes"`, "validation.boolean"},
	"date":  {`"2026-02-30"`, "validation.date"},
	"email": {`"nobody"`, "validation.email"}, "url": {`"nowhere"`, "validation.url"},
	"country": {`"XX"`, "validation.country"},
	"locale":  {`"German"`, "validation.locale"}, "enum": {`"OTHER_THAN_THESE"`, "validation.oneOf"},
	"ref": {"2", "validation.reference"},
}

// Column is that of the other resource by which its records are shown.
func (f field) Column() string { return snake(f.Shows) }

// References are the fields that refer to other resources, one of each resource.
func (p page) References() (out []field) {
	for _, f := range p.kind.Fields {
		if f.Kind == "ref" && f.Ref != p.Name && !slices.ContainsFunc(out, func(o field) bool { return o.Ref == f.Ref }) {
			out = append(out, f)
		}
	}
	return out
}

// Examples are values of all fields that a body can have without anything else being there.
func (p page) Examples() (out []example) {
	for _, f := range p.kind.Fields {
		value := examples[f.Kind]
		if f.Kind == "status" { // moves change it, and no body
			continue
		}
		if f.Kind == "enum" {
			value = fmt.Sprintf("%q", f.Values[0])
		}
		if value != "" && f.Ref != p.Name {
			out = append(out, example{f.Name, value})
		}
	}
	return out
}

// Refused are the values that break one rule each.
func (p page) Refused() (out []refusal) {
	for _, f := range p.kind.Fields {
		if f.Required && f.isMissed() {
			out = append(out, refusal{f.Name, "nil", "validation.required"})
		}
		if f.Ref == p.Name {
			continue
		}
		if longest := f.limit("max"); longest != "" && (f.Kind == "text" || f.Kind == "longtext") {
			out = append(out, refusal{f.Name, `strings.Repeat("x", ` + longest + `+1)`, "validation.max"})
		}
		if f.Kind == "percent" {
			out = append(out, refusal{f.Name, "-1", "validation.minValue"}, refusal{f.Name, "101", "validation.maxValue"})
		}
		if wrong, has := refusals[f.Kind]; has {
			out = append(out, refusal{f.Name, wrong[0], wrong[1]})
		}
	}
	return out
}

// HasLong says whether a text is too long in one of them.
func (p page) HasLong() bool {
	return slices.ContainsFunc(p.Refused(), func(r refusal) bool { return strings.HasPrefix(r.Value, "strings.") })
}

// isMissed says whether a body without the field is refused where the field is required: what is no or yes is no
// without it.
func (f field) isMissed() bool {
	return f.Kind != "bool" && (examples[f.Kind] != "" || f.Kind == "enum")
}

// limit is what a rule of the kind says, such as 200 of max=200.
func (f field) limit(rule string) string {
	for one := range strings.SplitSeq(f.shape().Check, ",") {
		if name, value, _ := strings.Cut(one, "="); name == rule {
			return value
		}
	}
	return ""
}

// needsFile says whether no record can be without an upload: then a table of rules has no body that is taken.
func (r kind) needsFile() bool {
	return slices.ContainsFunc(r.Fields, func(f field) bool {
		return f.Required && (f.Kind == "file" || f.Kind == "image" || f.Ref == r.Name)
	})
}

// rules is the test of the resource.
func (r kind) rules() ([]byte, error) {
	var b bytes.Buffer
	if err := template.Must(template.New("rules").Parse(rulesFile)).Execute(&b, pageOf(r)); err != nil {
		return nil, err
	}
	return format.Source(b.Bytes())
}
