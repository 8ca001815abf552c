package fts5

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/store"
)

// batch is how many documents share one transaction.
const batch = 5000

// Write stores documents, some thousands to a commit. They go in by id: FTS5 writes out all that it has gathered before
// it takes a document whose id is not above the last one.
func (e *Engine) Write(ctx context.Context, name string, docs []search.Document) error {
	x, err := e.index(ctx, name)
	if err != nil {
		return err
	}
	docs = slices.Clone(docs)
	slices.SortStableFunc(docs, func(a, b search.Document) int { return cmp.Compare(a.ID, b.ID) })
	for part := range slices.Chunk(docs, batch) {
		if err := x.writePart(ctx, part); err != nil {
			return fmt.Errorf("index %s: %w", name, err)
		}
	}
	return nil
}

// writePart works out what is to be written before it takes the lock, so that several can be at it at once.
func (x *index) writePart(ctx context.Context, part []search.Document) error {
	entries := make([]entry, len(part))
	for i, d := range part {
		var err error
		if entries[i], err = x.entry(d); err != nil {
			return err
		}
	}
	return x.db.Write(ctx, func(ctx context.Context) error {
		w, err := x.writing(ctx, ids(part))
		if err != nil {
			return err
		}
		for i, d := range part {
			comesAgain := i+1 < len(part) && part[i+1].ID == d.ID
			if err := w.putDocument(ctx, d, entries[i], comesAgain); err != nil {
				return fmt.Errorf("document %d: %w", d.ID, err)
			}
		}
		return w.finish(ctx)
	})
}

// Remove forgets documents and tombstones.
func (e *Engine) Remove(ctx context.Context, name string, gone []int64) error {
	x, err := e.index(ctx, name)
	if err != nil {
		return err
	}
	return x.db.Write(ctx, func(ctx context.Context) error {
		w, err := x.writing(ctx, gone)
		if err != nil {
			return err
		}
		for _, id := range gone {
			had, known := w.stored[id]
			if err := w.clear(ctx, id, had, known); err != nil {
				return fmt.Errorf("index %s: document %d: %w", name, id, err)
			}
			delete(w.stored, id)
		}
		return w.finish(ctx)
	})
}

func ids(docs []search.Document) []int64 {
	out := make([]int64, len(docs))
	for i, d := range docs {
		out[i] = d.ID
	}
	return out
}

// storedEntry is what an index has of an id before a write.
type storedEntry struct {
	version int64
	live    bool
	values  []any // of a live document's columns
}

// writing is one transaction over one index.
type writing struct {
	*index
	stored map[int64]storedEntry
	added  int64 // documents that came less those that went
}

func (x *index) writing(ctx context.Context, ids []int64) (*writing, error) {
	w := &writing{index: x, stored: map[int64]storedEntry{}}
	these, args := idCondition(ids)
	var id int64
	var h storedEntry
	columns := x.columns()
	values, dest, live, gone := make([]any, len(columns)), []any{&id, &h.version, &h.live}, "", ""
	for i, column := range columns {
		dest, live, gone = append(dest, &values[i]), live+", "+column, gone+", NULL"
	}
	err := x.db.Each(ctx, dest, func() error {
		w.stored[id] = storedEntry{h.version, h.live, slices.Clone(values)}
		return nil
	}, `
		SELECT id, version, 1`+live+` FROM doc WHERE id `+these+`
		 UNION ALL
		SELECT id, version, 0`+gone+` FROM gone WHERE id `+these, args...)
	return w, err
}

const nearby = 4 // ids are close together where there are no more than so many numbers for each

// idCondition is what holds for ids, and for those between them where they are close together: of these a new index has
// none, and they are not looked for one by one.
func idCondition(ids []int64) (condition string, args []any) {
	if len(ids) > 0 {
		if first, last := slices.Min(ids), slices.Max(ids); last-first < nearby*int64(len(ids)) {
			return "BETWEEN $1 AND $2", []any{first, last}
		}
	}
	return "IN (SELECT value FROM json_each($1))", []any{store.IDList(ids)}
}

