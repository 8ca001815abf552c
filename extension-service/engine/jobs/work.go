package jobs

import (
	"context"
	"crypto/rand"
	"errors"
	"math"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	lease      = 15 * time.Second // how long a holder that has died keeps a job from others
	renewEvery = 3 * time.Second
	queueLimit = 20 * time.Second // the same of a worker that has taken the ticket and died before it held the job
	undoFor    = 7 * 24 * time.Hour
)

// retryPolicy says when a pass that has failed is tried again: after 1, 5, 25, 125 … seconds.
type retryPolicy struct{ now func() time.Time }

// NextRetry is the moment of the next attempt.
func (p retryPolicy) NextRetry(j *rivertype.JobRow) time.Time { return p.now().Add(pause(j.Attempt)) }

func pause(attempt int) time.Duration {
	return time.Duration(math.Pow(5, float64(min(attempt, attempts)-1))) * time.Second
}

// runTicket carries out one ticket. What it returns is for River: nil when nothing is left to do under this ticket.
func (s *Service) runTicket(ctx context.Context, t ticket, attempt int) error {
	r, err := s.claim(ctx, t)
	if err != nil || r == nil {
		return err
	}
	work, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r.stop = stop
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		s.renew(work, r)
	}()
	watched, done := s.Watch.Start(work, r.job.Kind)
	alone := yieldToRequests()
	err = s.runOnce(watched, r)
	alone()
	cause := context.Cause(work)
	stop(nil)
	<-renewed
	// Whatever ended the work, its outcome must be kept: the context may be the reason why it ended.
	settled := s.storeOutcome(context.WithoutCancel(ctx), r, passEnd{err, cause, attempt})
	done(string(r.job.State), err) // one that is still open is gone on with: later, or on another copy of the service
	return settled
}

// runOnce runs or undoes the job in the name of who asked for that.
func (s *Service) runOnce(ctx context.Context, r *Run) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fault.Panicked("a job", p)
		}
	}()
	if r.job.cancel {
		r.stop(errCancelled)
		return errCancelled
	}
	do, by := s.kinds[r.job.Kind].Run, r.job.OwnerID
	if r.job.State == Undoing {
		do, by = s.undo, r.job.undoBy
	}
	if kind := s.kinds[r.job.Kind]; r.job.State == Undoing && !kind.restores() {
		return fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "nothing does %s", r.job.Kind)
	}
	who := &role.Caller{Kind: role.System, Name: r.job.OwnerName}
	if by != 0 {
		if who, err = s.Caller(ctx, by); err != nil {
			return err
		}
	}
	who.Source, who.RequestID, who.BatchID = Source, r.job.RequestID, r.job.ID
	return do(InBackground(role.With(ctx, who)), r)
}

type backgroundKey struct{}

// InBackground marks the calls of ctx as those of a job at work.
func InBackground(ctx context.Context) context.Context {
	return context.WithValue(ctx, backgroundKey{}, true)
}

// IsBackground says whether ctx is that of a job at work, in whoever's name: nobody waits for an answer to its calls.
func IsBackground(ctx context.Context) bool { return ctx.Value(backgroundKey{}) != nil }

// Source is where audit entries say the writes of a job come from.
const Source = "JOB"

// passEnd is how a pass came to its end.
type passEnd struct {
	err, cause error
	attempt    int
}

