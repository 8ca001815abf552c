package fts5

import (
	"cmp"
	"context"
	"encoding/json"
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
	docs = slices.Clone(docs)
	slices.SortStableFunc(docs, func(a, b search.Document) int { return cmp.Compare(a.ID, b.ID) })
	for part := range slices.Chunk(docs, batch) {
		err := e.db.Write(ctx, func(ctx context.Context) error {
			w, err := e.writing(ctx, index, ids(part))
			if err != nil {
				return err
			}
			for _, d := range part {
				if err := w.put(ctx, d); err != nil {
					return fmt.Errorf("index %s: document %d: %w", index, d.ID, err)
				}
			}
			return w.finish(ctx)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Remove forgets documents and tombstones.
func (e *Engine) Remove(ctx context.Context, index string, gone []int64) error {
	return e.db.Write(ctx, func(ctx context.Context) error {
		w, err := e.writing(ctx, index, gone)
		if err != nil {
			return err
		}
		for _, id := range gone {
			if err := w.clear(ctx, id); err != nil {
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
	err = e.db.Each(ctx, []any{&id, &h.version, &h.live}, func() error {
		w.held[id] = h
		return nil
	}, fmt.Sprintf(`
		SELECT id, version, 1 FROM %s WHERE id IN (SELECT value FROM json_each($1))
		 UNION ALL
		SELECT id, version, 0 FROM %s WHERE id IN (SELECT value FROM json_each($1))`, l.doc, l.gone), store.IDList(ids))
	return w, err
}

func (w *writing) put(ctx context.Context, d search.Document) error {
	had, known := w.held[d.ID]
	if known && d.Version < had.version {
		return nil
	}
	if known {
		if err := w.clear(ctx, d.ID); err != nil {
			return err
		}
	}
	w.held[d.ID] = held{d.Version, !d.Deleted}
	if d.Deleted {
		_, err := w.db.Exec(ctx, "INSERT INTO "+w.l.gone+" (id, version) VALUES ($1, $2)", d.ID, d.Version)
		return err
	}
	return w.insert(ctx, d)
}

// clear takes an id out of all tables.
func (w *writing) clear(ctx context.Context, id int64) error {
	had, known := w.held[id]
	switch {
	case !known:
		return nil
	case !had.live:
		_, err := w.db.Exec(ctx, "DELETE FROM "+w.l.gone+" WHERE id = $1", id)
		return err
	}
	w.added--
	for _, statement := range w.l.clearing() {
		if _, err := w.db.Exec(ctx, statement, id); err != nil {
			return err
		}
	}
	return nil
}

func (l *layout) clearing() []string {
	out := []string{"DELETE FROM " + l.doc + " WHERE id = $1"}
	for _, table := range l.texts() {
		out = append(out, "DELETE FROM "+table+" WHERE rowid = $1")
	}
	return out
}

func (w *writing) insert(ctx context.Context, d search.Document) error {
	entry, err := w.l.entry(d)
	if err != nil {
		return err
	}
	source, err := json.Marshal(d.Fields)
	if err != nil {
		return err
	}
	changed := int64(0)
	if !d.Changed.IsZero() {
		changed = d.Changed.UnixMilli()
	}
	columns := []string{"id", "version", "client_id", "legal_entity_id", "changed", "indexed", "source"}
	values := []any{d.ID, d.Version, d.ClientID, d.LegalEntityID, changed, w.now().UnixMilli(), string(source)}
	parts, texts := []string{"rowid"}, []any{d.ID}
	for _, f := range w.l.fields {
		if f.isSorted() {
			columns, values = append(columns, f.column()), append(values, entry.sort[f.column()])
		}
		if f.isText() {
			parts, texts = append(parts, f.part()), append(texts, entry.parts[len(texts)-1])
		}
	}
	w.added++
	if err := w.row(ctx, w.l.doc, columns, values); err != nil {
		return err
	}
	if err := w.row(ctx, w.l.key, []string{"rowid", w.l.token()}, []any{d.ID, entry.tokens}); err != nil {
		return err
	}
	if len(parts) == 1 {
		return nil
	}
	return w.row(ctx, w.l.part, parts, texts)
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
