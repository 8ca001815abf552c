package schedule_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/proctest"
	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	copyURL   = "POOLKEEPER_TEST_SCHEDULE_URL"
	copyClock = "POOLKEEPER_TEST_SCHEDULE_CLOCK" // file with what the clock of all copies is ahead
)

// TestMain runs the tests, or a copy of the service that they stop and kill.
func TestMain(m *testing.M) {
	if url := os.Getenv(copyURL); url != "" {
		if err := runCopy(url, os.Getenv(copyClock)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	pgtest.Main(m)
}

// clockOffset is what a clock file says, in nanoseconds.
func clockOffset(file string) (int64, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(string(text), 10, 64)
}

// runCopy does what is due until it is killed.
func runCopy(url, clock string) error {
	ctx := context.Background()
	db, err := store.Open(ctx, url)
	if err != nil {
		return err
	}
	var offset atomic.Int64
	now := func() time.Time { return time.Now().Add(time.Duration(offset.Load())) }
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	var s *schedule.Service
	s = schedule.New(schedule.Deps{
		DB: db, Now: now, Log: log, Audit: (&audit.Log{DB: db, Now: now}).Record,
		Recheck: func(context.Context, *role.Caller) error { return nil },
		Held:    func(context.Context) (bool, error) { return false, nil },
		Enqueue: func(ctx context.Context, id string, pass int64) error {
			store.AfterCommit(ctx, func() {
				go func() {
					if err := s.Work(context.Background(), id, pass); err != nil {
						log.Error("work", "err", err)
					}
				}()
			})
			return nil
		},
	}, schedule.Job{
		Name: name, Schedule: "*/10 * * * *", Timeout: time.Minute,
		Do: func(context.Context, *schedule.Run) error {
			<-time.After(100 * time.Millisecond) // long enough to be stopped in
			return nil
		},
	})
	first, err := clockOffset(clock)
	if err != nil {
		return err
	}
	offset.Store(first)
	if _, err := s.Plan(ctx); err != nil {
		return err
	}
	go s.Run(ctx)
	_, _ = fmt.Fprintln(os.Stdout, "at work")
	for range time.Tick(10 * time.Millisecond) {
		is, err := clockOffset(clock)
		if err != nil {
			return err
		}
		if offset.Swap(is) != is {
			s.Wake()
		}
	}
	return nil
}

// stopping are two copies on one database and the clock they go by.
type stopping struct {
	db         *store.DB
	url, clock string
	offset     time.Duration
	copies     [2]*proctest.Process
}

// set makes it an instant for all copies.
func (s *stopping) set(t *testing.T, at time.Time) {
	t.Helper()
	s.offset = time.Until(at)
	next := s.clock + ".next"
	if err := errors.Join(os.WriteFile(next, []byte(strconv.FormatInt(int64(s.offset), 10)), 0o600),
		os.Rename(next, s.clock)); err != nil {
		t.Fatal(err)
	}
}

func (s *stopping) start(t *testing.T, i int) {
	t.Helper()
	s.copies[i] = proctest.Start(t, copyURL+"="+s.url, copyClock+"="+s.clock)
	s.copies[i].Line(t)
}

// runs tells the states of the runs of a due time.
func (s *stopping) runs(t *testing.T, due time.Time) (all, succeeded int) {
	t.Helper()
	_, err := s.db.Row(t.Context(), []any{&all, &succeeded}, `
		SELECT count(*), coalesce(sum(CASE WHEN state = 'SUCCEEDED' THEN 1 ELSE 0 END), 0)
		  FROM schedule_runs
		 WHERE due = $1`, due.UnixMilli())
	if err != nil {
		t.Fatal(err)
	}
	return all, succeeded
}

// Of two copies one is stopped or killed at a due time or a few seconds before or after it, again and again: the due
// time is run once, by whoever is left, and a copy that was stopped and goes on runs nothing a second time.
func TestProveSchedule_CopyStopsAtADueTime_RunsItOnce(t *testing.T) {
	t.Parallel()
	r, around := stress.Rand(t), 300*time.Millisecond
	if stress.IsFull() {
		around = 3 * time.Second
	}
	s := &stopping{url: pgtest.PostgresURL(t), clock: filepath.Join(t.TempDir(), "clock")}
	s.db = opened(t, s.url)
	due := time.Date(2026, 11, 20, 14, 10, 0, 0, time.UTC)
	s.set(t, due.Add(-time.Minute))
	s.start(t, 0)
	s.start(t, 1)
	times := stress.Size(3, 50)
	for n := range times {
		s.set(t, due.Add(-around))
		begun, one := time.Now(), r.IntN(2)
		<-time.After(time.Duration(r.Int64N(int64(2 * around))))
		kills := r.IntN(2) == 0
		if kills {
			s.copies[one].Kill()
		} else {
			s.copies[one].Signal(t, syscall.SIGSTOP)
		}
		<-time.After(time.Until(begun.Add(2 * around)))
		s.set(t, due.Add(around+25*time.Second)) // what it was at is taken over
		for since, done := time.Now(), 0; done == 0; _, done = s.runs(t, due) {
			if time.Since(since) > time.Minute {
				t.Fatalf("round %d: the due time was not run", n)
			}
			<-time.After(10 * time.Millisecond)
		}
		if kills {
			s.start(t, one)
		} else {
			s.copies[one].Signal(t, syscall.SIGCONT)
		}
		due = due.Add(10 * time.Minute)
	}
	for range times {
		due = due.Add(-10 * time.Minute)
		if all, succeeded := s.runs(t, due); all != 1 || succeeded != 1 {
			t.Errorf("%s was run %d times, %d with success", due.Format(time.TimeOnly), all, succeeded)
		}
	}
}

func opened(t *testing.T, url string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return db
}
