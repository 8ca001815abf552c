package opensearch_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/prove"
	"poolkeeper.example/extension-service/search"
	"poolkeeper.example/extension-service/search/opensearch/nodetest"
	"poolkeeper.example/extension-service/store"
)

// The node is killed while a rebuild copies, and while the relay carries, with somebody who writes all the time, and started again
// with what it had kept. The rebuild goes on with what it had begun, what is late changes nothing, and every document is as the
// database says.
func TestProveANodeThatIsKilled(t *testing.T) { //nolint:paralleltest // it kills what the others share
	node := nodetest.Ours(t)
	h := newHarbour(t, node)
	r := prove.Rand(t)
	for round := range prove.Size(2, 12) {
		name := "while a rebuild copies"
		if round%2 == 1 {
			name = "while the relay carries"
		}
		t.Run(fmt.Sprintf("%d %s", round, name), func(t *testing.T) { h.round(t, r, round%2 == 0) })
	}
}

// harbour is a small service: a table, its outbox, its index, and the node that this is on.
type harbour struct {
	*search.Indexes
	node  *nodetest.Node
	wire  *counted
	db    *store.DB
	relay *store.Relay
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

func newHarbour(t *testing.T, node *nodetest.Node) *harbour {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "rows.db"))
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"migrations/0001_ships.sql": {Data: []byte(
		"-- +goose Up\nCREATE TABLE ships (id {{id}}, name {{text}} NOT NULL, version BIGINT NOT NULL);\n")}}
	if err := errors.Join(db.Migrate(t.Context()), db.MigrateFrom(t.Context(), files, "ships_version")); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	h := &harbour{node: node, db: db, wire: &counted{Engine: apart{open(t, nodetest.Address(t)), "killed-"}}}
	h.Indexes = search.New(h.wire, map[string]search.Source{"ship": ships{db}}, log, time.Now)
	h.relay = &store.Relay{DB: db, Topic: search.Topic, Publish: h.Publish, Log: log}
	t.Cleanup(func() {
		h.drop(t)
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	h.write(t, prove.Size(12_000, 200_000), func(ctx context.Context, n int64) error {
		_, err := db.Exec(ctx, "INSERT INTO ships (name, version) VALUES ($1, 1)", fmt.Sprint("Ship ", n))
		return err
	})
	if _, err := h.Rebuild(t.Context(), "ship", search.Options{}); err != nil {
		t.Fatal(err)
	}
	return h
}

// drop takes all indexes away.
func (h *harbour) drop(t *testing.T) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	state, err := h.Engine.State(ctx, "ship")
	for index := range state.Indexes {
		err = errors.Join(err, h.Engine.Drop(ctx, index))
	}
	if err != nil {
		t.Error(err)
	}
}

