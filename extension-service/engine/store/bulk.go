package store

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Load inserts rows as they are, many at once, without audit entries and outbox notes. It is for filling a database
// before anybody else uses it; triggers keep counters and text indexes right all the same. The rows get ids without
// gaps, in order, and the first of them is returned.
func (t *Table[T, P]) Load(ctx context.Context, rows []T) (first int64, err error) {
	return t.table.load(ctx, reflect.ValueOf(rows))
}

func (t *table) load(ctx context.Context, rows reflect.Value) (first int64, err error) {
	names, n := []string{}, rows.Len()
	for _, f := range t.stored[1:] { // the id comes first and is the database's
		columns(f, t.emptyRecord(), func(column string, _ any) { names = append(names, column) })
	}
	err = t.db.Write(ctx, func(ctx context.Context) error {
		defer t.db.Touched(ctx, t.config.Name)
		for from := 0; from < n; from += rowsAtOnce {
			values := make([][]any, min(rowsAtOnce, n-from))
			for i := range values {
				values[i] = t.values(make([]any, 0, len(names)), rows.Index(from+i))
			}
			if err := t.db.Insert(ctx, t.config.Name+" ("+strings.Join(names, ", ")+")", values); err != nil {
				return err
			}
		}
		_, err = t.db.Row(ctx, []any{&first}, "SELECT coalesce(max(id), 0) + 1 FROM "+t.config.Name)
		return err
	})
	return first - int64(n), err
}

func (t *table) values(args []any, row reflect.Value) []any {
	for _, f := range t.stored[1:] {
		columns(f, row, func(_ string, value any) { args = append(args, value) })
	}
	return args
}

// Copies says how rows are multiplied: each of Rows begins with the id of the row it is a copy of and goes on with the
// values of Columns, where it differs.
type Copies struct {
	Columns []string
	Rows    [][]any
}

// Multiply inserts copies of rows that exist. Only the differences travel to the database, in one parameter, which is
// many times faster than Load; for the rest it is like Load.
func (t *table) Multiply(ctx context.Context, c Copies) (first int64, err error) {
	names, values := []string{}, []string{}
	for _, f := range t.stored[1:] {
		columns(f, t.emptyRecord(), func(column string, value any) {
			names = append(names, column)
			at := slices.Index(c.Columns, column)
			if at < 0 {
				values = append(values, "m."+column)
				return
			}
			text := fmt.Sprintf("c.value ->> %d", at+1)
			if _, isText := value.(string); !isText {
				text = "CAST(" + text + " AS BIGINT)"
			}
			values = append(values, text)
		})
	}
	each, order := "json_each($1) c", "" // a cross join of SQLite keeps the order of its left side
	if t.db.dialect == Postgres {
		each, order = "json_array_elements($1::json) WITH ORDINALITY c(value, n)", " ORDER BY c.n"
	}
	statement := "INSERT INTO " + t.config.Name + " (" + strings.Join(names, ", ") + ") SELECT " + strings.Join(values,
		", ") +
		" FROM " + each + " CROSS JOIN " + t.config.Name + " m WHERE m.id = CAST(c.value ->> 0 AS BIGINT)" + order
	body, err := json.Marshal(c.Rows)
	if err != nil {
		return 0, err
	}
	err = t.db.Write(ctx, func(ctx context.Context) error {
		defer t.db.Touched(ctx, t.config.Name)
		if _, err := t.db.Exec(ctx, statement, string(body)); err != nil {
			return err
		}
		_, err := t.db.Row(ctx, []any{&first}, "SELECT coalesce(max(id), 0) + 1 FROM "+t.config.Name)
		return err
	})
	return first - int64(len(c.Rows)), err
}
