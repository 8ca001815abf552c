package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"modernc.org/sqlite" // also the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"poolkeeper.example/extension-service/engine/store"
)

// file is a SQLite file.
type file struct {
	path string // that it gets at the end; "" for a source
	db   *sql.DB
	tx   *sql.Tx
}

// filling ends the name of a file that is being filled.
const filling = ".moving"

// audit is a view in SQLite of two tables; entries that come in any order go into the second.
const (
	audit        = "audit"
	recentAudit  = "audit_recent"
	settledAudit = "audit_indexed"
)

// openFile reads a file as it stands at one instant, and keeps every product from it meanwhile. One that works with it
// has it open.
func openFile(ctx context.Context, path string) (*file, error) {
	f, err := openAs(ctx, "file:"+path+"?_pragma=busy_timeout(1000)&_pragma=locking_mode(exclusive)&_pragma=query_only(1)")
	if err != nil {
		return nil, err
	}
	var tables int64
	err = f.tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables) // the first read takes the lock
	if failure, is := errors.AsType[*sqlite.Error](err); is && failure.Code()&0xff == sqlite3.SQLITE_BUSY {
		err = fmt.Errorf("a product works with %s: stop it first", path)
	}
	if err != nil {
		return nil, errors.Join(err, f.close())
	}
	return f, nil
}

func openAs(ctx context.Context, name string) (*file, error) {
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &file{db: db, tx: tx}, nil
}

// makeFile makes an empty one. Nobody reads it before it has its name, so that it needs no journal.
func makeFile(ctx context.Context, path string) (*file, error) {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(fmt.Errorf("%s is there already: a move makes the file", path), err)
	}
	for _, part := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(path + filling + part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	db, err := store.Open(ctx, path+filling)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(db.Migrate(ctx), db.Close()); err != nil {
		return nil, err
	}
	if err := store.CheckpointAndClose(ctx, path+filling); err != nil {
		return nil, err
	}
	f, err := openAs(ctx, "file:"+path+filling+
		"?_pragma=foreign_keys(0)&_pragma=journal_mode(off)&_pragma=synchronous(off)")
	if err != nil {
		return nil, err
	}
	f.path = path
	return f, nil
}

// tables are those that no other is made of: postings of texts and what waits for them are left out.
const tables = `
	SELECT name FROM pragma_table_list
	 WHERE schema = 'main' AND name <> 'sqlite_schema' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
	   AND (type = 'table' AND name NOT IN ('audit_recent', 'audit_indexed') OR name = 'audit')
	   AND name NOT LIKE '%!_postings' ESCAPE '!' AND name NOT LIKE '%!_waiting' ESCAPE '!'`

func (f *file) columns(ctx context.Context) (map[string][]string, error) {
	return columnsOf(f.tx.QueryContext(ctx, "SELECT t.name, c.name FROM ("+tables+
		") t JOIN pragma_table_xinfo(t.name) c WHERE c.hidden = 0"))
}

// columnsOf reads names of tables with those of their columns.
func columnsOf(found *sql.Rows, err error) (map[string][]string, error) {
	if err != nil {
		return nil, err
	}
	defer found.Close()
	out := map[string][]string{}
	for found.Next() {
		var name, column string
		if err := found.Scan(&name, &column); err != nil {
			return nil, err
		}
		out[name] = append(out[name], column)
	}
	return out, found.Err()
}

func quoted(names []string) string { return `"` + strings.Join(names, `", "`) + `"` }

