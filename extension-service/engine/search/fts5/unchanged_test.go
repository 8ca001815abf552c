package fts5

import (
	"testing"

	"poolkeeper.example/extension-service/engine/search"
)

// What changes other fields than texts leaves the postings of the texts as they stand, and a changed text does not.
func TestTexts_Unchanged_AreNotWrittenAgain(t *testing.T) {
	t.Parallel()
	e := open(t, t.TempDir())
	if err := e.Create(t.Context(), benchIndex, benchSchema); err != nil {
		t.Fatal(err)
	}
	waiting := func() (n int64) {
		t.Helper()
		if _, err := e.file(t, benchIndex).db.Row(t.Context(), []any{&n},
			"SELECT count(*) FROM doc_waiting WHERE id > 0"); err != nil {
			t.Fatal(err)
		}
		return n
	}
	write := func(version int64, field, value string) {
		t.Helper()
		d := project(7, version)
		for i := range d.Contents {
			if d.Contents[i].Name == field {
				d.Contents[i].Value = value
			}
		}
		if err := e.Write(t.Context(), benchIndex, []search.Document{d}); err != nil {
			t.Fatal(err)
		}
	}
	count := func(field, value string) int64 {
		t.Helper()
		n, err := e.Count(t.Context(), benchIndex, search.Query{Terms: []search.Term{{
			Field:  field,
			Values: []string{value},
		}}})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	write(1, "status", "ACTIVE")
	if err := e.Finish(t.Context(), benchIndex, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	write(2, "status", "CLOSED")
	if waiting() != 0 || count("status", "CLOSED") != 1 || count("status", "ACTIVE") != 0 {
		t.Errorf("another status: %d documents wait; found by it %d, by the old one %d", waiting(), count("status", "CLOSED"),
			count("status", "ACTIVE"))
	}
	write(3, "title", "Quillfeather")
	if waiting() != 1 || count("title", "llfeath") != 1 {
		t.Errorf("another title: %d documents wait, found by it %d", waiting(), count("title", "llfeath"))
	}
}
