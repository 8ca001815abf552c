package vms

import (
	"context"
	"maps"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
)

// recentlyRefused is how long after a refused message a connection counts as one that refuses.
const recentlyRefused = time.Hour

// Impaired are the names of active connections by what is wrong with them: paused, silent, changed, or refusing
// messages.
func (c *Connections) Impaired(ctx context.Context) (map[string][]string, error) {
	out := map[string][]string{"paused": {}, "silent": {}, "changed": {}, "refusing": {}}
	var name string
	var paused, refused int64
	var isSilent, isChanged bool
	now := c.Now()
	err := c.DB().Each(ctx, []any{&name, &paused, &isSilent, &isChanged, &refused}, func() error {
		for state, holds := range map[string]bool{
			"paused": paused > now.UnixMilli(), "silent": isSilent, "changed": isChanged,
			"refusing": refused > now.Add(-recentlyRefused).UnixMilli(),
		} {
			if holds {
				out[state] = append(out[state], name)
			}
		}
		return nil
	}, `
		SELECT name, coalesce(paused_until, 0), silent, shape_changed, coalesce(refused_at, 0)
		  FROM vms_connections
		 WHERE active = 1
		 ORDER BY name, id`)
	return out, err
}

// RefusedMessages is how many messages connections have refused.
func (c *Connections) RefusedMessages(ctx context.Context) (n int64, err error) {
	_, err = c.DB().Row(ctx, []any{&n}, "SELECT coalesce(sum(refused), 0) FROM vms_connections")
	return n, err
}

// Quarantined is how many messages wait for a person.
func (s *Service) Quarantined(ctx context.Context) (n int64, err error) {
	_, err = s.deps.DB.Row(ctx, []any{&n},
		"SELECT count(*) FROM vms_messages WHERE direction = 'inbound' AND state = 'QUARANTINED'")
	return n, err
}

// deliveryDay is how far back deliveries are counted.
const deliveryDay = 24 * time.Hour

// Deliveries are how many messages to VMS were begun in the last day, by what has become of them.
func (s *Service) Deliveries(ctx context.Context) (map[MessageState]int64, error) {
	out := map[MessageState]int64{Queued: 0, Processed: 0, Retry: 0, GaveUp: 0}
	var state MessageState
	var n int64
	err := s.deps.DB.Each(ctx, []any{&state, &n}, func() error {
		out[state] = n
		return nil
	}, `
		SELECT state, count(*)
		  FROM vms_messages
		 WHERE direction = 'outbound'
		   AND created >= $1
		 GROUP BY state`, s.deps.Now().Add(-deliveryDay).UnixMilli())
	return out, err
}

// Delayed are how many messages to VMS wait for somebody, by what is in their way. Those that are only paused go out by
// themselves and are not counted.
func (s *Service) Delayed(ctx context.Context) (map[applications.SendWait]int64, error) {
	out := map[applications.SendWait]int64{NoConnection: 0, NoMapping: 0, Restored: 0}
	waiting, err := s.deps.Queue.CountAll(ctx)
	if err != nil {
		return nil, err
	}
	for entity, clients := range waiting {
		obstacles, err := s.Obstacles(ctx, string(entity), slices.Collect(maps.Keys(clients)))
		if err != nil {
			return nil, err
		}
		for client, n := range clients {
			if why := obstacles[client]; why != "" && why != Paused {
				out[why] += n
			}
		}
	}
	return out, nil
}
