package jobs

import (
	"context"

	"poolkeeper.example/extension-service/platform/fault"
)

// paused is how a pass ends whose job waits until it is told to proceed.
type paused struct{ state State }

func (w paused) Error() string { return "jobs: waits as " + string(w.state) }

// PauseIn ends a pass that has found out what there is to do: the job stands in a state, PLANNED or AWAITING_DECISION,
// until Proceed lets it go on, or somebody cancels it.
func PauseIn(state State) error { return paused{state} }

// storePaused keeps that a job waits. One that was to be cancelled meanwhile ends.
func (s *Service) storePaused(ctx context.Context, r *Run, state State) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		var cancel int64
		if _, err := s.DB.Row(ctx, []any{&cancel}, "SELECT cancel FROM jobs WHERE id = $1", r.job.ID); err != nil {
			return err
		}
		if cancel != 0 {
			return s.finish(ctx, r, Cancelled, nil)
		}
		_, err := s.DB.Exec(ctx, `
			UPDATE jobs
			   SET state = $1, holder = '', lease_until = 0
			 WHERE id = $2
			   AND pass = $3
			   AND holder = $4`, string(state), r.job.ID, r.job.pass, r.job.holder)
		return err
	})
}

// Plan makes a job that was planned before it is asked for, in the transaction of ctx: it waits until Proceed.
func (s *Service) Plan(ctx context.Context, kind, entity string, input any) (Accepted, error) {
	return s.start(ctx, order{kind, entity, input}, Planned)
}

// Await lets a job that was planned wait for decisions, in the transaction of ctx.
func (s *Service) Await(ctx context.Context, id string) error {
	_, err := s.DB.Exec(ctx, "UPDATE jobs SET state = $1 WHERE id = $2 AND state = $3", string(AwaitingDecision), id,
		string(Planned))
	return err
}

// Continue lets a job that waits go on, in the transaction of ctx. TRANSITION_NOT_ALLOWED for any other.
func (s *Service) Continue(ctx context.Context, id string) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		j, err := s.byID(ctx, id)
		if err != nil {
			return err
		}
		if j.State != Planned && j.State != AwaitingDecision {
			return fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "job %s is %s", j.ID, j.State)
		}
		now := s.Now()
		_, err = s.DB.Exec(ctx, "UPDATE jobs SET state = $1, pass = pass + 1, lease_until = $2, started = $3 WHERE id = $4",
			string(Running), now.Add(queueLimit).UnixMilli(), now.UnixMilli(), j.ID)
		if err != nil {
			return err
		}
		j.pass++
		return s.request(ctx, &j)
	})
}

// DocumentFor is a job as whoever may stop it and take it back sees it: for a domain that has asked whether the caller
// may.
func (s *Service) DocumentFor(ctx context.Context, id string) (Document, error) {
	j, err := s.byID(ctx, id)
	if err == nil {
		_, _, err = s.confine(ctx, &j)
	}
	return s.document(ctx, &j, true), err
}

// Stop is Cancel for a domain that has a call of its own for it.
func (s *Service) Stop(ctx context.Context, id string) (Document, error) {
	return s.Cancel(ctx, byID{id})
}

// Revert is Undo for a domain that has a call of its own for it.
func (s *Service) Revert(ctx context.Context, id string) (Document, error) {
	out, err := s.Undo(ctx, undoInput{ID: id})
	return out.Document, err
}
