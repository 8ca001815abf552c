package store_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
)

// What was replaced stays in the write-ahead log until it is truncated: beside a reader, and while others write.
func TestLog_Truncated_ContainsNoReplacedValue(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "forgetful.db")
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	write := func(text string) {
		t.Helper()
		err := db.Write(t.Context(), func(ctx context.Context) error {
			_, err := db.Exec(ctx, text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	write("CREATE TABLE people (name TEXT)")
	write("INSERT INTO people (name) VALUES ('Quillfeather')")
	var name string
	if _, err := db.Row(t.Context(), []any{&name}, "SELECT name FROM people"); err != nil || name != "Quillfeather" {
		t.Fatalf("%q, %v", name, err)
	}
	write("UPDATE people SET name = 'Deleted FRL-1'")
	isStored := func() bool {
		t.Helper()
		found := false
		for _, file := range []string{path, path + "-wal"} {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			found = found || bytes.Contains(text, []byte("Quillfeather"))
		}
		return found
	}
	if !isStored() {
		t.Fatal("the log does not hold what it should forget")
	}
	if err := db.TruncateLog(t.Context()); err != nil {
		t.Fatal(err)
	}
	if isStored() {
		t.Error("the name is still there")
	}
	write("INSERT INTO people (name) VALUES ('Somebody else')")
}
