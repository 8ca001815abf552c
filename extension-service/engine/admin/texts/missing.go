package texts

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Shipped are the texts of the product: locale → key → text.
type Shipped map[string]map[string]string

// Share gives every resource with a screen the texts of the fields that all records have, record.fields.<field>, where
// it has none of its own.
func (s Shipped) Share(resources []resource.Resource) error {
	shared, err := field.List(reflect.TypeFor[resource.Record]())
	if err != nil {
		return err
	}
	for _, r := range resources {
		if r.Facts().Route == "" {
			continue
		}
		for _, f := range shared {
			key := "resources." + r.Facts().Name + ".fields." + f.Name
			for _, in := range s {
				if in[key] == "" {
					in[key] = in["record.fields."+f.Name]
				}
			}
		}
	}
	return nil
}

// Search gathers the texts that are missing in a locale, each key once.
type Search struct {
	shipped Shipped
	done    map[string]bool
	missing []error
}

// NewSearch returns a search that has found nothing yet.
func NewSearch(shipped Shipped) *Search { return &Search{shipped: shipped, done: map[string]bool{}} }

// Err reports what was found, or nil.
func (s *Search) Err() error { return errors.Join(s.missing...) }

// LookUp looks for one text, which a part of what at is the place of asks for.
func (s *Search) LookUp(at func() string, key, of string) {
	if s.done[key] {
		return
	}
	s.done[key] = true
	var locales, files []string
	for _, locale := range slices.Sorted(maps.Keys(s.shipped)) {
		if s.shipped[locale][key] == "" {
			locales, files = append(locales, locale), append(files, "seed/"+locale+"/*.json")
		}
	}
	if len(locales) > 0 {
		s.missing = append(s.missing, fmt.Errorf("%s: %s: no text %q in %s (%s)",
			at(), of, key, strings.Join(locales, " and "), strings.Join(files, ", ")))
	}
}

// Resources looks for the texts of screens, and for the names of resources without one, which the audit log tells of.
func (s *Search) Resources(resources []resource.Resource) {
	for _, r := range resources {
		at := func() string { return r.Declared().LineOf("Name") }
		s.LookUp(at, "resources."+r.Facts().Name+".name", fmt.Sprintf("resource %q", r.Facts().Name))
	}
	everybody := &role.Caller{Kind: role.System, Permissions: role.Permissions()}
	for _, r := range resources {
		m := r.Meta(everybody)
		if m.Route == "" {
			continue
		}
		wanted := Keys(m)
		for _, key := range slices.Sorted(maps.Keys(wanted)) {
			at := func() string { return r.Declared().LineOf(wanted[key]) }
			s.LookUp(at, key, fmt.Sprintf("resource %q: %s", m.Name, wanted[key]))
		}
	}
}
