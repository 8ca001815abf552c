package store_test

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// releaseAfter are the migrations of a service that is one release newer than this one.
func releaseAfter(t *testing.T, text string) fs.FS {
	t.Helper()
	next := fstest.MapFS{"migrations/9999_next.sql": {Data: []byte("-- +goose Up\n" + text)}}
	names, err := fs.Glob(store.MigrationFiles(), "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(store.MigrationFiles(), name)
		if err != nil {
			t.Fatal(err)
		}
		next["migrations/"+path.Base(name)] = &fstest.MapFile{Data: text}
	}
	return next
}

// A release that only adds lets the one before it go on and start again; one that takes something away does not.
func TestMigrate_NewerSchema_IsRefusedOnlyIfSomethingWasRemoved(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ text, refused string }{
		"adds":              {"-- expand: more about links.\nALTER TABLE tickets ADD COLUMN more {{text}};", ""},
		"adds, unmarked":    {"CREATE TABLE more (id {{id}});", ""},
		"removes":           {"-- contract: nobody asks for it.\nDROP TABLE tickets;", "at version 9999"},
		"renames, unmarked": {"ALTER TABLE tickets RENAME COLUMN wish TO request;", "at version 9999"},
		"demands of older":  {"CREATE TABLE x (id {{id}}); -- contract\nALTER TABLE x ADD COLUMN y BIGINT NOT NULL;", "at version 9999"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pgtest.Each(t, func(t *testing.T, db *store.DB) {
				if err := errors.Join(db.Migrate(t.Context()),
					db.MigrateFrom(t.Context(), releaseAfter(t, tc.text), "goose_db_version")); err != nil {
					t.Fatal(err)
				}
				err := db.Migrate(t.Context())
				if tc.refused == "" && err != nil {
					t.Errorf("the release before cannot start again: %v", err)
				}
				if tc.refused != "" && (err == nil || !strings.Contains(err.Error(), tc.refused)) {
					t.Errorf("the release before says %v, want %q", err, tc.refused)
				}
			})
		})
	}
}

// Whoever looks before an upgrade is told what would run, and changes nothing.
func TestSchemaState_BeforeAnUpgrade_NamesPendingMigrations(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		if err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		state, err := db.SchemaState(t.Context())
		if err != nil || state.Version != store.SchemaVersion() || len(state.Pending)+len(state.Newer) > 0 {
			t.Errorf("up to date: %+v, %v", state, err)
		}
		err = db.Write(t.Context(), func(ctx context.Context) error { // as before the last one
			_, err := db.Exec(ctx, "DELETE FROM goose_db_version WHERE version_id = $1", store.SchemaVersion())
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			state, err := db.SchemaState(t.Context())
			if err != nil || len(state.Pending) != 1 || state.Pending[0].Version != store.SchemaVersion() ||
				state.Pending[0].Summary == "" {
				t.Fatalf("one is pending: %+v, %v", state, err)
			}
		}
	})
}

// Of copies that start together one looks after what is done before a migration; its failure keeps all from migrating.
func TestMigrate_Preparation_RunsOnOneCopy(t *testing.T) {
	t.Parallel()
	url := pgtest.PostgresURL(t)
	var questions atomic.Int64
	refused := errors.New("no dump")
	copies := make([]*store.DB, 3)
	for i := range copies {
		db, err := store.Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		copies[i] = db
	}
	if err := copies[0].Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	next := releaseAfter(t, "CREATE TABLE more (id {{id}});")
	copies[0].BeforeMigration = func(context.Context, store.SchemaState) error { return refused }
	if err := copies[0].MigrateFrom(t.Context(), next, "goose_db_version"); !errors.Is(err, refused) {
		t.Errorf("it migrates without what must come before: %v", err)
	}
	var starting sync.WaitGroup
	for _, db := range copies {
		db.BeforeMigration = func(_ context.Context, state store.SchemaState) error {
			questions.Add(1)
			if len(state.Pending) != 1 || state.Pending[0].Version != 9999 {
				t.Errorf("pending: %+v", state.Pending)
			}
			return nil
		}
		starting.Go(func() {
			if err := db.MigrateFrom(t.Context(), next, "goose_db_version"); err != nil {
				t.Error(err)
			}
		})
	}
	starting.Wait()
	if questions.Load() != 1 {
		t.Errorf("%d copies did what comes before the migration", questions.Load())
	}
}

// What a migration takes away is read from its statements, so that no file can forget to say so.
func TestMigrations_RemovedTablesAndColumns_AreReadFromTheirStatements(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"ALTER TABLE a ADD COLUMN b BIGINT NOT NULL DEFAULT 0;":                        nil,
		"CREATE TABLE a_new (id BIGINT); DROP TABLE a; ALTER TABLE a_new RENAME TO a;": nil,
		"DROP VIEW v; CREATE VIEW v AS SELECT 1;":                                      nil,
		"-- DROP TABLE a\nDROP INDEX a_idx;":                                           nil,
		"DROP TABLE a;":                                                                {"a"},
		"DROP VIEW IF EXISTS v;":                                                       {"v"},
		"ALTER TABLE a DROP COLUMN b;":                                                 {"a.b"},
		"ALTER TABLE a RENAME COLUMN b TO c;":                                          {"a.b"},
		"ALTER TABLE a RENAME TO c;":                                                   {"a"},
		"ALTER TABLE a ADD COLUMN b BIGINT NOT NULL;":                                  {"a.b"},
	} {
		found, err := store.MigrationsIn(fstest.MapFS{"migrations/0001_x.sql": {Data: []byte("-- +goose Up\n" + text)}})
		if err != nil || len(found) != 1 || !slices.Equal(found[0].Removes, want) {
			t.Errorf("%s: %+v, %v, want %v", text, found, err, want)
		}
	}
}

// Whoever asks an empty database how it stands leaves no error in the log of PostgreSQL: a statement that fails ends
// the transaction around it, which is how it is seen here.
func TestSchemaState_EmptyDatabase_CausesNoError(t *testing.T) {
	t.Parallel()
	db, err := store.Open(t.Context(), pgtest.PostgresURL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	err = db.Write(t.Context(), func(ctx context.Context) error {
		state, err := db.SchemaState(ctx)
		if err == nil && (state.Version != 0 || db.Schema(ctx) != 0) {
			t.Errorf("an empty database is at %d", state.Version)
		}
		_, still := db.Row(ctx, []any{new(int64)}, "SELECT 1")
		return errors.Join(err, still)
	})
	if err != nil {
		t.Error(err)
	}
}
