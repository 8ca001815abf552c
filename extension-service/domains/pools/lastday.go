package pools

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/store"
)

// A membership ends with a day of the client, whose name is stored beside the instant: lists are narrowed by it, and
// everybody reads the same day, whatever the zone they are in.

// endOf is the last instant of a day in a zone.
func endOf(day time.Time, zone *time.Location) time.Time {
	year, month, date := day.Date()
	return time.Date(year, month, date+1, 0, 0, 0, 0, zone).Add(-time.Millisecond).UTC()
}

// setLastDay derives the last day of a membership from when it ends.
func (m *Members) setLastDay(ctx context.Context, v *Member) error {
	if v.ExpiresAt.IsZero() {
		v.LastDay = ""
		return nil
	}
	zone, err := m.deps.Clients.Zone(ctx, v.ClientID)
	if err != nil {
		return err
	}
	v.LastDay = date.FromTime(v.ExpiresAt.In(zone))
	return nil
}

// CreateAll stores new memberships as they are.
func (m *Members) CreateAll(ctx context.Context, list []*Member) error {
	for _, v := range list {
		if err := m.setLastDay(ctx, v); err != nil {
			return err
		}
	}
	return m.Table.CreateAll(ctx, list)
}

// update stores a changed membership.
func (m *Members) update(ctx context.Context, old Member, v *Member) error {
	if err := m.setLastDay(ctx, v); err != nil {
		return err
	}
	return m.Table.Update(ctx, old, v)
}

// updateAll stores changed memberships.
func (m *Members) updateAll(ctx context.Context, list []store.Changed[Member]) error {
	for _, one := range list {
		if err := m.setLastDay(ctx, one.Is); err != nil {
			return err
		}
	}
	return m.Table.UpdateAll(ctx, list)
}
