package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// total is the exact number of rows a list matches: from the counters where they hold every column of the condition,
// else counted, and kept while none of those columns has changed.
func (t *Table[T, P]) total(ctx context.Context, where string, q *builder) (int64, error) {
	text := "SELECT count(*) FROM " + q.from + t.config.Name + " t WHERE " + where
	if t.countable(q) {
		text = "SELECT coalesce(sum(n), 0) FROM " + t.config.Name + "_count t WHERE " + counters.Replace(where)
	}
	if t.db.dialect != SQLite || InTransaction(ctx) || q.linked {
		return t.count(ctx, text, q.args)
	}
	generation := t.db.generation(t.config.Name, q.depends)
	key := text + fmt.Sprintf("\x00%q", q.args)
	if n, ok := t.db.counts.get(key, generation); ok {
		return n, nil
	}
	n, err := t.count(ctx, text, q.args)
	if err == nil {
		t.db.counts.put(key, generation, n)
	}
	return n, err
}

// counters turns a condition on a table into that on its counters.
var counters = strings.NewReplacer("t.deleted_at IS NULL", "t.live = 1", "t.deleted_at IS NOT NULL", "t.live = 0")

// countable says whether the counters of the table hold every column the condition depends on.
func (t *Table[T, P]) countable(q *builder) bool {
	return len(t.config.Counted) > 0 && q.from == "" && !q.linked && !slices.ContainsFunc(q.depends, func(c string) bool {
		return c != "deleted_at" && !slices.Contains(t.config.Counted, c)
	})
}

func (t *Table[T, P]) count(ctx context.Context, text string, args []any) (n int64, err error) {
	_, err = t.db.Row(ctx, []any{&n}, text, args...)
	return n, err
}
