package search_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/search/fts5"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/enginetest"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// A database keeps its name; once it was restored, or was copied into another database of PostgreSQL, it has another.
func TestInstallation_RestoredOrCopied_GetsAnotherName(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		if err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		name := func() string {
			got, err := search.Installation(t.Context(), db)
			if err != nil || !strings.HasPrefix(got, "pk") || len(got) != 14 {
				t.Fatalf("%q, %v", got, err)
			}
			return got
		}
		first := name()
		if again := name(); again != first {
			t.Errorf("it was %s and is %s", first, again)
		}
		if err := search.ForgetIndexes(t.Context(), db); err != nil {
			t.Fatal(err)
		}
		second := name()
		if second == first {
			t.Error("after a restore it is called what it was called before")
		}
		if db.Dialect() != store.Postgres {
			return
		}
		err := db.Write(t.Context(), func(ctx context.Context) error { // as a copy says: it was named in another database
			_, err := db.Exec(ctx, "UPDATE installation SET place = '1@2'")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if name() == second {
			t.Error("the copy is called what the original is called")
		}
	})
}

// What the files of the indexes say is read only for the database that they were made for.
func TestFTS5_IndexesOfAnotherDatabase_AreRemoved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, step := range []struct {
		owner string
		found int
	}{{"pk1", 0}, {"pk1", 1}, {"pk2", 0}, {"pk1", 0}} {
		e, err := fts5.Open(t.Context(), fts5.Folder{Path: dir, Owner: step.owner}, time.Now, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		state, err := e.State(t.Context(), "book")
		if err != nil || len(state.Indexes) != step.found {
			t.Errorf("%s finds %d indexes, %v", step.owner, len(state.Indexes), err)
		}
		if len(state.Indexes) == 0 {
			err = e.Create(t.Context(), "book-v1-20260101000000", enginetest.Schema)
		}
		if err := errors.Join(err, e.Close()); err != nil {
			t.Fatal(err)
		}
	}
}
