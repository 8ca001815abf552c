package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// kind is a resource to be written.
type kind struct {
	Name  string // of one record: tradeFair
	Group string
	Roles string
	Part  string // the resource that its records are parts of; "" for none

	Fields []field
}

// field is one field of its records.
type field struct {
	Name     string // in JSON; of a reference, with Id at its end
	Kind     string
	Ref      string   // the resource that it names
	RefTable string   // where the records of that are
	Shows    string   // the field of that resource that stands for it
	Values   []string // of an enumeration
	Required bool
}

var (
	nameRule  = regexp.MustCompile(`^[a-z][a-zA-Z0-9]{1,38}$`)
	camelRule = regexp.MustCompile(`^[a-z][a-zA-Z0-9]{0,38}$`)
	valueRule = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)
	fieldRule = regexp.MustCompile(`^([^:]+):([a-zA-Z]+)(?:\(([^)]*)\))?(?::([^!]+))?(!?)$`)
)

// newKind reads what was asked for and holds it against the product. It answers every mistake at once, as mistakes, and
// nothing has been written then.
func (p *product) newKind(wanted kind, fields []string) (kind, error) {
	r := wanted
	var found mistakes
	if r.Part != "" && !slices.ContainsFunc(fields, func(f string) bool { return strings.HasPrefix(f, r.Part+":ref") }) {
		fields = append([]string{r.Part + ":ref!"}, fields...)
	}
	for _, one := range fields {
		f, wrong := newField(one)
		if wrong != nil {
			found = append(found, *wrong)
			continue
		}
		r.Fields = append(r.Fields, f)
	}
	if r.has("money") && !r.has("currency") {
		r.Fields = append(r.Fields, field{Name: "currency", Kind: "currency"})
	}
	for i := range r.Fields {
		found = append(found, r.refer(&r.Fields[i], p)...)
	}
	found = append(found, r.wrongName(p)...)
	found = append(found, r.wrongGroup(p)...)
	found = append(found, r.wrongRoles()...)
	found = append(found, r.wrongFields()...)
	if len(found) > 0 {
		return r, found
	}
	return r, nil
}

// newField reads name:kind. What is asked of it beyond its own text is looked at when all fields are read.
func newField(text string) (field, *mistake) {
	wrong := func(cure, format string, args ...any) (field, *mistake) {
		return field{}, &mistake{"field " + text, fmt.Sprintf(format, args...), cure}
	}
	m := fieldRule.FindStringSubmatch(text)
	if m == nil {
		return wrong("write name:text, with ! at its end where it is required", "it does not read name:kind")
	}
	f := field{Name: m[1], Kind: m[2], Ref: m[4], Required: m[5] != ""}
	if !camelRule.MatchString(f.Name) {
		return wrong("write it as expiresOn", "the name %q is not in camel case", f.Name)
	}
	if _, known := shapes[f.Kind]; !known {
		return wrong(suggestName(f.Kind, kinds())+"the kinds are "+strings.Join(kinds(), ", "), "%q is of no kind there is",
			f.Kind)
	}
	if m[3] != "" {
		f.Values = strings.Split(m[3], "|")
	}
	switch {
	case f.isEnum() != (f.Values != nil):
		return wrong("write level:enum(JUNIOR|SENIOR)", "values belong to an enumeration, and an enumeration has values")
	case f.Kind == "status" && len(f.Values) < 2:
		return wrong("write state:status(DRAFT|SUBMITTED|PAID)", "one status leads nowhere")
	case f.Kind != "ref" && f.Ref != "":
		return wrong("write author:ref:freelancer", "only a reference names a resource")
	}
	for i, value := range f.Values {
		if !valueRule.MatchString(value) {
			return wrong("write it as NOT_STARTED", "the value %q is not in capitals", value)
		}
		if slices.Contains(f.Values[:i], value) {
			return wrong("name it once", "the value %s is there twice", value)
		}
	}
	if f.Kind == "ref" {
		if short, ends := strings.CutSuffix(f.Name, "Id"); ends {
			return wrong("write "+short+":ref, whose field is called "+f.Name, "a reference is named without Id")
		}
		f.Ref, f.Name = cmp.Or(f.Ref, f.Name), f.Name+"Id"
	}
	return f, nil
}

// has says whether a field is of that kind.
func (r kind) has(kind string) bool {
	return slices.ContainsFunc(r.Fields, func(f field) bool { return f.Kind == kind })
}

// isEnum says whether the field holds one of some values.
func (f field) isEnum() bool { return f.Kind == "enum" || f.Kind == "status" }

// title is the field that stands for a record: its first text, and of a part without one its first day.
func (r kind) title() string {
	kinds := []string{"text"}
	if r.Part != "" {
		kinds = append(kinds, "date")
	}
	for _, kind := range kinds {
		if at := slices.IndexFunc(r.Fields, func(f field) bool { return f.Kind == kind }); at >= 0 {
			return r.Fields[at].Name
		}
	}
	return ""
}

// plural follows the rules of English that names keep to.
func plural(s string) string {
	switch {
	case strings.HasSuffix(s, "y") && !strings.HasSuffix(s, "ey") && !strings.HasSuffix(s, "ay"):
		return strings.TrimSuffix(s, "y") + "ies"
	case strings.HasSuffix(s, "s"), strings.HasSuffix(s, "x"), strings.HasSuffix(s, "ch"), strings.HasSuffix(s, "sh"):
		return s + "es"
	}
	return s + "s"
}

// words splits camel case: trade, fair.
func words(s string) (out []string) {
	for _, c := range s {
		if len(out) == 0 || unicode.IsUpper(c) {
			out = append(out, "")
		}
		out[len(out)-1] += string(unicode.ToLower(c))
	}
	return out
}

func snake(s string) string { return strings.Join(words(s), "_") }

// goName is an exported name, with initials as Go writes them.
func goName(s string) (out string) {
	for _, w := range words(s) {
		switch w {
		case "id", "url", "msp", "vms", "pdf", "vat":
			out += strings.ToUpper(w)
		default:
			out += strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return out
}

func (r kind) typeName() string { return goName(r.Name) }
func (r kind) table() string    { return snake(plural(r.Name)) }
func (r kind) folder() string   { return strings.ToLower(plural(r.Name)) }
