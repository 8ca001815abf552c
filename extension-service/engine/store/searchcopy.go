package store

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// copySuffix ends the name of a search copy: a table of PostgreSQL that has, by id, the columns of another that lists
// with a part of a text look at most. A row found by the index of texts has to be read to be sure, and a narrow row
// costs a fraction of a whole one. Triggers write it, in the transaction of the change.
const copySuffix = "_searched"

// searchCopyColumns are the columns of the search copy of a table; none where it has none. What a migration makes is
// there before a table is read.
func (db *DB) searchCopyColumns(ctx context.Context, table string) (columns []string, err error) {
	if found, ok := db.searchCopies.Load(table); ok {
		return found.([]string), nil //nolint:forcetypeassert // nothing else is stored
	}
	columns, err = db.Texts(ctx, `SELECT attname::text FROM pg_attribute
		WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`, table+copySuffix)
	if err == nil {
		db.searchCopies.Store(table, columns)
	}
	return columns, err
}

// searchSource is the FROM clause, up to its conditions, by which a query finds the ids of its rows and what it sorts
// them by: that of the search copy where it has every column of both, else that of the table.
func (t *table) searchSource(ctx context.Context, query resource.Query) (source string, isCopy bool, err error) {
	columns, err := t.db.searchCopyColumns(ctx, t.config.Name)
	if err != nil {
		return "", false, err
	}
	has := func(column string) bool { return slices.Contains(columns, column) }
	scope := &builder{dialect: t.db.dialect}
	t.scopeCondition(ctx, scope)
	isCopy = !slices.ContainsFunc(query.Where, func(c resource.Cond) bool { return !isCondOn(c, has) }) &&
		!slices.ContainsFunc(scope.depends, func(column string) bool { return !has(column) }) &&
		!slices.ContainsFunc(query.Sort, func(s resource.Sort) bool {
			return s.Field.From != "" || !has(sortColumn(s.Field))
		})
	if !isCopy {
		return t.source(""), false, nil
	}
	return " FROM " + t.config.Name + copySuffix + " t WHERE ", true, nil
}

// isCondOn says whether a condition asks nothing but columns for which has is true, and no other table.
func isCondOn(c resource.Cond, has func(column string) bool) bool {
	switch {
	case c.Op == resource.AnyOf:
		return !slices.ContainsFunc(c.Any, func(one resource.Cond) bool { return !isCondOn(one, has) })
	case c.Link.Table != "":
		return false
	case slices.Contains([]resource.Op{resource.Contains, resource.BeginsWords, resource.HasWords}, c.Op):
		return has(c.Field.Column + "_fold")
	}
	return has(c.Field.Column)
}
