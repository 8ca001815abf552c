package store_test

import (
	"context"
	"testing"
	"time"

	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/store"
	"poolkeeper.example/extension-service/store/pgtest"
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

// A total follows what other copies write, also when a transaction that began earlier commits later than another.
func TestTotalsFollowOtherCopies(t *testing.T) {
	t.Parallel()
	url := pgtest.PostgresURL(t)
	reader, writer := copyOfService(t, url), copyOfService(t, url)
	search := resource.Query{Where: []resource.Cond{{Field: field(t, "name"), Op: resource.Contains, Values: []any{"alpha"}}}}
	expect := func(when string, want int64) {
		t.Helper()
		for range 2 { // counted, then kept
			if got := reader.list(t, t.Context(), search).Total; got != want {
				t.Errorf("%s: %d, want %d", when, got, want)
			}
		}
	}
	expect("empty", 0)
	one := writer.create(t, thing{Name: "alpha 1", Status: "A", ClientID: 1})
	expect("created", 1)

	written, commit, done := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		done <- writer.db.Write(t.Context(), func(ctx context.Context) error {
			err := writer.Create(ctx, &thing{Name: "alpha 2", ClientID: 2}) // a client of its own: writers wait for each other at their counter
			close(written)
			<-commit
			return err
		})
	}()
	<-written
	expect("another not committed", 1)
	two := writer.create(t, thing{Name: "alpha 3", ClientID: 1})
	expect("a later one committed", 2)
	close(commit)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	expect("the earlier one committed", 3)

	writer.update(t, one, func(v *thing) { v.Name = "beta" })
	expect("renamed", 2)
	if err := writer.db.Write(t.Context(), func(ctx context.Context) error { return writer.Delete(ctx, &two) }); err != nil {
		t.Fatal(err)
	}
	expect("removed", 1)
}

// What is remembered of changes goes after an hour, and kept totals stay right.
func TestOldChangesAreForgotten(t *testing.T) {
	t.Parallel()
	f := newFixture(t, pgtest.Postgres(t))
	before := time.Now()
	f.create(t, thing{Name: "alpha", ClientID: 1})
	after := time.Now()
	remembered := func() (n int) {
		t.Helper()
		if _, err := f.db.Row(t.Context(), []any{&n}, "SELECT count(*) FROM changes"); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, tc := range []struct {
		now  time.Time
		want int
	}{{before.Add(59 * time.Minute), 1}, {after.Add(61 * time.Minute), 0}} {
		if _, err := f.db.ForgetChanges(t.Context(), tc.now); err != nil {
			t.Fatal(err)
		}
		if n := remembered(); n != tc.want {
			t.Errorf("at %s: %d, want %d", tc.now, n, tc.want)
		}
	}
}
