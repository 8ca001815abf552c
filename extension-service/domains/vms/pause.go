package vms

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// pause is for how long nothing is sent on a connection, and why.
type pause struct {
	until  time.Time // zero: it is not paused
	reason Pausing
}

// breaker counts transient failures in a row: ten pause the connection, and every further one for twice as long, as
// does what the VMS asks for. Whatever else it answers ends a pause after failures.
func (s *Service) breaker(ctx context.Context, connection int64, out Outcome) error {
	if out.Failure == MappingFailed {
		return nil
	}
	c, err := s.Connections.Get(ctx, connection)
	if err != nil {
		return err
	}
	failures, now := int64(0), s.deps.Now()
	if out.Transient {
		failures = c.Failures + 1
	}
	next := pause{}
	if over := failures - breakAfter; over >= 0 {
		next = pause{now.Add(min(mostBreak, firstBreak<<min(over, 4))), AfterFailures}
	}
	if asked := now.Add(out.retryAfter); out.retryAfter > 0 && asked.After(next.until) {
		next = pause{asked, RetryAfter}
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

func (s *Service) setPause(ctx context.Context, c Connection, p pause) error {
	var until *int64
	if !p.until.IsZero() {
		until = new(p.until.UnixMilli())
	}
	s.deps.DB.Touched(ctx, "vms_connections", "paused_until")
	if _, err := s.deps.DB.Exec(ctx, "UPDATE vms_connections SET paused_until = $1, pause_reason = $2 WHERE id = $3", until,
		string(p.reason), c.ID); err != nil {
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
