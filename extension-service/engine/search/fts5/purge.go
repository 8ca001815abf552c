package fts5

import (
	"context"
	"fmt"
)

// mergePages is how much of a full-text table one transaction merges: about a megabyte, so that others hardly wait.
const mergePages = 256

// Purge leaves no byte of what was replaced or removed. FTS5 only marks such entries and keeps them until the segments
// that hold them are merged, so all are merged into one, and the log is emptied with all that waits for the postings.
func (e *Engine) Purge(ctx context.Context, name string) error {
	x, err := e.index(ctx, name)
	if err != nil {
		return err
	}
	if err := x.merge(ctx, func() error { return nil }); err != nil {
		return fmt.Errorf("purge index %s: %w", name, err)
	}
	return x.db.TruncateLog(ctx)
}

// merge merges the segments of the full-text table step by step: a negative number first brings all of them to one
// level.
func (x *index) merge(ctx context.Context, alive func() error) error {
	for pages := -mergePages; ; pages = mergePages {
		if err := alive(); err != nil {
			return err
		}
		var before, after int64
		err := x.db.Write(ctx, func(ctx context.Context) error {
			if _, err := x.db.Row(ctx, []any{&before}, "SELECT total_changes()"); err != nil {
				return err
			}
			if _, err := x.db.Exec(ctx, fmt.Sprintf("INSERT INTO key (key, rank) VALUES ('merge', %d)", pages)); err != nil {
				return err
			}
			_, err := x.db.Row(ctx, []any{&after}, "SELECT total_changes()")
			return err
		})
		if err != nil || after-before < 2 { // as its manual says: nothing was left to merge
			return err
		}
	}
}
