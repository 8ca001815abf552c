package search

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Topic is that of the outbox messages which ask for a document to be written; their entity is its type.
const Topic = "index"

// Publish writes the current rows that messages speak of into every index that takes live writes. A row that is gone
// leaves a tombstone with the version of its last note. It is safe to repeat: see store.Relay. Notes of a type that has
// no index yet, or that only a newer version of the service knows, are kept: *store.UndeliveredError.
func (x *Indexes) Publish(ctx context.Context, messages []store.OutboxMessage) error {
	versions := map[string]map[int64]int64{}
	for _, n := range messages {
		if versions[n.Entity] == nil {
			versions[n.Entity] = map[int64]int64{}
		}
		versions[n.Entity][n.EntityID] = max(versions[n.Entity][n.EntityID], n.Version)
	}
	var remaining []string
	for _, typ := range slices.Sorted(maps.Keys(versions)) {
		if _, ok := x.Sources[typ]; !ok {
			remaining = append(remaining, typ)
			continue
		}
		watched, done := x.Watch.Start(ctx, typ)
		err := x.publishVersions(watched, typ, versions[typ])
		if err != nil && ctx.Err() == nil { // a rebuild may just have dropped the index before last: look again
			err = x.publishVersions(watched, typ, versions[typ])
		}
		if errors.Is(err, errNoIndex) {
			remaining, err = append(remaining, typ), nil
		}
		done(strconv.Itoa(len(versions[typ])), err)
		if err != nil {
			return fmt.Errorf("carry %d %s: %w", len(versions[typ]), typ, err)
		}
	}
	if len(remaining) > 0 {
		return &store.UndeliveredError{Entities: remaining}
	}
	return nil
}

// errNoIndex is said of a type none of whose indexes takes writes.
var errNoIndex = errors.New("search: there is no index to write to")

// publishVersions asks for the indexes only after the messages were read: a rebuild that the answer does not show has
// not begun to copy yet, so its copy will hold these rows.
func (x *Indexes) publishVersions(ctx context.Context, typ string, versions map[int64]int64) error {
	state, err := x.Engine.State(ctx, typ)
	if err != nil {
		return err
	}
	into := state.Aliases[writeAlias(typ)].Indexes
	if len(into) == 0 {
		return errNoIndex
	}
	docs, err := x.load(ctx, typ, slices.Sorted(maps.Keys(versions)))
	if err != nil {
		return err
	}
	found := map[int64]bool{}
	for _, d := range docs {
		found[d.ID] = true
	}
	for id, version := range versions {
		if !found[id] {
			docs = append(docs, Document{ID: id, Version: version, Deleted: true})
		}
	}
	for _, index := range into {
		if err := x.Engine.Write(ctx, index, docs); err != nil {
			return err
		}
	}
	return nil
}

// load reads rows for the index, which holds those of everybody.
func (x *Indexes) load(ctx context.Context, typ string, ids []int64) ([]Document, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return x.Sources[typ].Documents(role.AsSystem(ctx, "index"), ids)
}

// IndexRecord indexes one record again from the database and returns when it can be found. It answers NOT_FOUND when
// there is no such record in the caller's scope.
func (x *Indexes) IndexRecord(ctx context.Context, typ string, id int64) (version int64, err error) {
	if _, err := x.source(typ); err != nil {
		return 0, err
	}
	d, err := x.record(ctx, typ, id)
	if err != nil {
		return 0, err
	}
	err = x.each(ctx, typ, func(index string) error { return x.Engine.Write(ctx, index, []Document{d}) })
	return d.Version, err
}

// Delete takes one document out of the index, without a tombstone, and returns when it can no longer be found. It says
// whether the record still exists, and answers NOT_FOUND when no such document is in the caller's scope.
func (x *Indexes) Delete(ctx context.Context, typ string, id int64) (existsInDB bool, err error) {
	if _, err := x.source(typ); err != nil {
		return false, err
	}
	name, _, err := x.reading(ctx, typ)
	if err != nil {
		return false, err
	}
	n, err := x.Engine.Count(ctx, name, Query{IDs: []int64{id}, Scope: role.From(ctx).Scope})
	if err != nil {
		return false, unavailable(err)
	}
	if n == 0 {
		return false, missing(typ, id)
	}
	docs, err := x.load(ctx, typ, []int64{id})
	if err != nil {
		return false, err
	}
	err = x.each(ctx, typ, func(index string) error { return x.Engine.Remove(ctx, index, []int64{id}) })
	return len(docs) > 0, err
}

// each changes every index that takes live writes and waits until the change can be found.
func (x *Indexes) each(ctx context.Context, typ string, change func(index string) error) error {
	state, err := x.Engine.State(ctx, typ)
	if err != nil {
		return unavailable(err)
	}
	for _, index := range state.Aliases[writeAlias(typ)].Indexes {
		if err := errors.Join(change(index), x.Engine.Refresh(ctx, index)); err != nil {
			return unavailable(err)
		}
	}
	return nil
}

func missing(typ string, id int64) error {
	return fault.New(fault.NotFound, "NOT_FOUND", "there is no %s %d", typ, id)
}
