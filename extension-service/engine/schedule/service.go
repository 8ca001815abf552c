package schedule

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB  *store.DB
	Now func() time.Time
	Log *slog.Logger
	// Enqueue brings a pass over a run to a worker, which calls Work; in the transaction of ctx.
	Enqueue func(ctx context.Context, runID string, pass int64) error
	Audit   func(ctx context.Context, entries ...store.Entry) error
	// Held says whether nothing may begin: after a restore, until somebody has released it.
	Held func(ctx context.Context) (bool, error)
	// Recheck holds the permissions of a caller against the database.
	Recheck func(ctx context.Context, c *role.Caller) error
	// Watch is told when a pass over a run begins, and what has become of it.
	Watch store.Work
}

// Service knows the declared jobs and what has become of them.
type Service struct {
	Deps
	jobs    []Job
	byName  map[string]*Job
	running sync.Map // id of a run at work on this copy → context.CancelCauseFunc
	wakeups chan struct{}
}

// New returns a schedule of these jobs. Nothing is run before Run. It panics on a job that cannot be: a mistake of
// ours, found at the first start.
func New(d Deps, jobs ...Job) *Service {
	s := &Service{Deps: d, jobs: jobs, byName: map[string]*Job{}, wakeups: make(chan struct{}, 1)}
	for i := range jobs {
		j := &jobs[i]
		if _, err := Parse(j.Schedule); err != nil {
			panic(fmt.Sprintf("job %s: %v", j.Name, err))
		}
		if s.byName[j.Name] != nil || j.Do == nil || j.Timeout <= 0 {
			panic(fmt.Sprintf("job %s is declared twice, does nothing or has no time", j.Name))
		}
		s.byName[j.Name] = j
	}
	return s
}

// Jobs lists what is declared.
func (s *Service) Jobs() []Job { return s.jobs }

// lookEvery is how long what another copy has changed, or left behind, is not noticed at most.
const lookEvery = 5 * time.Second

// Run plans what is due until ctx ends. Every copy of the service does so: the rows see to it that one of them
// succeeds.
func (s *Service) Run(ctx context.Context) {
	if s.DB.Dialect() == store.SQLite { // the file has one service: whoever was at work is dead
		if err := s.release(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("schedule", "err", err)
		}
	}
	trouble := ""
	for {
		next, err := s.Plan(ctx)
		if ctx.Err() != nil {
			return
		}
		if err != nil && err.Error() != trouble { // what is wrong for an hour is one line
			s.Log.Error("schedule", "err", err)
		}
		trouble = fmt.Sprint(err)
		delay := lookEvery
		if left := next.Sub(s.Now()); err == nil && !next.IsZero() {
			delay = min(delay, max(left, 0))
		}
		select {
		case <-ctx.Done():
			return
		case <-s.wakeups:
		case <-time.After(delay):
		}
	}
}

// Wake has the plan looked at anew.
func (s *Service) Wake() {
	select {
	case s.wakeups <- struct{}{}:
	default:
	}
}

func (s *Service) release(ctx context.Context) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		_, err := s.DB.Exec(ctx, "UPDATE schedule_runs SET lease_until = 0 WHERE state IN ('QUEUED', 'RUNNING')")
		return err
	})
}
