package store

import (
	"context"
	"fmt"
)

const truncateTries = 3 // of up to ten seconds each

// TruncateLog writes the indexes of texts, brings what the write-ahead log holds into the SQLite file and empties the
// log, so that nothing of what was deleted or replaced is left in it. PostgreSQL keeps its own log, which is not ours
// to cut.
func (db *DB) TruncateLog(ctx context.Context) error {
	if db.dialect == Postgres {
		return nil
	}
	if err := db.fragments.FlushAll(ctx); err != nil {
		return err
	}
	return TruncateLog(ctx, db.path)
}

// TruncateLog does so for any SQLite file. It waits for readers, and fails when one reads on for half a minute.
func TruncateLog(ctx context.Context, path string) error {
	// A connection of its own: a checkpoint cannot run inside the transactions that others share.
	return visit(path, writePragmas, func(c *connection) error {
		for range truncateTries {
			var isBusy bool
			var frames, moved int
			if _, err := c.row(ctx, []any{&isBusy, &frames, &moved}, "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
				return fmt.Errorf("truncate the log of %s: %w", path, err)
			}
			if !isBusy {
				return nil
			}
		}
		return fmt.Errorf("truncate the log of %s: others keep reading", path)
	})
}
