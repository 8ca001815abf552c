package vms

import (
	"context"
	"errors"
	"time"
)

var (
	errPaused = errors.New("the connection is paused")
	errNoTime = errors.New("the rate limit leaves no time for another call")
)

// awaitSlot waits until a connection may be called and counts the call. While deliveries wait, what is only read leaves
// them every second call.
func (s *Service) awaitSlot(ctx context.Context, c Connection) error {
	delivers, err := s.hasPendingTask(ctx, c)
	if err != nil {
		return err
	}
	gap := time.Minute / time.Duration(max(1, c.RatePerMinute))
	for {
		delay, err := s.reserve(ctx, c.ID, gap)
		if err != nil || delay == 0 {
			return err
		}
		if delivers {
			delay, delivers = delay+gap, false
		}
		if end, ends := ctx.Deadline(); ends && time.Until(end) < delay {
			return errNoTime
		}
		if err := s.deps.Sleep(ctx, delay); err != nil {
			return err
		}
	}
}

// reserve counts a call to a connection that may be called now, and says how long to wait for one that may not.
func (s *Service) reserve(ctx context.Context, connection int64, gap time.Duration) (delay time.Duration, err error) {
	err = s.deps.DB.Write(ctx, func(ctx context.Context) error {
		now := s.now()
		n, err := s.deps.DB.Exec(ctx, `
			UPDATE vms_connections
			   SET next_call = CASE WHEN next_call > $1 THEN next_call ELSE $1 END + $2
			 WHERE id = $3
			   AND (paused_until IS NULL OR paused_until <= $1)
			   AND next_call <= $4`, now, gap.Milliseconds(), connection, now+burst.Milliseconds())
		if delay = 0; err != nil || n == 1 {
			return err
		}
		var next, paused int64
		if _, err := s.deps.DB.Row(ctx, []any{&next, &paused},
			"SELECT next_call, coalesce(paused_until, 0) FROM vms_connections WHERE id = $1", connection); err != nil {
			return err
		}
		if paused > now {
			return errPaused
		}
		delay = max(time.Duration(next-now)*time.Millisecond-burst, time.Millisecond)
		return nil
	})
	return delay, err
}

// Pause lets a time pass.
func Pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}
