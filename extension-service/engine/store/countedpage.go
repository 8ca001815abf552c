package store

import (
	"context"
	"reflect"

	"poolkeeper.example/extension-service/engine/admin/query"
)

// countedPage reads a page of PostgreSQL and its total with one statement, since each costs a way to the server and
// back, which is most of what a page along an index costs. The total is not known where the page begins behind the last
// row. Nothing is known of pages that are far from the start, which their total turns around, and of totals that are
// made of several.
func (t *table) countedPage(ctx context.Context, query query.Query, rows reflect.Value) (total int64, known bool,
	err error,
) {
	if t.db.dialect != Postgres || query.NoTotal || query.Limit <= 0 || query.Offset > deferAfter ||
		t.isTotalComposed(ctx, query) {
		return 0, false, nil
	}
	q := &builder{dialect: Postgres}
	p := t.planPage(ctx, query, q, rows)
	p.window = span{query.Offset, query.Limit}
	p.selected = "(SELECT " + t.counted(p.where, q) + "), " + p.selected
	text := t.pageText(query, q, p) // it adds a parameter
	found, err := t.db.Query(ctx, text, q.values()...)
	if err != nil {
		return 0, false, err
	}
	defer found.Close()
	if err := scan(&leadingColumns{found, []any{&total}}, p.fields, int(query.Limit), rows); err != nil {
		return 0, false, err
	}
	return total, rows.Len() > 0 || query.Offset == 0, t.computeFields(ctx, rows, query.Fields)
}

// isTotalComposed says whether matches asks more than the counters or the table for the total of a query.
func (t *table) isTotalComposed(ctx context.Context, query query.Query) bool {
	if isOneLink(query) && query.Where[0].Link.Totals != "" {
		return true
	}
	return t.config.Bound != "" && t.scopeCondition(ctx, &builder{}) != ""
}