// storeOutcome keeps the outcome of a pass.
func (s *Service) storeOutcome(ctx context.Context, r *Run, e passEnd) error {
	if w, isPaused := errors.AsType[paused](e.err); isPaused {
		return s.storePaused(ctx, r, w.state)
	}
	switch {
	case e.err == nil:
		return s.finish(ctx, r, r.completed(), nil)
	case errors.Is(e.err, errLost) || errors.Is(e.cause, errLost):
		return nil
	case errors.Is(e.cause, errCancelled) && r.isComplete(): // the wish to stop came with the last of the work
		return s.finish(ctx, r, r.completed(), nil)
	case errors.Is(e.cause, errCancelled):
		return s.finish(ctx, r, Cancelled, nil)
	case e.cause != nil: // the service stops: the next one goes on
		if err := s.release(ctx, r, s.Now()); err != nil {
			return err
		}
		return river.JobSnooze(0)
	case permanent(e.err) || errors.As(e.err, new(*FinalError)):
	case r.hasProgressed():
		s.Log.Warn("job goes on after a failure", "job", r.job.ID, "kind", r.job.Kind, "processed", r.job.Processed, "err",
			e.err)
		return s.restart(ctx, r)
	case e.attempt < attempts:
		if err := s.release(ctx, r, s.Now().Add(pause(e.attempt)+lease)); err != nil {
			return errors.Join(e.err, err)
		}
		return e.err
	}
	s.Log.Error("job failed", "job", r.job.ID, "kind", r.job.Kind, "err", e.err)
	return s.finish(ctx, r, Failed, []resource.Message{failureMessage(e.err)})
}

// FinalError is a failure that no repetition mends. Its message is shown with the job.
type FinalError struct {
	Message resource.Message
	Err     error
}

func (f *FinalError) Error() string { return f.Err.Error() }

// Unwrap is the cause.
func (f *FinalError) Unwrap() error { return f.Err }

// failureMessage is what a failed job tells of its failure.
func failureMessage(err error) resource.Message {
	if f, ok := errors.AsType[*FinalError](err); ok {
		return f.Message
	}
	return resource.Message{Message: fault.From(err).Keys()[0]}
}

// IsCancelled says whether the work of ctx ends because somebody cancelled the job, so that nobody will go on with it.
func IsCancelled(ctx context.Context) bool { return errors.Is(context.Cause(ctx), errCancelled) }

// permanent says whether trying again would end the same way.
func permanent(err error) bool {
	switch fault.KindOf(err) {
	case fault.Internal, fault.Upstream, fault.TooMany:
		return false
	default:
		return true
	}
}

// completed is the state of a pass that came to its end.
func (r *Run) completed() State {
	switch {
	case r.job.State == Undoing:
		return Undone
	case r.job.Failed+r.job.Conflicts > 0:
		return WithConflicts
	}
	return Completed
}

// isComplete says whether everything that was to be done is done.
func (r *Run) isComplete() bool {
	return r.job.Phase != Analyse && r.job.Total > 0 && r.job.Processed >= r.job.Total
}

// undoable says whether what a job did can be taken back.
func (s *Service) undoable(j *Job) bool {
	k := s.kinds[j.Kind]
	return k.restores() && (k.Undoable == nil || k.Undoable(j))
}

// renew keeps the lease while the pass goes on, and ends the pass when somebody else has taken the job over.
func (s *Service) renew(ctx context.Context, r *Run) {
	tick := time.NewTicker(renewEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := s.prolong(ctx, r); errors.Is(err, errLost) {
				r.stop(errLost)
			}
		}
	}
}

// claim makes this pass the holder of its job. It returns nil when the ticket asks for nothing any more: the job has
// ended, or a later pass has replaced this one.
func (s *Service) claim(ctx context.Context, t ticket) (*Run, error) {
	var r *Run
	err := s.DB.Write(ctx, func(ctx context.Context) error {
		r = nil
		j, err := s.byID(ctx, t.JobID)
		if fault.KindOf(err) == fault.NotFound {
			return nil
		}
		if err != nil || j.pass != t.Pass || !j.open() {
			return err
		}
		j.holder = rand.Text()
		if j.State == Queued {
			j.State = Analysing
		}
		if j.Started.IsZero() {
			j.Started = s.Now()
		}
		next, err := s.acquireLease(ctx, &j)
		r = &Run{s: s, job: j, next: next, claimed: j.Progress}
		return err
	})
	return r, err
}
