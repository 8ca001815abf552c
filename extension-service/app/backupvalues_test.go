package app_test

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// twoDatabases are two databases in one connection, and the columns of each table of the first.
type twoDatabases struct {
	*sql.DB
	columns map[string][]string
}

// besideEachOther opens a database, as main, and a restored one, as restored.
func besideEachOther(t *testing.T, source, restored string) twoDatabases {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+source+"?mode=ro&_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(t.Context(), "ATTACH $1 AS restored", "file:"+restored+"?mode=ro"); err != nil {
		t.Fatal(err)
	}
	found, err := db.QueryContext(t.Context(), `
		SELECT m.name, c.name
		  FROM sqlite_schema m
		  JOIN pragma_table_info(m.name) c
		 WHERE m.type = 'table'
		   AND m.name NOT LIKE 'sqlite%'
		 ORDER BY m.name, c.cid`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = found.Close() }()
	out := twoDatabases{db, map[string][]string{}}
	for found.Next() {
		var table, column string
		if err := found.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		out.columns[table] = append(out.columns[table], column)
	}
	if err := found.Err(); err != nil || len(out.columns) < 50 {
		t.Fatalf("%d tables, %v", len(out.columns), err)
	}
	return out
}

func (b twoDatabases) count(t *testing.T, text string) (n int64) {
	t.Helper()
	if err := b.QueryRowContext(t.Context(), text).Scan(&n); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return n
}

// writtenByRestore are the tables that a restore writes to: that it was, and under which name it has its indexes.
var writtenByRestore = []string{"restores", "installation"}

// sameValues compares every row of every table of a restored database with the source, which nobody has written to
// since.
func sameValues(t *testing.T, source, restored string) {
	t.Helper()
	b := besideEachOther(t, source, restored)
	for table := range b.columns {
		for _, sides := range [][2]string{{"main", "restored"}, {"restored", "main"}} {
			n := b.count(t, fmt.Sprintf("SELECT count(*) FROM (SELECT * FROM %s.%s EXCEPT SELECT * FROM %s.%[2]s)", sides[0],
				table, sides[1]))
			if n > 0 && !slices.Contains(writtenByRestore, table) {
				t.Errorf("%s: %d rows of %s are not in the other", table, n, sides[0])
			}
		}
	}
}

// sameVersions holds those rows of a restored database that nobody has changed in the source since against it.
func sameVersions(t *testing.T, source, restored string) {
	t.Helper()
	b, compared := besideEachOther(t, source, restored), int64(0)
	for table, columns := range b.columns {
		if !slices.Contains(columns, "id") || !slices.Contains(columns, "version") {
			continue
		}
		differs := make([]string, len(columns))
		for i, c := range columns {
			differs[i] = fmt.Sprintf("r.%s IS NOT s.%[1]s", c)
		}
		joined := fmt.Sprintf("SELECT count(*) FROM restored.%s r JOIN main.%[1]s s ON s.id = r.id AND s.version = r.version",
			table)
		compared += b.count(t, joined)
		if n := b.count(t, joined+" WHERE "+strings.Join(differs, " OR ")); n > 0 {
			t.Errorf("%s: %d rows of the same version differ", table, n)
		}
	}
	if compared == 0 {
		t.Error("no row was compared")
	}
}
