package store

import (
	"context"
	"reflect"
	"strconv"
	"strings"
)

// bulkParams is how many values one statement carries. The SQLite driver looks for each among all of them, so that more
// cost more than they save.
const bulkParams = 600

// Load inserts rows as they are, many at once, without audit entries and outbox notes. It is for filling a database
// before anybody else uses it; triggers keep counters and text indexes right all the same. The rows get ids without
// gaps, in order, and the first of them is returned.
func (t *Table[T, P]) Load(ctx context.Context, rows []T) (first int64, err error) {
	names, n := []string{}, len(rows)
	for _, f := range t.stored[1:] { // the id comes first and is the database's
		columns(f, reflect.ValueOf(new(T)).Elem(), func(column string, _ any) { names = append(names, column) })
	}
	head := "INSERT INTO " + t.config.Name + " (" + strings.Join(names, ", ") + ") VALUES "
	err = t.db.Write(ctx, func(ctx context.Context) error {
		defer t.db.Touched(ctx, t.config.Name)
		for size := bulkParams / len(names); len(rows) > 0; rows = rows[min(size, len(rows)):] {
			chunk := rows[:min(size, len(rows))]
			args := make([]any, 0, len(chunk)*len(names))
			for i := range chunk {
				args = t.values(args, &chunk[i])
			}
			if _, err := t.db.Exec(ctx, head+t.db.marks(len(chunk), len(names)), args...); err != nil {
				return err
			}
		}
		_, err := t.db.Row(ctx, []any{&first}, "SELECT coalesce(max(id), 0) + 1 FROM "+t.config.Name)
		return err
	})
	return first - int64(n), err
}

func (t *Table[T, P]) values(args []any, row *T) []any {
	v := reflect.ValueOf(row).Elem()
	for _, f := range t.stored[1:] {
		columns(f, v, func(_ string, value any) { args = append(args, value) })
	}
	return args
}

// marks is "($1, $2), ($3, $4)" for rows of a width. SQLite looks numbered parameters up one by one, which takes a
// minute for as many as these; it gets unnumbered ones.
func (db *DB) marks(rows, width int) string {
	var b strings.Builder
	for i := range rows * width {
		switch {
		case i == 0:
			b.WriteByte('(')
		case i%width == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		if db.dialect == SQLite {
			b.WriteByte('?')
			continue
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(i + 1))
	}
	b.WriteByte(')')
	return b.String()
}
