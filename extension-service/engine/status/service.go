// Package status says whether the service works: each of its parts on every copy, now and over the last day, and what
// waits.
package status

import (
	"context"
	"crypto/rand"
	"log/slog"
	"slices"
	"sync"
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/store"
)

// State is how a part stands.
type State string

// The states.
const (
	OK       State = "OK"
	Degraded State = "DEGRADED" // the product works, something of it does not
	Down     State = "DOWN"     // the product does not work
	Gone     State = "GONE"     // the copy does not run
)

// Enum lists the states.
func (State) Enum() enum.List {
	return enum.List{
		Name: "partState", Text: "enum.partState",
		Values: []string{string(OK), string(Degraded), string(Down), string(Gone)},
	}
}

// Part is one part of the service as a check has found it.
type Part struct {
	Name, Detail string
	Code         string // DATABASE_DAMAGED, DATABASE_GONE, or ""
	Progress     string // the detail with how far it is at this moment, which is not kept; "" where it is the same
	State        State
}

// Waiting is work or news that has not been taken up. The oldest is zero where nothing waits.
type Waiting struct {
	Name   string
	N      int64
	Oldest time.Time
}

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB            *store.DB
	Clock         func() time.Time
	Log           *slog.Logger
	Host, Version string
	// Look asks every part of this copy.
	Look func(ctx context.Context) []Part
	// Queues tells what waits in every queue.
	Queues func(ctx context.Context) ([]Waiting, error)
	// Disk is the room that is left where the data lie, and its size, in bytes.
	Disk func() (free, size uint64, err error)
	// Backup is when the last backup was taken; nil before the first.
	Backup func(ctx context.Context) (*time.Time, error)
	// Derivations names the derived fields that this copy computes.
	Derivations string
	// Derive computes those of all records anew, and returns how many records of each entity there are.
	Derive func(ctx context.Context) (map[string]int, error)
}

// Service keeps what it has seen of this copy, and answers for all.
type Service struct {
	Deps

	id      string
	started time.Time

	mu      sync.Mutex
	known   map[string]Part // as they were last seen
	unsaved []change
	saved   time.Time // when it was last said that this copy runs
}

type change struct {
	Part

	since time.Time
}

// New names this copy.
func New(d Deps) *Service {
	return &Service{Deps: d, id: "copy_" + rand.Text()[:10], started: d.Clock(), known: map[string]Part{}}
}

const (
	every       = 15 * time.Second
	missing     = 3 * every // after which a copy that says nothing is gone
	shownFor    = 24 * time.Hour
	retention   = 30 * 24 * time.Hour
	stopTimeout = 2 * time.Second // for the database, by a copy that ends
)

// Run looks at the parts of this copy until ctx ends, and writes down then that it was stopped.
func (s *Service) Run(ctx context.Context) {
	defer s.markStopped(context.WithoutCancel(ctx))
	s.repeat(ctx, "keep the status", s.Step) // it is kept with the next look
}

// repeat does a step at once and then at regular times until ctx ends. What fails is logged and tried with the next
// step.
func (s *Service) repeat(ctx context.Context, name string, step func(context.Context) error) {
	for {
		if err := step(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn(name, "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(every):
		}
	}
}

// markStopped keeps for others that this copy does not run any more, which they would see only later.
func (s *Service) markStopped(ctx context.Context) {
	limited, done := context.WithTimeout(ctx, stopTimeout)
	defer done()
	err := s.DB.Write(limited, func(ctx context.Context) error {
		_, err := s.DB.Exec(ctx, "UPDATE service_copies SET stopped = $1 WHERE id = $2", s.Clock().UnixMilli(), s.id)
		return err
	})
	if err != nil {
		s.Log.Warn("keep that this copy was stopped", "err", err)
	}
}

// IsLeader says whether this copy is the one of those that run which speaks for all of them: the oldest. One that is
// not known to the others yet speaks while none is.
func (s *Service) IsLeader(ctx context.Context) (bool, error) {
	var oldest string
	found, err := s.DB.Row(ctx, []any{&oldest},
		"SELECT id FROM service_copies WHERE stopped IS NULL AND seen > $1 ORDER BY started, id LIMIT 1",
		s.Clock().Add(-missing).UnixMilli())
	return !found || oldest == s.id, err
}

// RunningHosts are the hosts of the copies that work with a database. One that was killed counts until it has said
// nothing for 45 seconds.
func RunningHosts(ctx context.Context, db *store.DB, now time.Time) (hosts []string, err error) {
	var host string
	err = db.Each(ctx, []any{&host}, func() error {
		hosts = append(hosts, host)
		return nil
	}, "SELECT DISTINCT host FROM service_copies WHERE stopped IS NULL AND seen > $1 ORDER BY host",
		now.Add(-missing).UnixMilli())
	return hosts, err
}

// Step looks once, and keeps what has changed. What cannot be kept, as while the database is away, is kept later.
func (s *Service) Step(ctx context.Context) error {
	s.changedParts(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Clock()
	if len(s.unsaved) == 0 && now.Sub(s.saved) < every {
		return nil
	}
	err := s.DB.Write(ctx, func(ctx context.Context) error { return s.save(ctx, now) })
	if err == nil {
		s.unsaved, s.saved = nil, now
	}
	return err
}

// changedParts returns the parts of this copy as they are, and the changes of them that are not kept yet.
func (s *Service) changedParts(ctx context.Context) ([]Part, []change) {
	found := s.Look(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range found {
		if p.Progress = ""; s.known[p.Name] != p {
			s.known[p.Name] = p
			s.unsaved = append(s.unsaved, change{p, s.Clock()})
		}
	}
	return found, slices.Clone(s.unsaved)
}

func (s *Service) save(ctx context.Context, now time.Time) error {
	_, err := s.DB.Exec(ctx, `
		INSERT INTO service_copies (id, host, version, started, seen, derivations)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (id) DO UPDATE SET seen = excluded.seen`,
		s.id, s.Host, s.Version, s.started.UnixMilli(), now.UnixMilli(), s.Derivations)
	for _, c := range s.unsaved {
		if err != nil {
			return err
		}
		_, err = s.DB.Exec(ctx,
			"INSERT INTO service_checks (copy_id, name, state, detail, since) VALUES ($1, $2, $3, $4, $5)",
			s.id, c.Name, string(c.State), c.Detail, c.since.UnixMilli())
	}
	return err
}

// DeleteExpired drops copies that have been gone for a month, and returns how many.
func (s *Service) DeleteExpired(ctx context.Context) (n int64, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		n, err = s.DB.Exec(ctx, "DELETE FROM service_copies WHERE seen < $1", s.Clock().Add(-retention).UnixMilli())
		return err
	})
	return n, err
}
