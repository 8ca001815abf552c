package app_test

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/store"
)

// migrateBefore brings an empty database to the version before that of a migration, and returns that version.
func migrateBefore(t *testing.T, url, migration string) (version int64) {
	t.Helper()
	older := fstest.MapFS{}
	files, err := fs.Glob(store.MigrationFiles(), "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(store.MigrationFiles(), name)
		if err != nil {
			t.Fatal(err)
		}
		if path.Base(name) < migration {
			older[name] = &fstest.MapFile{Data: text}
		}
	}
	db, err := store.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	err = db.MigrateFrom(t.Context(), older, "goose_db_version")
	version = db.Schema(t.Context())
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return version
}

// beforeSteps is the migration that makes the table schema_steps, which an older release does not know.
const beforeSteps = "0291"

// PostgreSQL is dumped before a migration changes it. Where nobody can, the start is refused with the command, and goes
// on once somebody says that it was done. It sets the environment, so it is no parallel one.
func TestMigration_OnPostgres_IsPrecededByADump(t *testing.T) {
	settings := settingsIn(filepath.Join(t.TempDir(), "data"), emptyDatabase.Postgres(t))
	before := migrateBefore(t, settings.DatabaseURL, beforeSteps)
	t.Run("without pg_dump", func(t *testing.T) {
		t.Setenv("PATH", "")
		s, err := app.Open(t.Context(), settings, silent())
		if err == nil {
			_ = s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "pg_dump --format=custom") ||
			!strings.Contains(err.Error(), "DATABASE_COPIED=") || strings.Contains(err.Error(), "\n") {
			t.Fatalf("the start says %v", err)
		}
	})
	if state, err := app.SchemaState(t.Context(), settings); err != nil || len(state.Pending) == 0 {
		t.Fatalf("it has migrated without a dump: %+v, %v", state, err)
	}

	s, err := app.Open(t.Context(), settings, silent())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	dumps, err := filepath.Glob(filepath.Join(settings.DataDir, "backups", "before-migration-*.dump"))
	if err != nil || len(dumps) != 1 {
		t.Fatalf("dumps: %v, %v", dumps, err)
	}
	text, err := os.ReadFile(dumps[0])
	if err != nil || !strings.HasPrefix(string(text), "PGDMP") {
		t.Errorf("the dump is none: %.20q, %v", text, err)
	}

	settings.DatabaseURL = emptyDatabase.Postgres(t)
	migrateBefore(t, settings.DatabaseURL, beforeSteps)
	t.Run("somebody else has dumped it", func(t *testing.T) {
		t.Setenv("PATH", "")
		settings.DatabaseCopied = before
		s, err := app.Open(t.Context(), settings, silent())
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

// A service goes on beside a newer one whose release only adds to the schema: it writes, ends, and starts again.
func TestStart_SchemaOfANewerReleaseThatOnlyAdds_ContinuesToWrite(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]string{"sqlite": furnished.SQLite(t), "postgres": furnished.Postgres(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			settings := settingsIn(filepath.Join(t.TempDir(), "data"), url)
			p := openProduct(t, settings)
			newer, err := store.Open(t.Context(), url)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(newer.MigrateFrom(t.Context(), releaseThatAdds(t), "goose_db_version"),
				newer.Close()); err != nil {
				t.Fatal(err)
			}
			p.newProject(t, "Written while the newer one runs")
			if name == "sqlite" { // which one process opens at a time
				return
			}
			again := openProduct(t, settingsIn(filepath.Join(t.TempDir(), "data"), url))
			again.newProject(t, "Written after a start beside the newer one")
			state, err := app.SchemaState(t.Context(), settings)
			if err != nil || len(state.Newer) != 1 {
				t.Errorf("%+v, %v", state, err)
			}
		})
	}
}

// releaseThatAdds are the migrations of the next release: a column that may be empty, one with a default, and a table.
func releaseThatAdds(t *testing.T) fs.FS {
	t.Helper()
	files := fstest.MapFS{"migrations/9999_next.sql": {Data: []byte(`-- +goose Up
-- expand: what the next release keeps of projects.
ALTER TABLE projects ADD COLUMN next_text {{text}};
ALTER TABLE projects ADD COLUMN next_count BIGINT NOT NULL DEFAULT 0;
CREATE TABLE next_things (id {{id}}, name {{text}} NOT NULL);
`)}}
	names, err := fs.Glob(store.MigrationFiles(), "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(store.MigrationFiles(), name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	return files
}

// What is held was restored: a database that is empty, or not there, is another than the one that was meant.
func TestRestoreCheck_EmptyDatabase_IsRefused(t *testing.T) {
	t.Parallel()
	empty := settingsIn(t.TempDir(), filepath.Join(t.TempDir(), "none.db"))
	if err := app.CheckRestored(t.Context(), empty); err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("an empty database: %v", err)
	}
	if _, err := os.Stat(empty.DatabaseURL); err == nil {
		t.Error("looking has made a database")
	}
	if err := app.CheckRestored(t.Context(), settingsIn(t.TempDir(), furnished.SQLite(t))); err != nil {
		t.Errorf("a restored one: %v", err)
	}
}
