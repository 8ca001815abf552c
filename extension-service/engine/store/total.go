package store

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/query"
)

// total is the exact number of rows a list matches: from the counters where they hold every column of the condition,
// else counted, and in SQLite kept while none of those columns has changed.
func (t *table) total(ctx context.Context, where string, q *builder) (int64, error) {
	text := "SELECT " + t.counted(where, q)
	if InTransaction(ctx) || q.linked || t.db.dialect == Postgres { // which several copies of the service write to
		var n int64
		_, err := t.db.Row(ctx, []any{&n}, text, q.values()...)
		return n, err
	}
	return t.totalOfGeneration(ctx, text, q)
}

// counted is the number of rows a condition matches, as the rest of a SELECT: from the counters where they hold every
// column it depends on.
func (t *table) counted(where string, q *builder) string {
	if t.countable(q) {
		return "coalesce(sum(n), 0) FROM " + t.config.Name + "_count t WHERE " + counters.Replace(where)
	}
	return "count(*)" + t.source(t.db.IndexedBy(q.index)) + where
}

func (t *table) source(index string) string {
	return " FROM " + t.config.Name + " t" + index + " WHERE "
}

// matches is the total of a query. Where counters hold what everybody matches, only those out of the caller's reach are
// counted, which are few.
func (t *table) matches(ctx context.Context, query query.Query, where string, q *builder) (int64, error) {
	if n, known, err := t.linkedTotal(ctx, query); known || err != nil {
		return n, err
	}
	if n, known, err := t.withoutFew(ctx, query, q); known || err != nil {
		return n, err
	}
	q.query = &query
	if q.keyed {
		q.each.q = &builder{dialect: t.db.dialect, byRow: true}
		q.each.where = t.whereClause(ctx, query, q.each.q)
	}
	all, out := &builder{dialect: t.db.dialect}, &builder{dialect: t.db.dialect, index: t.config.Bound}
	everybody, nobody, reach := t.conditions(query, all), t.conditions(query, out), t.scopeCondition(ctx, out)
	if t.config.Bound == "" || reach == "" || !t.countable(all) {
		return t.total(ctx, where, q)
	}
	n, err := t.total(ctx, everybody, all)
	if err != nil {
		return 0, err
	}
	less, err := t.total(ctx, nobody+" AND t."+t.config.ReachOn[0]+" IS NOT NULL"+reach+" IS NOT TRUE", out)
	return n - less, err
}

// totalOfGeneration counts only the rows that have come since the last time, where nothing else has changed: their ids
// are higher than all before them.
func (t *table) totalOfGeneration(ctx context.Context, text string, q *builder) (int64, error) {
	now, came := t.db.generation(t.config.Written, q.depends)+t.db.changesOf(q.follows),
		t.db.generation(t.config.Written, []string{newRows})
	key, err := KeyOf(text, q.args...)
	if err != nil {
		return 0, err
	}
	k, ok := t.db.counts.get(key)
	if ok && k.generation == now && k.came == came {
		return k.n, nil
	}
	var args []any
	if tail, of := t.tail(text, q); ok && k.generation == now && tail != "" {
		text, args = tail, append(slices.Clip(of.values()), k.last)
	} else {
		k = cachedCount{}
		if text, args, err = t.freshCount(ctx, text, q); err != nil {
			return 0, err
		}
	}
	var more int64
	text = strings.Replace(text, " FROM", ", (SELECT coalesce(max(id), 0) FROM "+t.config.Name+") FROM", 1)
	_, err = t.db.Row(ctx, []any{&more, &k.last}, text, args...)
	if err == nil {
		k.generation, k.came, k.n = now, came, k.n+more
		t.db.counts.store(key, k)
	}
	return k.n, err
}

// freshCount is the statement that counts anew what text counts.
func (t *table) freshCount(ctx context.Context, text string, q *builder) (string, []any, error) {
	if q.query != nil && !t.countable(q) {
		if byRare, args, err := t.countByRare(ctx, *q.query); err != nil || byRare != "" {
			return byRare, args, err
		}
	}
	return text, q.values(), nil
}

// tail narrows a count to the ids above one more parameter; "" for a sum of counters, which has no ids and is quick. Of
// few rows each is looked up in a table of keys, which has many of one key.
func (t *table) tail(text string, q *builder) (string, *builder) {
	head, where, found := strings.Cut(text, t.source(t.db.IndexedBy(q.index)))
	if found && q.keyed {
		where, q = q.each.where, q.each.q
	}
	if !found || q == nil {
		return "", nil
	}
	return head + t.source(" NOT INDEXED") + where + " AND t.id > $" + strconv.Itoa(len(q.args)+1), q
}

// counters turns a condition on a table into that on its counters.
var counters = strings.NewReplacer("t.deleted_at IS NULL", "t.live = 1", "t.deleted_at IS NOT NULL", "t.live = 0")

// countable says whether the counters of the table hold every column the condition depends on.
func (t *table) countable(q *builder) bool {
	return len(t.config.Counted) > 0 && !q.linked && len(q.follows) == 0 &&
		!slices.ContainsFunc(q.depends, func(c string) bool {
			return c != "deleted_at" && !slices.Contains(t.config.Counted, c)
		})
}
