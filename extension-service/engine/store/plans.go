package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Unserved names the filters and orders of lists that no index serves, by what the database says it would do: a filter
// for which it reads the whole table, an order for which it sorts what it has read. It is a question of the schema, not
// of what a table holds; a database that holds little is asked what it would do with much.
func (t *table) Unserved(ctx context.Context, u resource.Requirements) (out []string, err error) {
	look := func(what, text string, isBad func(plan string) bool) {
		if err != nil {
			return
		}
		var plan string
		if plan, err = t.plan(ctx, text); isBad(plan) && !slices.Contains(out, what) {
			out = append(out, what)
		}
	}
	reads := func(signs ...string) func(plan string) bool {
		return func(plan string) bool {
			return slices.ContainsFunc(signs, func(sign string) bool { return strings.Contains(plan, sign) })
		}
	}
	from := "SELECT t.id FROM " + t.config.Name + " t"
	for _, f := range u.Narrow {
		if !f.Many {
			look("filter "+f.Name, from+" WHERE t."+f.Column+" = "+example(f), reads("SCAN t", "Seq Scan on "+t.config.Name))
		}
	}
	for _, l := range u.Links {
		text := "SELECT l." + l.Own + " FROM " + l.Table + " l WHERE l." + l.Other + " = (SELECT x." + l.Other + " FROM " +
			l.Table + " x LIMIT 1)"
		look("filter through "+l.Table, text, reads("SCAN l\n", "Seq Scan on "+l.Table+" l "))
	}
	for _, f := range u.Sorted {
		look("order "+f.Name, t.inOrderOf(f), isSorted)
	}
	return out, err
}

// inOrderOf reads the first ids in the order of a field.
func (t *table) inOrderOf(f *field.Field) string {
	by := []query.Sort{{Field: f}}
	if f.Name != "id" {
		by = append(by, query.Sort{Field: field.Find(t.stored, "id")})
	}
	return "SELECT t.id FROM " + t.config.Name + " t" + t.order(query.Query{Sort: by}, false) + " LIMIT 10"
}

// unordered says of each field that a list of many records may be ordered by, and that no index has in order, what to
// do.
func (t *table) unordered(ctx context.Context, u resource.Requirements) (out []string) {
	if !u.Large {
		return nil
	}
	look := func(ctx context.Context) error {
		for _, f := range u.Sorted {
			plan, err := t.plan(ctx, t.inOrderOf(f))
			if err != nil {
				return err
			}
			if isSorted(plan) {
				out = append(out, fmt.Sprintf(
					"field %s: a list of many records may be ordered by it, and no index of %s has it in order: "+
						"make one by a migration, or leave it out of Sortable",
					f.Name, t.config.Written))
			}
		}
		return nil
	}
	if err := t.db.planningByIndex(ctx, look); err != nil {
		return append(out, err.Error())
	}
	return out
}

// planningByIndex has statements planned as if sorting and reading a whole table were the last resort: PostgreSQL does
// either with a table that holds little.
func (db *DB) planningByIndex(ctx context.Context, look func(ctx context.Context) error) error {
	if db.dialect == SQLite {
		return look(ctx)
	}
	return db.Write(ctx, func(ctx context.Context) error {
		if _, err := db.Exec(ctx, "SET LOCAL enable_sort = off"); err != nil {
			return err
		}
		if _, err := db.Exec(ctx, "SET LOCAL enable_seqscan = off"); err != nil {
			return err
		}
		return look(ctx)
	})
}

// isSorted says whether a plan sorts rows that no index has in order. What is in order but for those that are equal
// counts as in order.
func isSorted(plan string) bool {
	return (strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "Sort Key")) &&
		!strings.Contains(plan, "Presorted Key")
}

// example is a value of the type of a column, as it stands in a statement. Of yes and no, yes is what few rows say.
func example(f *field.Field) string {
	switch {
	case f.HasText() || f.Kind == field.DateKind:
		return "'x'"
	case f.Kind == field.Bool:
		return "1"
	}
	return "7"
}

// plan is what the database says it would do, a line for each step.
func (t *table) plan(ctx context.Context, text string, args ...any) (string, error) {
	explain := map[Dialect]string{SQLite: "EXPLAIN QUERY PLAN ", Postgres: "EXPLAIN "}[t.db.dialect]
	var out strings.Builder
	var line string
	dest := []any{&line}
	if t.db.dialect == SQLite {
		var id, parent, unused int64
		dest = []any{&id, &parent, &unused, &line}
	}
	err := t.db.Each(ctx, dest, func() error {
		out.WriteString(line + "\n")
		return nil
	}, explain+text, args...)
	if err != nil {
		return "", fmt.Errorf("%s: %w", text, err)
	}
	return out.String(), nil
}
