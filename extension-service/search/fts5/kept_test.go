package fts5

import (
	"path/filepath"
	"testing"

	"poolkeeper.example/extension-service/search"
)

// What changes other fields than texts leaves the parts of the texts as they stand in the file, and a changed text does not.
func TestTextsThatStayAreNotWrittenAgain(t *testing.T) {
	t.Parallel()
	e := open(t, filepath.Join(t.TempDir(), "index.db"))
	if err := e.Create(t.Context(), benchIndex, benchSchema); err != nil {
		t.Fatal(err)
	}
	segments := func() (n int64) {
		t.Helper()
		if _, err := e.db.Row(t.Context(), []any{&n}, "SELECT count(DISTINCT segid) FROM i1_part_idx"); err != nil {
			t.Fatal(err)
		}
		return n
	}
	write := func(version int64, field, value string) {
		t.Helper()
		d := project(7, version)
		d.Fields[field] = value
		if err := e.Write(t.Context(), benchIndex, []search.Document{d}); err != nil {
			t.Fatal(err)
		}
	}
	count := func(field, value string) int64 {
		t.Helper()
		n, err := e.Count(t.Context(), benchIndex, search.Query{Terms: []search.Term{{Field: field, Values: []string{value}}}})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	write(1, "status", "ACTIVE")
	before := segments()
	write(2, "status", "CLOSED")
	if segments() != before || count("status", "CLOSED") != 1 || count("status", "ACTIVE") != 0 {
		t.Errorf("another status: %d segments, were %d; found by it %d, by the old one %d",
			segments(), before, count("status", "CLOSED"), count("status", "ACTIVE"))
	}
	write(3, "title", "Quillfeather")
	if segments() == before || count("title", "llfeath") != 1 {
		t.Errorf("another title: %d segments, found by it %d", segments(), count("title", "llfeath"))
	}
}