func (f *file) rows(ctx context.Context, t table) rows {
	return func(yield func([]any, error) bool) {
		found, err := f.tx.QueryContext(ctx, "SELECT "+quoted(t.columns)+" FROM "+quoted([]string{t.name}))
		if err != nil {
			yield(nil, err)
			return
		}
		defer found.Close()
		row, into := make([]any, len(t.columns)), make([]any, len(t.columns))
		for i := range row {
			into[i] = &row[i]
		}
		for found.Next() {
			if err := found.Scan(into...); !yield(row, err) || err != nil {
				return
			}
		}
		if err := found.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// sequences are kept where a table gives no id twice. Of the log there are two, which count on together.
func (f *file) sequences(ctx context.Context) (map[string]int64, error) {
	found, err := f.tx.QueryContext(ctx, "SELECT name, seq FROM sqlite_sequence")
	if err != nil {
		return nil, err
	}
	defer found.Close()
	out := map[string]int64{}
	for found.Next() {
		var name string
		var last int64
		if err := found.Scan(&name, &last); err != nil {
			return nil, err
		}
		if name == recentAudit || name == settledAudit {
			name = audit
		}
		if !strings.HasSuffix(name, "_waiting") {
			out[name] = max(out[name], last)
		}
	}
	return out, found.Err()
}

func (f *file) triggering(ctx context.Context) (out []string, err error) {
	found, err := f.tx.QueryContext(ctx, "SELECT DISTINCT tbl_name FROM sqlite_master WHERE type = 'trigger'")
	if err != nil {
		return nil, err
	}
	defer found.Close()
	for found.Next() {
		var name string
		if err := found.Scan(&name); err != nil {
			return nil, err
		}
		if name == settledAudit {
			name = audit
		}
		out = append(out, name)
	}
	return out, found.Err()
}

func (f *file) fill(ctx context.Context, t table, all rows) error {
	into := t.name
	if into == audit {
		into = settledAudit
	}
	if _, err := f.tx.ExecContext(ctx, "DELETE FROM "+quoted([]string{into})); err != nil {
		return err
	}
	text := "INSERT INTO " + quoted([]string{into}) + " (" + quoted(t.columns) + ") VALUES (?" +
		strings.Repeat(", ?", len(t.columns)-1) + ")"
	statement, err := f.tx.PrepareContext(ctx, text) //nolint:sqlclosecheck // it is closed below
	if err != nil {
		return err
	}
	defer statement.Close()
	for row, err := range all {
		if err != nil {
			return err
		}
		if _, err := statement.ExecContext(ctx, row...); err != nil {
			return err
		}
	}
	return nil
}

func (f *file) setSequence(ctx context.Context, name string, last int64) error {
	names := []string{name}
	if name == audit {
		names = []string{recentAudit, settledAudit}
	}
	for _, name := range names {
		if _, err := f.tx.ExecContext(ctx, "DELETE FROM sqlite_sequence WHERE name = ?", name); err != nil {
			return err
		}
		if _, err := f.tx.ExecContext(ctx, "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", name, last); err != nil {
			return err
		}
	}
	return nil
}

// finish follows every reference of a row to another.
func (f *file) finish(ctx context.Context) error {
	var name string
	err := f.tx.QueryRowContext(ctx, `SELECT "table" FROM pragma_foreign_key_check LIMIT 1`).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = fmt.Errorf("a row of table %s refers to nothing", name)
	}
	return err
}

func (f *file) exec(ctx context.Context, statement string) error {
	_, err := f.tx.ExecContext(ctx, statement)
	return err
}

// commit has texts found by their parts, and gives the file its name.
func (f *file) commit(ctx context.Context) error {
	if err := errors.Join(f.tx.Commit(), f.db.Close()); err != nil {
		return err
	}
	db, err := store.Open(ctx, f.path+filling)
	if err != nil {
		return err
	}
	err = errors.Join(db.Fragments().FlushAll(ctx), db.Close())
	if err == nil {
		err = store.CheckpointAndClose(ctx, f.path+filling)
	}
	if err != nil {
		return err
	}
	return os.Rename(f.path+filling, f.path)
}

// close leaves no file that was not committed.
func (f *file) close() error {
	_ = f.tx.Rollback() // it fails only once it was committed
	err := f.db.Close()
	if f.path == "" {
		return err
	}
	if failed := os.Remove(f.path + filling); !errors.Is(failed, fs.ErrNotExist) {
		err = errors.Join(err, failed)
	}
	return err
}
