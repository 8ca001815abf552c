package jobs

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Topic is where the outbox keeps the jobs that are asked for.
const Topic = "job"

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB  *store.DB
	URL string // of the database

	Connecting store.Connecting
	Dir        string // where SQLite keeps the queue in a file of its own
	Log        *slog.Logger
	Now        func() time.Time
	// Caller is what an account may do today. A fault when it may do nothing any more.
	Caller func(ctx context.Context, id int64) (*role.Caller, error)
	Audit  func(ctx context.Context, entries ...store.Entry) error
	// Recheck holds the permissions of a caller against the database.
	Recheck func(ctx context.Context, c *role.Caller) error
	// Reads says whether the caller may read every record of an entity, and so the names of those a job of somebody else
	// has worked on.
	Reads func(ctx context.Context, entity string) bool
	// Visible says which of the records of an entity the caller can see.
	Visible func(ctx context.Context, entity string, ids []int64) (map[int64]bool, error)
	// Task carries out what was asked for with Ask.
	Task func(ctx context.Context, id string, pass int64) error
	// Watch is told when a pass over a job begins, and what has become of it.
	Watch store.Work
}

// Service keeps jobs and works them off.
type Service struct {
	Deps
	kinds       map[string]Kind
	runs        atomic.Bool
	queue       atomic.Pointer[queue]
	damagedFile atomic.Pointer[string] // a damaged file of the queue
	found       atomic.Pointer[error]  // damage of the present one
	tried       chan struct{}          // closed once opening the queue has gone well or wrong
	try         sync.Once
}

// New returns the jobs. Nothing is worked off before Run.
func New(d Deps) *Service {
	return &Service{Deps: d, kinds: map[string]Kind{}, tried: make(chan struct{})}
}

// Register makes a kind known. It panics on a name that is taken: a mistake of ours, found at the first start.
func (s *Service) Register(k Kind) {
	if _, isDeclared := s.kinds[k.Name]; isDeclared || k.Run == nil {
		panic(fmt.Sprintf("jobs: kind %q is declared twice or does nothing", k.Name))
	}
	s.kinds[k.Name] = k
}

// Start asks for a job in the transaction of ctx, or in one of its own. The caller of ctx owns it. An input with a
// method Action names the action that is shown with the job.
func (s *Service) Start(ctx context.Context, kind, entity string, input any) (Accepted, error) {
	return s.start(ctx, order{kind, entity, input}, Queued)
}

// order is what a job is asked for.
type order struct {
	kind, entity string
	input        any
}

// start makes a job, and asks for it to be worked off unless it is only planned.
func (s *Service) start(ctx context.Context, o order, state State) (Accepted, error) {
	k, known := s.kinds[o.kind]
	if !known {
		return Accepted{}, fmt.Errorf("jobs: unknown kind %q", o.kind)
	}
	text, err := json.Marshal(o.input)
	if err != nil {
		return Accepted{}, fmt.Errorf("input of a job: %w", err)
	}
	who := role.From(ctx)
	j := &Job{
		ID: cmp.Or(k.Prefix, "job_") + newID(ctx, o.kind, o.entity), Kind: o.kind, Entity: o.entity, OwnerID: who.ID,
		OwnerName: who.Name,
		RequestID: who.RequestID, State: state, Created: s.Now(), pass: 1, input: string(text),
	}
	if named, ok := o.input.(interface{ Action() string }); ok {
		j.Action = named.Action()
	}
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		isNew, err := s.insert(ctx, j)
		if err != nil {
			return err
		}
		if !isNew {
			return s.checkRepeated(ctx, j)
		}
		if err := s.recordAction(ctx, "start", j); err != nil || state != Queued {
			return err
		}
		return s.request(ctx, j)
	})
	return accepted(j.ID), err
}

