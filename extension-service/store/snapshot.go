package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"time"
)

// ErrLogGrown ends a snapshot beside which too much was written.
var ErrLogGrown = errors.New("store: the write-ahead log has grown beyond its limit while the copy was made")

// ErrInUse says that another process has a SQLite file open.
var ErrInUse = errors.New("store: another process has the database open")

const logLook = 20 * time.Millisecond // between two looks at how the log grows

// Snapshot copies a SQLite file as it stands at one instant into the new file to, while others write to it. Meanwhile its
// write-ahead log cannot begin anew: once it has grown by more than limit bytes the copy is given up with ErrLogGrown. It returns
// by how many bytes the log grew.
func Snapshot(ctx context.Context, from, to string, limit int64) (grown int64, err error) {
	if err := MakeFile(to); err != nil {
		return 0, err
	}
	handle, err := sql.Open("sqlite", "file:"+from+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, handle.Close()) }()
	began := sizeOf(from + "-wal")
	watched, stop := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(logLook)
		defer tick.Stop()
		for {
			if grown = max(grown, sizeOf(from+"-wal")-began); grown > limit {
				stop(ErrLogGrown)
			}
			select {
			case <-watched.Done():
				return
			case <-tick.C:
			}
		}
	}()
	_, err = handle.ExecContext(watched, "VACUUM INTO ?", to)
	cause := context.Cause(watched)
	stop(nil)
	<-ended
	if err != nil && cause != nil {
		err = cause
	}
	if err != nil {
		return grown, fmt.Errorf("copy %s: %w", from, err)
	}
	return grown, nil
}

func sizeOf(path string) int64 {
	found, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return found.Size()
}

// Count reads how many rows each table of a SQLite file has. Tables that belong to a text index are left out.
func Count(ctx context.Context, path string) (rows map[string]int64, err error) {
	handle, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, handle.Close()) }()
	names, err := tablesOf(ctx, handle)
	if err != nil {
		return nil, fmt.Errorf("tables of %s: %w", path, err)
	}
	rows = map[string]int64{}
	for _, name := range names {
		var n int64
		if err := handle.QueryRowContext(ctx, `SELECT count(*) FROM "`+name+`"`).Scan(&n); err != nil {
			return nil, fmt.Errorf("rows of %s: %w", name, err)
		}
		rows[name] = n
	}
	return rows, nil
}

func tablesOf(ctx context.Context, handle *sql.DB) (names []string, err error) {
	rows, err := handle.QueryContext(ctx, "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

// CheckWhole reads every page of a SQLite file and follows every reference of a row to another.
func CheckWhole(ctx context.Context, path string) (err error) {
	handle, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, handle.Close()) }()
	var said string
	if err := handle.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&said); err != nil {
		return fmt.Errorf("check %s: %w", path, err)
	}
	if said != "ok" {
		return fmt.Errorf("%w: %s: %s", errDamaged, path, said)
	}
	var table string
	var of sql.NullInt64
	err = handle.QueryRowContext(ctx, `SELECT "table", rowid FROM pragma_foreign_key_check LIMIT 1`).Scan(&table, &of)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("check %s: %w", path, err)
	}
	return fmt.Errorf("%w: %s: row %d of %s refers to nothing", errDamaged, path, of.Int64, table)
}

// Settle brings what stands in the write-ahead log of a SQLite file into it and removes the log. ErrInUse while another process
// has it open.
func Settle(ctx context.Context, path string) (err error) {
	handle, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(1000)")
	if err != nil {
		return err
	}
	handle.SetMaxOpenConns(1)
	defer func() { err = errors.Join(err, handle.Close()) }()
	var mode string
	err = handle.QueryRowContext(ctx, "PRAGMA journal_mode = DELETE").Scan(&mode)
	if err != nil && !IsBusy(err) {
		return fmt.Errorf("settle %s: %w", path, err)
	}
	if err != nil || mode != "delete" {
		return ErrInUse
	}
	return nil
}

// SchemaVersion is the version that Migrate brings a database to.
func SchemaVersion() int64 {
	last, _ := lastMigration(migrations) // they are embedded, and named by numbers
	return last
}

// lastMigration is the number of the last file migrations/*.sql; 0 where there is none.
func lastMigration(fsys fs.FS) (int64, error) {
	names, err := fs.Glob(fsys, "migrations/*.sql")
	if err != nil || len(names) == 0 {
		return 0, err
	}
	number, _, _ := strings.Cut(path.Base(names[len(names)-1]), "_")
	return strconv.ParseInt(number, 10, 64)
}

// Schema is the version that the schema has; 0 where there is none yet.
func (db *DB) Schema(ctx context.Context) int64 {
	var latest int64
	if _, err := db.Row(ctx, []any{&latest}, "SELECT max(version_id) FROM goose_db_version WHERE is_applied"); err != nil {
		return 0 // an empty database has no such table
	}
	return latest
}
