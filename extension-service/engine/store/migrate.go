package store

import (
	"bytes"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing/fstest"
	"text/template"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

//go:embed migrations/*.sql
var embedded embed.FS

// migrations are those of the binary, or of the tree that ReadTree names.
var migrations fs.FS = embedded

// ReadTree has the migrations of a working tree take the place of those that the binary holds, so that a new one needs
// no compiler. It is called before anything else, by make dev alone.
func ReadTree(root string) {
	migrations = os.DirFS(filepath.Join(root, "extension-service/engine/store"))
}

// Migrate brings the schema up to date. Each file is written once for both engines: the few words that differ are
// template functions, see templateFuncs.
func (db *DB) Migrate(ctx context.Context) error {
	return db.MigrateFrom(ctx, migrations, serviceVersions)
}

// serviceVersions is the table of the migrations of the service itself.
const serviceVersions = "goose_db_version"

// MigrateFrom runs the files migrations/*.sql of fsys, remembering what has run in the table named versions.
func (db *DB) MigrateFrom(ctx context.Context, fsys fs.FS, versions string) error {
	if err := db.readRenames(fsys); err != nil {
		return err
	}
	if current, err := db.isCurrent(ctx, fsys, versions); current || err != nil {
		return err
	}
	files, err := db.rendered(fsys)
	if err != nil {
		return err
	}
	dialect := map[Dialect]goose.Dialect{SQLite: goose.DialectSQLite3, Postgres: goose.DialectPostgres}[db.dialect]
	store, err := database.NewStore(dialect, versions)
	if err != nil {
		return err
	}
	handle, done, err := db.schemaHandle()
	if err != nil {
		return err
	}
	defer done()
	provider, err := goose.NewProvider(goose.DialectCustom, handle, files, goose.WithStore(store))
	if err != nil {
		return err
	}
	return db.migrateExclusively(ctx, func() error {
		state, err := db.schemaState(ctx, fsys, versions)
		if err != nil {
			return err
		}
		if versions != serviceVersions {
			return db.upgradeExtension(ctx, provider, state)
		}
		if err := db.refuseNewer(ctx, state); err != nil || len(state.Pending) == 0 {
			return err // another copy may have migrated meanwhile
		}
		if db.BeforeMigration != nil && state.Version > 0 {
			if err := db.BeforeMigration(ctx, state); err != nil {
				return err
			}
		}
		if err := db.recordSteps(ctx, state.Pending); err != nil {
			return err
		}
		if err := runPending(ctx, provider); err != nil {
			return err
		}
		return db.recordSteps(ctx, state.Pending) // the table may be one of theirs
	})
}

// lockTries is how often a migration is tried that cannot lock a table within LockTimeout: for a minute.
const lockTries = 12

// runPending runs the migrations that have not run. Each is done or undone as a whole, and one that the writes of the
// release before keep from its tables goes back to the end of their queue: were it to wait for longer, all writes would
// wait behind it.
func runPending(ctx context.Context, provider *goose.Provider) error {
	var err error
	for range lockTries {
		if _, err = provider.Up(ctx); !isLockRefused(err) {
			return err
		}
	}
	return fmt.Errorf("other programs use the tables all the time: %w", err)
}

// isLockRefused says whether PostgreSQL gave no lock, for want of time or to end a deadlock.
func isLockRefused(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (refused.Code == "55P03" || refused.Code == "40P01")
}

// isCurrent says whether just these files have run, which is so at most starts: goose would need a connection of its
// own to find out, and all files rendered. It keeps a version 0 beside theirs.
func (db *DB) isCurrent(ctx context.Context, fsys fs.FS, versions string) (bool, error) {
	names, err := fs.Glob(fsys, "migrations/*.sql")
	if err != nil || len(names) == 0 || !db.hasTable(ctx, versions) {
		return false, err
	}
	last, err := lastMigration(fsys)
	if err != nil {
		return false, err
	}
	var ran, latest int64
	_, err = db.Row(ctx, []any{&ran, &latest}, "SELECT count(DISTINCT version_id), max(version_id) FROM "+versions+
		" WHERE is_applied")
	return ran == int64(len(names))+1 && latest == last, err
}

// refuseNewer keeps an older program from a schema that it does not know, unless that has everything it needs: it would
// ask for what is gone, or write rows that the newer one cannot read.
func (db *DB) refuseNewer(ctx context.Context, state SchemaState) error {
	if len(state.Newer) == 0 {
		return nil
	}
	if enough, err := db.expandsOnly(ctx, state.Newer); enough || err != nil {
		return err
	}
	return newerError(state)
}

func newerError(state SchemaState) error {
	return fmt.Errorf("the database is at version %d and this program knows only %d: a newer version has used it, "+
		"so start that one or restore a backup from before", state.Version, state.known)
}

// upgradeExtension runs the migrations of an extension, of which nobody knows what they take away.
func (db *DB) upgradeExtension(ctx context.Context, provider *goose.Provider, state SchemaState) error {
	if len(state.Newer) > 0 {
		return newerError(state)
	}
	return runPending(ctx, provider)
}

// migrationLock is the advisory lock of PostgreSQL that whoever migrates a schema holds; the number is ours to choose.
const migrationLock = 7_665_537

// migrateExclusively lets copies of the service that start together migrate one after the other. A SQLite file has one
// service.
func (db *DB) migrateExclusively(ctx context.Context, migrate func() error) error {
	if db.dialect != Postgres {
		return migrate()
	}
	tx, err := db.server.Begin(ctx) // a pooler may give the next statement outside of it another session
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // it has changed nothing, and lets the lock go
	// the migration of another copy may take any time, and ours too, while this transaction is idle
	if _, err := tx.Exec(ctx, "SET LOCAL lock_timeout = 0"); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "SET LOCAL idle_in_transaction_session_timeout = 0"); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1, hashtext(current_schema()))",
		migrationLock); err != nil {
		return err
	}
	return migrate()
}

// schemaHandle opens a connection that may change the schema; the read pool of SQLite may not.
func (db *DB) schemaHandle() (*sql.DB, func(), error) {
	if db.dialect == Postgres {
		handle := stdlib.OpenDBFromPool(db.server)
		return handle, func() { _ = handle.Close() }, nil
	}
	handle, err := sql.Open("sqlite", "file:"+db.path+"?_pragma="+strings.Join(writePragmas, "&_pragma="))
	if err != nil {
		return nil, nil, err
	}
	handle.SetMaxOpenConns(1)
	return handle, func() { _ = handle.Close() }, nil
}

func (db *DB) rendered(fsys fs.FS) (fs.FS, error) {
	out := fstest.MapFS{}
	names, err := fs.Glob(fsys, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		t, err := template.New(name).Funcs(templateFuncs(db.dialect)).Parse(string(text))
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, nil); err != nil {
			return nil, fmt.Errorf("migration %s: %w", name, err)
		}
		out[name[len("migrations/"):]] = &fstest.MapFile{Data: []byte(joinStatement(b.String()))}
	}
	return out, nil
}

// joinStatement makes one statement of a migration, which both engines run as well as one after the other. Goose would
// look for the end of each line by line, with a buffer of 4 MiB for every line.
func joinStatement(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if mark, is := strings.CutPrefix(strings.TrimSpace(line), "-- +goose "); !is {
			b.WriteString(line)
		} else if mark != "Up" && mark != "StatementBegin" && mark != "StatementEnd" {
			return text
		}
	}
	if strings.TrimSpace(b.String()) == "" {
		return text
	}
	return "-- +goose Up\n" + statement(b.String())
}
