package fts5

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/internal/test/enginetest"
)

func open(tb testing.TB, dir string) *Engine {
	tb.Helper()
	e, err := Open(tb.Context(), Folder{Path: dir}, time.Now, slog.New(slog.DiscardHandler))
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

// complete is an engine whose indexes are finished before anything is written, so that all of it waits for the
// postings.
type complete struct{ *Engine }

func (e complete) Create(ctx context.Context, name string, s search.Schema) error {
	return errors.Join(e.Engine.Create(ctx, name, s), e.Finish(ctx, name, func() error { return nil }))
}

// flushedEngine is one where nothing waits any more when it is read.
type flushedEngine struct{ complete }

func (e flushedEngine) Refresh(ctx context.Context, name string) error {
	x, err := e.index(ctx, name)
	if err != nil {
		return err
	}
	return x.db.TruncateLog(ctx)
}

// file is an index of an engine.
func (e *Engine) file(t *testing.T, name string) *index {
	t.Helper()
	x, err := e.index(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestEngine_CommonSuite_Passes(t *testing.T) {
	t.Parallel()
	for name, as := range map[string]func(*Engine) search.Engine{
		"being filled": func(e *Engine) search.Engine { return e },
		"waiting":      func(e *Engine) search.Engine { return complete{e} },
		"settled":      func(e *Engine) search.Engine { return flushedEngine{complete{e}} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			enginetest.Suite(t, func(t *testing.T) search.Engine {
				t.Helper()
				return as(open(t, t.TempDir()))
			})
		})
	}
}
