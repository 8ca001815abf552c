package store

import (
	"context"
	"reflect"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// searchedPage reads a page of PostgreSQL that a text narrows, and its total with it: rows are looked up in the index
// of texts and read to be sure, which costs nearly all of both, so it is done once. The total is not known where the
// page begins behind the last row. Nothing is known of any other query, nor without a total where there is no search
// copy.
func (t *table) searchedPage(ctx context.Context, query resource.Query, rows reflect.Value) (total int64, known bool,
	err error,
) {
	if t.db.dialect != Postgres || query.Limit <= 0 {
		return 0, false, nil
	}
	q := &builder{dialect: Postgres}
	p := t.planPage(ctx, query, q, rows)
	if !q.searched {
		return 0, false, nil
	}
	source, isCopy, err := t.searchSource(ctx, query)
	if err != nil || query.NoTotal && !isCopy {
		return 0, false, err
	}
	found, err := t.db.Query(ctx, t.searchedText(query, source, p, q), q.values()...)
	if err != nil {
		return 0, false, err
	}
	defer found.Close()
	if !query.NoTotal {
		found = &countedRows{found, &total}
	}
	if err := scan(found, p.fields, int(query.Limit), rows); err != nil {
		return 0, false, err
	}
	known = query.NoTotal || rows.Len() > 0 || query.Offset == 0
	return total, known, t.computeFields(ctx, rows, query.Fields)
}

// searchedText is the statement for that, with the source of the rows. Where they are counted the rows found stand by
// themselves, since PostgreSQL takes them for few and would rather go through the whole table in its order.
func (t *table) searchedText(query resource.Query, source string, p pagePlan, q *builder) string {
	limit := Limit(query.Limit)
	if query.Offset > 0 {
		limit += " OFFSET " + q.arg(query.Offset)
	}
	rest := limit + ") p JOIN " + t.config.Name + " t ON t.id = p.id" + t.order(query, false)
	if query.NoTotal {
		return "SELECT " + p.selected + " FROM (SELECT t.id" + source + p.where + t.order(query, false) + rest
	}
	keys, order := t.sortKeys(query)
	return "WITH found AS MATERIALIZED (SELECT t.id" + keys + source + p.where + ")" +
		" SELECT (SELECT count(*) FROM found), " + p.selected + " FROM (SELECT f.id FROM found f ORDER BY " + order + rest
}

// sortKeys are what rows are sorted by, as columns that are called k0, k1 and so on, and the order by these.
func (t *table) sortKeys(query resource.Query) (columns, order string) {
	var selected strings.Builder
	parts := make([]string, len(query.Sort))
	for i, s := range query.Sort {
		name := "k" + strconv.Itoa(i)
		selected.WriteString(", " + t.sortBy(s.Field) + " AS " + name)
		parts[i] = "f." + name + t.direction(s.Field, s.Desc)
	}
	return selected.String(), strings.Join(parts, ", ")
}

// countedRows are rows of PostgreSQL whose first column is the total.
type countedRows struct {
	Rows
	total *int64
}

// Scan reads the total, and the other columns into dest.
func (r *countedRows) Scan(dest ...any) error { return r.Rows.Scan(append([]any{r.total}, dest...)...) }