// putDocument writes a document, or a tombstone, unless a newer one is held. Where the next one is of the same id, what
// is held is noted.
func (w *writing) putDocument(ctx context.Context, d search.Document, as entry, comesAgain bool) error {
	had, known := w.stored[d.ID]
	if known && d.Version < had.version {
		return nil
	}
	if comesAgain {
		w.stored[d.ID] = storedEntry{d.Version, !d.Deleted, as.values}
	}
	if had.live && !d.Deleted {
		return w.replace(ctx, d, as, had.values)
	}
	if err := w.clear(ctx, d.ID, had, known); err != nil {
		return err
	}
	if d.Deleted {
		_, err := w.db.Exec(ctx, "INSERT INTO gone (id, version) VALUES ($1, $2)", d.ID, d.Version)
		return err
	}
	return w.insert(ctx, d, as)
}

// replace writes a document in the place of one. Most changes leave most columns as they were, each of which stands in
// an index.
func (w *writing) replace(ctx context.Context, d search.Document, as entry, was []any) error {
	columns, values := slices.Clone(always), w.commonValues(d, as)
	for i, column := range w.columns() {
		if was[i] != as.values[i] {
			columns, values = append(columns, column), append(values, as.values[i])
		}
	}
	for i, c := range columns {
		columns[i] = c + " = $" + strconv.Itoa(i+1)
	}
	text := fmt.Sprintf("UPDATE OR FAIL doc SET %s WHERE id = $%d", strings.Join(columns, ", "), len(columns)+1)
	if _, err := w.db.Exec(ctx, text, append(values, d.ID)...); err != nil {
		return err
	}
	if err := w.deleteTokens(ctx, d.ID); err != nil {
		return err
	}
	return w.addKey(ctx, d.ID, as)
}

// commonValues are the values of the columns that every document has.
func (w *writing) commonValues(d search.Document, as entry) []any {
	changed := int64(0)
	if !d.Changed.IsZero() {
		changed = d.Changed.UnixMilli()
	}
	return []any{d.Version, d.ClientID, d.LegalEntityID, changed, w.now().UnixMilli(), as.source}
}

// clear takes an id out of the documents and the tombstones.
func (w *writing) clear(ctx context.Context, id int64, had storedEntry, known bool) error {
	switch {
	case !known:
		return nil
	case !had.live:
		_, err := w.db.Exec(ctx, "DELETE FROM gone WHERE id = $1", id)
		return err
	}
	w.added--
	if _, err := w.db.Exec(ctx, "DELETE FROM doc WHERE id = $1", id); err != nil {
		return err
	}
	return w.deleteTokens(ctx, id)
}

// deleteTokens takes the tokens of a document out.
func (w *writing) deleteTokens(ctx context.Context, id int64) error {
	_, err := w.db.Exec(ctx, "DELETE FROM key WHERE rowid = $1", id)
	return err
}

// insert adds a document.
func (w *writing) insert(ctx context.Context, d search.Document, as entry) error {
	w.added++
	if _, err := w.db.Exec(ctx, w.insertDocument, slices.Concat([]any{d.ID}, w.commonValues(d, as),
		as.values)...); err != nil {
		return err
	}
	return w.addKey(ctx, d.ID, as)
}

// addKey adds the tokens of a document.
func (w *writing) addKey(ctx context.Context, id int64, as entry) error {
	_, err := w.db.Exec(ctx, "INSERT INTO key (rowid, token) VALUES ($1, $2)", id, as.tokens)
	return err
}

func (w *writing) finish(ctx context.Context) error {
	if w.added == 0 {
		return nil
	}
	_, err := w.db.Exec(ctx, "UPDATE state SET documents = documents + $1", w.added)
	return err
}
