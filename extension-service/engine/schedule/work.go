package schedule

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	lease = 20 * time.Second // how long a copy that has died keeps a run from others
	// renewEvery is how late a request to stop is noticed at most, and how old counters are while a run goes on.
	renewEvery = 2 * time.Second
	mostPasses = 5   // a run whose copies keep dying is the reason for that
	errorLimit = 500 // characters
	resultKey  = "cron.result."
)

var (
	errCancelled = errors.New("schedule: cancelled")
	errTimedOut  = errors.New("schedule: the time of the run is over")
	errLost      = errors.New("schedule: somebody else is at the run")
)

// Work does one pass over a run, if it is still asked for. What becomes of it stands in its row.
func (s *Service) Work(ctx context.Context, runID string, pass int64) error {
	r, err := s.claim(ctx, runID, pass)
	if err != nil || r == nil {
		return err
	}
	defer s.Wake() // one that has waited for this one may begin
	job := s.byName[r.Name]
	switch {
	case job == nil: // a copy of another version has asked for it
		return s.finish(ctx, r, outcome{Failed, "failed", "this version of the product has no such job"}, nil)
	case r.pass > mostPasses:
		return s.finish(ctx, r, outcome{Failed, "failed", "every copy of the service that was at it has died"}, nil)
	}
	run := &Run{
		ID: r.ID, DryRun: r.DryRun, params: r.Params, now: s.Now, write: s.DB.Write, counts: map[string]int64{},
		n: r.lines,
	}
	work, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	timed, done := context.WithTimeoutCause(work, job.Timeout, errTimedOut)
	defer done()
	s.running.Store(r.ID, stop)
	defer s.running.Delete(r.ID)
	renewed := make(chan struct{})
	go func() {
		defer close(renewed)
		s.renewLease(timed, r, run, stop)
	}()
	watched, finish := s.Watch.Start(timed, r.Name)
	err = s.callJob(watched, job, run, r)
	cause := context.Cause(timed)
	done()
	<-renewed
	// Whatever ended the work, its outcome must be kept: the context may be the reason why it ended.
	settled := s.storeOutcome(context.WithoutCancel(ctx), r, run, passEnd{err, cause})
	finish(r.outcome(), err) // RUNNING or QUEUED: another pass goes on with it
	return settled
}

// outcome is what metrics count a pass as: its state, and a dry run apart, since nothing was done by it.
func (r *row) outcome() string {
	if r.DryRun {
		return "DRY_RUN"
	}
	return string(r.State)
}

// callJob calls the job in the name of the system.
func (s *Service) callJob(ctx context.Context, job *Job, run *Run, r *row) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fault.Panicked("a job", p)
		}
	}()
	who := &role.Caller{Kind: role.System, Name: job.Name, Source: "JOB", RequestID: r.RequestID, BatchID: r.ID}
	if r.ByID != 0 {
		who.CauseID, who.CauseName = r.ByID, r.ByName
	}
	if r.pass > 1 {
		run.Warn("pass %d: whoever was at it has stopped", r.pass)
	}
	return job.Do(role.With(ctx, who), run)
}

// Do does a job at once, outside of the schedule and without a row, and says what it counted.
func (s *Service) Do(ctx context.Context, name string, dryRun bool) (map[string]int64, error) {
	job := s.byName[name]
	run := &Run{
		ID: "run_now", DryRun: dryRun, params: job.defaults(), now: s.Now, write: s.DB.Write,
		counts: map[string]int64{},
	}
	err := s.callJob(ctx, job, run, &row{})
	return run.Counts(), err
}

// claim makes this pass the one that is at the run. nil when the pass is asked for no more, or another run of the job
// goes on.
func (s *Service) claim(ctx context.Context, runID string, pass int64) (r *row, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		r = nil
		if onHold, err := s.Held(ctx); err != nil || onHold {
			return err // the plan asks again once it is released
		}
		holder, now := rand.Text(), s.Now()
		n, err := s.DB.Exec(ctx, `
			UPDATE schedule_runs
			   SET state = 'RUNNING', holder = $1, lease_until = $2, started = coalesce(started, $3)
			 WHERE id = $4
			   AND pass = $5
			   AND state = 'QUEUED'
			   AND NOT EXISTS (SELECT 1 FROM schedule_runs o WHERE o.name = schedule_runs.name AND o.state = 'RUNNING')`,
			holder, now.Add(lease).UnixMilli(), now.UnixMilli(), runID, pass)
		if err != nil || n == 0 {
			return err
		}
		r, err = s.run(ctx, runID)
		if err != nil {
			return err
		}
		_, err = s.DB.Row(ctx, []any{&r.lines}, "SELECT coalesce(max(n), 0) FROM schedule_lines WHERE run_id = $1", runID)
		return err
	})
	return r, err
}

