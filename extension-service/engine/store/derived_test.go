package store_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

func TestOpenDerived_DamagedFile_IsTheOnlyOneReplaced(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		damage    func(t *testing.T, path string)
		isDamaged bool
	}{
		"intact":  {func(*testing.T, string) {}, false},
		"missing": {func(t *testing.T, path string) { mustSucceed(t, os.Remove(path)) }, false},
		"empty":   {func(t *testing.T, path string) { mustSucceed(t, os.Truncate(path, 0)) }, false},
		"something else": {func(t *testing.T, path string) {
			mustSucceed(t, os.WriteFile(path, []byte(strings.Repeat("no database ", 999)), 0o600))
		}, true},
		"cut off":              {func(t *testing.T, path string) { mustSucceed(t, os.Truncate(path, 20_000)) }, true},
		"overwritten inside":   {func(t *testing.T, path string) { overwrite(t, path, 3*4096, 4096) }, true},
		"its schema is broken": {func(t *testing.T, path string) { overwrite(t, path, 100, 2000) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "derived.db")
			filled(t, path)
			tc.damage(t, path)
			mustSucceed(t, os.WriteFile(path+".damaged-20200101000000", nil, 0o600))
			damaged, err := store.QuarantineDamaged(t.Context(), path, time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC))
			if err != nil {
				t.Fatal(err)
			}
			if !tc.isDamaged {
				if damaged != "" {
					t.Errorf("it was set aside as %s", damaged)
				}
				return
			}
			left, err := filepath.Glob(path + "*")
			if err != nil || len(left) != 1 || left[0] != damaged || damaged != path+".damaged-20260302090000" {
				t.Errorf("set aside as %q, left %v, %v", damaged, left, err)
			}
		})
	}
}

func mustSucceed(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// filled makes a database of several pages, all of them in the file.
func filled(t *testing.T, path string) {
	t.Helper()
	db, err := store.Open(t.Context(), path)
	mustSucceed(t, err)
	mustSucceed(t, db.Write(t.Context(), func(ctx context.Context) error {
		if _, err := db.Exec(ctx, "CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT)"); err != nil {
			return err
		}
		_, err := db.Exec(ctx,
			"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO words (word) SELECT 'word ' || i FROM n")
		return err
	}))
	mustSucceed(t, db.TruncateLog(t.Context()))
	mustSucceed(t, db.Close())
}

func overwrite(t *testing.T, path string, at, length int64) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	mustSucceed(t, err)
	_, err = file.WriteAt([]byte(strings.Repeat("\xa5", int(length))), at)
	mustSucceed(t, err)
	mustSucceed(t, file.Close())
}
