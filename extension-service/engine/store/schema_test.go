package store_test

import (
	"context"
	"path/filepath"
	"sync"
	"testing"
)

// Who reads a full-text table while somebody else changes the schema, as building an index does, is answered.
func TestSearch_SchemaChangesMeanwhile_IsAnswered(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "schema.db")
	db := openAt(t, path)
	for _, statement := range []string{
		"CREATE VIRTUAL TABLE texts USING fts5(body)",
		"INSERT INTO texts (body) VALUES ('found')",
	} {
		if err := exec(db, statement); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for ctx.Err() == nil {
				again := openAt(t, path) // so that it has not yet opened the table
				var body string
				if _, err := again.Row(t.Context(), []any{&body}, "SELECT body FROM texts WHERE texts MATCH 'found'"); err != nil ||
					body != "found" {
					t.Errorf("found %q, %v", body, err)
				}
				for range 20 {
					if _, err := again.Row(t.Context(), []any{&body}, "SELECT body FROM texts WHERE texts MATCH 'found'"); err != nil {
						t.Error(err)
					}
				}
				_ = again.Close()
			}
		})
	}
	for range 100 {
		for _, statement := range []string{"CREATE TABLE other (id INTEGER)", "DROP TABLE other"} {
			if err := exec(db, statement); err != nil {
				t.Error(err)
			}
		}
	}
	stop()
	readers.Wait()
}
