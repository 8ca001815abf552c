package store

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"
)

// What is kept in memory for searching forgets a name together with the tables.
func TestForgottenWordsAreNotKeptInMemory(t *testing.T) {
	t.Parallel()
	db, err := Open(t.Context(), filepath.Join(t.TempDir(), "words.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	write := func(fn func(ctx context.Context) error) {
		t.Helper()
		if err := db.Write(t.Context(), fn); err != nil {
			t.Fatal(err)
		}
	}
	write(func(ctx context.Context) error {
		_, err := db.Exec(ctx, "INSERT INTO freelancers_name_fold_vocabulary (word) VALUES ('ada'), ('quillfeather')")
		return err
	})
	held := func() bool {
		t.Helper()
		if _, err := db.vocabularyOf(t.Context(), "freelancers", "name"); err != nil {
			t.Fatal(err)
		}
		found := false
		db.words.Range(func(_, kept any) bool {
			found = found || bytes.Contains(kept.(*vocabulary).text, []byte("quillfeather"))
			return true
		})
		return found
	}
	if !held() {
		t.Fatal("the word is not in memory to begin with")
	}
	write(func(ctx context.Context) error {
		return db.ForgetWords(ctx, "freelancers", "name_fold", "Quillfeather")
	})
	if held() {
		t.Error("the word is still in memory")
	}
}
