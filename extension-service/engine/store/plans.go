package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Unserved names the filters and orders of lists that no index serves, by what the database says it would do: a filter for
// which it reads the whole table, an order for which it sorts what it has read. It is a question of the schema, not of what
// a table holds; a database that holds little is asked what it would do with much.
func (t *table) Unserved(ctx context.Context, u resource.Uses) (out []string, err error) {
	look := func(what, text string, bad ...string) {
		if err != nil {
			return
		}
		var plan string
		plan, err = t.plan(ctx, text)
		reads := slices.ContainsFunc(bad, func(sign string) bool { return strings.Contains(plan, sign) })
		if reads && !strings.Contains(plan, "Presorted Key") && !slices.Contains(out, what) {
			out = append(out, what)
		}
	}
	from := "SELECT t.id FROM " + t.config.Name + " t"
	for _, f := range u.Narrow {
		if !f.Many {
			look("filter "+f.Name, from+" WHERE t."+f.Column+" = "+example(f), "SCAN t", "Seq Scan on "+t.config.Name)
		}
	}
	for _, l := range u.Links {
		text := "SELECT l." + l.Own + " FROM " + l.Table + " l WHERE l." + l.Other + " = (SELECT x." + l.Other + " FROM " + l.Table + " x LIMIT 1)"
		look("filter through "+l.Table, text, "SCAN l\n", "Seq Scan on "+l.Table+" l ")
	}
	id := resource.Find(t.stored, "id")
	for _, f := range u.Sorted {
		if f.From == "" && f != id {
			order := t.order(resource.Query{Sort: []resource.Sort{{Field: f}, {Field: id}}}, false)
			look("order "+f.Name, from+order+" LIMIT 10", "TEMP B-TREE", "Sort Key")
		}
	}
	return out, err
}

// example is a value of the type of a column, as it stands in a statement.
func example(f *resource.Field) string {
	if f.HasText() || f.Kind == resource.DateKind {
		return "'x'"
	}
	return "7"
}

// plan is what the database says it would do, a line for each step.
func (t *table) plan(ctx context.Context, text string) (string, error) {
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
	}, explain+text)
	if err != nil {
		return "", fmt.Errorf("%s: %w", text, err)
	}
	return out.String(), nil
}
