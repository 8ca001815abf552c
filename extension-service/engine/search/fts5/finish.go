package fts5

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// While an index is filled its full-text table gathers more in memory than FTS5 does of itself, and merges hundreds of
// segments at once instead of a few, so that each entry is written twice, or thrice in millions. FTS5 has room for 2000
// segments.
var (
	whileFilled = map[string]int{"automerge": 0, "crisismerge": 400, "hashsize": 8 << 20}
	onceFilled  = map[string]int{"automerge": 4, "crisismerge": 16, "hashsize": 1 << 20}
)

// set changes options of the full-text table.
func set(options map[string]int) []string {
	var out []string
	for name, value := range options {
		out = append(out, fmt.Sprintf("INSERT INTO key (key, rank) VALUES ('%s', %d)", name, value))
	}
	return out
}

// Finish goes through the texts of all documents and sorts these by each field at once, which costs a fraction of
// keeping both up while they come, and leaves one segment of the full-text table. It calls alive before each of its
// steps, all of which are short; two may call it at once.
func (e *Engine) Finish(ctx context.Context, name string, alive func() error) error {
	x, err := e.index(ctx, name)
	if err != nil {
		return err
	}
	work, working := errgroup.WithContext(ctx)
	work.Go(func() error { return x.sort(working, alive) })
	work.Go(func() error { return x.indexTexts(working, alive) }) // most of which is done without the lock on the file
	if err := work.Wait(); err != nil {
		return fmt.Errorf("finish index %s: %w", name, err)
	}
	if err := x.db.ExecAll(ctx, "UPDATE state SET complete = 1"); err != nil {
		return err
	}
	return x.shrinkCache(ctx)
}

// sort merges the full-text table and makes the indexes of the fields that documents are sorted by, each in one go in
// memory.
func (x *index) sort(ctx context.Context, alive func() error) error {
	if err := errors.Join(x.raise(ctx), x.merge(ctx, alive), x.setCacheSize(ctx, sortingCache)); err != nil {
		return err
	}
	for _, statement := range x.finishing() {
		if err := errors.Join(alive(), x.db.ExecAll(ctx, statement)); err != nil {
			return err
		}
	}
	return nil
}

func (x *index) indexTexts(ctx context.Context, alive func() error) error {
	for _, column := range x.texts() {
		if err := x.db.Fragments().ForColumn("doc", column, false).Build(ctx, alive); err != nil {
			return err
		}
	}
	return nil
}

const (
	sortingCache  = 64_000 // KiB, in which a million values have room
	manyDocuments = 10_000 // of which the entries take half a second to merge
	raises        = 3
)

// raise has the merge of a large table end some levels above the one where new segments come. FTS5 merges four segments
// of a level into one of the next; on the third level, where they would all meet otherwise, a few hundred changes would
// have the entries of millions of documents written again. Merging what lies on different levels leads above the
// highest of them: one entry in a segment of its own, already deleted, is enough for that.
func (x *index) raise(ctx context.Context) error {
	if documents, err := x.documents(ctx); err != nil || documents < manyDocuments {
		return err
	}
	for range raises {
		for _, statement := range []string{
			"INSERT INTO key (rowid, token) VALUES (-1, 'none')", "DELETE FROM key WHERE rowid = -1",
			"INSERT INTO key (key, rank) VALUES ('merge', -1)",
		} {
			if err := x.db.ExecAll(ctx, statement); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x *index) finishing() []string {
	out := set(onceFilled)
	for _, f := range x.fields {
		if f.isSorted() {
			out = append(out, fmt.Sprintf("CREATE INDEX IF NOT EXISTS doc_%s ON doc (%[1]s)", f.column()))
		}
	}
	return out
}
