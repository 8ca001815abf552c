package jobs

import (
	"context"
	"encoding/json"
	"time"

	"poolkeeper.example/extension-service/resource"
)

const (
	roundEvery = 15 * time.Second
	keepFor    = 90 * 24 * time.Hour // jobs that have ended
)

// hold makes j.holder the holder of the job and returns the place of its last row.
func (s *Service) hold(ctx context.Context, j *Job) (last int64, err error) {
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

// finish ends a job. A pass that was replaced meanwhile has nothing to say.
func (s *Service) finish(ctx context.Context, r *Run, end State, messages []resource.Message) error {
	if messages == nil {
		messages = []resource.Message{}
	}
	text, err := json.Marshal(messages)
	if err != nil {
		return err
	}
	now := s.Now()
	return s.DB.Write(ctx, func(ctx context.Context) error {
		undoUntil, err := s.undoUntil(ctx, &r.job, end)
		if err != nil {
			return err
		}
		_, err = s.DB.Exec(ctx, `
			UPDATE jobs
			   SET state = $1, messages = $2, finished = $3, can_undo_until = $4, holder = '', lease_until = 0, cancel = 0
			 WHERE id = $5
			   AND pass = $6
			   AND holder = $7`,
			string(end), string(text), now.UnixMilli(), undoUntil, r.job.ID, r.job.pass, r.job.holder)
		return err
	})
}

// undoUntil is until when an ended job can be taken back, as its column holds it; nil where nothing leads back.
func (s *Service) undoUntil(ctx context.Context, j *Job, end State) (any, error) {
	switch {
	case end == Undone || !s.undoable(j):
		return nil, nil //nolint:nilnil // no instant is the answer
	case j.State == Undoing: // it has come to a halt half way: what is left may be undone later
		return j.CanUndoUntil.UnixMilli(), nil
	}
	some, err := s.rows(ctx, j.ID, RowQuery{Reversible: true, Limit: 1})
	if err != nil || len(some) == 0 {
		return nil, err
	}
	return s.Now().Add(undoFor).UnixMilli(), nil
}

// round goes on with jobs whose holder has died and forgets those that have been kept long enough.
func (s *Service) round(ctx context.Context) error {
	now := s.Now()
	if err := s.resume(ctx, now.UnixMilli()); err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context) error {
		_, err := s.DB.Exec(ctx, "DELETE FROM jobs WHERE finished < $1", now.Add(-keepFor).UnixMilli())
		return err
	})
}

// resume asks again for every job at work whose lease ran out before an instant.
func (s *Service) resume(ctx context.Context, before int64) error {
	dead, err := s.jobs(ctx, `
		 WHERE lease_until < $1
		   AND state IN ('QUEUED', 'ANALYSING', 'RUNNING', 'UNDOING')
		 ORDER BY created, id`, before)
	if err != nil || len(dead) == 0 {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context) error {
		for i := range dead {
			if err := s.again(ctx, &dead[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// again gives a job another pass, unless somebody has done so meanwhile.
func (s *Service) again(ctx context.Context, j *Job) error {
	n, err := s.DB.Exec(ctx, `
		UPDATE jobs
		   SET pass = pass + 1, holder = '', lease_until = $1
		 WHERE id = $2
		   AND pass = $3
		   AND lease_until = $4`, s.Now().Add(queueLimit).UnixMilli(), j.ID, j.pass, j.leaseUntil)
	if err != nil || n == 0 {
		return err
	}
	j.pass++
	return s.request(ctx, j)
}
