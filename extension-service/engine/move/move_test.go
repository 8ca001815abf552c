package move_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/move"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// empty is a database of PostgreSQL without a table.
var empty = pgtest.Template{Fill: func(context.Context, string) error { return nil }}

// read has a database answer one text.
func read(t *testing.T, at, statement string) (text string) {
	t.Helper()
	db, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Row(t.Context(), []any{&text}, statement)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	return text
}

// written migrates a database and changes rows of it.
func written(t *testing.T, at string, statements ...string) string {
	t.Helper()
	db, err := store.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(db.Migrate(t.Context()), db.ExecAll(t.Context(), statements...), db.Close())
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// entryIn writes an entry of the audit log into one of the tables that SQLite has for it; the second has the next id.
func entryIn(table string) string {
	return "INSERT INTO " + table + ` (id, at, actor_kind, actor_id, actor_name, action, entity, entity_id, version,
		client_id, legal_entity_id, changed, before, after, reason, comment, unguarded, request_id, ip, user_agent, source,
		batch_id)
		VALUES ((SELECT count(*) + 1 FROM audit), 1, 'SYSTEM', 0, '', 'update', 'setting', 0, 1, 0, 0, '', '', '', '', '', 0, '',
			'', '', 'JOB', '')`
}

// Every table that one of the two has goes to the other and back with the same rows, whatever a migration adds.
func TestCopy_ThereAndBack_EveryTableIsTheSame(t *testing.T) {
	t.Parallel()
	from := written(t, filepath.Join(t.TempDir(), "from.db"),
		"INSERT INTO settings (key, value, version, last_updated) VALUES ('portal.url', 'https://Ä 船', 1, 1)",
		entryIn("audit_indexed"), entryIn("audit_recent"), "INSERT INTO restores "+
			"(taken, restored) VALUES (1, 2)", "DELETE FROM restores")
	there, back := empty.Postgres(t), filepath.Join(t.TempDir(), "back.db")
	reported := map[string]int64{}
	progress := func(table string, rows int64) { reported[table] = rows }
	last := "INSERT INTO restores (taken, restored) VALUES (3, 4)"
	out, err := move.Copy(t.Context(), move.Options{From: from, To: there, Progress: progress, Last: []string{last}})
	if err != nil {
		t.Fatal(err)
	}
	if reported["audit"] != 2 || reported["settings"] != 1 {
		t.Errorf("it has reported %v", reported)
	}
	if got := read(t, there, "SELECT id || ' ' || taken FROM restores"); got != "2 3" { // 1 was given
		t.Errorf("restores: %s", got)
	}
	home, err := move.Copy(t.Context(), move.Options{From: there, To: back, Progress: progress})
	if err != nil {
		t.Fatal(err)
	}
	names := func(tables []move.Table) (out []string) {
		for _, table := range tables {
			out = append(out, table.Name)
		}
		slices.Sort(out)
		return out
	}
	if a, b := names(out), names(home); !slices.Equal(a, b) || len(a) < 80 {
		t.Errorf("%d tables went there and %d came back: %v, %v", len(a), len(b), a, b)
	}
	if got := read(t, back, "SELECT value FROM settings"); got != "https://Ä 船" {
		t.Errorf("the setting is %q", got)
	}
	if got := read(t, back, "SELECT group_concat(id, ' ') FROM audit_indexed"); got != "1 2" && got != "2 1" {
		t.Errorf("the log has %s", got)
	}
}

// PostgreSQL keeps no text with the character 0: the move says which table has one, and the target stays empty.
func TestCopy_TextThatPostgreSQLRefuses_NamesItsTable(t *testing.T) {
	t.Parallel()
	from := written(t, filepath.Join(t.TempDir(), "from.db"),
		"INSERT INTO settings (key, value, version, last_updated) VALUES ('portal.url', 'a' || char(0), 1, 1)")
	_, err := move.Copy(t.Context(), move.Options{From: from, To: empty.Postgres(t), Progress: func(string, int64) {}})
	if err == nil || !strings.Contains(err.Error(), "table settings") || !strings.Contains(err.Error(), "this character") {
		t.Errorf("it says %v", err)
	}
}
