package search

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Source is where the documents of one type come from: the database.
type Source interface {
	// Documents loads the current rows of these ids, each with its version by one statement; rows that are gone are left
	// out.
	Documents(ctx context.Context, ids []int64) ([]Document, error)
	// IDs lists up to limit ids above after, ascending: of one client, or of all when clientID is 0.
	IDs(ctx context.Context, clientID, after int64, limit int) ([]int64, error)
	// Changed lists the ids of what was changed at an instant or since.
	Changed(ctx context.Context, since time.Time) ([]int64, error)
	// Schema is that of the index to be.
	Schema() Schema
}

// Indexes keeps one index per type equal to the database and answers queries from it.
type Indexes struct {
	Engine  Engine
	Sources map[string]Source // by type, which is also the entity of the outbox notes
	Log     *slog.Logger
	Now     func() time.Time
	Rand    func(n int64) int64 // a number from 0 to n-1
	Settle  time.Duration       // how long a check waits for the relay before a difference counts
	Watch   store.Work          // told when documents that notes ask for are written, by type
	Stall   time.Duration       // after which a rebuild that does not get on is given up

	// Backlog says how many notes of a topic about one type wait and how old the oldest is; nil where nothing else writes.
	Backlog func(ctx context.Context, topic, typ string) (n int64, oldest time.Time, err error)
}

// New wires the indexes with the chance and the patience of the real world.
func New(e Engine, sources map[string]Source, log *slog.Logger, now func() time.Time) *Indexes {
	return &Indexes{
		Engine: e, Sources: sources, Log: log, Now: now, Rand: rand.Int64N, Settle: 10 * time.Second,
		Stall: time.Minute,
	}
}

// The aliases of a type: type itself is read, the others say which indexes take live writes, which one is kept for a
// rollback and which one is being built.
func writeAlias(typ string) string    { return typ + "-write" }
func previousAlias(typ string) string { return typ + "-previous" }
func rebuildAlias(typ string) string  { return typ + "-rebuild" }

// Types lists the types in order.
func (x *Indexes) Types() []string { return slices.Sorted(maps.Keys(x.Sources)) }

// Mapping is the answer of GET /api/search/{type}/mapping.
type Mapping struct {
	Type            string  `json:"type"`
	IndexName       string  `json:"indexName"`
	Alias           string  `json:"alias"`
	SettingsVersion int     `json:"settingsVersion"`
	Fields          []Field `json:"fields"`
}

// Mapping describes the index that is being read; while the first one is being built it describes that to come, with
// an empty name. It answers NOT_FOUND for an unknown type.
func (x *Indexes) Mapping(ctx context.Context, typ string) (Mapping, error) {
	src, err := x.source(typ)
	if err != nil {
		return Mapping{}, err
	}
	state, err := x.Engine.State(ctx, typ)
	if err != nil {
		return Mapping{}, unavailable(err)
	}
	name, schema := state.live(typ)
	if name == "" {
		schema = src.Schema()
	}
	return Mapping{
		Type: typ, IndexName: name, Alias: typ, SettingsVersion: schema.SettingsVersion,
		Fields: withPhones(ctx, src, schema).Fields,
	}, nil
}

// Query answers a request from the index that is being read, within the scope of the caller, with raw hits. It answers
// NOT_FOUND for an unknown type, VALIDATION, UNKNOWN_FIELD or WINDOW_TOO_LARGE for a wrong request, INDEX_UNAVAILABLE
// otherwise.
func (x *Indexes) Query(ctx context.Context, typ string, r Request) (Page, error) {
	src, err := x.source(typ)
	if err != nil {
		return Page{}, err
	}
	name, schema, err := x.reading(ctx, typ)
	if err != nil {
		return Page{}, err
	}
	q, err := r.query(withPhones(ctx, src, schema))
	if err != nil {
		return Page{}, err
	}
	if canMatch, err := resolvePhones(ctx, src, &q); err != nil || !canMatch {
		return Page{}, err
	}
	q.Scope, q.Raw = role.From(ctx).Scope, true
	page, err := x.Engine.Query(ctx, name, q)
	return page, unavailable(err)
}

