package status_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/status"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// fixture is a service of several copies on one database, at a time that only moves when told to.
type fixture struct {
	db    *store.DB
	now   time.Time
	parts []status.Part
}

func (w *fixture) copy(host string) *status.Service {
	return status.New(status.Deps{
		DB: w.db, Clock: func() time.Time {
			return w.now
		}, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Host: host, Version: "v1",
		Look: func(context.Context) []status.Part { return w.parts },
		Queues: func(context.Context) ([]status.Waiting, error) {
			return []status.Waiting{{Name: "mail", N: 2, Oldest: w.now}, {Name: "jobs"}}, nil
		},
		Disk:   func() (uint64, uint64, error) { return 10, 100, nil },
		Backup: func(context.Context) (*time.Time, error) { return nil, errors.New("unreadable") },
	})
}

func (w *fixture) step(t *testing.T, s *status.Service, after time.Duration, parts ...status.Part) {
	t.Helper()
	w.now, w.parts = w.now.Add(after), parts
	if err := s.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (w *fixture) status(t *testing.T, s *status.Service) status.Answer {
	t.Helper()
	got, err := s.Now(t.Context(), resource.None{})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// summarise is the past of a copy in short: "index OK 09:00 DOWN 09:10".
func summarise(c status.Copy) string {
	var out []string
	for _, p := range c.Parts {
		line := p.Name
		for _, span := range p.Past {
			line += fmt.Sprint(" ", span.State, " ", span.From[11:16])
		}
		out = append(out, line)
	}
	return strings.Join(out, ", ")
}

func TestStatus_OfEveryCopy_HasAHistory(t *testing.T) {
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := &fixture{db: db, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
		fine, down := status.Part{Name: "index", State: status.OK},
			status.Part{Name: "index", State: status.Down, Detail: "no route"}
		first, second := w.copy("a"), w.copy("b")
		w.step(t, first, 0, fine)
		w.step(t, first, time.Minute, fine)
		w.step(t, second, time.Minute, fine)
		w.step(t, first, 8*time.Minute, down)
		got := w.status(t, first)
		if got.State != status.Down || summarise(got.Copies[0]) != "index OK 09:00 DOWN 09:10" ||
			got.Copies[0].Parts[0].Detail != "no route" || !got.Copies[0].Answers {
			t.Errorf("%+v", got)
		}
		if len(got.Copies) != 2 || got.Copies[1].Host != "b" || got.Copies[1].Runs ||
			summarise(got.Copies[1]) != "index OK 09:02 GONE 09:02" {
			t.Errorf("the copy that says nothing: %+v", got.Copies)
		}
		if q := got.Queues; len(q) != 2 || q[0].Waiting != 2 || q[0].OldestAt == nil || q[1].OldestAt != nil ||
			got.Disk.Free != 10 || fmt.Sprint(got.Unknown) != "[backup]" {
			t.Errorf("%+v", got)
		}
		w.step(t, first, 25*time.Hour, fine)
		if got := w.status(t, first); got.State != status.OK || len(got.Copies) != 1 ||
			summarise(got.Copies[0]) != "index DOWN 09:10 OK 10:10" {
			t.Errorf("a day later: %+v", got)
		}
		w.now = w.now.AddDate(0, 0, 31)
		if n, err := first.DeleteExpired(t.Context()); n != 2 || err != nil {
			t.Errorf("%d copies forgotten, %v", n, err)
		}
	})
}

// What happens while the database is away is told once it is back, and whoever asks meanwhile hears of this copy.
func TestStatus_DatabaseUnavailable_IsStoredLater(t *testing.T) {
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := &fixture{db: db, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
		s := w.copy("a")
		w.step(t, s, 0, status.Part{Name: "database", State: status.OK})
		away, end := context.WithCancel(t.Context())
		end()
		w.now, w.parts = w.now.Add(time.Minute), []status.Part{{Name: "database", State: status.Down, Detail: "away"}}
		if err := s.Step(away); err == nil {
			t.Fatal("a change was kept without a database")
		}
		w.step(t, s, time.Minute, status.Part{Name: "database", State: status.OK})
		if got := w.status(t, s); summarise(got.Copies[0]) != "database OK 09:00 DOWN 09:01 OK 09:02" {
			t.Errorf("%+v", got)
		}
	})
}

// Whoever asks hears of what has changed since the last look, and writes nothing.
func TestStatus_Read_WritesNothing(t *testing.T) {
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := &fixture{db: db, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
		s := w.copy("a")
		w.step(t, s, 0, status.Part{Name: "index", State: status.OK})
		w.now, w.parts = w.now.Add(time.Minute), []status.Part{{Name: "index", State: status.Down}}
		if got := w.status(t, s); got.State != status.Down || summarise(got.Copies[0]) != "index OK 09:00 DOWN 09:01" {
			t.Errorf("%+v", got)
		}
		if stored, err := db.IDs(t.Context(), "SELECT id FROM service_checks"); len(stored) != 1 || err != nil {
			t.Errorf("%v are kept, %v", stored, err)
		}
		w.step(t, s, time.Minute, status.Part{Name: "index", State: status.Down})
		if got := w.status(t, s); summarise(got.Copies[0]) != "index OK 09:00 DOWN 09:01" {
			t.Errorf("kept: %+v", got)
		}
	})
}

// A copy that was stopped is known to be gone at once, and one that was killed once it has said nothing for a while.
func TestRun_CopyIsStopped_RunsNoMore(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := &fixture{db: db, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
		ended, end := context.WithCancel(t.Context())
		stopped, killed, reader := w.copy("a"), w.copy("b"), w.copy("c")
		for _, s := range []*status.Service{stopped, killed} {
			w.step(t, s, 0, status.Part{Name: "index", State: status.OK})
		}
		running := func() string {
			t.Helper()
			hosts, err := status.RunningHosts(t.Context(), db, w.now)
			if err != nil {
				t.Fatal(err)
			}
			return strings.Join(hosts, " ")
		}
		if got := running(); got != "a b" {
			t.Errorf("before: %q run", got)
		}
		end()
		stopped.Run(ended)
		if got := running(); got != "b" {
			t.Errorf("after one was stopped: %q run", got)
		}
		for _, c := range w.status(t, reader).Copies[1:] {
			if c.Runs != (c.Host == "b") {
				t.Errorf("copy %s runs: %v", c.Host, c.Runs)
			}
		}
		if w.now = w.now.Add(time.Minute); running() != "" {
			t.Errorf("a minute later: %q run", running())
		}
	})
}
