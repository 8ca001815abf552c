package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
)

const (
	roundEvery = 5 * time.Second
	retention  = 90 * 24 * time.Hour // jobs that have ended
)

// acquireLease makes j.holder the holder of the job and returns the place of its last row.
func (s *Service) acquireLease(ctx context.Context, j *Job) (last int64, err error) {
	_, err = s.DB.Exec(ctx, `
		UPDATE jobs
		   SET holder = $1, lease_until = $2, state = $3, started = $4
		 WHERE id = $5`, j.holder, s.Now().Add(lease).UnixMilli(), string(j.State), j.Started.UnixMilli(), j.ID)
	if err != nil {
		return 0, err
	}
	_, err = s.DB.Row(ctx, []any{&last}, "SELECT coalesce(max(n), 0) FROM job_rows WHERE job_id = $1", j.ID)
	return last, err
}

// prolong keeps the lease of a holder.
func (s *Service) prolong(ctx context.Context, r *Run) error {
	return s.release(ctx, r, s.Now().Add(lease))
}

// release lets others take the job from an instant on.
func (s *Service) release(ctx context.Context, r *Run, from time.Time) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		n, err := s.DB.Exec(ctx, `
			UPDATE jobs
			   SET lease_until = $1
			 WHERE id = $2
			   AND pass = $3
			   AND holder = $4`, from.UnixMilli(), r.job.ID, r.job.pass, r.job.holder)
		if err == nil && n == 0 {
			return errLost
		}
		return err
	})
}

// restart asks for another pass at once, whose attempts are counted from one: only failures without progress between
// them end a job.
func (s *Service) restart(ctx context.Context, r *Run) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		next := r.job
		next.pass++
		n, err := s.DB.Exec(ctx, `
			UPDATE jobs
			   SET pass = $1, holder = '', lease_until = $2
			 WHERE id = $3
			   AND pass = $4
			   AND holder = $5`, next.pass, s.Now().Add(queueLimit).UnixMilli(), next.ID, r.job.pass, r.job.holder)
		if err != nil || n == 0 { // another copy has the job
			return err
		}
		return s.request(ctx, &next)
	})
}

// finish ends a job. A pass that was replaced meanwhile has nothing to say.
func (s *Service) finish(ctx context.Context, r *Run, end State, messages []resource.Message) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		if end == Undone && r.job.Updated == 0 {
			var err error
			if end, err = s.unchanged(ctx, r); err != nil {
				return err
			}
			messages = append(messages, resource.Message{Message: "job.nothingUndone"})
		}
		late, err := s.warnStoppedLate(ctx, r, end)
		if err != nil {
			return err
		}
		text, err := json.Marshal(append(append([]resource.Message{}, messages...), late...))
		if err != nil {
			return err
		}
		undoUntil, err := s.undoUntil(ctx, &r.job)
		if err != nil {
			return err
		}
		n, err := s.DB.Exec(ctx, `
			UPDATE jobs
			   SET state = $1, messages = $2, finished = $3, can_undo_until = $4, holder = '', lease_until = 0, cancel = 0
			 WHERE id = $5
			   AND pass = $6
			   AND holder = $7`,
			string(end), string(text), s.Now().UnixMilli(), undoUntil, r.job.ID, r.job.pass, r.job.holder)
		if n == 1 {
			store.AfterCommit(ctx, func() { r.job.State = end })
		}
		return err
	})
}

// warnStoppedLate tells of a wish to stop that found nothing left to do.
func (s *Service) warnStoppedLate(ctx context.Context, r *Run, end State) ([]resource.Message, error) {
	if end != Completed && end != WithConflicts {
		return nil, nil
	}
	var cancel int64
	_, err := s.DB.Row(ctx, []any{&cancel}, "SELECT cancel FROM jobs WHERE id = $1", r.job.ID)
	if err != nil || cancel == 0 {
		return nil, err
	}
	return []resource.Message{{Message: "job.stoppedTooLate"}}, nil
}

// priorOutcome is how a job had ended before it was to be undone.
type priorOutcome struct {
	State State `json:"state"`
	Progress
}

// unchanged gives a job back how it had ended, since undoing it has changed nothing: it can be tried again.
func (s *Service) unchanged(ctx context.Context, r *Run) (State, error) {
	var was priorOutcome
	if err := json.Unmarshal([]byte(r.job.beforeUndo), &was); err != nil {
		return "", fmt.Errorf("how job %s had ended: %w", r.job.ID, err)
	}
	_, err := s.DB.Exec(ctx, `
		UPDATE jobs
		   SET phase = $1, total = $2, processed = $3, added = $4, updated = $5, skipped = $6, left_out = $7, conflicts = $8, failed = $9
		 WHERE id = $10
		   AND pass = $11
		   AND holder = $12`,
		was.Phase, was.Total, was.Processed, was.Added, was.Updated, was.Skipped, was.LeftOut, was.Conflicts, was.Failed,
		r.job.ID, r.job.pass, r.job.holder)
	return was.State, err
}

