package vms

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
)

// activitySpan is how far back the bands of a connection reach.
const activitySpan = 24 * time.Hour

// ConnectionState is what a connection is doing now.
type ConnectionState string

// The states, the first that holds.
const (
	StateInactive  ConnectionState = "INACTIVE"
	StateRestored  ConnectionState = "RESTORED" // nothing is sent until somebody releases the product
	StatePaused    ConnectionState = "PAUSED"
	StateUnmapped  ConnectionState = "NO_MAPPING" // something waits, and no mapping for it is in use
	StateRetrying  ConnectionState = "RETRYING"   // the last calls have failed
	StateSending   ConnectionState = "SENDING"
	StateListening ConnectionState = "LISTENING" // it takes no candidates
	StateReady     ConnectionState = "READY"
)

// Enum lists the states.
func (ConnectionState) Enum() enum.List {
	return enum.List{
		Name: "vmsConnectionState", Text: "enum.vmsConnectionState",
		Values: enum.Strings([]ConnectionState{
			StateInactive, StateRestored, StatePaused, StateUnmapped, StateRetrying, StateSending, StateListening, StateReady,
		}),
	}
}

// Activity is what a connection is doing, and what has happened on it.
type Activity struct {
	State       ConnectionState `json:"state"`
	PauseReason *Pausing        `json:"pauseReason"` // of a pause
	PausedUntil *time.Time      `json:"pausedUntil"`
	Failures    int64           `json:"failures"` // in a row
	Waiting     int64           `json:"waiting"`  // to be sent
	HeldBack    int64           `json:"heldBack"` // of what came in
	ByHand      bool            `json:"byHand"`   // the client sends by hand: no candidate goes out by it
	From        time.Time       `json:"from"`     // since when it is told
	At          time.Time       `json:"at"`       // the present of the service
	Events      []Event         `json:"events"`   // the newest first
	Earlier     int64           `json:"earlier"`  // events before those
	Calls       Calls           `json:"calls"`
	LastOut     *time.Time      `json:"lastOut"`
	LastIn      *time.Time      `json:"lastIn"`
}

// Calls is what was sent since From.
type Calls struct {
	Delivered  int64 `json:"delivered"`
	Repeated   int64 `json:"repeated"` // of them, after more than one attempt
	Refused    int64 `json:"refused"`  // for good
	AverageMS  int64 `json:"averageMs"`
	LastMinute int64 `json:"lastMinute"`
	Peak       int64 `json:"peak"` // of one minute
}

type activityInput struct {
	ID int64 `path:"id"`
}

// activity tells what a connection is doing and what has happened on it. NOT_FOUND.
func (s *Service) activity(ctx context.Context, in activityInput) (Activity, error) {
	c, err := s.Connections.Get(ctx, in.ID)
	if err != nil {
		return Activity{}, err
	}
	now := s.deps.Now().UTC()
	out := Activity{From: now.Add(-activitySpan), At: now, Failures: c.Failures}
	if !c.HeardAt.IsZero() {
		out.LastIn = &c.HeardAt
	}
	if out.Events, out.Earlier, err = s.events(ctx, c.ID, out.From); err != nil {
		return out, err
	}
	if err := s.countCalls(ctx, c.ID, &out); err != nil {
		return out, err
	}
	if err := s.countWaiting(ctx, c, &out); err != nil {
		return out, err
	}
	if c.supports(SubmitCandidate) {
		if out.ByHand, err = s.sendsByHand(ctx, c.ClientID); err != nil {
			return out, err
		}
	}
	return out, s.fillState(ctx, c, &out)
}

// countToSend is how many applications wait to be sent through a connection.
func (s *Service) countToSend(ctx context.Context, c Connection) (int64, error) {
	sending, err := s.Connections.sendingOf(ctx, []int64{c.ClientID})
	if err != nil || sending[c.ClientID] != c.ID {
		return 0, err
	}
	return s.deps.Queue.Count(ctx, c.ClientID)
}

// countWaiting counts what is to be sent through a connection, and what came in and waits for a person.
func (s *Service) countWaiting(ctx context.Context, c Connection, out *Activity) error {
	toSend, err := s.countToSend(ctx, c)
	if err != nil {
		return err
	}
	out.Waiting = toSend
	_, err = s.deps.DB.Row(ctx, []any{&out.HeldBack}, `
		SELECT count(*)
		  FROM vms_messages
		 WHERE state = 'QUARANTINED'
		   AND direction = 'inbound'
		   AND connection_id = $1`, c.ID)
	return err
}

// countCalls counts what was sent since an instant.
func (s *Service) countCalls(ctx context.Context, connection int64, out *Activity) error {
	_, err := s.deps.DB.Row(ctx, []any{&out.Calls.Delivered, &out.Calls.Repeated, &out.Calls.Refused}, `
		SELECT coalesce(sum(CASE WHEN state = 'PROCESSED' THEN 1 ELSE 0 END), 0),
		       coalesce(sum(CASE WHEN state = 'PROCESSED' AND tries > 1 THEN 1 ELSE 0 END), 0),
		       coalesce(sum(CASE WHEN state = 'FAILED' THEN 1 ELSE 0 END), 0)
		  FROM vms_messages
		 WHERE connection_id = $1
		   AND direction = 'outbound'
		   AND last_updated >= $2`, connection, out.From.UnixMilli())
	if err != nil {
		return err
	}
	const attempts = `
		  FROM vms_exchanges e
		  JOIN vms_messages m ON m.id = e.message_id
		 WHERE m.connection_id = $1
		   AND m.direction = 'outbound'
		   AND m.last_updated >= $2
		   AND e.at >= $2`
	var last, sum, n int64
	_, err = s.deps.DB.Row(ctx, []any{&last, &sum, &n, &out.Calls.LastMinute},
		"SELECT coalesce(max(e.at), 0), CAST(coalesce(sum(e.duration_ms), 0) AS BIGINT), count(*), "+
			"coalesce(sum(CASE WHEN e.at > $3 THEN 1 ELSE 0 END), 0)"+attempts,
		connection, out.From.UnixMilli(), out.At.Add(-time.Minute).UnixMilli())
	if err != nil || n == 0 {
		return err
	}
	out.LastOut, out.Calls.AverageMS = new(time.UnixMilli(last).UTC()), sum/n
	_, err = s.deps.DB.Row(ctx, []any{&out.Calls.Peak},
		"SELECT count(*)"+attempts+" GROUP BY e.at / 60000 ORDER BY count(*) DESC LIMIT 1", connection,
		out.From.UnixMilli())
	return err
}

// fillState says what a connection is doing.
func (s *Service) fillState(ctx context.Context, c Connection, out *Activity) error {
	onHold, err := s.deps.Held(ctx)
	if err != nil {
		return err
	}
	if c.PausedUntil.After(out.At) {
		out.PauseReason, out.PausedUntil = &c.PauseReason, &c.PausedUntil
	}
	of, err := s.deliverable(ctx, c)
	if err != nil {
		return err
	}
	for _, one := range []struct {
		isMet bool
		state ConnectionState
	}{
		{!c.Active, StateInactive},
		{onHold, StateRestored},
		{out.PausedUntil != nil, StatePaused},
		{!c.supports(SubmitCandidate), StateListening},
		{out.Waiting > 0 && len(of.Entities) == 0, StateUnmapped},
		{out.Failures > 0, StateRetrying},
		{out.Waiting > 0, StateSending},
		{true, StateReady},
	} {
		if one.isMet {
			out.State = one.state
			return nil
		}
	}
	return nil
}
