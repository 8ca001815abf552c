package fts5

import (
	"testing"

	"poolkeeper.example/extension-service/engine/search"
)

// Changes that come one by one are merged with each other and not with the entries of all documents.
func TestSegments_SmallChanges_AreMergedAmongThemselves(t *testing.T) {
	t.Parallel()
	e := open(t, t.TempDir())
	if err := e.Create(t.Context(), benchIndex, benchSchema); err != nil {
		t.Fatal(err)
	}
	var docs []search.Document
	for id := range int64(manyDocuments) {
		docs = append(docs, project(id+1, 1))
	}
	write := func(docs []search.Document) {
		t.Helper()
		if err := e.Write(t.Context(), benchIndex, docs); err != nil {
			t.Fatal(err)
		}
	}
	write(docs)
	if err := e.Finish(t.Context(), benchIndex, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	largest := func() (segment, pages int64) {
		t.Helper()
		_, err := e.file(t, benchIndex).db.Row(t.Context(), []any{&segment, &pages},
			"SELECT id >> 37 AS segment, count(*) AS pages FROM key_data GROUP BY 1 ORDER BY 2 DESC LIMIT 1")
		if err != nil {
			t.Fatal(err)
		}
		return segment, pages
	}
	segment, pages := largest()
	for id := range int64(200) {
		write([]search.Document{project(id+1, 2)})
	}
	if now, of := largest(); now != segment || of != pages {
		t.Errorf("the largest segment was %d of %d pages, is %d of %d", segment, pages, now, of)
	}
}
