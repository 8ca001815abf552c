package fts5

import (
	"context"
	"fmt"
)

// mergePages is how much of a full-text table one transaction merges: about a megabyte, so that others hardly wait.
const mergePages = 256

// Purge leaves no byte of what was replaced or removed. FTS5 only marks such entries and keeps them until the segments that
// hold them are merged, so all are merged into one, and the log is emptied with all that waits for the postings.
func (e *Engine) Purge(ctx context.Context, index string) error {
	l, err := e.layout(ctx, index)
	if err != nil {
		return err
	}
	if err := e.merge(ctx, l.key, func() error { return nil }); err != nil {
		return fmt.Errorf("purge index %s: %w", index, err)
	}
	return e.db.TruncateLog(ctx)
}

// merge merges the segments of a full-text table step by step: a negative number first brings all of them to one level.
func (e *Engine) merge(ctx context.Context, table string, alive func() error) error {
	for pages := -mergePages; ; pages = mergePages {
		if err := alive(); err != nil {
			return err
		}
		var before, after int64
		err := e.db.Write(ctx, func(ctx context.Context) error {
			if _, err := e.db.Row(ctx, []any{&before}, "SELECT total_changes()"); err != nil {
				return err
			}
			if _, err := e.db.Exec(ctx, fmt.Sprintf("INSERT INTO %s (%[1]s, rank) VALUES ('merge', %d)", table, pages)); err != nil {
				return err
			}
			_, err := e.db.Row(ctx, []any{&after}, "SELECT total_changes()")
			return err
		})
		if err != nil || after-before < 2 { // as its manual says: nothing was left to merge
			return err
		}
	}
}
