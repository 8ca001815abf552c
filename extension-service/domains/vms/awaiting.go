package vms

import (
	"context"
	"maps"
	"slices"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/engine/store"
)

// deliverable is what can be said on a connection now.
func (s *Service) deliverable(ctx context.Context, c Connection) (Deliverable, error) {
	texts, err := s.deps.DB.Texts(ctx, `
		SELECT entity
		  FROM vms_mappings
		 WHERE connection_id = $1
		   AND direction = 'outbound'
		   AND state = 'LIVE'
		 ORDER BY entity`, c.ID)
	out := Deliverable{ClientID: c.ClientID}
	for _, text := range texts {
		out.Entities = append(out.Entities, Entity(text))
	}
	return out, err
}

// hasPendingTask says whether something is due that can be said on a connection.
func (s *Service) hasPendingTask(ctx context.Context, c Connection) (bool, error) {
	of, err := s.deliverable(ctx, c)
	if err != nil || len(of.Entities) == 0 {
		return false, err
	}
	return s.deps.Queue.IsQueued(ctx, of)
}

// The obstacles.
const (
	NoConnection applications.SendWait = "NO_CONNECTION"
	NoMapping    applications.SendWait = "NO_MAPPING"
	Paused       applications.SendWait = "PAUSED"
	Restored     applications.SendWait = "RESTORED" // nothing is sent until somebody releases the product
)

// Abilities are what the VMS of clients can be told of their applications; a client without a VMS is missing.
func (s *Service) Abilities(ctx context.Context, clientIDs []int64) (map[int64]applications.VMSAbilities, error) {
	return s.Connections.Abilities(ctx, clientIDs)
}

// Obstacles are in the way of what a VMS of clients is told, of one kind of task; a client without any is missing.
func (s *Service) Obstacles(ctx context.Context, kind string, clientIDs []int64) (map[int64]applications.SendWait,
	error,
) {
	onHold, err := s.deps.Held(ctx)
	if err != nil {
		return nil, err
	}
	out := make(map[int64]applications.SendWait, len(clientIDs))
	for _, id := range clientIDs {
		if out[id] = NoConnection; onHold {
			out[id] = Restored
		}
	}
	if onHold {
		return out, nil
	}
	sending, err := s.Connections.sendingOf(ctx, clientIDs)
	if err != nil {
		return nil, err
	}
	var client, paused int64
	var isMapped bool
	err = s.deps.DB.Each(ctx, []any{&client, &paused, &isMapped}, func() error {
		switch {
		case !isMapped:
			out[client] = NoMapping
		case paused > s.now():
			out[client] = Paused
		default:
			delete(out, client)
		}
		return nil
	}, `
		SELECT client_id, coalesce(paused_until, 0),
		       CASE WHEN EXISTS (SELECT 1
		                           FROM vms_mappings m
		                          WHERE m.connection_id = c.id
		                            AND m.direction = 'outbound'
		                            AND m.entity = $2
		                            AND m.state = 'LIVE') THEN 1 ELSE 0 END
		  FROM vms_connections c
		 WHERE id IN `+s.deps.DB.InList(1), store.IDList(slices.Collect(maps.Values(sending))), kind)
	return out, err
}
