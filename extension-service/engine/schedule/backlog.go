package schedule

import (
	"context"
	"time"
)

// Waiting counts by job what would begin now but for a hold: a due time that is still made up for, and runs that nobody
// has begun.
func (s *Service) Waiting(ctx context.Context) (map[string]int64, error) {
	now, out := s.Now(), map[string]int64{}
	states, err := s.states(ctx)
	if err != nil {
		return nil, err
	}
	for name, st := range states {
		if due := st.times.Last(now); due.After(st.since) && now.Sub(due) < missedFor && !st.pause.covers(due) {
			out[name]++
		}
	}
	queued, err := s.rows(ctx, "state IN ('QUEUED', 'RUNNING')")
	for _, r := range queued {
		out[r.Name]++
	}
	return out, err
}

// DropWaiting leaves out what Waiting counts, in the transaction of ctx.
func (s *Service) DropWaiting(ctx context.Context) error {
	now := s.Now()
	if err := s.leaveOut(ctx, now); err != nil {
		return err
	}
	_, err := s.DB.Exec(ctx, `
		UPDATE schedule_runs
		   SET state = $1, message = $2, finished = $3, holder = '', lease_until = 0
		 WHERE state IN ('QUEUED', 'RUNNING')`, string(Cancelled), resultKey+"cancelled", now.UnixMilli())
	return err
}

func (s *Service) leaveOut(ctx context.Context, until time.Time) error {
	if _, err := s.loadStates(ctx); err != nil { // so that each has a row
		return err
	}
	_, err := s.DB.Exec(ctx, "UPDATE schedules SET since = $1 WHERE since < $1", until.UnixMilli())
	return err
}

// Backlog says how many runs nobody has begun, and since when the oldest waits.
func (s *Service) Backlog(ctx context.Context) (n int64, oldest time.Time, err error) {
	var ms int64
	_, err = s.DB.Row(ctx, []any{&n, &ms},
		"SELECT count(*), coalesce(min(created), 0) FROM schedule_runs WHERE state = 'QUEUED'")
	return n, time.UnixMilli(ms), err
}
