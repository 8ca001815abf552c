package store

import (
	"fmt"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// origin is a field that another one is derived from.
type origin struct {
	table *table
	field *field.Field
}

// misderived says of each derived field what it cannot be derived from, or that it follows from itself.
func (t *table) misderived() (out []string) {
	for _, f := range t.stored {
		if f.Derived == nil {
			continue
		}
		if wrong := t.wrongDerivation(f); wrong != "" {
			out = append(out, fmt.Sprintf("field %s: derived by %s: %s", f.Name, f.Derived.How, wrong))
		} else if t.isCircular(f) {
			out = append(out, fmt.Sprintf("field %s: derived by %s: it follows from itself", f.Name, f.Derived.How))
		}
	}
	return out
}

func (t *table) wrongDerivation(f *field.Field) string {
	d := f.Derived
	switch d.How {
	case field.ByJoin, field.ByProduct:
		return t.wrongParts(f)
	case field.ByCopy:
		ref := field.Find(t.stored, d.Of[0])
		if ref == nil || ref.Kind != field.Reference || ref.Many {
			return d.Of[0] + " is no stored reference to one record"
		}
		source := t.db.tableIfAny(ref.Ref)
		if source == nil {
			return "no table keeps records of " + ref.Ref
		}
		from := field.Find(source.stored, d.Of[1])
		if from == nil {
			return fmt.Sprintf("%s has no stored field %s", ref.Ref, d.Of[1])
		}
		if from.Type.Kind() != f.Type.Kind() || from.Many != f.Many || from.Nullable() != f.Nullable() {
			return fmt.Sprintf("%s of %s is of another type", d.Of[1], ref.Ref)
		}
	case field.ByCount, field.BySum:
		return t.wrongChildren(f)
	}
	return ""
}

// wrongParts looks at what is joined or multiplied: texts, or numbers.
func (t *table) wrongParts(f *field.Field) string {
	kinds, what := []reflect.Kind{reflect.String}, "text"
	if f.Derived.How == field.ByProduct {
		kinds, what = []reflect.Kind{reflect.Int64, reflect.Int}, "number"
	}
	for _, name := range append(slices.Clip(f.Derived.Of), f.Name) {
		part := field.Find(t.stored, name)
		if part == nil || part.Many || !slices.Contains(kinds, part.Type.Kind()) {
			return fmt.Sprintf("%s is no stored %s of the record", name, what)
		}
	}
	return ""
}

func (t *table) wrongChildren(f *field.Field) string {
	d := f.Derived
	child := t.db.tableIfAny(d.Of[0])
	if child == nil {
		return "no table keeps records of " + d.Of[0]
	}
	ref := field.Find(child.stored, d.Of[1])
	if ref == nil || ref.Ref != t.config.Entity || ref.Many {
		return fmt.Sprintf("%s of %s is no reference to a %s", d.Of[1], d.Of[0], t.config.Entity)
	}
	if d.How == field.BySum {
		if what := field.Find(child.stored, d.Of[2]); what == nil || what.Type != f.Type {
			return fmt.Sprintf("%s has no stored field %s of the same type", d.Of[0], d.Of[2])
		}
	}
	return ""
}

// deepest is how many steps a derivation has at most; one with more follows from itself.
const deepest = 16

func (t *table) isCircular(f *field.Field) bool {
	at := []origin{{t, f}}
	for range deepest {
		var next []origin
		for _, o := range at {
			next = append(next, o.table.originsOf(o.field)...)
		}
		if at = next; len(at) == 0 {
			return false
		}
	}
	return true
}

// originsOf are the fields that one is derived from, those that are there.
func (t *table) originsOf(f *field.Field) (out []origin) {
	if f == nil || f.Derived == nil {
		return nil
	}
	add := func(in *table, name string) {
		if in != nil {
			out = append(out, origin{in, field.Find(in.stored, name)})
		}
	}
	switch d := f.Derived; d.How {
	case field.ByCopy:
		if ref := field.Find(t.stored, d.Of[0]); ref != nil {
			add(t, d.Of[0])
			add(t.db.tableIfAny(ref.Ref), d.Of[1])
		}
	case field.ByCount, field.BySum:
		for _, name := range d.Of[1:] {
			add(t.db.tableIfAny(d.Of[0]), name)
		}
	case field.ByJoin, field.ByProduct:
		for _, name := range d.Of {
			add(t, name)
		}
	}
	return out
}
