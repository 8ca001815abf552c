package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// newestRows are looked at for values of columns that no index has in order; older ones of such a column are not, so
// that a start does not take longer the more there is.
const newestRows = 10_000

// strayValues names the values that rows have and that the enumeration of their field has no longer: such a record
// could be neither shown nor saved. Empty ones are none.
func (t *table) strayValues(ctx context.Context) (out []string) {
	if t.config.Written != t.config.Name {
		return nil // the rows of a view are those of its table
	}
	types, err := t.columnTypes(ctx)
	if err != nil {
		return []string{err.Error()}
	}
	for _, f := range t.stored {
		if f.Enums == nil || f.Many || !f.HasText() || columnKind(types[f.Column]) != textKind {
			continue // what is not there, or is no text, is told already
		}
		values, err := t.valuesOf(ctx, f)
		if err != nil {
			return append(out, err.Error())
		}
		for _, value := range values {
			if value == "" || slices.Contains(f.Enums.Values, value) {
				continue
			}
			text, err := t.strayValue(ctx, f, value)
			if err != nil {
				return append(out, err.Error())
			}
			out = append(out, text)
		}
	}
	return out
}

// strayValue says how many rows have a value, and names one of them.
func (t *table) strayValue(ctx context.Context, f *field.Field, value string) (string, error) {
	var n, id int64
	_, err := t.db.Row(ctx, []any{&n, &id}, "SELECT count(*), min(id) FROM "+t.config.Name+" WHERE "+f.Column+" = $1",
		value)
	return fmt.Sprintf("field %s: %d rows of %s have %q in the column %s, such as the one with id %d, "+
		"and %s has no such value: "+
		"give them another by a migration, or keep it",
		f.Name, n, t.config.Name, value, f.Column, id, f.Enum), err
}

// valuesOf are the different values of a column, by its index where it has one.
func (t *table) valuesOf(ctx context.Context, f *field.Field) ([]string, error) {
	text := "SELECT DISTINCT n.v FROM (SELECT COLUMN AS v FROM TABLE ORDER BY id DESC LIMIT $1) n " +
		"WHERE n.v IS NOT NULL ORDER BY n.v"
	args := []any{int64(newestRows)}
	ordered, err := t.isLeadingColumn(ctx, f.Column)
	if err != nil {
		return nil, err
	}
	if ordered {
		text = `
		WITH RECURSIVE v (value) AS (
			SELECT min(COLUMN) FROM TABLE
			UNION ALL
			SELECT (SELECT min(COLUMN) FROM TABLE WHERE COLUMN > v.value) FROM v WHERE v.value IS NOT NULL
		)
		SELECT value FROM v WHERE value IS NOT NULL`
		args = nil
	}
	return t.db.Texts(ctx, strings.NewReplacer("COLUMN", f.Column, "TABLE", t.config.Name).Replace(text), args...)
}

// isLeadingColumn says whether a column is the first one of an index that has all rows.
func (t *table) isLeadingColumn(ctx context.Context, column string) (bool, error) {
	text := `
		SELECT l.name
		  FROM pragma_index_list($1) l
		 WHERE l.partial = 0
		   AND (SELECT i.name FROM pragma_index_info(l.name) i WHERE i.seqno = 0) = $2`
	if t.db.dialect == Postgres {
		text = `
		SELECT c.relname
		  FROM pg_index i
		  JOIN pg_class c ON c.oid = i.indexrelid
		  JOIN pg_am m ON m.oid = c.relam
		  JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
		 WHERE i.indrelid = to_regclass($1)
		   AND i.indpred IS NULL
		   AND m.amname = 'btree'
		   AND a.attname = $2`
	}
	found, err := t.db.Texts(ctx, text, t.config.Name, column)
	return len(found) > 0, err
}
