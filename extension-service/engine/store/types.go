package store

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// What a column can hold, whatever a database calls it.
const (
	textKind    = "TEXT"
	integerKind = "BIGINT"
	booleanKind = "BOOLEAN"
	numericKind = "NUMERIC"
)

// mistyped names the columns whose type is another than that of their field: SQLite would store what does not belong
// there, and PostgreSQL refuse it at the first write.
func (t *table) mistyped(ctx context.Context) (out []string) {
	types, err := t.columnTypes(ctx)
	if err != nil {
		return []string{err.Error()}
	}
	for _, f := range t.stored {
		declared, wanted := types[f.Column], storedKind(f)
		if is := columnKind(declared); is != "" && is != wanted {
			out = append(out, fmt.Sprintf("field %s: the column %s of %s is %s, but %s is kept as %s: "+
				"retype the one or the other, the column by a migration",
				f.Name, f.Column, t.config.Name, declared, shownType(f), wanted))
		}
	}
	return out
}

// columnTypes are the types of the columns as the database calls them. Those of a view of SQLite that are reckoned have
// none.
func (t *table) columnTypes(ctx context.Context) (map[string]string, error) {
	text := "SELECT name, upper(type) FROM pragma_table_info($1)"
	if t.db.dialect == Postgres {
		text = `
		SELECT attname, upper(format_type(atttypid, NULL))
		  FROM pg_attribute
		 WHERE attrelid = to_regclass($1)
		   AND attnum > 0
		   AND NOT attisdropped`
	}
	out := map[string]string{}
	var name, kind string
	err := t.db.Each(ctx, []any{&name, &kind}, func() error {
		out[name] = kind
		return nil
	}, text, t.config.Name)
	return out, err
}

// columnKind reads the name of a type; "" where it has none.
func columnKind(declared string) string {
	switch {
	case declared == "":
		return ""
	case strings.Contains(declared, "INT"):
		return integerKind
	case strings.Contains(declared, "BOOL"):
		return booleanKind
	case strings.Contains(declared, "CHAR"), strings.Contains(declared, "TEXT"), strings.Contains(declared, "CLOB"):
		return textKind
	}
	return numericKind
}

// storedKind is what stored makes of the values of a field.
func storedKind(f *field.Field) string {
	switch {
	case f.Many:
		return textKind
	case f.Type == timeType, f.Type.Kind() == reflect.Bool, f.Type.Kind() >= reflect.Int && f.Type.Kind() <= reflect.Int64:
		return integerKind
	}
	return textKind
}

// shownType is the type of a field as its struct says it.
func shownType(f *field.Field) string {
	if f.Many {
		return "[]" + f.Type.String()
	}
	return f.Type.String()
}
