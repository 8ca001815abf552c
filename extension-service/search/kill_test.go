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
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"poolkeeper.example/extension-service/proctest"
	"poolkeeper.example/extension-service/prove"
	"poolkeeper.example/extension-service/search"
	"poolkeeper.example/extension-service/search/fts5"
	"poolkeeper.example/extension-service/search/opensearch"
	"poolkeeper.example/extension-service/search/opensearch/nodetest"
	"poolkeeper.example/extension-service/store"
)

// victim names the folder a child process works in until it is killed, and node the OpenSearch whose indexes it builds, if any.
const (
	victim = "SEARCH_TEST_VICTIM"
	node   = "SEARCH_TEST_NODE"
)

// writesOfRound is how much a process has written before it may be killed, however slow the machine is.
const writesOfRound = 5

func TestMain(m *testing.M) {
	if dir := os.Getenv(victim); dir != "" {
		fmt.Fprintln(os.Stderr, work(dir, os.Getenv(node)))
		os.Exit(1)
	}
	os.Exit(nodetest.Run(m))
}

// A process that writes, relays and rebuilds is killed at random moments, a hundred times at full size. There is never more than
// the index that is read, the one before it and those that are being built, and in the end the first two; relaying what is left
// makes it equal to the rows.
func TestProveKilledRebuilds(t *testing.T) {
	t.Parallel()
	t.Run("fts5", func(t *testing.T) {
		t.Parallel()
		proveKilledRebuilds(t, "", 500*time.Millisecond)
	})
	t.Run("opensearch", func(t *testing.T) {
		t.Parallel()
		if !prove.IsFull() {
			t.Skip("only at full size, since another package has a node of its own running then")
		}
		proveKilledRebuilds(t, nodetest.Address(t), 3*time.Second)
	})
}

func proveKilledRebuilds(t *testing.T, address string, longest time.Duration) {
	t.Helper()
	r, dir := prove.Rand(t), t.TempDir()
	v, err := openVictim(t.Context(), dir, address)
	if err != nil {
		t.Fatal(err)
	}
	defer v.close()
	most := 0
	for round := range prove.Size(12, 100) {
		child := proctest.Start(t, victim+"="+dir, node+"="+address)
		child.Line(t)
		moment := time.NewTimer(time.Duration(r.Int64N(int64(longest))))
		select {
		case <-child.Ended():
			t.Fatalf("round %d: the child failed before it was killed: %s", round, child.Said())
		case <-moment.C:
			child.Kill()
		}
		most = max(most, v.indexes(t))
	}
	t.Logf("at most %d indexes were there at once", most)
	if most > 4 { // a cluster may still make the index that a dead process has asked for
		t.Errorf("there were %d indexes at once", most)
	}
	if err := v.drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	v.compare(t, "after the relay has caught up")
	if _, err := v.Rebuild(t.Context(), "book", search.Options{Force: true}); err != nil {
		t.Fatal(err)
	}
	v.compare(t, "after a rebuild over whatever the last one left")
	if left := v.indexes(t); left > 2 {
		t.Errorf("%d indexes are left", left)
	}
}

// indexes counts those there are.
func (v *killed) indexes(t *testing.T) int {
	t.Helper()
	state, err := v.index.State(t.Context(), "book")
	if err != nil {
		t.Fatal(err)
	}
	return len(state.Indexes)
}

