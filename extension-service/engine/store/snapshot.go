package store

import (
	"context"
	"encoding/json"
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

// Snapshot copies a SQLite file as it stands at one instant into the new file to, while others write to it. Meanwhile
// its write-ahead log cannot begin anew: once it has grown by more than limit bytes the copy is given up with
// ErrLogGrown. It returns by how many bytes the log grew.
func Snapshot(ctx context.Context, from, to string, limit int64) (grown int64, err error) {
	if err := MakeFile(to); err != nil {
		return 0, err
	}
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
	err = visit(from+readOnly, []string{"busy_timeout(5000)"}, func(c *connection) error {
		_, err := c.row(watched, nil, "VACUUM INTO $1", to)
		return err
	})
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

// readOnly follows the name of a file that is only read.
const readOnly = "?mode=ro"

// Count reads how many rows each table of a SQLite file has. Tables that belong to a text index are left out.
func Count(ctx context.Context, path string) (rows map[string]int64, err error) {
	rows = map[string]int64{}
	return rows, visit(path+readOnly, nil, func(c *connection) error {
		var list string
		_, err := c.row(ctx, []any{&list},
			"SELECT json_group_array(name) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' "+
				"AND name NOT LIKE 'sqlite!_%' ESCAPE '!'")
		if err != nil {
			return fmt.Errorf("tables of %s: %w", path, err)
		}
		var names []string
		if err := json.Unmarshal([]byte(list), &names); err != nil {
			return err
		}
		for _, name := range names {
			var n int64
			if _, err := c.row(ctx, []any{&n}, `SELECT count(*) FROM "`+name+`"`); err != nil {
				return fmt.Errorf("rows of %s: %w", name, err)
			}
			rows[name] = n
		}
		return nil
	})
}

// CheckIntegrity reads every page of a SQLite file and follows every reference of a row to another.
func CheckIntegrity(ctx context.Context, path string) error {
	return visit(path+readOnly, nil, func(c *connection) error {
		if err := c.checkIntegrity(ctx, "PRAGMA integrity_check(1)"); err != nil {
			return fmt.Errorf("check %s: %w", path, err)
		}
		var table string
		var row *int64 // of a table that has one
		found, err := c.row(ctx, []any{&table, &row}, `SELECT "table", rowid FROM pragma_foreign_key_check LIMIT 1`)
		switch {
		case err != nil:
			return fmt.Errorf("check %s: %w", path, err)
		case found && row != nil:
			return fmt.Errorf("%w: %s: row %d of %s refers to nothing", errDamaged, path, *row, table)
		case found:
			return fmt.Errorf("%w: %s: a row of %s refers to nothing", errDamaged, path, table)
		}
		return nil
	})
}

// CheckpointAndClose brings what stands in the write-ahead log of a SQLite file into it and removes the log. ErrInUse
// while another process has it open.
func CheckpointAndClose(ctx context.Context, path string) error {
	return visit(path, []string{"busy_timeout(1000)"}, func(c *connection) error {
		var mode string
		_, err := c.row(ctx, []any{&mode}, "PRAGMA journal_mode = DELETE")
		if err != nil && !IsBusy(err) {
			return fmt.Errorf("settle %s: %w", path, err)
		}
		if err != nil || mode != "delete" {
			return ErrInUse
		}
		return nil
	})
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
	if !db.hasTable(ctx, serviceVersions) {
		return 0
	}
	if _, err := db.Row(ctx, []any{&latest}, "SELECT max(version_id) FROM goose_db_version WHERE is_applied"); err != nil {
		return 0
	}
	return latest
}
