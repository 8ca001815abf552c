package fts5

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/search"
	"poolkeeper.example/extension-service/store"
)

// batch is how many documents share one transaction.
const batch = 5000

// Write stores documents, some thousands to a commit. They go in by id: FTS5 writes out all that it has gathered before it takes
// a document whose id is not above the last one.
func (e *Engine) Write(ctx context.Context, index string, docs []search.Document) error {
	l, err := e.layout(ctx, index)
	if err != nil {
		return err
	}
	docs = slices.Clone(docs)
	slices.SortStableFunc(docs, func(a, b search.Document) int { return cmp.Compare(a.ID, b.ID) })
	for part := range slices.Chunk(docs, batch) {
		if err := e.writePart(ctx, l, part); err != nil {
			return fmt.Errorf("index %s: %w", index, err)
		}
	}
	return nil
}

// writePart works out what is to be written before it takes the lock, so that several can be at it at once.
func (e *Engine) writePart(ctx context.Context, l *layout, part []search.Document) error {
	entries := make([]entry, len(part))
	for i, d := range part {
		var err error
		if entries[i], err = l.entry(d); err != nil {
			return err
		}
	}
	return e.db.Write(ctx, func(ctx context.Context) error {
		w, err := e.writing(ctx, l.name, ids(part))
		if err != nil {
			return err
		}
		for i, d := range part {
			if err := w.put(ctx, d, entries[i]); err != nil {
				return fmt.Errorf("document %d: %w", d.ID, err)
			}
		}
		return w.finish(ctx)
	})
}

