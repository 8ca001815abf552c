package store_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// Several copies of the service may start on one database that none of them has seen.
func TestMigrate_CopiesStartingTogether_RunInTurn(t *testing.T) {
	t.Parallel()
	url := pgtest.PostgresURL(t)
	var starting sync.WaitGroup
	for range 4 {
		db, err := store.Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		starting.Go(func() {
			if err := db.Migrate(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	starting.Wait()
}

// The release before goes on writing during an upgrade: a migration that does not get its table in time is tried again.
func TestMigrate_TableIsInUse_IsTriedAgain(t *testing.T) {
	t.Parallel()
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte("-- +goose Up\n" + text)} }
	files := fstest.MapFS{"migrations/0001_words.sql": file("CREATE TABLE words (id {{id}});")}
	url := pgtest.PostgresURL(t)
	open := func(url string) *store.DB {
		db, err := store.Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		if err := db.MigrateFrom(t.Context(), files, "words_version"); err != nil {
			t.Fatal(err)
		}
		return db
	}
	before, after := open(url), open(url+"&lock_timeout=1000")
	files["migrations/0002_more.sql"] = file("ALTER TABLE words ADD COLUMN more {{text}};")
	locked, done, migrated := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	var writing sync.WaitGroup
	writing.Go(func() {
		if err := before.Write(t.Context(), func(ctx context.Context) error {
			_, err := before.Exec(ctx, "LOCK TABLE words IN ACCESS EXCLUSIVE MODE")
			close(locked)
			<-done
			return err
		}); err != nil {
			t.Error(err)
		}
	})
	<-locked
	go func() { migrated <- after.MigrateFrom(t.Context(), files, "words_version") }()
	tries := map[string]bool{}
	for len(tries) < 2 && len(migrated) == 0 {
		waiting, err := before.Texts(t.Context(), "SELECT DISTINCT virtualtransaction FROM pg_locks "+
			"WHERE NOT granted AND relation = to_regclass('words')")
		if err != nil {
			t.Fatal(err)
		}
		for _, try := range waiting {
			tries[try] = true
		}
	}
	close(done)
	writing.Wait()
	if err := <-migrated; err != nil {
		t.Errorf("after %d tries: %v", len(tries), err)
	}
}

// An older program must not write into a schema that it does not know: it says so in one line and changes nothing.
func TestMigrate_NewerSchema_IsRefused(t *testing.T) {
	t.Parallel()
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte("-- +goose Up\n" + text)} }
	old := fstest.MapFS{"migrations/0001_words.sql": file("CREATE TABLE words (id {{id}}, word {{text}} NOT NULL);")}
	next := fstest.MapFS{
		"migrations/0001_words.sql": old["migrations/0001_words.sql"],
		"migrations/0002_more.sql":  file("ALTER TABLE words ADD COLUMN more {{text}};"),
	}
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		if err := db.MigrateFrom(t.Context(), next, "words_version"); err != nil {
			t.Fatal(err)
		}
		err := db.MigrateFrom(t.Context(), old, "words_version")
		if err == nil || !strings.Contains(err.Error(), "at version 2 and this program knows only 1") ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("the older program says %v", err)
		}
		if err := db.MigrateFrom(t.Context(), next, "words_version"); err != nil {
			t.Errorf("the newer one: %v", err)
		}
	})
}

// What finds parts of a text goes with its column, and a table goes only when nothing is in it any more.
func TestMigrate_TableRemoved_RemovesItsIndexes(t *testing.T) {
	t.Parallel()
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte("-- +goose Up\n" + text)} }
	files := fstest.MapFS{
		"migrations/0001_fairs.sql": file(
			"CREATE TABLE fairs (id {{id}}, host_fold {{text}} NOT NULL, deleted_at BIGINT);\n{{contains \"fairs\" \"host_fold\"}}"),
		"migrations/0002_fairs_city.sql": file(
			"{{uncontains \"fairs\" \"host_fold\"}}ALTER TABLE fairs RENAME COLUMN host_fold TO city_fold;\n" +
				"{{contains \"fairs\" \"city_fold\"}}INSERT INTO fairs (city_fold) VALUES ('basel');"),
		"migrations/0003_no_fairs.sql": file("{{gone \"fairs\" \"city_fold\"}}"),
	}
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		err := db.MigrateFrom(t.Context(), files, "fairs_version")
		if err == nil || !strings.Contains(err.Error(), "fairs_still_has_rows") {
			t.Fatalf("a table with a row goes: %v", err)
		}
		if err := db.Write(t.Context(), func(ctx context.Context) error {
			_, err := db.Exec(ctx, "DELETE FROM fairs")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if err := db.MigrateFrom(t.Context(), files, "fairs_version"); err != nil {
			t.Fatal(err)
		}
		left := "SELECT count(*) FROM sqlite_master WHERE name LIKE 'fairs_%' AND name NOT LIKE '%version%'"
		if db.Dialect() == store.Postgres {
			left = "SELECT count(*) FROM pg_class WHERE relnamespace = to_regnamespace(current_schema()) AND relname LIKE 'fairs_%' AND relname NOT LIKE '%version%'"
		}
		var n int64
		if _, err := db.Row(t.Context(), []any{&n}, left); err != nil || n != 0 {
			t.Errorf("%d things are left, %v", n, err)
		}
	})
}

// What one's own database has run of migrations that are gone leaves neither table nor number: the numbers may be given
// again.
func TestMigrate_Reverted_LeavesNeitherTableNorNumber(t *testing.T) {
	t.Parallel()
	const gone = "-- +goose Up\n{{gone \"fairs\" \"host_fold\"}}"
	const fairs = "CREATE TABLE fairs (id {{id}}, host_fold {{text}} NOT NULL, deleted_at BIGINT);\n{{contains \"fairs\" \"host_fold\"}}"
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		migrate := func(name, text string) error {
			first := fstest.MapFS{"migrations/0001_first.sql": {Data: []byte("-- +goose Up\nCREATE TABLE first (id BIGINT);")}}
			if name != "" {
				first["migrations/"+name] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + text)}
			}
			return db.MigrateFrom(t.Context(), first, "goose_db_version")
		}
		change := func(text string) {
			t.Helper()
			if err := db.Write(t.Context(), func(ctx context.Context) error {
				_, err := db.Exec(ctx, text)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		change("DROP TABLE IF EXISTS goose_db_version")
		if err := migrate("0002_fairs.sql", fairs+"INSERT INTO fairs (host_fold) VALUES ('basel');"); err != nil {
			t.Fatal(err)
		}
		if ran, err := db.Unmigrate(t.Context(), []int64{2}, gone); ran || err == nil ||
			!strings.Contains(err.Error(), "fairs_still_has_rows") {
			t.Fatalf("a table with a row goes: %v, %v", ran, err)
		}
		change("DELETE FROM fairs")
		if ran, err := db.Unmigrate(t.Context(), []int64{2}, gone); !ran || err != nil {
			t.Fatalf("%v, %v", ran, err)
		}
		if ran, err := db.Unmigrate(t.Context(), []int64{2}, gone); ran || err != nil {
			t.Errorf("what has not run is taken back: %v, %v", ran, err)
		}
		if err := migrate("", ""); err != nil {
			t.Errorf("the product without it: %v", err)
		}
		if err := migrate("0002_boats.sql", "CREATE TABLE fairs (id BIGINT);"); err != nil {
			t.Errorf("another one by its number: %v", err)
		}
	})
}
