package store

import (
	"context"
	"reflect"
	"strconv"
	"strings"
)

// bulkParams is how many values one statement may carry in both engines.
const bulkParams = 30_000

// Load inserts rows as they are, many at once, without audit entries and outbox notes. It is for filling a database
// before anybody uses it; triggers keep counters and text indexes right all the same. Rows with ids keep them.
func (t *Table[T, P]) Load(ctx context.Context, rows []T) error {
	names := []string{}
	for _, f := range t.stored {
		columns(f, reflect.ValueOf(new(T)).Elem(), func(column string, _ any) { names = append(names, column) })
	}
	head := "INSERT INTO " + t.config.Name + " (" + strings.Join(names, ", ") + ") VALUES "
	return t.db.Write(ctx, func(ctx context.Context) error {
		defer t.db.Touched(ctx, t.config.Name)
		for size := bulkParams / len(names); len(rows) > 0; rows = rows[min(size, len(rows)):] {
			chunk := rows[:min(size, len(rows))]
			args := make([]any, 0, len(chunk)*len(names))
			for i := range chunk {
				args = t.values(args, &chunk[i])
			}
			if _, err := t.db.Exec(ctx, head+marks(len(chunk), len(names)), args...); err != nil {
				return err
			}
		}
		return nil
	})
}

func (t *Table[T, P]) values(args []any, row *T) []any {
	v := reflect.ValueOf(row).Elem()
	for _, f := range t.stored {
		columns(f, v, func(_ string, value any) { args = append(args, value) })
	}
	return args
}

// marks is "($1, $2), ($3, $4)" for rows of a width.
func marks(rows, width int) string {
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
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(i + 1))
	}
	b.WriteByte(')')
	return b.String()
}
