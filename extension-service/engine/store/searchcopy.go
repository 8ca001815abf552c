package store

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/query"
)

// copySuffix ends the name of a search copy: a table of PostgreSQL that has, by id, the columns of another that lists
// with a part of a text look at most. A row found by the index of texts has to be read to be sure, and a narrow row
// costs a fraction of a whole one. Triggers write it, in the transaction of the change.
const copySuffix = "_searched"

// searchCopyInfo describes the search copy of a table.
type searchCopyInfo struct {
	columns  []string // none where there is no copy
	hasState bool     // its changes can be seen, see searchState
}

// readSearchCopy describes the search copy of a table. What a migration makes is there before a table is read.
func (db *DB) readSearchCopy(ctx context.Context, table string) (out searchCopyInfo, err error) {
	if found, ok := db.searchCopies.Load(table); ok {
		return found.(searchCopyInfo), nil //nolint:forcetypeassert // nothing else is stored
	}
	var column string
	err = db.Each(ctx, []any{&column, &out.hasState}, func() error {
		out.columns = append(out.columns, column)
		return nil
	}, `SELECT attname::text, EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = attrelid AND tgname = $2)
		  FROM pg_attribute
		 WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
		table+copySuffix, table+copySuffix+"_state")
	if err == nil {
		db.searchCopies.Store(table, out)
	}
	return out, err
}

// searchSource is where a query finds the ids of its rows.
type searchSource struct {
	from     string // the FROM clause, up to its conditions
	isCopy   bool   // it is the search copy
	hasState bool   // whose changes can be seen
}

// searchSource is where a query finds the ids of its rows and what it sorts them by: the search copy where it has every
// column of both, else the table.
func (t *table) searchSource(ctx context.Context, wanted query.Query) (out searchSource, err error) {
	found, err := t.db.readSearchCopy(ctx, t.config.Name)
	if err != nil {
		return out, err
	}
	has := func(column string) bool { return slices.Contains(found.columns, column) }
	scope := &builder{dialect: t.db.dialect}
	t.scopeCondition(ctx, scope)
	out.isCopy = !slices.ContainsFunc(wanted.Where, func(c query.Cond) bool { return !isCondOn(c, has) }) &&
		!slices.ContainsFunc(scope.depends, func(column string) bool { return !has(column) }) &&
		!slices.ContainsFunc(wanted.Sort, func(s query.Sort) bool {
			return s.Field.From != "" || !has(sortColumn(s.Field))
		})
	out.from, out.hasState = t.source(""), out.isCopy && found.hasState
	if out.isCopy {
		out.from = " FROM " + t.config.Name + copySuffix + " t WHERE "
	}
	return out, nil
}

// isCondOn says whether a condition asks nothing but columns for which has is true, and no other table.
func isCondOn(c query.Cond, has func(column string) bool) bool {
	switch {
	case c.Op == query.AnyOf:
		return !slices.ContainsFunc(c.Any, func(one query.Cond) bool { return !isCondOn(one, has) })
	case c.Link.Table != "":
		return false
	case slices.Contains([]query.Op{query.Contains, query.BeginsWords, query.HasWords}, c.Op):
		return has(c.Field.Column + "_fold")
	}
	return has(c.Field.Column)
}
