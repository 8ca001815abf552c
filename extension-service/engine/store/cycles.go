package store

import (
	"fmt"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// unreachable names what keeps a scope from being followed: a reference to what no table keeps, and one that leads back
// to the table it begins at, which would never end.
func (t *table) unreachable() (out []string) {
	for _, name := range t.config.Through {
		f := field.Find(t.stored, name)
		if !t.db.hasTableFor(f) {
			out = append(out, fmt.Sprintf(
				"field %s: a scope reaches the records through it, but no table keeps what it refers to, %q", name, f.Ref))
			continue
		}
		if way := t.findCycle([]*table{t}, f); way != nil {
			out = append(out, fmt.Sprintf("field %s: a scope reaches the records through it in a circle: %s; "+
				"give one of these tables a Reach of its own, or leave a reference out of Through",
				name, strings.Join(way, " → ")))
		}
	}
	return out
}

// findCycle follows the references that scopes go through; it is nil where they end.
func (t *table) findCycle(way []*table, f *field.Field) []string {
	if !t.db.hasTableFor(f) {
		return nil
	}
	next := t.db.referencedTable(f).of
	if next == way[0] {
		names := make([]string, 0, 1+len(way))
		for _, one := range way {
			names = append(names, one.config.Entity)
		}
		return append(names, way[0].config.Entity)
	}
	if slices.Contains(way, next) || next.config.Reach != nil {
		return nil // another table's circle, which is told there
	}
	for _, name := range next.config.Through {
		if found := t.findCycle(append(slices.Clone(way), next), field.Find(next.stored, name)); found != nil {
			return found
		}
	}
	return nil
}

// hasTableFor says whether a table keeps what a reference refers to.
func (db *DB) hasTableFor(reference *field.Field) bool {
	_, there := db.tables.Load(reference.Ref)
	return there
}
