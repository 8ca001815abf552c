package fts5

import (
	"path/filepath"
	"testing"
	"time"

	"poolkeeper.example/extension-service/search"
	"poolkeeper.example/extension-service/search/enginetest"
)

func open(t testing.TB, path string) *Engine {
	t.Helper()
	e, err := Open(t.Context(), path, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func TestSuite(t *testing.T) {
	enginetest.Suite(t, func(t *testing.T) search.Engine { return open(t, filepath.Join(t.TempDir(), "index.db")) })
}