// write does something so many times in one transaction.
func (h *harbour) write(t *testing.T, times int, do func(ctx context.Context, n int64) error) {
	t.Helper()
	err := h.db.Write(t.Context(), func(ctx context.Context) error {
		for n := range times {
			if err := do(ctx, int64(n)+1); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// change updates a row, inserts one or deletes one, with its note.
func (h *harbour) change(ctx context.Context, id int64) error {
	var version int64
	found, err := h.db.Row(ctx, []any{&version}, "SELECT version FROM ships WHERE id = $1", id)
	if err != nil {
		return err
	}
	version++
	name := fmt.Sprintf("Ship %d, for the %dth time", id, version)
	switch {
	case !found:
		_, err = h.db.Row(ctx, []any{&id, &version}, "INSERT INTO ships (name, version) VALUES ($1, 1) RETURNING id, version", name)
	case id%10 == 0:
		_, err = h.db.Exec(ctx, "DELETE FROM ships WHERE id = $1", id)
	default:
		_, err = h.db.Exec(ctx, "UPDATE ships SET name = $1, version = $2 WHERE id = $3", name, version, id)
	}
	if err != nil {
		return err
	}
	return h.db.Enqueue(ctx, store.Note{Topic: search.Topic, Entity: "ship", EntityID: id, Version: version, Created: time.Now()})
}

// round kills the node once.
func (h *harbour) round(t *testing.T, r *rand.Rand, rebuilding bool) {
	killed, live := make(chan struct{}), h.live(t)
	h.wire.at = func() { h.node.Kill(); close(killed) }
	h.wire.counts = func(index string) bool { return rebuilding != (index == live) }
	late := h.sink(t)
	var working sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	own := rand.New(rand.NewPCG(r.Uint64(), 1))
	working.Go(func() { h.relay.Run(ctx) })
	working.Go(func() { h.sail(t, ctx, own) })
	defer working.Wait()
	defer stop()
	h.wire.left.Store(2 + r.Int64N(3))
	var begun string
	if rebuilding {
		_, err := h.Rebuild(t.Context(), "ship", search.Options{Force: true, Enter: func(_ search.Phase, index string) { begun = index }})
		if fault.KindOf(err) != fault.Upstream {
			t.Errorf("the rebuild ended with %v", err)
		}
	}
	<-killed
	h.isLost(t)
	h.comesBack(t)
	if rebuilding {
		if index, err := h.Rebuild(t.Context(), "ship", search.Options{Resume: true}); err != nil || index != begun {
			t.Errorf("the rebuild of %s goes on with %s: %v", begun, index, err)
		}
	}
	h.tooLate(t, live, late)
	stop()
	working.Wait()
	h.equal(t)
}

// sail changes some hundred rows a second until ctx ends, so that the node gets the processor for its start.
func (h *harbour) sail(t *testing.T, ctx context.Context, r *rand.Rand) {
	pace := time.NewTicker(3 * time.Millisecond)
	defer pace.Stop()
	for ctx.Err() == nil {
		<-pace.C
		err := h.db.Write(ctx, func(ctx context.Context) error { return h.change(ctx, 1+r.Int64N(int64(prove.Size(12_000, 200_000)))) })
		if err != nil && ctx.Err() == nil {
			t.Error(err)
			return
		}
	}
}

// sink deletes a row and has the index know it; it returns what somebody may still have to write of it.
func (h *harbour) sink(t *testing.T) search.Document {
	t.Helper()
	var d search.Document
	if _, err := h.db.Row(t.Context(), []any{&d.ID, &d.Version}, "SELECT id, version FROM ships WHERE id % 10 = 0 ORDER BY id LIMIT 1"); err != nil || d.ID == 0 {
		t.Fatalf("no row to delete: %v", err)
	}
	h.write(t, 1, func(ctx context.Context, _ int64) error { return h.change(ctx, d.ID) })
	h.drain(t)
	d.Fields = map[string]any{"name": "A ship that is no more"}
	return d
}

func (h *harbour) drain(t *testing.T) {
	t.Helper()
	for {
		if n, err := h.relay.Step(t.Context()); err != nil {
			t.Fatal(err)
		} else if n == 0 {
			return
		}
	}
}

// isLost looks at what is said while the node is away.
func (h *harbour) isLost(t *testing.T) {
	t.Helper()
	if _, err := h.Query(t.Context(), "ship", search.Request{Size: 1}); fault.KindOf(err) != fault.Upstream || fault.From(err).Code != "INDEX_UNAVAILABLE" {
		t.Errorf("a query without a node: %v", err)
	}
	if _, err := h.relay.Step(t.Context()); err == nil {
		t.Error("notes were carried without a node")
	}
}

// comesBack starts the node and waits until it knows its indexes again.
func (h *harbour) comesBack(t *testing.T) {
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
func (h *harbour) tooLate(t *testing.T, index string, d search.Document) {
	t.Helper()
	if err := errors.Join(h.Engine.Write(t.Context(), index, []search.Document{d}), h.Engine.Refresh(t.Context(), index)); err != nil {
		t.Fatal(err)
	}
	if n, err := h.Engine.Count(t.Context(), index, search.Query{IDs: []int64{d.ID}}); n != 0 || err != nil {
		t.Errorf("%d of ship %d have come back, %v", n, d.ID, err)
	}
}

// live is the index that is being read.
func (h *harbour) live(t *testing.T) string {
	t.Helper()
	state, err := h.Engine.State(t.Context(), "ship")
	if err != nil || len(state.Aliases["ship"].Indexes) != 1 {
		t.Fatalf("%v, %v", state.Aliases, err)
	}
	return state.Aliases["ship"].Indexes[0]
}

// equal holds the index against the rows once everything was carried.
func (h *harbour) equal(t *testing.T) {
	t.Helper()
	h.drain(t)
	var rows int64
	if _, err := h.db.Row(t.Context(), []any{&rows}, "SELECT count(*) FROM ships"); err != nil {
		t.Fatal(err)
	}
	report, err := h.Drift(t.Context(), "ship", search.Options{})
	if err != nil || report.Counts[search.OK] != rows || len(report.IDs) > 0 {
		t.Errorf("%d rows, and the index has %v: %v", rows, report.Counts, err)
	}
	if state, err := h.Engine.State(t.Context(), "ship"); err != nil || len(state.Indexes) > 2 {
		t.Errorf("%d indexes are left, %v", len(state.Indexes), err)
	}
	t.Logf("all %d rows are in the index as they are", rows)
}

// ships is the source over the rows.
type ships struct{ db *store.DB }

func (s ships) Documents(ctx context.Context, ids []int64) (out []search.Document, err error) {
	var d search.Document
	var name string
	err = s.db.Each(ctx, []any{&d.ID, &name, &d.Version}, func() error {
		d.Fields = map[string]any{"name": name}
		out = append(out, d)
		return nil
	}, "SELECT id, name, version FROM ships WHERE id IN "+s.db.Among(1), store.IDList(ids))
	return out, err
}

func (s ships) IDs(ctx context.Context, _, after int64, limit int) ([]int64, error) {
	return s.db.IDs(ctx, "SELECT id FROM ships WHERE id > $1 ORDER BY id LIMIT $2", after, limit)
}

func (ships) Changed(context.Context, time.Time) ([]int64, error) { return nil, nil }

func (ships) Schema() search.Schema { return schema }
