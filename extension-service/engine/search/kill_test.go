package search_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/search/fts5"
	"poolkeeper.example/extension-service/engine/search/opensearch"
	"poolkeeper.example/extension-service/internal/test/enginetest"
	"poolkeeper.example/extension-service/internal/test/nodetest"
	"poolkeeper.example/extension-service/internal/test/proctest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// victim names the folder a child process works in until it is killed, and node the OpenSearch whose indexes it builds,
// if any.
const (
	victim = "SEARCH_TEST_VICTIM"
	node   = "SEARCH_TEST_NODE"
)

// writesOfRound is how much a process has written before it may be killed, however slow the machine is.
const writesOfRound = 5

func TestMain(m *testing.M) {
	if dir := os.Getenv(victim); dir != "" {
		fmt.Fprintln(os.Stderr, runUntilKilled(dir, os.Getenv(node)))
		os.Exit(1)
	}
	os.Exit(nodetest.Run(m))
}

// A process that writes, relays and rebuilds is killed at random moments, a hundred times at full size. There is never
// more than the index that is read, the one before it and those that are being built, and in the end the first two;
// relaying what is left makes it equal to the rows.
func TestProveRebuild_KilledAtRandom_LeavesTwoIndexes(t *testing.T) {
	t.Parallel()
	t.Run("fts5", func(t *testing.T) {
		t.Parallel()
		proveKilledRebuilds(t, "", 500*time.Millisecond)
	})
	t.Run("opensearch", func(t *testing.T) {
		t.Parallel()
		if !stress.IsFull() {
			t.Skip("only at full size, since another package has a node of its own running then")
		}
		proveKilledRebuilds(t, nodetest.Address(t), 3*time.Second)
	})
}

func proveKilledRebuilds(t *testing.T, address string, longest time.Duration) {
	t.Helper()
	r, dir := stress.Rand(t), t.TempDir()
	v, err := openVictim(t.Context(), dir, address)
	if err != nil {
		t.Fatal(err)
	}
	defer v.close()
	most := 0
	for round := range stress.Size(12, 100) {
		child := proctest.Start(t, victim+"="+dir, node+"="+address)
		child.Line(t)
		moment := time.NewTimer(time.Duration(r.Int64N(int64(longest))))
		select {
		case <-child.Done():
			t.Fatalf("round %d: the child failed before it was killed: %s", round, child.Stderr())
		case <-moment.C:
			child.Kill()
		}
		most = max(most, v.indexes(t))
	}
	t.Logf("at most %d indexes were there at once", most)
	if most > 4 { // a cluster may still make the index that a dead process has asked for
		t.Errorf("there were %d indexes at once", most)
	}
	v.equal(t, "after the relay has caught up")
	if _, err := v.Rebuild(t.Context(), enginetest.Book, search.Options{Force: true}); err != nil {
		t.Fatal(err)
	}
	v.equal(t, "after a rebuild over whatever the last one left")
	if left := v.indexes(t); left > 2 {
		t.Errorf("%d indexes are left", left)
	}
	if address == "" {
		again, err := openVictim(t.Context(), dir, address)
		if err != nil {
			t.Fatal(err)
		}
		again.close()
		if files, err := filepath.Glob(filepath.Join(dir, "index-*.db")); err != nil || len(files) != v.indexes(t) {
			t.Errorf("of those that were killed %v are left, %v", files, err)
		}
	}
}

// killed is a Shelf whose engine is its own.
type killed struct {
	*enginetest.Fixture
	index engine
}

func openVictim(ctx context.Context, dir, address string) (*killed, error) {
	index, err := openEngine(ctx, dir, address)
	if err != nil {
		return nil, err
	}
	s, err := enginetest.NewShelf(ctx, dir, index, time.Now)
	if err != nil {
		return nil, errors.Join(err, index.Close())
	}
	return &killed{s, index}, nil
}

// engine is one that can be closed.
type engine interface {
	search.Engine
	io.Closer
}

func openEngine(ctx context.Context, dir, address string) (engine, error) {
	if address != "" {
		return opensearch.New(address, "", time.Now)
	}
	return fts5.Open(ctx, fts5.Folder{Path: dir}, time.Now, slog.New(slog.DiscardHandler))
}

func (v *killed) close() { _ = errors.Join(v.index.Close(), v.DB.Close()) }

// indexes counts those there are.
func (v *killed) indexes(t *testing.T) int {
	t.Helper()
	n, err := v.IndexCount(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func (v *killed) equal(t *testing.T, when string) {
	t.Helper()
	if n, err := v.Equal(t.Context()); err != nil || n < 20 {
		t.Errorf("%s: %d rows, %v", when, n, err)
	}
}

// runUntilKilled never returns unless something fails.
func runUntilKilled(dir, address string) error {
	ctx := context.Background()
	v, err := openVictim(ctx, dir, address)
	if err != nil {
		return err
	}
	if types, err := v.Outdated(ctx); err != nil || len(types) > 0 {
		if err := errors.Join(err, v.Reindex(ctx, "", search.Options{Force: true})); err != nil {
			return err
		}
	}
	failed := make(chan error)
	go v.Relay.Run(ctx)
	go func() {
		for {
			if _, err := v.Rebuild(ctx, enginetest.Book, search.Options{Force: true}); err != nil {
				failed <- fmt.Errorf("rebuild: %w", err)
			}
		}
	}()
	go func() {
		for n := 1; ; n++ {
			if err := v.Change(ctx, 1+rand.Int64N(400)); err != nil {
				failed <- fmt.Errorf("write: %w", err)
			}
			if n == writesOfRound {
				_, _ = os.Stdout.WriteString("working\n")
			}
		}
	}()
	return <-failed
}
