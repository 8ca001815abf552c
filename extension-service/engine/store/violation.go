package store

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	sqlite3 "modernc.org/sqlite/lib"
)

// Violated returns the name of the unique or check constraint that err reports, "" for any other error. Unique
// constraints are named <table>_<columns>_unique, which is also how SQLite's column list is put together.
func Violated(err error) string {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && strings.HasPrefix(pg.Code, "23") {
		return pg.ConstraintName
	}
	lite, ok := errors.AsType[codedError](err)
	if !ok {
		return ""
	}
	text := lite.Error()
	if _, name, ok := strings.Cut(text, "constraint failed: index '"); ok {
		name, _, _ = strings.Cut(name, "'")
		return name
	}
	_, list, ok := strings.Cut(text, "UNIQUE constraint failed: ")
	if !ok {
		_, name, _ := strings.Cut(text, "CHECK constraint failed: ")
		name, _, _ = strings.Cut(name, " (")
		return name
	}
	list, _, _ = strings.Cut(list, " (")
	var table string
	var columns []string
	for part := range strings.SplitSeq(list, ", ") {
		t, c, _ := strings.Cut(part, ".")
		table, columns = t, append(columns, c)
	}
	return table + "_" + strings.Join(columns, "_") + "_unique"
}

// isReferred says whether err is that rows of other tables refer to the row that was to be deleted.
func isReferred(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code == "23503" // foreign_key_violation
	}
	lite, ok := errors.AsType[codedError](err)
	return ok && lite.Code() == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
}