// undoUntil is until when something of an ended job can be taken back, as its column holds it; nil where nothing leads
// back.
func (s *Service) undoUntil(ctx context.Context, j *Job) (any, error) {
	if !s.undoable(j) {
		return nil, nil //nolint:nilnil // no instant is the answer
	}
	until := s.Now().Add(undoFor)
	if j.State == Undoing { // what is left may be undone later, but no longer than was said
		until = j.CanUndoUntil
	}
	last, err := s.lastUndo(ctx, j.ID, until)
	if err != nil || last == 0 {
		return nil, err
	}
	return last, nil
}

// runRounds looks again and again for jobs whose holder has died, on every copy of the service and until ctx ends. It
// is no job of River's own schedule, which stands still while no copy leads or its enqueuer hangs.
func (s *Service) runRounds(ctx context.Context) {
	tick := time.NewTicker(roundEvery)
	defer tick.Stop()
	for trouble := ""; ; {
		err := s.runRound(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			trouble = ""
		case err.Error() != trouble: // what is wrong for an hour is one line
			trouble = err.Error()
			s.Log.Error("go on with jobs", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// runRound goes on with jobs whose holder has died and forgets those that have been kept long enough.
func (s *Service) runRound(ctx context.Context) error {
	now := s.Now()
	if err := s.resume(ctx, now.UnixMilli()); err != nil {
		return err
	}
	old, err := s.DB.Row(ctx, []any{new(string)}, "SELECT id FROM jobs WHERE finished < $1 LIMIT 1",
		now.Add(-retention).UnixMilli())
	if err != nil || !old { // a service at rest writes nothing
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context) error {
		_, err := s.DB.Exec(ctx, "DELETE FROM jobs WHERE finished < $1", now.Add(-retention).UnixMilli())
		return err
	})
}

// resumeOrphans goes on with jobs whose holder has died before the service started.
func (s *Service) resumeOrphans(ctx context.Context) error {
	if s.DB.Dialect() != store.SQLite {
		return s.resume(ctx, s.Now().UnixMilli())
	}
	// The file has one service: whoever held jobs is dead, and all are asked for anew.
	return s.DB.Write(ctx, func(ctx context.Context) error {
		if err := s.DB.DeleteQueued(ctx, Topic); err != nil {
			return err
		}
		return s.resume(ctx, math.MaxInt64)
	})
}

// resume asks again for every job at work whose lease ran out before an instant. One that only waits for a worker is
// left where it stands in the queue: asking again would put it behind all others.
func (s *Service) resume(ctx context.Context, before int64) error {
	dead, err := s.jobs(ctx, `
		 WHERE lease_until < $1
		   AND state IN ('QUEUED', 'ANALYSING', 'RUNNING', 'UNDOING')
		 ORDER BY created, id`, before)
	if err != nil || len(dead) == 0 {
		return err
	}
	queued := map[ticket]bool{}
	if q := s.queue.Load(); q != nil {
		if queued, err = q.waiting(ctx); err != nil {
			return err
		}
	}
	return s.DB.Write(ctx, func(ctx context.Context) error {
		for i := range dead {
			if err := s.requeue(ctx, &dead[i], queued[ticket{dead[i].ID, dead[i].pass}]); err != nil {
				return err
			}
		}
		return nil
	})
}

// requeue gives a job time to be taken up, and another pass unless it waits for that, if nobody has done so meanwhile.
func (s *Service) requeue(ctx context.Context, j *Job, isQueued bool) error {
	pass := j.pass
	if !isQueued {
		pass++
	}
	n, err := s.DB.Exec(ctx, `
		UPDATE jobs
		   SET pass = $1, holder = '', lease_until = $2
		 WHERE id = $3
		   AND pass = $4
		   AND lease_until = $5`, pass, s.Now().Add(queueLimit).UnixMilli(), j.ID, j.pass, j.leaseUntil)
	if err != nil || n == 0 || isQueued {
		return err
	}
	j.pass = pass
	return s.request(ctx, j)
}

// Backlog says how many jobs nobody has begun, and since when the oldest waits.
func (s *Service) Backlog(ctx context.Context) (n int64, oldest time.Time, err error) {
	var ms int64
	_, err = s.DB.Row(ctx, []any{&n, &ms}, "SELECT count(*), coalesce(min(created), 0) FROM jobs WHERE state = 'QUEUED'")
	return n, time.UnixMilli(ms), err
}
