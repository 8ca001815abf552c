package store

import (
	"context"
	"reflect"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/query"
)

// searchedPage reads a page of PostgreSQL that a text narrows, and its total with it: rows are looked up in the index
// of texts and read to be sure, which costs nearly all of both, so it is done once. The total is not known where the
// page begins behind the last row. Nothing is known of any other query, nor without a total where there is no search
// copy.
func (t *table) searchedPage(ctx context.Context, wanted query.Query, rows reflect.Value) (total int64, known bool,
	err error,
) {
	if t.db.dialect != Postgres || wanted.Limit <= 0 {
		return 0, false, nil
	}
	q := &builder{dialect: Postgres}
	p := t.planPage(ctx, wanted, q, rows)
	if !q.searched {
		return 0, false, nil
	}
	source, err := t.searchSource(ctx, wanted)
	source.hasState = source.hasState && !InTransaction(ctx) && wanted.Limit <= maxCachedIDs
	if err != nil || wanted.NoTotal && !source.isCopy {
		return 0, false, err
	}
	s := search{query: wanted, source: source, p: p, q: q}
	s.text = t.searchedText(s)
	if source.hasState {
		total, err = t.readCachedSearch(ctx, s)
	} else {
		total, _, err = t.readSearched(ctx, s)
	}
	if err != nil {
		return 0, false, err
	}
	known = wanted.NoTotal || rows.Len() > 0 || wanted.Offset == 0
	return total, known, t.computeFields(ctx, rows, wanted.Fields)
}

// search is a query that a text narrows.
type search struct {
	query  query.Query
	source searchSource
	p      pagePlan
	q      *builder
	text   string // the statement that reads its page
}

// readSearched reads the page of a search with what stands before the columns of each row: the state of its search copy
// and its total, where they are asked for.
func (t *table) readSearched(ctx context.Context, s search) (total int64, state string, err error) {
	found, err := t.db.Query(ctx, s.text, s.q.values()...)
	if err != nil {
		return 0, "", err
	}
	defer found.Close()
	var leading []any
	if s.source.hasState {
		leading = append(leading, &state)
	}
	if !s.query.NoTotal {
		leading = append(leading, &total)
	}
	return total, state, scan(&leadingColumns{found, leading}, s.p.fields, int(s.query.Limit), s.p.rows)
}

// searchedText is the statement for that. Where rows are counted, those found stand by themselves, since PostgreSQL
// takes them for few and would rather go through the whole table in its order.
func (t *table) searchedText(s search) string {
	limit, state := Limit(s.query.Limit), ""
	if s.query.Offset > 0 {
		limit += " OFFSET " + s.q.arg(s.query.Offset)
	}
	if s.source.hasState {
		state = t.searchState() + ", "
	}
	rest := limit + ") p JOIN " + t.config.Name + " t ON t.id = p.id" + t.order(s.query, false)
	if s.query.NoTotal {
		return "SELECT " + state + s.p.selected + " FROM (SELECT t.id" + s.source.from + s.p.where +
			t.order(s.query, false) + rest
	}
	keys, order := t.sortKeys(s.query)
	return "WITH found AS MATERIALIZED (SELECT t.id" + keys + s.source.from + s.p.where + ") SELECT " + state +
		"(SELECT count(*) FROM found), " + s.p.selected + " FROM (SELECT f.id FROM found f ORDER BY " + order + rest
}

// sortKeys are what rows are sorted by, as columns that are called k0, k1 and so on, and the order by these.
func (t *table) sortKeys(wanted query.Query) (columns, order string) {
	var selected strings.Builder
	parts := make([]string, len(wanted.Sort))
	for i, s := range wanted.Sort {
		name := "k" + strconv.Itoa(i)
		selected.WriteString(", " + t.sortBy(s.Field) + " AS " + name)
		parts[i] = "f." + name + t.direction(s.Field, s.Desc)
	}
	return selected.String(), strings.Join(parts, ", ")
}

// leadingColumns are rows whose first columns are the same in each, and go to places of their own.
type leadingColumns struct {
	Rows
	to []any
}

// row reads the first columns, and returns the others.
func (r *leadingColumns) row() ([]value, error) {
	values, err := r.Rows.row()
	if err != nil {
		return nil, err
	}
	for i, place := range r.to {
		if err := values[i].scanInto(place); err != nil {
			return nil, err
		}
	}
	return values[len(r.to):], nil
}
