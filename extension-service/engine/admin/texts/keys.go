// Package texts knows which texts follow from the declarations, and says which of them are not shipped.
package texts

import (
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Keys are those of the texts that the screens of a resource show, each with the part of the declaration it follows
// from.
func Keys(m *resource.Meta) map[string]string {
	k := keys{base: "resources." + m.Name + ".", found: map[string]string{}}
	k.add("name", "the resource")
	k.add("plural", "the resource")
	k.fields(m.Fields, "fields.", "")
	for _, section := range m.Form {
		k.add("sections."+section.Name, "section "+section.Name)
	}
	for _, fl := range m.Filters {
		k.add("filters."+fl.Name, "filter "+fl.Name)
		k.values(fl.Enumeration())
	}
	for _, v := range m.Views {
		k.add("views."+v.Name, "view "+v.Name)
	}
	for _, a := range m.Actions {
		for _, part := range []string{"label", "title", "submit", "done"} {
			k.add("actions."+a.Name+"."+part, "action "+a.Name)
		}
		k.fields(a.Input, "actions."+a.Name+".fields.", "action "+a.Name+": ")
		if a.When != nil && a.When.Reason != "" {
			k.found[a.When.Reason] = "action " + a.Name
		}
	}
	if m.Editable != nil {
		k.found[m.Editable.Reason] = "Editable"
	}
	if m.Deletable != nil {
		k.found[m.Deletable.Reason] = "Deletable"
	}
	for _, check := range m.Checks {
		if check.Text != "" {
			k.found[check.Text] = "Checks"
		}
	}
	return k.found
}

type keys struct {
	base  string
	found map[string]string
}

func (k keys) add(key, of string) { k.found[k.base+key] = of }

// fields adds the texts of fields, whose keys begin with under; of is the part that they belong to.
func (k keys) fields(fs []*field.Field, under, of string) {
	for _, f := range fs {
		k.add(under+f.Name, of+"field "+f.Name)
		k.fields(f.Fields, under+f.Name+".", of)
		k.values(f.Enums)
	}
}

func (k keys) values(e *enum.List) {
	if e == nil {
		return
	}
	for _, v := range e.Values {
		k.found[e.Key(v)] = "value " + v + " of " + e.Name
	}
}
