package store

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Where is a condition on a stored field, by its name. It panics on a name the entity does not have.
func (t *table) Where(name string, op resource.Op, values ...any) resource.Cond {
	f := resource.Find(t.stored, name)
	if f == nil {
		panic("store: " + t.config.Name + " has no field " + name)
	}
	return resource.Cond{Field: f, Op: op, Values: values}
}

// Count is the exact number of records outside the trash, within the caller's scope, for which every condition holds.
func (t *table) Count(ctx context.Context, where ...resource.Cond) (int64, error) {
	q := &builder{dialect: t.db.dialect}
	query := resource.Query{Where: where}
	return t.matches(ctx, query, t.whereClause(ctx, query, q), q)
}

// IndexedBy goes after a table's name and has SQLite use an index that it would not choose, since it does not know how
// few rows are in it.
func (db *DB) IndexedBy(index string) string {
	if db.dialect != SQLite || index == "" {
		return ""
	}
	return " INDEXED BY " + index
}
