package store

import (
	"context"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
)

// rareRows is how many rows a condition selects at most that is rare: these are read, and the other conditions asked of
// each.
const rareRows = 200

// rareCondition finds, in SQLite, which does not know how many rows a value has, a condition that an index answers and
// that few rows meet; -1 where there is none. It looks at rareRows entries of each index at most.
func (t *table) rareCondition(ctx context.Context, query query.Query) (int, error) {
	for i, c := range query.Where {
		if !isComparison(c) {
			continue
		}
		q, n := &builder{dialect: SQLite}, int64(0)
		text := "SELECT 1" + t.source("") + t.conditions(withCondition(query, c), q) + Limit(rareRows+1)
		if isServed, err := t.isServedByIndex(ctx, text, q.values()); err != nil || !isServed {
			if err != nil {
				return -1, err
			}
			continue
		}
		if _, err := t.db.Row(ctx, []any{&n}, "SELECT count(*) FROM ("+text+")", q.values()...); err != nil {
			return -1, err
		}
		if n <= rareRows {
			return i, nil
		}
	}
	return -1, nil
}

// withCondition is a query with one condition, and as much of the trash.
func withCondition(wanted query.Query, c query.Cond) query.Query {
	wanted.Where = []query.Cond{c}
	return wanted
}

// isComparison says whether a condition compares columns with values, which an index may answer.
func isComparison(c query.Cond) bool {
	if c.Op == query.AnyOf {
		return len(c.Any) > 0 && !slices.ContainsFunc(c.Any, func(one query.Cond) bool { return !isComparison(one) })
	}
	return c.Link.Table == "" && slices.Contains([]query.Op{query.Is, query.AtLeast, query.AtMost}, c.Op)
}

// isServedByIndex says whether SQLite reads what a statement selects of the table by an index, and not all of it.
func (t *table) isServedByIndex(ctx context.Context, text string, args []any) (bool, error) {
	plan, err := t.cachedPlan(ctx, text, args)
	return err == nil && !strings.Contains(plan, "SCAN t"), err
}

// cachedPlan is how SQLite would run a statement, which is asked once for each text.
func (t *table) cachedPlan(ctx context.Context, text string, args []any) (string, error) {
	key, err := KeyOf(text)
	if err != nil {
		return "", err
	}
	if known, ok := t.db.plans.get(key); ok {
		return known, nil
	}
	plan, err := t.plan(ctx, text, args...)
	if err == nil {
		t.db.plans.store(key, plan)
	}
	return plan, err
}

// fromRare are the rows of a query, found by one of its conditions. The other ones are asked of each.
func (t *table) fromRare(ctx context.Context, query query.Query, at int, q *builder) string {
	rare := "SELECT t.id" + t.source("") + t.conditions(withCondition(query, query.Where[at]), q)
	query.Where = slices.Delete(slices.Clone(query.Where), at, at+1)
	q.byRow = true
	return " FROM (" + rare + ") f CROSS JOIN " + t.config.Name + " t WHERE t.id = f.id AND " +
		t.whereClause(ctx, query, q)
}

// countByRare is the statement that counts a query by its rare condition; "" where it has none.
func (t *table) countByRare(ctx context.Context, query query.Query) (text string, args []any, err error) {
	if len(query.Where) < 2 {
		return "", nil, nil
	}
	at, err := t.rareCondition(ctx, query)
	if err != nil || at < 0 {
		return "", nil, err
	}
	q := &builder{dialect: SQLite}
	return "SELECT count(*)" + t.fromRare(ctx, query, at, q), q.values(), nil
}

// rareRowsOf are the ids of all rows of a query with few of them, found by its rare condition; nil where it has none.
// It is asked where SQLite guesses badly: of ranges, and of several conditions of which one is enough.
func (t *table) rareRowsOf(ctx context.Context, query query.Query, total int64) ([]int64, error) {
	if t.db.dialect != SQLite || query.NoTotal || total > rareRows ||
		!hasRange(query.Where) && !hasAlternatives(query.Where) {
		return nil, nil
	}
	at, err := t.rareCondition(ctx, query)
	if err != nil || at < 0 {
		return nil, err
	}
	q := &builder{dialect: SQLite}
	ids, err := t.db.IDs(ctx, "SELECT t.id"+t.fromRare(ctx, query, at, q), q.values()...)
	if ids == nil {
		ids = []int64{}
	}
	return ids, err
}

// withoutFew counts the rows whose flag is off as all rows less those whose flag is on, where an index has these alone.
func (t *table) withoutFew(ctx context.Context, wanted query.Query, q *builder) (n int64, known bool, err error) {
	if t.db.dialect != SQLite || t.countable(q) {
		return 0, false, nil
	}
	at := slices.IndexFunc(wanted.Where, func(c query.Cond) bool {
		return c.Op == query.Is && c.Link.Table == "" && c.Field.Kind == field.Bool && !c.Field.Nullable() &&
			slices.Equal(c.Values, []any{false})
	})
	if at < 0 {
		return 0, false, nil
	}
	f := wanted.Where[at].Field
	if known, err = t.hasIndex(ctx, indexWanted{f.Column, true}); err != nil || !known {
		return 0, false, err
	}
	rest, on := wanted, wanted
	rest.Where = slices.Delete(slices.Clone(wanted.Where), at, at+1)
	on.Where = slices.Clone(wanted.Where)
	on.Where[at].Values = []any{true}
	if n, err = t.count(ctx, rest); err != nil {
		return 0, false, err
	}
	less, err := t.count(ctx, on)
	return n - less, true, err
}

// count is the total of a query whose conditions are resolved.
func (t *table) count(ctx context.Context, query query.Query) (int64, error) {
	q := &builder{dialect: t.db.dialect}
	return t.matches(ctx, query, t.whereClause(ctx, query, q), q)
}
