package store_test

import (
	"sync"
	"testing"

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
