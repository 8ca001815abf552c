package main

import (
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

	Fields []field
}

// field is one field of its records.
type field struct {
	Name     string // in JSON; of a reference, with Id at its end
	Kind     string
	Ref      string   // the resource that it names
	Shows    string   // the field of that resource that stands for it
	Values   []string // of an enumeration
	Required bool
}

var (
	nameRule  = regexp.MustCompile(`^[a-z][a-zA-Z0-9]{1,38}$`)
	fieldRule = regexp.MustCompile(`^([a-z][a-zA-Z0-9]*):([a-z]+)(?:\(([A-Z0-9_|]+)\))?(?::([a-zA-Z]+))?(!?)$`)
	// recordFields are those that every record has.
	recordFields = []string{"id", "handle", "version", "created", "createdBy", "lastUpdated", "lastUpdatedBy", "deletedAt"}
)

// newKind checks what was asked for. Nothing has been written when it refuses.
func newKind(name, group, roles string, fields []string) (kind, error) {
	r := kind{Name: name, Group: group, Roles: roles}
	if !nameRule.MatchString(name) {
		return r, fmt.Errorf("the name %q is not in camel case, such as tradeFair", name)
	}
	if i := strings.IndexFunc(roles, func(c rune) bool { return !strings.ContainsRune("abcd", c) }); i >= 0 {
		return r, fmt.Errorf("there is no role %q: a CSM, b tech support, c content manager, d configuration manager", roles[i])
	}
	for _, one := range fields {
		f, err := newField(one)
		if err != nil {
			return r, err
		}
		if slices.Contains(recordFields, f.Name) || slices.ContainsFunc(r.Fields, func(other field) bool { return other.Name == f.Name }) {
			return r, fmt.Errorf("there would be two fields %q", f.Name)
		}
		r.Fields = append(r.Fields, f)
	}
	if fields != nil && r.title() == "" {
		return r, fmt.Errorf("the resource %s needs a text, such as name:text!, that stands for a record", name)
	}
	return r, nil
}

func newField(text string) (field, error) {
	m := fieldRule.FindStringSubmatch(text)
	if m == nil {
		return field{}, fmt.Errorf("the field %q does not read name:kind, with ! at its end where it is required", text)
	}
	f := field{Name: m[1], Kind: m[2], Ref: m[4], Required: m[5] != ""}
	if _, known := shapes[f.Kind]; !known {
		return f, fmt.Errorf("the field %q is of no kind there is: %s", text, strings.Join(kinds(), ", "))
	}
	if m[3] != "" {
		f.Values = strings.Split(m[3], "|")
	}
	if (f.Kind == "enum") != (f.Values != nil) {
		return f, fmt.Errorf("the field %q: values belong to an enumeration, such as level:enum(JUNIOR|SENIOR)", text)
	}
	switch {
	case f.Kind != "ref" && f.Ref != "":
		return f, fmt.Errorf("the field %q: only a reference names a resource, such as author:ref:freelancer", text)
	case f.Kind == "ref":
		if f.Ref == "" {
			f.Ref = f.Name
		}
		f.Shows, f.Name = shownBy(f.Ref), f.Name+"Id"
	}
	return f, nil
}

// shownBy is the field that people know a record of another resource by.
func shownBy(ref string) string {
	switch ref {
	case "project":
		return "title"
	case "pool":
		return "vmsName"
	case "application":
		return "handle"
	}
	return "name"
}

func (r kind) title() string {
	for _, f := range r.Fields {
		if f.Kind == "text" {
			return f.Name
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

// sentence is how a name is read.
func sentence(s string) string {
	all := strings.Join(words(strings.TrimSuffix(s, "Id")), " ")
	return strings.ToUpper(all[:1]) + all[1:]
}

func (r kind) typeName() string { return goName(r.Name) }
func (r kind) table() string    { return snake(plural(r.Name)) }
func (r kind) folder() string   { return strings.ToLower(plural(r.Name)) }
