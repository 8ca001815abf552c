package store_test

import (
	"context"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// A copy of the service that is stopped in a transaction keeps its locks only until PostgreSQL ends it; whoever waits
// goes on then.
func TestTransaction_StoppedCopy_AllowsOthersToContinue(t *testing.T) {
	t.Parallel()
	url := pgtest.PostgresURL(t)
	db, stopped := openAt(t, url), openAt(t, url+"&idle_in_transaction_session_timeout=300")
	var limit string
	if _, err := db.Row(t.Context(), []any{&limit}, "SHOW idle_in_transaction_session_timeout"); err != nil ||
		limit != "10s" {
		t.Errorf("the limit is %q, %v", limit, err)
	}
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	lock := func(db *store.DB, then func()) error {
		return db.Write(t.Context(), func(ctx context.Context) error {
			_, err := db.Exec(ctx, "LOCK TABLE jobs")
			then()
			return err
		})
	}
	locked, goOn, ended := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() { ended <- lock(stopped, func() { close(locked); <-goOn }) }()
	<-locked
	if err := lock(db, func() {}); err != nil {
		t.Errorf("who waits: %v", err)
	}
	close(goOn)
	if err := <-ended; !store.IsBusy(err) {
		t.Errorf("who was stopped is told %v", err)
	}
}
