package fts5

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// While an index is filled its full-text table gathers more in memory than FTS5 does of itself, and merges hundreds of segments
// at once instead of a few, so that each entry is written twice, or thrice in millions. FTS5 has room for 2000 segments.
var (
	whileFilled = map[string]int{"automerge": 0, "crisismerge": 400, "hashsize": 8 << 20}
	onceFilled  = map[string]int{"automerge": 4, "crisismerge": 16, "hashsize": 1 << 20}
)

// set changes options of the full-text table.
func (l *layout) set(options map[string]int) []string {
	var out []string
	for name, value := range options {
		out = append(out, fmt.Sprintf("INSERT INTO %s (%[1]s, rank) VALUES ('%s', %d)", l.key, name, value))
	}
	return out
}

// Finish goes through the texts of all documents and sorts these by each field at once, which costs a fraction of keeping both up
// while they come, and leaves one segment of the full-text table. It calls alive before each of its steps, all of which are short;
// two may call it at once.
func (e *Engine) Finish(ctx context.Context, index string, alive func() error) error {
	l, err := e.layout(ctx, index)
	if err != nil {
		return err
	}
	work, working := errgroup.WithContext(ctx)
	work.Go(func() error { return e.sort(working, l, alive) })
	work.Go(func() error { return e.indexTexts(working, l, alive) }) // most of which is done without the lock on the file
	if err := work.Wait(); err != nil {
		return fmt.Errorf("finish index %s: %w", index, err)
	}
	return e.exec(ctx, "UPDATE indexes SET complete = 1 WHERE n = $1", l.n)
}

// sort merges the full-text table and makes the indexes of the fields that documents are sorted by.
func (e *Engine) sort(ctx context.Context, l *layout, alive func() error) error {
	if err := errors.Join(e.raise(ctx, l), e.merge(ctx, l.key, alive)); err != nil {
		return err
	}
	for _, statement := range l.finishing() {
		if err := errors.Join(alive(), e.exec(ctx, statement)); err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) indexTexts(ctx context.Context, l *layout, alive func() error) error {
	for _, column := range l.texts() {
		if err := e.db.IndexTexts(ctx, l.doc, column, alive); err != nil {
			return err
		}
	}
	return nil
}

const (
	manyDocuments = 10_000 // of which the entries take half a second to merge
	raises        = 3
)

// raise has the merge of a large table end some levels above the one where new segments come. FTS5 merges four segments of a
// level into one of the next; on the third level, where they would all meet otherwise, a few hundred changes would have the
// entries of millions of documents written again. Merging what lies on different levels leads above the highest of them: one
// entry in a segment of its own, already deleted, is enough for that.
func (e *Engine) raise(ctx context.Context, l *layout) error {
	var documents int64
	if _, err := e.db.Row(ctx, []any{&documents}, "SELECT documents FROM indexes WHERE n = $1", l.n); err != nil || documents < manyDocuments {
		return err
	}
	for range raises {
		for _, statement := range []string{
			fmt.Sprintf("INSERT INTO %s (rowid, %s) VALUES (-1, 'none')", l.key, l.token()),
			fmt.Sprintf("DELETE FROM %s WHERE rowid = -1", l.key),
			fmt.Sprintf("INSERT INTO %s (%[1]s, rank) VALUES ('merge', -1)", l.key),
		} {
			if err := e.exec(ctx, statement); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *layout) finishing() []string {
	out := l.set(onceFilled)
	for _, f := range l.fields {
		if f.isSorted() {
			out = append(out, fmt.Sprintf("CREATE INDEX IF NOT EXISTS %s_%s ON %[1]s (%[2]s)", l.doc, f.column()))
		}
	}
	return out
}

// exec is one change on its own.
func (e *Engine) exec(ctx context.Context, statement string, args ...any) error {
	return e.db.Write(ctx, func(ctx context.Context) error {
		_, err := e.db.Exec(ctx, statement, args...)
		return err
	})
}
