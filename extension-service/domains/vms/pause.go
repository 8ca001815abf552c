package vms

import (
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// pause is for how long nothing is sent on a connection, and why.
type pause struct {
	until  time.Time // zero: it is not paused
	reason Pausing
}

// breaker counts failures in a row: ten transient ones pause the connection, and so do three final ones of a mapping
// version by which nothing was delivered yet, so that a mistake in it does not fail all that waits. Every further one
// pauses for twice as long, as does what the VMS asks for. Whatever else it answers ends a pause after failures.
func (s *Service) breaker(ctx context.Context, f *flight, out Outcome) error {
	connection := f.connection.ID
	isUnproven, err := s.failsUnproven(ctx, f, out)
	if err != nil || out.Failure == MappingFailed && !isUnproven {
		return err
	}
	c, err := s.Connections.Get(ctx, connection)
	if err != nil {
		return err
	}
	failures, most, now := int64(0), int64(breakAfter), s.deps.Now()
	if isUnproven {
		most = breakUnproven
	}
	if out.Transient || isUnproven {
		failures = c.Failures + 1
	}
	next := pause{}
	if over := failures - most; over >= 0 {
		next = pause{now.Add(min(mostBreak, firstBreak<<min(over, 4))), AfterFailures}
	}
	if requested := now.Add(out.retryAfter); out.retryAfter > 0 && requested.After(next.until) {
		next = pause{requested, RetryAfter}
	}
	// another call was answered so meanwhile
	if c.PauseReason == RetryAfter && c.PausedUntil.After(now) && c.PausedUntil.After(next.until) {
		next = pause{c.PausedUntil, RetryAfter}
	}
	s.deps.DB.Touched(ctx, "vms_connections", "paused_until")
	if _, err := s.deps.DB.Exec(ctx, "UPDATE vms_connections SET failures = $1, lease_until = 0 WHERE id = $2", failures,
		connection); err != nil {
		return err
	}
	return s.setPause(ctx, c, next)
}

// failsUnproven says whether an attempt has failed for good by a mapping version by which nothing was delivered yet;
// a test application proves nothing of real ones.
func (s *Service) failsUnproven(ctx context.Context, f *flight, out Outcome) (bool, error) {
	if out.Transient || !slices.Contains([]Failure{Refused, MappingFailed, Unauthorised}, out.Failure) {
		return false, nil
	}
	isProven, err := s.deps.DB.Row(ctx, []any{new(int64)}, `
		SELECT id
		  FROM vms_messages
		 WHERE connection_id = $1
		   AND direction = 'outbound'
		   AND entity = $2
		   AND mapping_number = $3
		   AND entity_id <> 0
		   AND state = 'PROCESSED'
		 LIMIT 1`, f.connection.ID, string(f.task.Entity), f.sent.MappingNumber)
	return !isProven, err
}

func (s *Service) setPause(ctx context.Context, c Connection, p pause) error {
	var until *int64
	if !p.until.IsZero() {
		until = new(p.until.UnixMilli())
	}
	s.deps.DB.Touched(ctx, "vms_connections", "paused_until")
	if _, err := s.deps.DB.Exec(ctx,
		"UPDATE vms_connections SET paused_until = $1, pause_reason = $2 WHERE id = $3",
		until, string(p.reason), c.ID); err != nil {
		return err
	}
	return s.recordPause(ctx, c, p)
}

// pauseConnection pauses a connection for as long as its VMS asks for, unless it is paused for longer.
func (s *Service) pauseConnection(ctx context.Context, connection int64, wanted time.Duration) error {
	return s.deps.DB.Write(ctx, func(ctx context.Context) error {
		c, err := s.Connections.Get(ctx, connection)
		next := pause{s.deps.Now().Add(wanted), RetryAfter}
		if err != nil || !c.PausedUntil.Before(next.until) {
			return err
		}
		return s.setPause(ctx, c, next)
	})
}

// Resume ends the pause of a connection; failures are counted anew.
func (c *Connections) Resume(ctx context.Context, v *Connection, _ resource.None) (resource.Shown[Connection], error) {
	was := *v
	v.PausedUntil, v.PauseReason, v.Failures = time.Time{}, "", 0
	return resource.Show(v), c.DB().Write(ctx, func(ctx context.Context) error {
		if err := c.Table.Update(ctx, was, v); err != nil {
			return err
		}
		return c.endEvents(ctx, v.ID, PausedEvent, role.From(ctx).Name)
	})
}

// resumeFailed ends a pause after failures, since what is sent now is made by another mapping.
func (c *Connections) resumeFailed(ctx context.Context, id int64) error {
	v, err := c.Get(ctx, id)
	if err != nil || v.PauseReason != AfterFailures {
		return err
	}
	_, err = c.Resume(ctx, &v, resource.None{})
	return err
}