// renewLease renews the lease, keeps what the run says, and ends it when somebody wants that or another copy is at it.
func (s *Service) renewLease(ctx context.Context, r *row, run *Run, stop context.CancelCauseFunc) {
	tick := time.NewTicker(renewEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		cancel, err := s.save(ctx, r, run)
		switch {
		case errors.Is(err, errLost):
			stop(errLost)
		case cancel:
			stop(errCancelled)
		case err != nil && ctx.Err() == nil:
			s.Log.Warn("keep a run", "run", r.ID, "err", err)
		}
	}
}

// save keeps counters and lines as they stand and prolongs the lease.
func (s *Service) save(ctx context.Context, r *row, run *Run) (cancel bool, err error) {
	lines := run.drainLines()
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		summary, err := json.Marshal(run.Counts())
		if err != nil {
			return err
		}
		var cancelled int64
		isOwned, err := s.DB.Row(ctx, []any{&cancelled}, `
			UPDATE schedule_runs
			   SET lease_until = $1, summary = $2
			 WHERE id = $3
			   AND holder = $4
			   AND state = 'RUNNING'
			RETURNING cancel`, s.Now().Add(lease).UnixMilli(), string(summary), r.ID, r.holder)
		if err == nil && !isOwned {
			return errLost
		}
		cancel = cancelled != 0
		return errors.Join(err, s.insertLines(ctx, r.ID, lines))
	})
	if err != nil {
		run.restoreLines(lines)
	}
	return cancel, err
}

func (s *Service) insertLines(ctx context.Context, runID string, lines []Line) error {
	for _, l := range lines {
		_, err := s.DB.Exec(ctx, "INSERT INTO schedule_lines (run_id, n, at, level, text) VALUES ($1, $2, $3, $4, $5)",
			runID, l.N, l.at.UnixMilli(), string(l.Level), l.Text)
		if err != nil {
			return err
		}
	}
	return nil
}

// passEnd is how a pass came to its end.
type passEnd struct{ err, cause error }

// outcome is what becomes of a run.
type outcome struct {
	state        State
	message, err string
}

// storeOutcome keeps the outcome of a pass.
func (s *Service) storeOutcome(ctx context.Context, r *row, run *Run, e passEnd) error {
	switch {
	case errors.Is(e.cause, errLost):
		return nil
	case e.err == nil && r.DryRun:
		return s.finish(ctx, r, outcome{state: Succeeded, message: "dryRun"}, run)
	case e.err == nil:
		return s.finish(ctx, r, outcome{state: Succeeded, message: "ok"}, run)
	case errors.Is(e.cause, errCancelled):
		return s.finish(ctx, r, outcome{state: Cancelled, message: "cancelled"}, run)
	case errors.Is(e.cause, errTimedOut):
		return s.finish(ctx, r, outcome{
			TimedOut, "timedOut",
			"the run took longer than " + s.byName[r.Name].Timeout.String(),
		}, run)
	case e.cause != nil: // the service stops: the next one goes on
		return s.returnRun(ctx, r, run)
	}
	s.Log.Error("scheduled job failed", "job", r.Name, "run", r.ID, "err", e.err)
	text := []rune(e.err.Error())
	if f := fault.From(e.err); f.Kind != fault.Internal {
		text = []rune(f.Text)
	}
	return s.finish(ctx, r, outcome{Failed, "failed", string(text[:min(len(text), errorLimit)])}, run)
}

func (s *Service) finish(ctx context.Context, r *row, o outcome, run *Run) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		summary := []byte("{}")
		if run != nil {
			var err error
			if summary, err = json.Marshal(run.Counts()); err != nil {
				return err
			}
		}
		n, err := s.DB.Exec(ctx, `
			UPDATE schedule_runs
			   SET state = $1, message = $2, error = $3, summary = $4, finished = $5, holder = '', lease_until = 0
			 WHERE id = $6
			   AND holder = $7
			   AND state = 'RUNNING'`, string(o.state), resultKey+o.message, o.err, string(summary), s.Now().UnixMilli(), r.ID, r.holder)
		if err != nil || n == 0 {
			return err
		}
		store.AfterCommit(ctx, func() { r.State = o.state })
		if run != nil {
			if err := s.insertLines(ctx, r.ID, run.drainLines()); err != nil {
				return err
			}
		}
		return s.requestWaiting(ctx, r.Name)
	})
}

// requestWaiting lets the run that has waited for another of its job begin.
func (s *Service) requestWaiting(ctx context.Context, name string) error {
	waiting, err := s.rows(ctx, "name = $1 AND state = 'QUEUED' ORDER BY created, id LIMIT 1", name)
	for _, r := range waiting {
		err = s.Enqueue(ctx, r.ID, r.pass)
	}
	return err
}

// returnRun leaves a run to the next copy, at once.
func (s *Service) returnRun(ctx context.Context, r *row, run *Run) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		if err := s.insertLines(ctx, r.ID, run.drainLines()); err != nil {
			return err
		}
		_, err := s.DB.Exec(ctx, `
			UPDATE schedule_runs
			   SET state = 'QUEUED', holder = '', lease_until = 0
			 WHERE id = $1
			   AND holder = $2`, r.ID, r.holder)
		return err
	})
}