func (v *killed) compare(t *testing.T, when string) {
	t.Helper()
	var rows int64
	if _, err := v.db.Row(t.Context(), []any{&rows}, "SELECT count(*) FROM books"); err != nil {
		t.Fatal(err)
	}
	r, err := v.Drift(t.Context(), "book", search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if rows < 20 || r.Counts[search.OK] != rows || len(r.IDs) > 0 {
		t.Errorf("%s: %d rows, drift %v", when, rows, r.Counts)
	}
}

// killed is a small service: a table, its outbox and its index.
type killed struct {
	*search.Indexes
	db    *store.DB
	index engine
	relay *store.Relay
}

func openVictim(ctx context.Context, dir, address string) (*killed, error) {
	db, err := store.Open(ctx, filepath.Join(dir, "rows.db"))
	if err != nil {
		return nil, err
	}
	files := fstest.MapFS{"migrations/0001_books.sql": {Data: []byte(
		"-- +goose Up\nCREATE TABLE books (id {{id}}, title {{text}} NOT NULL, client_id BIGINT NOT NULL, version BIGINT NOT NULL);\n")}}
	if err := errors.Join(db.Migrate(ctx), db.MigrateFrom(ctx, files, "books_version")); err != nil {
		return nil, err
	}
	index, err := openEngine(ctx, dir, address)
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	x := search.New(index, map[string]search.Source{"book": table{db}}, log, time.Now)
	return &killed{x, db, index, &store.Relay{DB: db, Topic: search.Topic, Publish: x.Publish, Log: log}}, nil
}

// engine is one that can be closed.
type engine interface {
	search.Engine
	io.Closer
}

func openEngine(ctx context.Context, dir, address string) (engine, error) {
	if address != "" {
		return opensearch.New(address, time.Now)
	}
	return fts5.Open(ctx, filepath.Join(dir, "index.db"), time.Now)
}

func (v *killed) close() { _ = errors.Join(v.index.Close(), v.db.Close()) }

func (v *killed) drain(ctx context.Context) error {
	for {
		if n, err := v.relay.Step(ctx); n == 0 || err != nil {
			return err
		}
	}
}

// work never returns unless something fails.
func work(dir, address string) error {
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
	go v.relay.Run(ctx)
	go func() {
		for {
			if _, err := v.Rebuild(ctx, "book", search.Options{Force: true}); err != nil {
				failed <- fmt.Errorf("rebuild: %w", err)
			}
		}
	}()
	go func() {
		for n := 1; ; n++ {
			if err := v.db.Write(ctx, v.change); err != nil {
				failed <- fmt.Errorf("write: %w", err)
			}
			if n == writesOfRound {
				_, _ = os.Stdout.WriteString("working\n")
			}
		}
	}()
	return <-failed
}

// change inserts, updates or deletes one row, with its note.
func (v *killed) change(ctx context.Context) error {
	id, version := rand.Int64N(400)+1, int64(1)
	found, err := v.db.Row(ctx, []any{&version}, "SELECT version FROM books WHERE id = $1", id)
	if err != nil {
		return err
	}
	title := fmt.Sprintf("title %d of book %d", rand.Int64N(1000), id)
	switch {
	case !found:
		id = 0
		_, err = v.db.Row(ctx, []any{&id}, "INSERT INTO books (title, client_id, version) VALUES ($1, $2, $3) RETURNING id", title, rand.Int64N(5)+1, version)
	case rand.Int64N(4) == 0:
		version++
		_, err = v.db.Exec(ctx, "DELETE FROM books WHERE id = $1", id)
	default:
		version++
		_, err = v.db.Exec(ctx, "UPDATE books SET title = $1, version = $2 WHERE id = $3", title, version, id)
	}
	if err != nil {
		return err
	}
	return v.db.Enqueue(ctx, store.Note{Topic: search.Topic, Entity: "book", EntityID: id, Version: version, Created: time.Now()})
}

// table is the source over the rows.
type table struct{ db *store.DB }

func (t table) Documents(ctx context.Context, ids []int64) ([]search.Document, error) {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = strconv.FormatInt(id, 10)
	}
	rows, err := t.db.Query(ctx, "SELECT id, title, client_id, version FROM books WHERE id IN (SELECT value FROM json_each($1))", "["+strings.Join(list, ",")+"]")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []search.Document
	for rows.Next() {
		var d search.Document
		var title string
		if err := rows.Scan(&d.ID, &title, &d.ClientID, &d.Version); err != nil {
			return nil, err
		}
		d.Fields = map[string]any{"title": title, "clientId": d.ClientID}
		out = append(out, d)
	}
	return out, rows.Err()
}

func (t table) IDs(ctx context.Context, clientID, after int64, limit int) ([]int64, error) {
	return t.db.IDs(ctx, "SELECT id FROM books WHERE id > $1 AND $2 IN (0, client_id) ORDER BY id LIMIT $3", after, clientID, limit)
}

func (table) Changed(context.Context, time.Time) ([]int64, error) { return nil, nil }

func (table) Schema() search.Schema {
	return search.Schema{Type: "book", SettingsVersion: 1, Fields: []search.Field{
		{Name: "title", Type: search.Text, Searchable: true, Sortable: true},
		{Name: "clientId", Type: search.Long, Searchable: true, Filterable: true},
	}}
}
