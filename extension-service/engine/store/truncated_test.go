package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
)

// filledFile is a database whose rows fill many pages, all of which lie in its file.
func filledFile(t *testing.T) (db *store.DB, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "poolkeeper.db")
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	texts := []string{"CREATE TABLE pages (id INTEGER PRIMARY KEY, text TEXT)"}
	for i := range 200 {
		texts = append(texts, fmt.Sprintf("INSERT INTO pages VALUES (%d, '%s')", i, strings.Repeat("x", 3000)))
	}
	if err := errors.Join(db.ExecAll(t.Context(), texts...), db.TruncateLog(t.Context())); err != nil {
		t.Fatal(err)
	}
	return db, path
}

func readAll(ctx context.Context, db *store.DB) error {
	var id int64
	var text string
	return db.Each(ctx, []any{&id, &text}, func() error { return nil }, "SELECT id, text FROM pages ORDER BY id")
}

func write(ctx context.Context, db *store.DB) error {
	return db.ExecAll(ctx, "UPDATE pages SET text = 'changed' WHERE id = 3")
}

// A file that is truncated under the service is an error of each statement that needs it, never the end of the process.
func TestGone_FileTruncatedUnderStatements_IsDamage(t *testing.T) {
	t.Parallel()
	for name, size := range map[string]int64{"to nothing": 0, "to a page": 4096, "to its half": 73 * 4096} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, path := filledFile(t)
			if err := readAll(t.Context(), db); err != nil {
				t.Fatal(err)
			}
			var all sync.WaitGroup
			cut := make(chan struct{})
			for range 4 {
				all.Go(func() {
					for range 50 {
						_ = readAll(t.Context(), db) // which of them meets it first is left to chance
					}
					<-cut
				})
			}
			if err := os.Truncate(path, size); err != nil {
				t.Error(err)
			}
			close(cut)
			all.Wait()
			if err := readAll(t.Context(), db); !store.IsDamage(err) {
				t.Errorf("a read says %v", err)
			}
			if err := write(t.Context(), db); !store.IsDamage(err) {
				t.Errorf("a write says %v", err)
			}
			if err := db.Damage(); !store.IsGone(err) {
				t.Errorf("the damage is %v", err)
			}
		})
	}
}

// Whoever removes, replaces or empties the file takes what is written from then on, so nothing more is written.
func TestGone_FileRemovedReplacedOrEmptied_RefusesWrites(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(path string) error{
		"removed": os.Remove,
		"emptied": func(path string) error { return os.Truncate(path, 0) },
		"renamed": func(path string) error { return os.Rename(path, path+".old") },
		"replaced": func(path string) error {
			original, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(path+".new", original, 0o600), os.Rename(path+".new", path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, path := filledFile(t)
			if err := errors.Join(write(t.Context(), db), lose(path)); err != nil {
				t.Fatal(err)
			}
			if err := write(t.Context(), db); !store.IsGone(err) {
				t.Errorf("a write says %v", err)
			}
			if err := db.Ready(t.Context()); !store.IsGone(err) {
				t.Errorf("the readiness says %v", err)
			}
		})
	}
}
