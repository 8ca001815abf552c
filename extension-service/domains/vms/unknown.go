package vms

import (
	"context"
	"maps"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

// UnknownValue is one value that a lookup has no entry for, with the messages that wait for one.
type UnknownValue struct {
	ConnectionID   int64     `json:"connectionId" kind:"id"`
	ConnectionName string    `json:"connectionName"`
	Entity         Entity    `json:"entity"`
	Lookup         string    `json:"lookup"`
	Value          string    `json:"value"`
	Waiting        int64     `json:"waiting"`
	Since          time.Time `json:"since"`
	// what other entries of the lookup give; of a lookup of statuses: all there are, and no other
	Targets  []string `json:"targets"`
	IsStatus bool     `json:"isStatus"`
}

// awaitingValue is where messages are that wait for a value, as the end of a statement whose next argument has the ids
// of connections.
const awaitingValue = `
		  FROM vms_messages
		 WHERE state = 'QUARANTINED'
		   AND reason = 'LOOKUP'
		   AND connection_id IN `

// countUnknownValues says for how many values the caller's connections wait.
func (s *Service) countUnknownValues(ctx context.Context) (n int64, err error) {
	v := new(Connection)
	page, err := s.Connections.List(ctx, query.All(v, 1000))
	if err != nil {
		return 0, err
	}
	ids := make([]int64, len(page.Rows))
	for i, c := range page.Rows {
		ids[i] = c.ID
	}
	_, err = s.deps.DB.Row(ctx, []any{&n}, `
		SELECT count(*)
		  FROM (SELECT DISTINCT connection_id, entity, lookup, unknown_value`+awaitingValue+s.deps.DB.InList(1)+`) u`,
		store.IDList(ids))
	return n, err
}

// unknownValues lists what the caller's connections wait for, the most awaited first.
func (s *Service) unknownValues(ctx context.Context, _ resource.None) (resource.List[UnknownValue], error) {
	out := resource.List[UnknownValue]{Results: []UnknownValue{}}
	v := new(Connection)
	page, err := s.Connections.List(ctx, query.All(v, 1000))
	if err != nil {
		return out, err
	}
	names, ids := map[int64]string{}, []int64{}
	for _, c := range page.Rows {
		names[c.ID] = c.Name
		ids = append(ids, c.ID)
	}
	var u UnknownValue
	var since int64
	err = s.deps.DB.Each(ctx, []any{&u.ConnectionID, &u.Entity, &u.Lookup, &u.Value, &u.Waiting, &since}, func() error {
		one := u
		one.ConnectionName, one.Since = names[u.ConnectionID], time.UnixMilli(since).UTC()
		out.Results = append(out.Results, one)
		return nil
	}, `
		SELECT connection_id, entity, lookup, unknown_value, count(*), min(created)`+awaitingValue+s.deps.DB.InList(1)+`
		 GROUP BY connection_id, entity, lookup, unknown_value
		 ORDER BY count(*) DESC, connection_id, entity, lookup, unknown_value
		 LIMIT 200`, store.IDList(ids))
	if err != nil {
		return out, err
	}
	for i := range out.Results {
		if err := s.fillTargets(ctx, &out.Results[i]); err != nil {
			return out, err
		}
	}
	out.TotalResults = int64(len(out.Results))
	return out, nil
}

// fillTargets says what a value may become: a status, or what the lookup gives for what it knows.
func (s *Service) fillTargets(ctx context.Context, u *UnknownValue) error {
	u.Targets = []string{}
	live, err := s.Mappings.live(ctx, u.ConnectionID, u.Entity)
	if err != nil || live == nil {
		return err
	}
	if slices.Contains(statusTables(live.rules()), u.Lookup) {
		u.Targets, u.IsStatus = s.deps.Statuses(u.Entity), true
		return nil
	}
	known := map[string]bool{}
	for _, target := range live.Lookups[u.Lookup] {
		if word, isText := target.(string); isText {
			known[word] = true
		}
	}
	u.Targets = slices.Sorted(maps.Keys(known))
	if u.Targets == nil {
		u.Targets = []string{}
	}
	return nil
}

type decidedValue struct {
	ConnectionID int64  `json:"connectionId" kind:"id" check:"required"`
	Entity       Entity `json:"entity" check:"required"`
	Lookup       string `json:"lookup" check:"required,max=120"`
	Value        string `json:"value"  check:"max=200"`
	Target       string `json:"target" check:"required,max=500"`
}

// Released says what a decision has done.
type Released struct {
	Mapping  int64 `json:"mapping"` // the version that has the entry
	Released int64 `json:"released"`
}

// decideValue adds an entry to a lookup, in a new version of the mapping that goes live once its tests hold, and has
// all messages read anew that wait for it. MAPPING_INVALID.
func (s *Service) decideValue(ctx context.Context, in decidedValue) (out Released, err error) {
	if in.Entity.direction() != In {
		return out, wrongEntity(In)
	}
	if _, err := s.Connections.Get(ctx, in.ConnectionID); err != nil {
		return out, err
	}
	err = s.deps.DB.Write(resource.WithAct(ctx, resource.Act{Action: "decideValue"}), func(ctx context.Context) error {
		live, err := s.Mappings.live(ctx, in.ConnectionID, in.Entity)
		if err == nil && live == nil {
			err = fault.New(fault.NotFound, "NOT_FOUND", "connection %d has no such mapping in use", in.ConnectionID)
		}
		if err != nil {
			return err
		}
		if slices.Contains(statusTables(live.rules()), in.Lookup) && !slices.Contains(s.deps.Statuses(in.Entity), in.Target) {
			return fault.Validation().Field("target", "validation.oneOf", map[string]any{"values": s.deps.Statuses(in.Entity)})
		}
		next := Mapping{
			ConnectionID: live.ConnectionID, Direction: In, Entity: live.Entity, Rules: live.Rules,
			Tests: live.Tests, Note: in.Lookup + ": " + in.Value,
		}
		next.Lookups = maps.Clone(live.Lookups)
		entries := maps.Clone(next.Lookups[in.Lookup])
		if entries == nil {
			entries = map[string]any{}
		}
		entries[in.Value] = in.Target
		next.Lookups[in.Lookup] = entries
		if err := s.Mappings.Create(ctx, &next); err != nil {
			return err
		}
		isSmall := func(*Mapping) error { return nil } // one more entry changes only what waits for it
		if err := s.Mappings.putInUse(ctx, &next, "", isSmall); err != nil {
			return err
		}
		out.Mapping = next.Number
		out.Released, err = s.Messages.release(ctx,
			"connection_id = $1 AND entity = $2 AND lookup = $3 AND unknown_value = $4 AND reason = 'LOOKUP'",
			in.ConnectionID, string(in.Entity), in.Lookup, in.Value)
		return err
	})
	return out, err
}

func notThere(what string, id int64) error {
	return fault.New(fault.NotFound, "NOT_FOUND", "no %s %d", what, id)
}

func noLonger(what string, id int64) error {
	return fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "%s %d is decided", what, id).With("blockedBy",
		[]resource.Block{{Key: "transition.none"}})
}
