package jobs_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/proctest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

const (
	childURL = "POOLKEEPER_TEST_JOBS_URL"
	childDir = "POOLKEEPER_TEST_JOBS_DIR"
)

// TestMain runs the tests, or the service that will be killed when TestJob_ServiceKilled_ContinuesWithoutRepeating
// starts it.
func TestMain(m *testing.M) {
	if url := os.Getenv(childURL); url != "" {
		if err := workUntilKilled(location{url: url, dir: os.Getenv(childDir), now: time.Now}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	pgtest.Main(m)
}

// many is how many lamps a job is killed at.
var many = stress.Size(1600, 4000)

// workUntilKilled says "half" once the job has changed some lamps, and goes on, but not to the end: on a machine that
// has much else to do the kill may come late.
func workUntilKilled(p location) error {
	db, err := openDatabase(p.url)
	if err != nil {
		return err
	}
	w, n := newFixture(db, p), 0
	w.turned = func() {
		switch n++; n {
		case 900:
			_, _ = fmt.Fprintln(os.Stdout, "half")
		case many - 500:
			select {}
		}
	}
	w.jobs.Run(context.Background())
	return nil
}

// A job whose service is killed goes on where it stopped, in another process, and no record is done twice.
func TestJob_ServiceKilled_ContinuesWithoutRepeating(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]func(testing.TB) string{"sqlite": empty.SQLite, "postgres": empty.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			later := func() time.Time { return time.Now().Add(2 * lease) }
			p := location{url: url(t), dir: t.TempDir(), now: later}
			w := opened(t, p)
			mustSucceed(t, w.createLamps(many, nil))
			id := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
			killAtHalf(t, p)
			w.goneFromDatabase(t)
			got := w.call(t, 1, "job.get "+id, "").body
			done := int(got["processed"].(float64))
			if n := w.states(t)["ON"]; got["state"] != "RUNNING" || done == 0 || done >= many || n != done {
				t.Fatalf("killed with %v, %d done, %d lit", got["state"], done, n)
			}
			w.runJobs(t)
			got = w.awaitState(t, id, "COMPLETED")
			if got["updated"] != float64(many) || got["total"] != float64(many) || w.states(t)["ON"] != many {
				t.Errorf("in the end: %v, lamps %v", got["updated"], w.states(t))
			}
			if n := w.audited(t, id); n != many {
				t.Errorf("%d changes for %d lamps", n, many)
			}
		})
	}
}

// What a copy of the service was at when it died, another one goes on with within half a minute of the real clock.
func TestProveJob_CopyDies_IsContinuedByAnother(t *testing.T) {
	t.Parallel()
	if !stress.IsFull() {
		t.Skip("waits for leases to run out; TestJob_ServiceKilled_ContinuesWithoutRepeating moves the clock instead")
	}
	p := location{url: empty.Postgres(t), dir: t.TempDir(), now: time.Now}
	w := opened(t, p)
	mustSucceed(t, w.createLamps(many, nil))
	id := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
	killAtHalf(t, p)
	died := time.Now()
	w.runJobs(t)
	w.awaitState(t, id, "COMPLETED")
	if took := time.Since(died); took > 30*time.Second {
		t.Errorf("the job was through %s after the copy had died", took)
	} else {
		t.Logf("the job was through %s after the copy had died", took.Round(time.Second))
	}
}

// A job whose ticket a worker has taken, and died before it held the job, is asked for again within half a minute.
func TestJob_KilledBeforeItsLease_IsQueuedAgain(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *fixture) {
		mustSucceed(t, w.createLamps(1, nil))
		id := w.start(t, 1, "lamp.turn.bulk", `{"filters":{},"input":{"to":"ON"},"dryRun":false}`)
		mustSucceed(t, w.db.Write(t.Context(), func(ctx context.Context) error {
			if _, err := w.db.Exec(ctx, "DELETE FROM outbox"); err != nil { // the queue has it, as one that is at work
				return err
			}
			// so much later
			_, err := w.db.Exec(ctx, "UPDATE jobs SET lease_until = lease_until - $1", (25 * time.Second).Milliseconds())
			return err
		}))
		w.runJobs(t)
		w.awaitState(t, id, "COMPLETED")
	})
}

// lease is how long a holder that has died keeps a job from others.
const lease = 30 * time.Second

// childName is what a child calls itself in a PostgreSQL.
const childName = "killed in the middle"

// goneFromDatabase waits until PostgreSQL has seen out whoever was killed: a commit that was on its way is still done.
func (w *fixture) goneFromDatabase(t *testing.T) {
	t.Helper()
	if w.db.Dialect() != store.Postgres {
		return
	}
	for left := 1; left > 0; {
		if _, err := w.db.Row(t.Context(), []any{&left}, "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1",
			childName); err != nil {
			t.Fatal(err)
		}
	}
}

func killAtHalf(t *testing.T, p location) {
	t.Helper()
	child := proctest.Start(t, childURL+"="+p.url, childDir+"="+p.dir, "PGAPPNAME="+childName)
	if line := child.Line(t); line != "half" {
		t.Fatalf("the service did nothing: %q", line)
	}
	child.Kill()
}