// newID names a job at random, or after the key that makes a call repeatable: then every attempt names the same job.
func newID(ctx context.Context, kind, entity string) string {
	r := resource.RequestOf(ctx)
	key := r.Header("Idempotency-Key")
	if key == "" {
		return rand.Text()
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\n%s %s\n%s\n%s %s", role.From(ctx).ID, r.Method, r.Path, key, kind, entity))
	return base32.StdEncoding.EncodeToString(sum[:])[:len(rand.Text())]
}

// checkRepeated holds a repeated call against the job of the first attempt. IDEMPOTENCY_MISMATCH when it asks for
// something else.
func (s *Service) checkRepeated(ctx context.Context, j *Job) error {
	had, err := s.byID(ctx, j.ID)
	if err == nil && had.input != j.input {
		err = fault.New(fault.Conflict, "IDEMPOTENCY_MISMATCH", "the key was used for another job")
	}
	return err
}

// ticket is one pass over a job, as the outbox and the queue carry it. A job that must be gone on with after its holder
// has died, or be undone, gets another pass.
type ticket struct {
	JobID string `json:"jobId"`
	Pass  int64  `json:"pass"`
}

func (s *Service) request(ctx context.Context, j *Job) error {
	text, err := json.Marshal(ticket{j.ID, j.pass})
	if err != nil {
		return err
	}
	return s.DB.Enqueue(ctx, store.OutboxMessage{Topic: Topic, Entity: "job", Payload: string(text), Created: s.Now()})
}

// reopen is how long the service waits before it tries again to open the queue.
const reopen = 5 * time.Second

// Run works jobs off until ctx ends and everything at work has come to a halt.
func (s *Service) Run(ctx context.Context) {
	s.runs.Store(true)
	if err := s.resumeOrphans(ctx); err != nil && ctx.Err() == nil {
		s.Log.Error("go on with jobs", "err", err)
	}
	q := s.opened(ctx)
	if q == nil {
		return
	}
	defer func() {
		if err := q.close(); err != nil {
			s.Log.Error("close the queue", "err", err)
		}
	}()
	s.queue.Store(q)
	s.hasTried()
	var relays sync.WaitGroup
	for _, relay := range []*store.Relay{
		{DB: s.DB, Topic: Topic, Publish: s.publish, Log: s.Log},
		{DB: s.DB, Topic: TaskTopic, Publish: s.publishTasks, Log: s.Log},
	} {
		relays.Go(func() { relay.Run(ctx) })
	}
	relays.Go(func() { s.runRounds(ctx) })
	relays.Wait()
	s.queue.Store(nil)
	stopping, done := context.WithTimeout(context.WithoutCancel(ctx), stopLimit)
	defer done()
	if err := q.stop(stopping); err != nil {
		s.Log.Error("stop the queue", "err", err)
	}
}

// opened opens and starts the queue, as often as it takes; nil when ctx ended before that.
func (s *Service) opened(ctx context.Context) *queue {
	for {
		q, err := s.open(ctx)
		if err == nil {
			if err = q.start(context.WithoutCancel(ctx)); err == nil {
				return q
			}
			err = errors.Join(err, q.close())
		}
		s.hasTried()
		if ctx.Err() != nil {
			return nil
		}
		s.Log.Error("open the queue", "err", err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(reopen):
		}
	}
}

func (s *Service) hasTried() { s.try.Do(func() { close(s.tried) }) }

// starting is how long whoever asks waits for a service that is only starting.
const starting = 2 * time.Second

// Ping says whether jobs can be asked for and, where they shall be, are worked off.
func (s *Service) Ping(ctx context.Context) error {
	if !s.runs.Load() {
		_, _, err := s.DB.Backlog(ctx, Topic)
		return err
	}
	select {
	case <-s.tried:
	case <-ctx.Done():
	case <-time.After(starting):
	}
	q := s.queue.Load()
	if q == nil {
		return errors.New("the queue is not open")
	}
	if found := s.found.Load(); found != nil {
		return *found
	}
	return q.ping(ctx)
}

// Check reads the file of the queue from its beginning to its end. What is wrong with it is remembered until the
// service starts again, when the file is set aside and made anew.
func (s *Service) Check(ctx context.Context) error {
	if s.DB.Dialect() == store.Postgres || s.queue.Load() == nil {
		return nil
	}
	err := store.CheckFile(ctx, s.file())
	if store.IsDamage(err) {
		s.found.Store(&err)
	}
	return err
}
