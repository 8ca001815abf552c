package move_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

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
func TestCopy_ToPostgreSQLAndBack_EveryTableIsTheSame(t *testing.T) {
	t.Parallel()
	from := written(t, filepath.Join(t.TempDir(), "from.db"),
		"INSERT INTO settings (key, value, version, last_updated) VALUES ('portal.url', 'https://Ä 船', 1, 1)",
		entryIn("audit_indexed"), entryIn("audit_recent"), "INSERT INTO restores "+
			"(taken, restored) VALUES (1, 2)", "DELETE FROM restores")
	there, back := empty.Postgres(t), filepath.Join(t.TempDir(), "back.db")
	reported := map[string]int64{}
	progress := func(table string, rows int64) { reported[table] = rows }
	last := "INSERT INTO restores (taken, restored) VALUES (3, 4)"
	out, err := move.Copy(t.Context(),
		move.Options{From: from, To: there, Now: time.Now, Progress: progress, Last: []string{last}})
	if err != nil {
		t.Fatal(err)
	}
	if reported["audit"] != 2 || reported["settings"] != 1 {
		t.Errorf("it has reported %v", reported)
	}
	if got := read(t, there, "SELECT id || ' ' || taken FROM restores"); got != "2 3" { // 1 was given
		t.Errorf("restores: %s", got)
	}
	home, err := move.Copy(t.Context(), move.Options{From: there, To: back, Now: time.Now, Progress: progress})
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
	_, err := move.Copy(t.Context(),
		move.Options{From: from, To: empty.Postgres(t), Now: time.Now, Progress: func(string, int64) {}})
	if err == nil || !strings.Contains(err.Error(), "table settings") || !strings.Contains(err.Error(), "this character") {
		t.Errorf("it says %v", err)
	}
}

// What a product writes during a move would be lost: the move says where one runs, and copies nothing.
func TestCopy_ProductIsRunning_IsRefused(t *testing.T) {
	t.Parallel()
	now := time.Now()
	clock := func() time.Time { return now } // however long the copies take here, the product was seen just now
	running := fmt.Sprint("INSERT INTO service_copies (id, host, version, started, seen) VALUES ('copy_1', 'app-1', 'v1', 1, ",
		now.UnixMilli(), ")")
	stopped, killed := "UPDATE service_copies SET stopped = seen", "UPDATE service_copies SET seen = seen - 60000"
	copyTo := func(from, to string) error {
		_, err := move.Copy(t.Context(), move.Options{From: from, To: to, Now: clock, Progress: func(string, int64) {}})
		return err
	}
	refused := func(err error, why string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("it says %v, want %q", err, why)
		}
	}
	newFile := func() string { return filepath.Join(t.TempDir(), "new.db") }
	file, server := written(t, newFile()), empty.Postgres(t)
	db, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	refused(copyTo(file, server), "a product works with "+file+": stop it first")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	written(t, server, running)
	refused(copyTo(file, server), "a product works with the target, on app-1")
	refused(copyTo(server, newFile()), "a product works with the source, on app-1")
	for _, ended := range []string{stopped, killed} {
		from := written(t, empty.Postgres(t), running, ended)
		if err := copyTo(from, newFile()); err != nil {
			t.Errorf("%s: %v", ended, err)
		}
	}
}

// Nobody can begin to work with a file while it is copied; on PostgreSQL it is noticed at the end.
func TestCopy_ProductStartsMeanwhile_TargetStaysEmpty(t *testing.T) {
	t.Parallel()
	file, server := written(t, filepath.Join(t.TempDir(), "from.db")), written(t, empty.Postgres(t))
	begin := func(from string) error {
		db, err := store.Open(t.Context(), from)
		if err != nil {
			return err
		}
		return errors.Join(db.ExecAll(t.Context(), fmt.Sprint("INSERT INTO service_copies (id, host, version, started, seen) "+
			"VALUES ('copy_1', 'app-1', 'v1', 1, ", time.Now().UnixMilli(), ")")), db.Close())
	}
	var started error
	once := func(from string) func(string, int64) {
		var first sync.Once
		return func(string, int64) { first.Do(func() { started = begin(from) }) }
	}
	_, err := move.Copy(t.Context(), move.Options{From: file, To: empty.Postgres(t), Now: time.Now, Progress: once(file)})
	if err != nil || started == nil {
		t.Errorf("the copy ends with %v, and whoever starts meanwhile with %v", err, started)
	}
	to := filepath.Join(t.TempDir(), "to.db")
	_, err = move.Copy(t.Context(), move.Options{From: server, To: to, Now: time.Now, Progress: once(server)})
	if err == nil || !strings.Contains(err.Error(), "app-1") || started != nil {
		t.Errorf("the copy ends with %v, after a start with %v", err, started)
	}
	if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the target is there: %v", err)
	}
}
