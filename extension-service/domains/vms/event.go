package vms

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// EventKind is what has happened on a connection.
type EventKind string

// The kinds.
const (
	PausedEvent  EventKind = "PAUSED"  // nothing was sent; the detail is the reason
	SilentEvent  EventKind = "SILENT"  // less came in than usual
	ChangedEvent EventKind = "CHANGED" // a path of its messages is not as it was; the detail is entity and path
)

// Enum lists the kinds.
func (EventKind) Enum() enum.List {
	return enum.List{
		Name: "vmsEvent", Text: "enum.vmsEvent",
		Values: enum.Strings([]EventKind{PausedEvent, SilentEvent, ChangedEvent}),
	}
}

// Event is one thing in the story of a connection. A pause that goes on ends in the future, what else goes on has no
// end yet.
type Event struct {
	ID             int64      `json:"id"             kind:"id"`
	Kind           EventKind  `json:"kind"`
	At             time.Time  `json:"at"`
	Until          *time.Time `json:"until"`
	Detail         string     `json:"detail"`
	EndedBy        string     `json:"endedBy"` // who ended it before its time
	AcknowledgedAt *time.Time `json:"acknowledgedAt"`
	AcknowledgedBy string     `json:"acknowledgedBy"`
}

// addEvent writes down that something has begun, in the transaction of ctx. An end of zero is not known yet.
func (c *Connections) addEvent(ctx context.Context, connection int64, e Event) error {
	var until *int64
	if e.Until != nil {
		until = new(e.Until.UnixMilli())
	}
	_, err := c.DB().Exec(ctx, "INSERT INTO vms_events (connection_id, kind, at, until, detail) "+
		"VALUES ($1, $2, $3, $4, $5)",
		connection, string(e.Kind), e.At.UnixMilli(), until, e.Detail)
	return err
}

// endEvents writes down that what goes on of a kind has ended; by names who has ended it.
func (c *Connections) endEvents(ctx context.Context, connection int64, kind EventKind, by string) error {
	_, err := c.DB().Exec(ctx, `
		UPDATE vms_events
		   SET until = $1, ended_by = $2
		 WHERE connection_id = $3
		   AND kind = $4
		   AND (until IS NULL OR until > $1)`, c.Now().UnixMilli(), by, connection, string(kind))
	return err
}

// recordPause writes down that a connection pauses, for longer, or no more.
func (s *Service) recordPause(ctx context.Context, c Connection, p pause) error {
	if p.until.IsZero() {
		if c.PauseReason == "" {
			return nil
		}
		return s.Connections.endEvents(ctx, c.ID, PausedEvent, "")
	}
	n, err := s.deps.DB.Exec(ctx, `
		UPDATE vms_events
		   SET until = $1, detail = $2
		 WHERE connection_id = $3
		   AND kind = 'PAUSED'
		   AND until > $4`, p.until.UnixMilli(), string(p.reason), c.ID, s.now())
	if err != nil || n > 0 {
		return err
	}
	return s.Connections.addEvent(ctx, c.ID,
		Event{Kind: PausedEvent, At: s.deps.Now(), Until: &p.until, Detail: string(p.reason)})
}

// recordShapes writes down which paths of a connection have changed since, and which are as they were.
func (s *Service) recordShapes(ctx context.Context, connection int64, all map[Entity]*shape) error {
	open := map[string]int64{}
	var id int64
	var detail string
	err := s.deps.DB.Each(ctx, []any{&id, &detail}, func() error {
		open[detail] = id
		return nil
	}, "SELECT id, detail FROM vms_events WHERE connection_id = $1 AND kind = 'CHANGED' AND until IS NULL", connection)
	if err != nil {
		return err
	}
	for entity, one := range all {
		for path, alarm := range one.alarms() {
			detail := string(entity) + " " + path
			if _, isKnown := open[detail]; isKnown {
				delete(open, detail)
				continue
			}
			if err := s.Connections.addEvent(ctx, connection,
				Event{Kind: ChangedEvent, At: alarm.Since, Detail: detail}); err != nil {
				return err
			}
		}
	}
	for _, id := range open {
		if _, err := s.deps.DB.Exec(ctx, "UPDATE vms_events SET until = $1 WHERE id = $2", s.now(), id); err != nil {
			return err
		}
	}
	return nil
}

// events are the newest of a connection, and those that reach into the time from an instant on, the newest first.
func (s *Service) events(ctx context.Context, connection int64, from time.Time) (out []Event, earlier int64,
	err error,
) {
	const most = 12
	out = []Event{}
	var e Event
	var at int64
	var until, seen *int64
	err = s.deps.DB.Each(ctx, []any{&e.ID, &e.Kind, &at, &until, &e.Detail, &e.EndedBy, &seen, &e.AcknowledgedBy},
		func() error {
			one := e
			one.At, one.Until, one.AcknowledgedAt = time.UnixMilli(at).UTC(), instantAt(until), instantAt(seen)
			if len(out) < most || until == nil || *until >= from.UnixMilli() {
				out = append(out, one)
			} else {
				earlier++
			}
			return nil
		}, `
		SELECT id, kind, at, until, detail, ended_by, acknowledged_at, acknowledged_by
		  FROM vms_events
		 WHERE connection_id = $1
		 ORDER BY at DESC, id DESC
		 LIMIT 500`, connection)
	return out, earlier, err
}

func instantAt(ms *int64) *time.Time {
	if ms == nil {
		return nil
	}
	return new(time.UnixMilli(*ms).UTC())
}

type acknowledged struct {
	ID    int64 `path:"id"`
	Event int64 `path:"eventId"`
}

// acknowledge writes down that somebody has seen an event of a connection. NOT_FOUND.
func (s *Service) acknowledge(ctx context.Context, in acknowledged) (Activity, error) {
	c, err := s.Connections.Get(ctx, in.ID)
	if err != nil {
		return Activity{}, err
	}
	who := role.From(ctx)
	err = s.deps.DB.Write(ctx, func(ctx context.Context) error {
		var kind, detail string
		found, err := s.deps.DB.Row(ctx, []any{&kind, &detail},
			"SELECT kind, detail FROM vms_events WHERE id = $1 AND connection_id = $2", in.Event, c.ID)
		if err == nil && !found {
			err = notThere("event of a connection", in.Event)
		}
		if err != nil {
			return err
		}
		n, err := s.deps.DB.Exec(ctx, `
			UPDATE vms_events
			   SET acknowledged_at = $1, acknowledged_by = $2
			 WHERE id = $3
			   AND acknowledged_at IS NULL`, s.now(), who.Name, in.Event)
		if err != nil || n == 0 { // somebody else was first
			return err
		}
		return s.deps.Audit(ctx, store.Entry{
			Entity: "vmsConnection", ID: c.ID, Version: c.Version, ClientID: c.ClientID,
			Act: resource.Act{Action: "acknowledge", Comment: kind + " " + detail, Unguarded: true},
		})
	})
	if err != nil {
		return Activity{}, err
	}
	return s.activity(ctx, activityInput{ID: in.ID})
}
