package app_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/backup"
	"poolkeeper.example/extension-service/engine/store"
)

// Before a migration changes it, the database is copied, and the copy read whole; a start without one copies nothing.
func TestMigration_PendingAtStart_BacksUpTheDatabaseFirst(t *testing.T) {
	t.Parallel()
	settings := ownFolder(t)
	backups := func() []string {
		t.Helper()
		found, err := filepath.Glob(filepath.Join(settings.DataDir, "backups", "*"))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	opened(t, settings)
	if left := backups(); len(left) > 0 {
		t.Errorf("without a migration: %v", left)
	}
	older := olderDatabase(t)
	for n := range 5 {
		settings.DatabaseURL = filepath.Join(settings.DataDir, fmt.Sprintf("older-%d.db", n))
		if err := os.WriteFile(settings.DatabaseURL, older, 0o600); err != nil {
			t.Fatal(err)
		}
		opened(t, settings)
		if found := backups(); len(found) != min(n+1, 3) {
			t.Fatalf("after %d: %v", n+1, found)
		}
	}
	folder := t.TempDir()
	if err := backup.Check(t.Context(), backups()[0], folder); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left by the check: %v, %v", left, err)
	}
}

// olderDatabase is the file of a database that the newest migration has not reached.
func olderDatabase(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "migrations"), os.DirFS("../engine/store/migrations")); err != nil {
		t.Fatal(err)
	}
	newest, err := filepath.Glob(filepath.Join(dir, "migrations", fmt.Sprintf("%04d_*.sql", store.SchemaVersion())))
	if err != nil || len(newest) != 1 {
		t.Fatalf("the newest migration: %v, %v", newest, err)
	}
	path := filepath.Join(dir, "older.db")
	db, err := store.Open(t.Context(), path)
	if err == nil {
		err = errors.Join(os.Remove(newest[0]), db.MigrateFrom(t.Context(), os.DirFS(dir), "goose_db_version"), db.Close())
	}
	text, failed := os.ReadFile(path)
	if err := errors.Join(err, failed); err != nil {
		t.Fatal(err)
	}
	return text
}

// A copy that the program does not start on is no backup.
func TestBackup_CopyThatCannotStart_IsReported(t *testing.T) {
	t.Parallel()
	archive, _ := backedUp(t, openProduct(t, ownFolder(t)))
	if _, _, err := app.VerifyBackup(t.Context(), "", archive, "/bin/false"); err == nil ||
		!strings.Contains(err.Error(), "the program has ended") {
		t.Errorf("%v", err)
	}
}