// Remove forgets documents and tombstones.
func (e *Engine) Remove(ctx context.Context, index string, gone []int64) error {
	return e.db.Write(ctx, func(ctx context.Context) error {
		w, err := e.writing(ctx, index, gone)
		if err != nil {
			return err
		}
		for _, id := range gone {
			had, known := w.held[id]
			if err := w.clear(ctx, id, had, known); err != nil {
				return fmt.Errorf("index %s: document %d: %w", index, id, err)
			}
			delete(w.held, id)
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

// held is what an index has of an id before a write.
type held struct {
	version int64
	live    bool
	source  string // of a live document
}

// writing is one transaction over one index.
type writing struct {
	*Engine
	l     *layout
	held  map[int64]held
	added int64 // documents that came less those that went
}

func (e *Engine) writing(ctx context.Context, index string, ids []int64) (*writing, error) {
	l, err := e.layout(ctx, index)
	if err != nil {
		return nil, err
	}
	w := &writing{Engine: e, l: l, held: make(map[int64]held, len(ids))}
	var id int64
	var h held
	err = e.db.Each(ctx, []any{&id, &h.version, &h.live, &h.source}, func() error {
		w.held[id] = h
		return nil
	}, fmt.Sprintf(`
		SELECT id, version, 1, source FROM %s WHERE id IN (SELECT value FROM json_each($1))
		 UNION ALL
		SELECT id, version, 0, '' FROM %s WHERE id IN (SELECT value FROM json_each($1))`, l.doc, l.gone), store.IDList(ids))
	return w, err
}

func (w *writing) put(ctx context.Context, d search.Document, as entry) error {
	had, known := w.held[d.ID]
	if known && d.Version < had.version {
		return nil
	}
	w.held[d.ID] = held{d.Version, !d.Deleted, as.source}
	if had.live && !d.Deleted {
		return w.replace(ctx, d, as, had.source)
	}
	if err := w.clear(ctx, d.ID, had, known); err != nil {
		return err
	}
	if d.Deleted {
		_, err := w.db.Exec(ctx, "INSERT INTO "+w.l.gone+" (id, version) VALUES ($1, $2)", d.ID, d.Version)
		return err
	}
	return w.insert(ctx, d, as)
}

// replace writes a document in the place of the one whose fields were source. Most changes leave its texts as they are, whose
// entries are many, and what it is sorted by, each of which stands in an index.
func (w *writing) replace(ctx context.Context, d search.Document, as entry, source string) error {
	texts, columns := w.l.texts(), w.l.sorted()
	if was, err := w.l.was(source); err == nil {
		if slices.Equal(was.parts, as.parts) {
			texts = []string{w.l.key}
		}
		columns = slices.DeleteFunc(columns, func(c string) bool { return was.sort[c] == as.sort[c] })
	}
	columns, values := w.values(d, as, columns)
	for i, c := range columns {
		columns[i] = c + " = $" + strconv.Itoa(i+1)
	}
	text := fmt.Sprintf("UPDATE %s SET %s WHERE id = $%d", w.l.doc, strings.Join(columns, ", "), len(columns)+1)
	if _, err := w.db.Exec(ctx, text, append(values, d.ID)...); err != nil {
		return err
	}
	if err := w.forget(ctx, d.ID, texts); err != nil {
		return err
	}
	return w.index(ctx, d.ID, as, texts)
}

// values are those of the columns that every document has, and of these ones that it is sorted by.
func (w *writing) values(d search.Document, as entry, sorted []string) (columns []string, values []any) {
	changed := int64(0)
	if !d.Changed.IsZero() {
		changed = d.Changed.UnixMilli()
	}
	columns = append([]string{"version", "client_id", "legal_entity_id", "changed", "indexed", "source"}, sorted...)
	values = []any{d.Version, d.ClientID, d.LegalEntityID, changed, w.now().UnixMilli(), as.source}
	for _, c := range sorted {
		values = append(values, as.sort[c])
	}
	return columns, values
}

// clear takes an id out of the documents and the tombstones.
func (w *writing) clear(ctx context.Context, id int64, had held, known bool) error {
	switch {
	case !known:
		return nil
	case !had.live:
		_, err := w.db.Exec(ctx, "DELETE FROM "+w.l.gone+" WHERE id = $1", id)
		return err
	}
	w.added--
	if _, err := w.db.Exec(ctx, "DELETE FROM "+w.l.doc+" WHERE id = $1", id); err != nil {
		return err
	}
	return w.forget(ctx, id, w.l.texts())
}

// forget takes the entries of a document out of full-text tables.
func (w *writing) forget(ctx context.Context, id int64, texts []string) error {
	for _, table := range texts {
		if _, err := w.db.Exec(ctx, "DELETE FROM "+table+" WHERE rowid = $1", id); err != nil {
			return err
		}
	}
	return nil
}

// insert adds a document.
func (w *writing) insert(ctx context.Context, d search.Document, as entry) error {
	w.added++
	columns, values := w.values(d, as, w.l.sorted())
	if err := w.row(ctx, w.l.doc, append([]string{"id"}, columns...), append([]any{d.ID}, values...)); err != nil {
		return err
	}
	return w.index(ctx, d.ID, as, w.l.texts())
}

// index adds the entries of a document to full-text tables.
func (w *writing) index(ctx context.Context, id int64, as entry, texts []string) error {
	for _, table := range texts {
		values := []any{id}
		for _, text := range w.l.textsOf(table, as) {
			values = append(values, text)
		}
		if err := w.row(ctx, table, append([]string{"rowid"}, w.l.columns(table)...), values); err != nil {
			return err
		}
	}
	return nil
}

// textsOf are the values of the columns of a full-text table.
func (l *layout) textsOf(table string, as entry) []string {
	if table == l.key {
		return []string{as.tokens}
	}
	return as.parts
}

func (w *writing) row(ctx context.Context, table string, columns []string, values []any) error {
	places := make([]string, len(values))
	for i := range places {
		places[i] = "$" + strconv.Itoa(i+1)
	}
	_, err := w.db.Exec(ctx, "INSERT INTO "+table+" ("+strings.Join(columns, ", ")+") VALUES ("+strings.Join(places, ", ")+")", values...)
	return err
}

func (w *writing) finish(ctx context.Context) error {
	if w.added == 0 {
		return nil
	}
	_, err := w.db.Exec(ctx, "UPDATE indexes SET documents = documents + $1 WHERE n = $2", w.added, w.l.n)
	return err
}
