package schedule

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"time"

	"poolkeeper.example/extension-service/platform/role"
)

const (
	missedFor = 6 * time.Hour       // how long a due time that was missed is made up for
	retention = 90 * 24 * time.Hour // runs
	queueTime = 20 * time.Second    // how long a worker may take to begin before it is asked again
)

// Plan asks for what is due now and has not been dealt with, for what a dead copy has left, and says when something is
// due next.
func (s *Service) Plan(ctx context.Context) (next time.Time, err error) {
	now := s.Now()
	states, err := s.loadStates(ctx)
	if err != nil {
		return next, err
	}
	if onHold, err := s.Held(ctx); err != nil || onHold {
		return next, err
	}
	var errs []error
	for i := range s.jobs {
		st := states[s.jobs[i].Name]
		if due := st.times.Last(now); due.After(st.since) {
			errs = append(errs, s.due(ctx, st, due))
		}
		if at := st.times.Next(now); next.IsZero() || at.Before(next) {
			next = at
		}
	}
	return next, errors.Join(append(errs, s.requestAbandoned(ctx, now))...)
}

// due deals with a due time of a job, and with those before it that nobody was there for, unless another copy has done
// so.
func (s *Service) due(ctx context.Context, st *state, due time.Time) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		var since int64
		_, err := s.DB.Row(ctx, []any{&since}, "SELECT since FROM schedules WHERE name = $1"+s.DB.Lock(ctx), st.job.Name)
		if err != nil || since >= due.UnixMilli() {
			return err
		}
		_, err = s.DB.Exec(ctx, "UPDATE schedules SET since = $1 WHERE name = $2", due.UnixMilli(), st.job.Name)
		if err != nil {
			return err
		}
		if isLate, err := s.recordMissed(ctx, st, time.UnixMilli(since), due); err != nil || isLate {
			return err
		}
		r := &row{Name: st.job.Name, Due: due, State: Queued, Params: st.params}
		if err := s.skips(ctx, st, r); err != nil {
			return err
		}
		return s.insert(ctx, r)
	})
}

// skips makes a due run SKIPPED where the job is paused, or another run stands in its way.
func (s *Service) skips(ctx context.Context, st *state, r *row) error {
	if st.pause.covers(r.Due) {
		r.State, r.Message = Skipped, resultKey+"paused"
		return nil
	}
	open, queued, err := s.open(ctx, r.Name)
	if err != nil {
		return err
	}
	if queued > 0 || open > 0 && st.overlap == Skip {
		r.State, r.Message = Skipped, resultKey+"overlap"
	}
	return nil
}

// open counts the runs of a job that have not ended, and those of them that nobody has begun.
func (s *Service) open(ctx context.Context, name string) (open, queued int, err error) {
	_, err = s.DB.Row(ctx, []any{&open, &queued}, `
		SELECT count(*), coalesce(sum(CASE WHEN state = 'QUEUED' THEN 1 ELSE 0 END), 0)
		  FROM schedule_runs
		 WHERE name = $1
		   AND state IN ('QUEUED', 'RUNNING')`, name)
	return open, queued, err
}

// insert keeps a run, unless its due time has one, and asks for a worker.
func (s *Service) insert(ctx context.Context, r *row) error {
	params, err := json.Marshal(r.Params)
	if err != nil {
		return err
	}
	now := s.Now()
	r.ID, r.Created, r.pass = "run_"+rand.Text(), now, 1
	var due, finished any
	if !r.Due.IsZero() {
		due = r.Due.UnixMilli()
	}
	if r.State != Queued {
		finished = now.UnixMilli()
	}
	who := role.From(ctx)
	n, err := s.DB.Exec(ctx, `
		INSERT INTO schedule_runs (id, name, due, state, dry_run, params, by_id, by_name, request_id, summary, message, error, created,
		       finished, pass, holder, lease_until, cancel)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '{}', $10, '', $11, $12, 1, '', $13, 0)
		    ON CONFLICT (name, due) DO NOTHING`,
		r.ID, r.Name, due, string(r.State), boolToInt(r.DryRun), string(params), who.ID, who.Name, who.RequestID, r.Message,
		now.UnixMilli(),
		finished, now.Add(queueTime).UnixMilli())
	if err != nil || n == 0 || r.State != Queued {
		return err
	}
	return s.Enqueue(ctx, r.ID, r.pass)
}

func boolToInt(on bool) int64 {
	if on {
		return 1
	}
	return 0
}

// requestAbandoned asks again for runs that nobody is at: their copy has died, or no worker was free.
func (s *Service) requestAbandoned(ctx context.Context, now time.Time) error {
	left, err := s.rows(ctx, "state IN ('QUEUED', 'RUNNING') AND lease_until < $1 ORDER BY lease_until, id",
		now.UnixMilli())
	if err != nil || len(left) == 0 {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context) error {
		for _, r := range left {
			n, err := s.DB.Exec(ctx, `
				UPDATE schedule_runs
				   SET pass = pass + 1, state = 'QUEUED', holder = '', lease_until = $1
				 WHERE id = $2
				   AND pass = $3
				   AND state IN ('QUEUED', 'RUNNING')
				   AND lease_until < $4`, now.Add(queueTime).UnixMilli(), r.ID, r.pass, now.UnixMilli())
			if err != nil {
				return err
			}
			if n == 0 {
				continue
			}
			if err := s.Enqueue(ctx, r.ID, r.pass+1); err != nil {
				return err
			}
		}
		return nil
	})
}

// DeleteExpired removes the runs that have been kept long enough.
func (s *Service) DeleteExpired(ctx context.Context) (n int64, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		before := s.Now().Add(-retention).UnixMilli()
		if _, err := s.DB.Exec(ctx, "DELETE FROM schedule_downtimes WHERE created < $1", before); err != nil {
			return err
		}
		n, err = s.DB.Exec(ctx, "DELETE FROM schedule_runs WHERE created < $1 AND state NOT IN ('QUEUED', 'RUNNING')", before)
		return err
	})
	return n, err
}
