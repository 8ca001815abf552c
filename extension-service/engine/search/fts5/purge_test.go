package fts5

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"poolkeeper.example/extension-service/engine/search"
)

// A value that was replaced is in no table, segment or log of the file any more, while the others are still found.
func TestPurge_ReplacedValues_AreInNoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	e, path := open(t, dir), filepath.Join(dir, "index-1.db")
	const index = "person-v1-20260101000000"
	schema := search.Schema{Type: "person", SettingsVersion: 1, Fields: []search.Field{
		{Name: "id", Type: search.Long},
		{Name: "code", Type: search.Keyword, Filterable: true},
		{Name: "name", Type: search.Text, Searchable: true},
	}}
	if err := e.Create(t.Context(), index, schema); err != nil {
		t.Fatal(err)
	}
	person := func(id, version int64, code, name string) search.Document {
		return search.Document{
			ID: id, Version: version,
			Contents: search.ContentsOf(map[string]any{"code": code, "name": name}),
		}
	}
	// All in one segment, of which two documents are too small a part to be merged by itself.
	docs := []search.Document{
		person(1, 1, "QUILLFEATHER-77", "Xaverine Quillfeather"),
		person(2, 1, "REMOVED-QUILLFEATHER", "Removed Quillfeather"),
	}
	for id := range int64(400) {
		docs = append(docs, person(id+10, 1, "K"+string(rune('A'+id%26)), "somebody else entirely"))
	}
	for _, step := range []func() error{
		func() error { return e.Write(t.Context(), index, docs) },
		func() error { return e.Finish(t.Context(), index, func() error { return nil }) },
		func() error { return e.Write(t.Context(), index, []search.Document{person(1, 2, "", "Deleted")}) },
		func() error { return e.Remove(t.Context(), index, []int64{2}) },
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	isStored := func() bool {
		t.Helper()
		for _, file := range []string{path, path + "-wal"} {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			// as it is, and as a token has it
			for _, form := range []string{
				"FEATHER", hex.EncodeToString([]byte("FEATHER")),
				hex.EncodeToString([]byte("feather")),
			} {
				if bytes.Contains(bytes.ToUpper(text), bytes.ToUpper([]byte(form))) {
					return true
				}
			}
		}
		return false
	}
	if !isStored() {
		t.Fatal("the file does not hold what it should forget")
	}
	if err := e.Purge(t.Context(), index); err != nil {
		t.Fatal(err)
	}
	if isStored() {
		t.Error("the value is still there")
	}
	n, err := e.Count(t.Context(), index, search.Query{Terms: []search.Term{{
		Field:  "name",
		Values: []string{"entirely"},
	}}})
	if err != nil || n != 400 {
		t.Errorf("%d of the others are found, %v", n, err)
	}
}

// However the documents of a batch are ordered, the full-text table gathers them into one segment: FTS5 writes out what
// it has before it takes a lower id, and has room for so many segments only.
func TestSegments_OneBatch_BecomesOne(t *testing.T) {
	t.Parallel()
	e := open(t, t.TempDir())
	if err := e.Create(t.Context(), benchIndex, benchSchema); err != nil {
		t.Fatal(err)
	}
	var docs []search.Document
	for id := int64(500); id > 0; id-- {
		docs = append(docs, project(id, 1))
	}
	if err := e.Write(t.Context(), benchIndex, docs); err != nil {
		t.Fatal(err)
	}
	var segments int64
	if _, err := e.file(t, benchIndex).db.Row(t.Context(), []any{&segments},
		"SELECT count(DISTINCT segid) FROM key_idx"); err != nil || segments != 1 {
		t.Errorf("%d segments, %v", segments, err)
	}
}
