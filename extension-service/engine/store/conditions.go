package store

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
)

// Where is a condition on a stored field, by its name. It panics on a name the entity does not have.
func (t *table) Where(name string, op query.Op, values ...any) query.Cond {
	return query.Cond{Field: t.storedField(name), Op: op, Values: values}
}

func (t *table) storedField(name string) *field.Field {
	f := field.Find(t.stored, name)
	if f == nil {
		panic("store: " + t.config.Name + " has no field " + name)
	}
	return f
}

// Count is the exact number of records outside the trash, within the caller's scope, for which every condition holds.
func (t *table) Count(ctx context.Context, where ...query.Cond) (int64, error) {
	q := &builder{dialect: t.db.dialect}
	query := query.Query{Where: where}
	return t.matches(ctx, query, t.whereClause(ctx, query, q), q)
}

// CountBy counts as Count does, by the values of a stored field, in one statement: a string or an int64 each. It panics
// on a name the entity does not have. A value that no record has is absent.
func (t *table) CountBy(ctx context.Context, name string, where ...query.Cond) (map[any]int64, error) {
	column, q := t.storedField(name).Column, &builder{dialect: t.db.dialect}
	q.depends = append(q.depends, column)
	var value any
	var n int64
	out := map[any]int64{}
	matching := t.whereClause(ctx, query.Query{Where: where}, q)
	err := t.db.Each(ctx, []any{&value, &n}, func() error {
		if n > 0 { // a counter may have come down to nothing
			out[value] = n
		}
		return nil
	}, "SELECT t."+column+", "+t.counted(matching, q)+" GROUP BY t."+column, q.values()...)
	return out, err
}

// IndexedBy goes after a table's name and has SQLite use an index that it would not choose, since it does not know how
// few rows are in it.
func (db *DB) IndexedBy(index string) string {
	if db.dialect != SQLite || index == "" {
		return ""
	}
	return " INDEXED BY " + index
}
