package jobs_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

const (
	atOnce  = 4   // as many workers as there are
	backlog = 130 // more than are listed at once
)

// crowd is a fixture whose workers are all held up, with many jobs behind them.
type crowd struct {
	*fixture

	ids   []string
	later atomic.Int64 // how far its clock is ahead
	goOn  func()
}

func (w *fixture) crowded(t *testing.T) *crowd {
	t.Helper()
	c, gate := &crowd{fixture: w}, make(chan struct{})
	c.goOn = func() { close(gate) }
	w.jobs.Now = func() time.Time { return time.Now().Add(time.Duration(c.later.Load())) }
	w.blocked = map[int64]<-chan struct{}{}
	for id := range int64(backlog) {
		w.blocked[id+1] = gate
	}
	mustSucceed(t, w.createLamps(backlog, func(i int, l *lamp) { l.Name = fmt.Sprintf("Lamp %03d", i) }))
	return c
}

// startJobs starts a job for each lamp.
func (c *crowd) startJobs(t *testing.T) {
	t.Helper()
	for i := range backlog {
		c.ids = append(c.ids, c.start(t, 1, "lamp.turn.bulk",
			fmt.Sprintf(`{"filters":{"name":"Lamp %03d"},"input":{"to":"ON"},"dryRun":false}`, i)))
	}
}

// number is what a statement counts.
func (c *crowd) number(t *testing.T, query string, args ...any) (n int64) {
	t.Helper()
	if _, err := c.db.Row(t.Context(), []any{&n}, query, args...); err != nil {
		t.Fatal(err)
	}
	return n
}

// waiting lists the jobs that no worker has taken, and that were asked for once.
func (c *crowd) waiting(t *testing.T) (ids []string) {
	t.Helper()
	rows, err := c.db.Query(t.Context(), "SELECT id FROM jobs WHERE holder = '' AND pass = 1 ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return ids
}

// awaitQueued waits until the workers are held up and all other tickets are in the queue.
func (c *crowd) awaitQueued(t *testing.T) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for c.number(t, "SELECT count(*) FROM jobs WHERE holder <> ''") < atOnce ||
		c.number(t, "SELECT count(*) FROM outbox WHERE topic = 'job'") > 0 {
		<-tick.C
	}
}

// tickets opens the tables of the queue.
func (c *crowd) tickets(t *testing.T) func(query string, args ...any) int64 {
	t.Helper()
	if c.db.Dialect() == store.Postgres {
		return func(query string, args ...any) int64 { return c.number(t, query, args...) }
	}
	db, err := sql.Open("sqlite", filepath.Join(c.jobs.Dir, "jobs.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return func(query string, args ...any) (n int64) {
		if err := db.QueryRowContext(t.Context(), query, args...).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
}

// Jobs that wait for a worker longer than a ticket may take keep their places: asked for again they would be put behind
// all others, and a queue of thousands would never end. One whose ticket is lost is asked for again.
func TestQueue_LongBacklog_JobsRetainTheirPlaces(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		c := w.crowded(t)
		c.runJobs(t)
		mustSucceed(t, c.jobs.Ping(t.Context())) // what is asked for before the start is asked for again by it
		c.startJobs(t)
		c.awaitQueued(t)
		waiting := c.waiting(t)
		c.later.Store(int64(2 * time.Minute))
		mustSucceed(t, c.jobs.RunRound(t.Context()))
		if n := len(waiting) - len(c.waiting(t)); n > atOnce { // a worker may be about to take one
			t.Errorf("%d of %d that waited were asked for again", n, len(waiting))
		}
		if n := c.number(t, "SELECT count(*) FROM jobs WHERE holder = '' AND lease_until < $1",
			c.jobs.Now().UnixMilli()); n > 0 {
			t.Errorf("%d would be looked at again at once", n)
		}
		waiting = c.waiting(t)          // before one is lost: a round of the queue's own may find it at once
		lost := waiting[len(waiting)/2] // which no worker is about to take
		c.tickets(t)("DELETE FROM river_job WHERE state = 'available' AND CAST(args AS TEXT) LIKE $1 RETURNING 1", "%"+lost+"%")
		c.later.Store(int64(4 * time.Minute))
		mustSucceed(t, c.jobs.RunRound(t.Context()))
		var again []string
		for _, id := range waiting {
			if c.number(t, "SELECT pass FROM jobs WHERE id = $1", id) > 1 {
				again = append(again, id)
			}
		}
		if len(again) == 0 || len(again) > atOnce {
			t.Errorf("%v were asked for again, one was lost", again)
		}
		c.goOn()
		for _, id := range c.ids {
			c.awaitState(t, id, "COMPLETED")
		}
	})
}

// A service that starts after many have died does not work off what these had in their queues.
func TestQueue_StartAfterCrashes_LeavesNoOldTickets(t *testing.T) {
	t.Parallel()
	p := location{url: t.TempDir() + "/test.db", dir: t.TempDir(), now: time.Now}
	c := opened(t, p).crowded(t)
	c.startJobs(t)
	for range 3 {
		stop := c.runJobs(t)
		c.awaitQueued(t)
		stop()
	}
	c.goOn()
	c.runJobs(t)
	for _, id := range c.ids {
		c.awaitState(t, id, "COMPLETED")
	}
	if n := c.tickets(t)("SELECT count(*) FROM river_job WHERE kind = 'job'"); n != backlog {
		t.Errorf("%d tickets for %d jobs", n, backlog)
	}
}
