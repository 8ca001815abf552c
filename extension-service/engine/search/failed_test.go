package search_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/search"
)

// hangingEngine is an engine whose writes wait for ever.
type hangingEngine struct{ search.Engine }

func (hangingEngine) Write(ctx context.Context, _ string, _ []search.Document) error {
	<-ctx.Done()
	return ctx.Err()
}

// A rebuild that does not get on is given up, says why, and leaves nothing but the index that was there.
func TestRebuild_Stalled_IsAbandonedWithItsReason(t *testing.T) {
	t.Parallel()
	f := built(t, numbered(3))
	before := f.state().Aliases["book"].Indexes
	f.Engine, f.Stall = hangingEngine{f.Engine}, 20*time.Millisecond
	_, err := f.Rebuild(t.Context(), "book", search.Options{})
	var failed *search.FailedError
	if !errors.As(err, &failed) || failed.Reason != search.Stalled {
		t.Fatalf("ended with %v", err)
	}
	after := f.state()
	if len(after.Indexes) != 1 || after.Aliases["book"].Indexes[0] != before[0] ||
		len(after.Aliases["book-rebuild"].Indexes) > 0 {
		t.Errorf("left %v", after)
	}
	f.equal(3)
}

// What a rebuild has left that nobody goes on with can be taken away; one that is gone on with by its own job is not
// refused.
func TestRebuild_Abandoned_CanBeRemoved(t *testing.T) {
	t.Parallel()
	f := built(t, numbered(10_200))
	stopped := func() string {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		if _, err := f.Rebuild(ctx, "book", search.Options{Force: true, Progress: func(int64, int64) {
			cancel()
		}}); err == nil {
			t.Fatal("it was not stopped")
		}
		state := f.state()
		for name := range state.Indexes {
			if name != state.Aliases["book"].Indexes[0] {
				return name
			}
		}
		t.Fatal("nothing is left to go on with")
		return ""
	}
	stopped()
	if err := f.Abandon(t.Context(), "book"); err != nil || len(f.state().Indexes) != 1 {
		t.Errorf("abandoned: %v, %v", f.state().Indexes, err)
	}
	left := stopped()
	if name, err := f.Rebuild(t.Context(), "book", search.Options{Resume: true}); err != nil || name != left {
		t.Errorf("gone on with %s (%v), want %s", name, err, left)
	}
	f.equal(10_200)
}
