// Package check holds declarations against each other, against the table of roles and against the database. Nothing is
// served while something is wrong with one.
package check

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/reserved"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
	"poolkeeper.example/extension-service/platform/spelling"
)

// Declarations reports every mistake of every declaration that the compiler cannot see, all of them at once. What is
// absent because its declaration panics may be referred to.
func Declarations(all []resource.Resource, absent ...string) error {
	first := map[string]string{} // by name, where it is declared
	for _, r := range all {
		if d := r.Declared(); first[d.Name] == "" {
			first[d.Name] = d.At
		}
	}
	for _, name := range absent {
		first[name] = cmp.Or(first[name], "a declaration that panics")
	}
	var errs []error
	for _, r := range all {
		d := declaration{Declared: r.Declared()}
		d.references(first)
		d.reserved()
		d.renamed()
		d.undoing()
		d.checkSensitive()
		d.permissions()
		errs = append(append(errs, d.Mistakes...), d.found...)
		if at := first[d.Name]; at != d.At {
			errs = append(errs, fmt.Errorf("%s: resource %q is declared at %s already: give one of them another Name",
				d.LineOf("Name"), d.Name, at))
		}
	}
	return errors.Join(errs...)
}

// declaration is a declaration and what was found to be wrong with it.
type declaration struct {
	resource.Declared
	found []error
}

func (d *declaration) fail(format string, args ...any) {
	sentence := fmt.Sprintf(format, args...)
	d.found = append(d.found, fmt.Errorf("%s: resource %q: %s", d.LineOf(sentence), d.Name, sentence))
}

func (d *declaration) references(known map[string]string) {
	for _, f := range d.Fields {
		if f.Kind == field.Reference && known[f.Ref] == "" {
			d.fail("field %s refers to %q, which is no resource%s", f.Name, f.Ref,
				suggestion(f.Ref, slices.Sorted(maps.Keys(known))))
		}
		if ref, _, ok := strings.Cut(f.From, "."); f.From != "" && (!ok || field.Find(d.Fields, ref) == nil) {
			d.fail("field %s comes from %q, which is no field of a reference", f.Name, f.From)
		}
	}
}

// reserved refuses names that mean something else to SQL, to the panel or to a list.
func (d *declaration) reserved() {
	for _, f := range d.Fields {
		if why := reserved.Explain(f.Name, f.Column); why != "" {
			d.fail("field %s: %s: call it otherwise, as %s%s", f.Name, why, d.Name, strings.ToUpper(f.Name[:1])+f.Name[1:])
		}
	}
	for _, name := range d.Filters {
		if reserved.IsListParameter(name) {
			d.fail("filter %s: it is a parameter of every list: call it otherwise", name)
		}
	}
}

// renamed refuses an old name that somebody else has: nobody could tell whose past is meant.
func (d *declaration) renamed() {
	for _, f := range d.Fields {
		for _, was := range f.Was {
			if field.Find(d.Fields, was) != f {
				d.fail("field %s: it was %q, which is the name of another field", f.Name, was)
			}
		}
	}
}

func (d *declaration) undoing() {
	for _, u := range d.Undone {
		if !slices.Contains(d.RecordActions, u.By) {
			d.fail("action %s is undone by %q, which is no action on a record", u.Action, u.By)
		}
	}
}

// checkSensitive keeps what is sensitive out of lists, and free texts about people out of the search index.
func (d *declaration) checkSensitive() {
	for _, f := range slices.Concat(d.Row, d.Index) {
		if f.Sensitive {
			d.fail("field %s is sensitive: neither a list nor the search index may show it", f.Name)
		}
	}
	for _, f := range d.Index {
		if f.Personal && f.Kind == field.LongText {
			d.fail("field %s is a free text about a person: the search index must not hold it", f.Name)
		}
	}
}

// permissions reports those that do not exist or that no role has, and what nobody may do.
func (d *declaration) permissions() {
	for _, required := range d.Required {
		for _, p := range required.Permissions {
			switch {
			case p == "":
			case !slices.Contains(role.Permissions(), p):
				d.fail("%s: the permission %q stands not in the table of roles%s: name another one, or add it to "+
					"extension-service/platform/role/permissions.go", required.Where, p, suggestion(string(p), permissionNames()))
			case len(role.GrantedBy(p)) == 0:
				d.fail("%s: no role has the permission %q: give it to one in extension-service/platform/role/permissions.go",
					required.Where, p)
			}
		}
		if required.Must && required.Permissions[0] == "" {
			d.fail("%s: no permission is named", required.Where)
		}
	}
}

// suggestion is the name that a wrong one was probably meant to be; "" where none is like it.
func suggestion(wrong string, names []string) string {
	if nearest := spelling.Nearest(wrong, names); nearest != "" {
		return ", but " + nearest + " is"
	}
	return ""
}

func permissionNames() (out []string) {
	for _, p := range role.Permissions() {
		out = append(out, string(p))
	}
	return out
}
