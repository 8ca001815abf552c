package jobs

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/store"
)

// Topic is where the outbox keeps the jobs that are asked for.
const Topic = "job"

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB  *store.DB
	URL string // of the database
	Dir string // where SQLite keeps the queue in a file of its own
	Log *slog.Logger
	Now func() time.Time
	// Caller is what an account may do today. A fault when it may do nothing any more.
	Caller func(ctx context.Context, id int64) (*role.Caller, error)
	Audit  func(ctx context.Context, e store.Entry) error
}

// Service keeps jobs and works them off.
type Service struct {
	Deps
	kinds map[string]Kind
	me    string // names this process as the holder of a job
	queue atomic.Pointer[queue]
}

// New returns the jobs. Nothing is worked off before Run.
func New(d Deps) *Service {
	return &Service{Deps: d, kinds: map[string]Kind{}, me: rand.Text()}
}

// Register makes a kind known. It panics on a name that is taken: a mistake of ours, found at the first start.
func (s *Service) Register(k Kind) {
	if _, taken := s.kinds[k.Name]; taken || k.Run == nil {
		panic(fmt.Sprintf("jobs: kind %q is declared twice or does nothing", k.Name))
	}
	s.kinds[k.Name] = k
}

// Start asks for a job in the transaction of ctx, or in one of its own. The caller of ctx owns it. An input with a
// method Action names the action that is shown with the job.
func (s *Service) Start(ctx context.Context, kind, entity string, input any) (Accepted, error) {
	if _, known := s.kinds[kind]; !known {
		return Accepted{}, fmt.Errorf("jobs: unknown kind %q", kind)
	}
	text, err := json.Marshal(input)
	if err != nil {
		return Accepted{}, fmt.Errorf("input of a job: %w", err)
	}
	who := role.From(ctx)
	j := &Job{
		ID: "job_" + rand.Text(), Kind: kind, Entity: entity, OwnerID: who.ID, OwnerName: who.Name, RequestID: who.RequestID,
		State: Queued, Created: s.Now(), pass: 1, input: string(text),
	}
	if named, ok := input.(interface{ Action() string }); ok {
		j.Action = named.Action()
	}
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		if err := s.insert(ctx, j); err != nil {
			return err
		}
		return s.request(ctx, j)
	})
	return Accepted{JobID: j.ID, StatusURL: "/api/job/" + j.ID}, err
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
	return s.DB.Enqueue(ctx, store.Note{Topic: Topic, Entity: "job", Payload: string(text), Created: s.Now()})
}
