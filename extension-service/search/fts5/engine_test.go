package fts5

import (
	"path/filepath"
	"testing"
	"time"

	"poolkeeper.example/extension-service/search"
	"poolkeeper.example/extension-service/search/enginetest"
)

func open(tb testing.TB, path string) *Engine {
	tb.Helper()
	e, err := Open(tb.Context(), path, time.Now)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := e.Close(); err != nil {
			tb.Error(err)
		}
	})
	return e
}

func TestSuite(t *testing.T) {
	enginetest.Suite(t, func(t *testing.T) search.Engine {
		t.Helper()
		return open(t, filepath.Join(t.TempDir(), "index.db"))
	})
}