// Purge leaves no byte of what has been replaced or removed in any index.
func (x *Indexes) Purge(ctx context.Context) error {
	for _, typ := range x.Types() {
		state, err := x.Engine.State(ctx, typ)
		if err != nil {
			return unavailable(err)
		}
		for name := range state.Indexes {
			if err := x.Engine.Purge(ctx, name); err != nil {
				return unavailable(err)
			}
		}
	}
	return nil
}

// DropRemoved takes away the indexes of types that no resource has any more, with all that they hold.
func (x *Indexes) DropRemoved(ctx context.Context) error {
	types, err := x.Engine.Types(ctx)
	if err != nil {
		return unavailable(err)
	}
	for _, typ := range types {
		if _, known := x.Sources[typ]; known {
			continue
		}
		state, err := x.Engine.State(ctx, typ)
		if err != nil {
			return unavailable(err)
		}
		for name := range state.Indexes {
			if err := x.Engine.Drop(ctx, name); err != nil {
				return unavailable(err)
			}
		}
	}
	return nil
}

// Outdated lists the types that need a rebuild: they have no index to read, one with other fields or settings, or a
// rebuild that was stopped.
func (x *Indexes) Outdated(ctx context.Context) ([]string, error) {
	var out []string
	for _, typ := range x.Types() {
		state, err := x.Engine.State(ctx, typ)
		if err != nil {
			return nil, unavailable(err)
		}
		name, schema := state.live(typ)
		if name == "" || len(state.unfinished(typ)) > 0 || !schema.Equal(x.Sources[typ].Schema()) {
			out = append(out, typ)
		}
	}
	return out, nil
}

// Missing lists the types that have no index to read, in order.
func (x *Indexes) Missing(ctx context.Context) ([]string, error) {
	out := []string{}
	for _, typ := range x.Types() {
		state, err := x.Engine.State(ctx, typ)
		if err != nil {
			return nil, unavailable(err)
		}
		if name, _ := state.live(typ); name == "" {
			out = append(out, typ)
		}
	}
	return out, nil
}

func (x *Indexes) source(typ string) (Source, error) {
	if src, ok := x.Sources[typ]; ok {
		return src, nil
	}
	return nil, fault.New(fault.NotFound, "NOT_FOUND", "there is no index of type %s", typ)
}

func (x *Indexes) reading(ctx context.Context, typ string) (string, Schema, error) {
	state, err := x.Engine.State(ctx, typ)
	if err != nil {
		return "", Schema{}, unavailable(err)
	}
	name, schema := state.live(typ)
	if name == "" {
		return "", Schema{}, unavailable(errors.New("the index of type " + typ + " has not been built yet"))
	}
	return name, schema, nil
}

// live is the index being read, "" before the first one is complete.
func (s State) live(typ string) (string, Schema) {
	name := s.indexFor(typ)
	return name, s.Indexes[name]
}

// unfinished are the indexes that nobody reads or keeps.
func (s State) unfinished(typ string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(s.Indexes)), func(name string) bool {
		return name == s.indexFor(typ) || name == s.indexFor(previousAlias(typ))
	})
}

// claimed says whether somebody is building an index of the type now.
func (x *Indexes) claimed(s State, typ string) bool {
	return s.indexFor(rebuildAlias(typ)) != "" && x.Now().Sub(s.Aliases[rebuildAlias(typ)].Since) < lease
}

func (s State) indexFor(alias string) string {
	if names := s.Aliases[alias].Indexes; len(names) > 0 {
		return names[0]
	}
	return ""
}

// unavailable turns a failure of the engine into one that may be shown.
func unavailable(err error) error {
	if _, isFailed := errors.AsType[*FailedError](err); isFailed {
		return err
	}
	if err == nil || fault.KindOf(err) != fault.Internal {
		return err
	}
	return fault.Wrap(fault.Upstream, "INDEX_UNAVAILABLE", err)
}
