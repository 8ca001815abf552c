package store_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
)

// What SQLite keeps beside the database, such as its log, is the owner's alone too, whatever the usual rights of new
// files are.
func TestFiles_OfADatabase_AreReadableByTheOwnerOnly(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	db, err := store.Open(t.Context(), filepath.Join(dir, "own.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	err = db.Write(t.Context(), func(ctx context.Context) error {
		_, err := db.Exec(ctx, "CREATE TABLE kept (word TEXT)")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "own.db*"))
	if err != nil || len(files) < 2 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, path := range append(files, dir) {
		if found, err := os.Stat(path); err != nil || found.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %v, %v", path, found.Mode(), err)
		}
	}
}
