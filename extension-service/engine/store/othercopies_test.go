package store_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// copyOfService opens the database once more, as another copy of the service does.
func copyOfService(t *testing.T, url string) *fixture {
	t.Helper()
	db, err := store.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return newFixture(t, db)
}

// What a search has found is not looked for again while nobody has changed what texts are looked up in; a change of
// another column is no reason to.
func TestSearch_NothingChanged_IsNotLookedUpAgain(t *testing.T) {
	t.Parallel()
	f := copyOfService(t, pgtest.PostgresURL(t))
	lookups := 0
	f.db.Watch(store.Watcher{Statement: func(_ context.Context, s store.Statement) {
		if s.Kind == store.ReadStatement && strings.Contains(s.Text, " LIKE ") {
			lookups++
		}
	}})
	expect := func(when, name string, want int64, looked int) {
		t.Helper()
		lookups = 0
		for range 3 {
			page := f.list(t, t.Context(), query.Query{Limit: 10, Where: []query.Cond{{
				Field: fieldOf(t, "name"), Op: query.Contains, Values: []any{name},
			}}})
			if page.Total != want || int64(len(page.Rows)) != want {
				t.Errorf("%s: %d rows of %d, want %d", when, len(page.Rows), page.Total, want)
			}
		}
		if lookups != looked {
			t.Errorf("%s: looked up %d times, want %d", when, lookups, looked)
		}
	}
	one := f.create(t, testRecord{Name: "alpha", Status: "A", ClientID: 1})
	expect("created", "alpha", 1, 1)
	expect("nothing found", "beta", 0, 2) // the state is read once something may have been cached
	one = f.update(t, one, func(v *testRecord) { v.Day = "2026-05-01" })
	expect("another column changed", "alpha", 1, 0)
	one = f.update(t, one, func(v *testRecord) { v.Name = "alpha beta" })
	expect("renamed", "alpha", 1, 1)
	expect("renamed", "beta", 1, 1)
	f.update(t, one, func(v *testRecord) { v.DeletedAt = time.Now() })
	expect("deleted", "alpha", 0, 1)
}

// A total follows what other copies write, also when a transaction that began earlier commits later than another.
func TestTotals_WritesOfOtherCopies_AreFollowed(t *testing.T) {
	t.Parallel()
	url := pgtest.PostgresURL(t)
	reader, writer := copyOfService(t, url), copyOfService(t, url)
	search := query.Query{Limit: 10, Where: []query.Cond{{
		Field: fieldOf(t, "name"), Op: query.Contains,
		Values: []any{"alpha"},
	}}}
	expect := func(when string, want int64) {
		t.Helper()
		for range 2 { // nothing may be kept of what others can change
			if got := reader.list(t, t.Context(), search).Total; got != want {
				t.Errorf("%s: %d, want %d", when, got, want)
			}
		}
	}
	expect("empty", 0)
	one := writer.create(t, testRecord{Name: "alpha 1", Status: "A", ClientID: 1})
	expect("created", 1)

	written, commit, done := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		done <- writer.db.Write(t.Context(), func(ctx context.Context) error {
			// a client of its own: writers wait for each other at their counter
			err := writer.Create(ctx, &testRecord{Name: "alpha 2", ClientID: 2})
			close(written)
			<-commit
			return err
		})
	}()
	<-written
	expect("another not committed", 1)
	two := writer.create(t, testRecord{Name: "alpha 3", ClientID: 1})
	expect("a later one committed", 2)
	close(commit)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	expect("the earlier one committed", 3)

	writer.update(t, one, func(v *testRecord) { v.Name = "beta" })
	expect("renamed", 2)
	if err := writer.db.Write(t.Context(), func(ctx context.Context) error {
		return writer.Delete(ctx, &two)
	}); err != nil {
		t.Fatal(err)
	}
	expect("removed", 1)
}
