package opensearch_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/internal/test/enginetest"
	"poolkeeper.example/extension-service/internal/test/nodetest"
	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/fault"
)

// The node is killed while a rebuild copies, and while the relay carries, with somebody who writes all the time, and
// started again with what it had kept. The rebuild goes on with what it had begun, what is late changes nothing, and
// every document is as the database says.
func TestProveNode_KilledDuringRebuildAndRelay_LosesNothing(
	t *testing.T,
) { //nolint:paralleltest // it kills what the others share
	stress.SkipInShort(t, "starts OpenSearch, or kills it")
	node := nodetest.Exclusive(t)
	h := newHarbour(t, node)
	r := stress.Rand(t)
	for round := range stress.Size(2, 12) {
		name := "while a rebuild copies"
		if round%2 == 1 {
			name = "while the relay carries"
		}
		t.Run(fmt.Sprintf("%d %s", round, name), func(t *testing.T) { h.killOnce(t, r, round%2 == 0) })
	}
}

// killFixture is a Shelf and the node that its index is on.
type killFixture struct {
	*enginetest.Fixture
	node *nodetest.Node
	wire *counted
}

// counted calls when only so many writes are left into the indexes that count, and lets the write go on beside that.
type counted struct {
	search.Engine
	left   atomic.Int64
	counts func(index string) bool
	at     func()
}

func (c *counted) Write(ctx context.Context, index string, docs []search.Document) error {
	if c.left.Load() > 0 && c.counts(index) && c.left.Add(-1) == 0 {
		go c.at()
	}
	return c.Engine.Write(ctx, index, docs)
}

func newHarbour(t *testing.T, node *nodetest.Node) *killFixture {
	t.Helper()
	h := &killFixture{node: node, wire: &counted{Engine: open(t, nodetest.Address(t), "killed-")}}
	var err error
	if h.Fixture, err = enginetest.NewShelf(t.Context(), t.TempDir(), h.wire, time.Now); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		h.drop(t)
		if err := h.DB.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := h.Fill(t.Context(), fleet()); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Rebuild(t.Context(), enginetest.Book, search.Options{}); err != nil {
		t.Fatal(err)
	}
	return h
}

// drop takes all indexes away.
func (h *killFixture) drop(t *testing.T) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	state, err := h.Engine.State(ctx, enginetest.Book)
	for index := range state.Indexes {
		err = errors.Join(err, h.Engine.Drop(ctx, index))
	}
	if err != nil {
		t.Error(err)
	}
}

// fleet is how many rows there are at first.
func fleet() int { return stress.Size(6_000, 200_000) }

// killOnce kills the node once: while documents are written into the index that is read, or into one that was not there
// before.
func (h *killFixture) killOnce(t *testing.T, r *rand.Rand, rebuilding bool) {
	killed, before := make(chan struct{}), h.state(t)
	live := before.Aliases[enginetest.Book].Indexes[0]
	h.wire.at = func() { h.node.Kill(); close(killed) }
	h.wire.counts = func(index string) bool {
		_, old := before.Indexes[index]
		if rebuilding {
			return !old
		}
		return index == live
	}
	late := h.sink(t)
	var working sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	own := rand.New(rand.NewPCG(r.Uint64(), 1))
	working.Go(func() { h.Relay.Run(ctx) })
	working.Go(func() { h.changeRows(t, ctx, own) })
	defer working.Wait()
	defer stop()
	h.wire.left.Store(2 + r.Int64N(3))
	var begun string
	if rebuilding {
		_, err := h.Rebuild(t.Context(), enginetest.Book,
			search.Options{Force: true, Enter: func(_ search.Phase, index string) {
				begun = index
			}})
		if fault.KindOf(err) != fault.Upstream {
			t.Errorf("the rebuild ended with %v", err)
		}
	}
	<-killed
	h.isLost(t)
	h.comesBack(t)
	if rebuilding {
		if index, err := h.Rebuild(t.Context(), enginetest.Book, search.Options{Resume: true}); err != nil || index != begun {
			t.Errorf("the rebuild of %s goes on with %s: %v", begun, index, err)
		}
	}
	h.tooLate(t, live, late)
	stop()
	working.Wait()
	h.equal(t)
}

// changeRows changes some hundred rows a second until ctx ends, so that the node gets the processor for its start.
func (h *killFixture) changeRows(t *testing.T, ctx context.Context, r *rand.Rand) {
	pace := time.NewTicker(3 * time.Millisecond)
	defer pace.Stop()
	for ctx.Err() == nil {
		<-pace.C
		if err := h.Change(ctx, 1+r.Int64N(int64(fleet()))); err != nil && ctx.Err() == nil {
			t.Error(err)
			return
		}
	}
}

// sink deletes a row and has the index know it; it returns what somebody may still have to write of it.
func (h *killFixture) sink(t *testing.T) search.Document {
	t.Helper()
	var d search.Document
	if _, err := h.DB.Row(t.Context(), []any{&d.ID, &d.Version},
		"SELECT id, version FROM books WHERE id % 10 = 0 ORDER BY id LIMIT 1"); err != nil || d.ID == 0 {
		t.Fatalf("no row to delete: %v", err)
	}
	if err := errors.Join(h.Change(t.Context(), d.ID), h.Drain(t.Context())); err != nil {
		t.Fatal(err)
	}
	d.Contents = search.ContentsOf(map[string]any{"title": "A book that is no more"})
	return d
}

// isLost looks at what is said while the node is away.
func (h *killFixture) isLost(t *testing.T) {
	t.Helper()
	if _, err := h.Query(t.Context(), enginetest.Book, search.Request{Size: 1}); fault.KindOf(err) != fault.Upstream ||
		fault.From(err).Code != "INDEX_UNAVAILABLE" {
		t.Errorf("a query without a node: %v", err)
	}
	if _, err := h.Relay.Step(t.Context()); err == nil {
		t.Error("notes were carried without a node")
	}
}

// comesBack starts the node and waits until it knows its indexes again.
func (h *killFixture) comesBack(t *testing.T) {
	t.Helper()
	began := time.Now()
	if err := h.node.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for h.Engine.Ping(t.Context()) != nil {
		<-tick.C
	}
	t.Logf("the node was back after %s", time.Since(began).Round(time.Second))
}

// tooLate writes into an index what was deleted before the node was killed, as one might who was slower than all this.
func (h *killFixture) tooLate(t *testing.T, index string, d search.Document) {
	t.Helper()
	if err := errors.Join(h.Engine.Write(t.Context(), index, []search.Document{d}),
		h.Engine.Refresh(t.Context(), index)); err != nil {
		t.Fatal(err)
	}
	if n, err := h.Engine.Count(t.Context(), index, search.Query{IDs: []int64{d.ID}}); n != 0 || err != nil {
		t.Errorf("%d of book %d have come back, %v", n, d.ID, err)
	}
}

// state is that of the indexes, one of which is being read.
func (h *killFixture) state(t *testing.T) search.State {
	t.Helper()
	state, err := h.Engine.State(t.Context(), enginetest.Book)
	if err != nil || len(state.Aliases[enginetest.Book].Indexes) != 1 {
		t.Fatalf("%v, %v", state.Aliases, err)
	}
	return state
}

// equal holds the index against the rows once everything was carried.
func (h *killFixture) equal(t *testing.T) {
	t.Helper()
	rows, err := h.Equal(t.Context())
	indexes, failed := h.IndexCount(t.Context())
	if err := errors.Join(err, failed); err != nil || indexes > 2 {
		t.Errorf("%d indexes are left, %v", indexes, err)
	}
	t.Logf("all %d rows are in the index as they are", rows)
}
