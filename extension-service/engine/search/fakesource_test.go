package search_test

import (
	"context"
	"io"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/search/fts5"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const day = 24 * time.Hour

// fakeSource is a source in memory.
type fakeSource struct {
	mu      sync.Mutex
	rows    map[int64]search.Document
	version int           // of the settings
	byNote  bool          // notes can be filtered by
	loads   int           // calls of Documents
	onLoad  func(ids int) // runs before rows are read, without the lock
	onIDs   func()
}

func (s *fakeSource) Documents(ctx context.Context, ids []int64) ([]search.Document, error) {
	if s.onLoad != nil {
		s.onLoad(len(ids))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !role.From(ctx).Can(role.ProjectRead) {
		return nil, fault.New(fault.Denied, "FORBIDDEN", "the index must read everything")
	}
	s.loads++
	var out []search.Document
	for _, id := range ids {
		if d, ok := s.rows[id]; ok {
			out = append(out, d)
		}
	}
	return out, nil
}

func (s *fakeSource) IDs(_ context.Context, clientID, after int64, limit int) ([]int64, error) {
	if s.onIDs != nil {
		s.onIDs()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []int64
	for _, id := range slices.Sorted(maps.Keys(s.rows)) {
		if id > after && (clientID == 0 || s.rows[id].ClientID == clientID) && len(out) < limit {
			out = append(out, id)
		}
	}
	return out, nil
}

func (s *fakeSource) Changed(_ context.Context, since time.Time) ([]int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []int64
	for id, d := range s.rows {
		if !d.Changed.Before(since) {
			out = append(out, id)
		}
	}
	return out, nil
}

func (s *fakeSource) Schema() search.Schema {
	return search.Schema{Type: "book", SettingsVersion: s.version, Fields: []search.Field{
		{Name: "title", Type: search.Text, Searchable: true, Sortable: true, Filterable: true},
		{Name: "status", Type: search.Keyword, Searchable: true, Filterable: true},
		{Name: "pages", Type: search.Long, Filterable: true},
		{Name: "note", Type: search.Keyword, Filterable: s.byNote},
		{Name: "place", Type: search.GeoPoint, Searchable: true, Sortable: true, Filterable: true},
	}}
}

// set changes rows as a transaction would, one version up each; an empty title deletes. It returns the notes.
func (s *fakeSource) set(titles map[int64]string) []store.OutboxMessage {
	s.mu.Lock()
	defer s.mu.Unlock()
	var notes []store.OutboxMessage
	for id, title := range titles {
		version := s.rows[id].Version + 1
		s.rows[id] = search.Document{
			ID: id, Version: version, ClientID: id%2 + 1, LegalEntityID: id * 10,
			Contents: search.ContentsOf(map[string]any{"title": title, "status": "OPEN", "pages": id}),
		}
		if title == "" {
			delete(s.rows, id)
		}
		notes = append(notes, store.OutboxMessage{Topic: search.Topic, Entity: "book", EntityID: id, Version: version})
	}
	return notes
}

// setChanged says when a row was changed.
func (s *fakeSource) setChanged(id int64, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.rows[id]
	d.Changed = at
	s.rows[id] = d
}

// clock only moves when told to.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

type fixture struct {
	*search.Indexes
	t          *testing.T
	fakeSource *fakeSource
	clock      *clock
}

// start returns indexes over a source with these books, none of them built yet.
func start(t *testing.T, titles map[int64]string) *fixture {
	t.Helper()
	c := &clock{time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	e, err := fts5.Open(t.Context(), fts5.Folder{Path: t.TempDir()}, c.now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	s := &fakeSource{rows: map[int64]search.Document{}, version: 1}
	s.set(titles)
	x := search.New(e, map[string]search.Source{"book": s}, slog.New(slog.NewTextHandler(io.Discard, nil)), c.now)
	x.Settle = 0
	return &fixture{Indexes: x, t: t, fakeSource: s, clock: c}
}

// built is start with the first index complete.
func built(t *testing.T, titles map[int64]string) *fixture {
	t.Helper()
	f := start(t, titles)
	f.rebuild()
	return f
}

func (f *fixture) rebuild() string {
	f.t.Helper()
	name, err := f.Rebuild(f.t.Context(), "book", search.Options{})
	if err != nil {
		f.t.Fatal(err)
	}
	return name
}

func (f *fixture) publish(titles map[int64]string) {
	f.t.Helper()
	if err := f.Publish(f.t.Context(), f.fakeSource.set(titles)); err != nil {
		f.t.Fatal(err)
	}
}

// expectIDs compares the ids a request finds, in order.
func (f *fixture) expectIDs(r search.Request, want ...int64) {
	f.t.Helper()
	page, err := f.Query(f.t.Context(), "book", r)
	if err != nil {
		f.t.Fatalf("%+v: %v", r, err)
	}
	got := []int64{}
	for _, h := range page.Hits {
		got = append(got, h.ID)
	}
	if !slices.Equal(got, want) || page.Total != int64(len(want)) {
		f.t.Errorf("%+v finds %v of %d, want %v", r, got, page.Total, want)
	}
}

func (f *fixture) state() search.State {
	f.t.Helper()
	s, err := f.Engine.State(f.t.Context(), "book")
	if err != nil {
		f.t.Fatal(err)
	}
	return s
}

func (f *fixture) counts() map[search.Drift]int64 {
	f.t.Helper()
	r, err := f.Drift(f.t.Context(), "book", search.Options{})
	if err != nil {
		f.t.Fatal(err)
	}
	return r.Counts
}

// equal fails unless all n documents of the index are what their rows say.
func (f *fixture) equal(n int64) {
	f.t.Helper()
	want := map[search.Drift]int64{search.OK: n, search.Stale: 0, search.MissingInIndex: 0, search.MissingInDB: 0}
	if got := f.counts(); !maps.Equal(got, want) {
		f.t.Errorf("drift %v, want %v", got, want)
	}
}

// wrapped stands between the indexes and their engine.
type wrapped struct {
	search.Engine
	write func(index string, docs []search.Document) []search.Document
}

func (w wrapped) Write(ctx context.Context, index string, docs []search.Document) error {
	return w.Engine.Write(ctx, index, w.write(index, docs))
}
