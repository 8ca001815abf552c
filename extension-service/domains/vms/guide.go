package vms

import (
	"context"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/field"
)

// Place is one field that a mapping reads or writes, as its declaration says.
type Place struct {
	Path      string   `json:"path"` // dotted; [] stands for each element of a list
	Kind      string   `json:"kind"`
	IsMany    bool     `json:"isMany"`
	MaxLength int64    `json:"maxLength"` // in characters; 0 is no limit
	MaxItems  int64    `json:"maxItems"`  // of a list; 0 is no limit
	Required  bool     `json:"required"`
	Values    []string `json:"values"` // those allowed; none is any
	Enum      string   `json:"enum"`   // the enumeration that has words for them; "" where there is none
	Example   string   `json:"example"`
}

// PlaceOf describes a field of a record under its path.
func PlaceOf(path string, f *field.Field) Place {
	p := Place{
		Path: path, Kind: string(f.Kind), IsMany: f.Many, Required: f.Required, Values: []string{},
		Example: exampleOf(path, f.Kind),
	}
	switch {
	case f.Many:
		p.MaxItems = int64(f.Max)
	case f.HasText():
		p.MaxLength = int64(f.Max)
	}
	if f.Enums != nil && len(f.Enums.Values) > 0 {
		p.Values, p.Enum, p.Example = f.Enums.Values, f.Enums.Name, f.Enums.Values[0]
	}
	return p
}

// examples are values of each kind, as JSON has them.
var examples = map[field.Kind]string{
	field.ID: "881", field.Text: "Java developer", field.LongText: "Builds services in Java.",
	field.HTML: "<p>Builds services in Java.</p>", field.Int: "3", field.Dec: "37.5", field.Money: "96.50",
	field.Percent: "80", field.Bool: "true", field.DateKind: "2027-01-11",
	field.Instant: "2027-01-11T09:30:00Z", field.Reference: "4", field.Email: "ada@example.org",
	field.Phone: "+46 70 123 45 67", field.URL: "https://example.org", field.Country: "SE",
	field.Currency: "EUR", field.Locale: "en", field.Code: "SE01", field.File: "01J9Z3V7",
	field.Image: "01J9Z3V8", field.Staff: "7",
}

// Template is a mapping to start from, with a message that it works on.
type Template struct {
	Name    string                    `json:"name"` // its texts are vmsMapping.template.<name>.title and .text
	Entity  Entity                    `json:"entity"`
	Lookups map[string]map[string]any `json:"lookups" kind:"json"`
	Rules   []transform.Rule          `json:"rules"`
	Sample  map[string]any            `json:"sample"  kind:"json"` // of inbound ones
}

//go:embed templates.json
var templatesFile []byte

// templates are all there are, those to start with first.
func templates() (out []Template, err error) {
	return out, json.Unmarshal(templatesFile, &out)
}

type guideInput struct {
	Entity Entity `query:"entity" check:"required"`
}

// Guide is what a mapping for an entity can be made of.
type Guide struct {
	// of inbound mappings; outbound ones write what the VMS asks for
	Targets []Place `json:"targets"`
	// of outbound mappings; inbound ones read what the VMS sends
	Sources   []Place    `json:"sources"`
	Functions []string   `json:"functions"` // of jq and our own
	Own       []string   `json:"own"`       // our own; their texts are vmsMapping.function.<name>
	Templates []Template `json:"templates"`
}

// guide answers what a mapping for an entity can be made of.
func (s *Service) guide(_ context.Context, in guideInput) (out Guide, err error) {
	out = Guide{
		Targets: []Place{}, Sources: []Place{}, Templates: []Template{},
		Functions: transform.FunctionNames(), Own: slices.Clone(transform.OwnFunctions),
	}
	if in.Entity.direction() == Out {
		out.Sources = list(s.deps.Sources())
	} else {
		out.Targets = list(s.deps.Targets(in.Entity))
		out.Own = slices.DeleteFunc(out.Own, func(name string) bool { return name == "resource" })
	}
	all, err := templates()
	for _, t := range all {
		if t.Entity == in.Entity {
			out.Templates = append(out.Templates, t)
		}
	}
	return out, err
}

// sourceFields are the names of the fields that outbound rules may read, by record.
func (m *Mappings) sourceFields() map[string][]string {
	out := map[string][]string{transform.Uploads: {}}
	for _, p := range m.deps.Sources() {
		record, field, _ := strings.Cut(p.Path, ".")
		field, _, _ = strings.Cut(field, ".")
		out[record] = append(out[record], strings.TrimSuffix(field, "[]"))
	}
	return out
}
