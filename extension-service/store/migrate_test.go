package store_test

import (
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"poolkeeper.example/extension-service/store"
	"poolkeeper.example/extension-service/store/pgtest"
)

// Several copies of the service may start on one database that none of them has seen.
func TestCopiesThatStartTogetherMigrateInTurn(t *testing.T) {
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

// An older program must not write into a schema that it does not know: it says so in one line and changes nothing.
func TestANewerSchemaIsRefused(t *testing.T) {
	t.Parallel()
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte("-- +goose Up\n" + text)} }
	old := fstest.MapFS{"migrations/0001_words.sql": file("CREATE TABLE words (id {{id}}, word {{text}} NOT NULL);")}
	next := fstest.MapFS{"migrations/0001_words.sql": old["migrations/0001_words.sql"], "migrations/0002_more.sql": file("ALTER TABLE words ADD COLUMN more {{text}};")}
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		if err := db.MigrateFrom(t.Context(), next, "words_version"); err != nil {
			t.Fatal(err)
		}
		err := db.MigrateFrom(t.Context(), old, "words_version")
		if err == nil || !strings.Contains(err.Error(), "at version 2 and this program knows only 1") || strings.Contains(err.Error(), "\n") {
			t.Errorf("the older program says %v", err)
		}
		if err := db.MigrateFrom(t.Context(), next, "words_version"); err != nil {
			t.Errorf("the newer one: %v", err)
		}
	})
}
