package jobs_test

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// frozen are a fixture and what freezes its database and its queue until they are let go.
type frozen struct {
	*fixture
	freeze func() (thaw func())
}

func frozenSQLite(t *testing.T) frozen {
	t.Helper()
	p := location{url: t.TempDir() + "/test.db", dir: t.TempDir(), now: time.Now}
	return frozen{opened(t, p), func() func() {
		rows, queue := lock(t, p.url), lock(t, filepath.Join(p.dir, "jobs.db"))
		return func() { rows(); queue() }
	}}
}

// lock takes a file for itself, as another process might.
func lock(t *testing.T, file string) (release func()) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+file+"?_pragma=busy_timeout(10000)&_txlock=exclusive")
	mustSucceed(t, err)
	tx, err := db.BeginTx(t.Context(), nil)
	mustSucceed(t, err)
	return func() { mustSucceed(t, errors.Join(tx.Rollback(), db.Close())) }
}

func frozenPostgres(t *testing.T) frozen {
	t.Helper()
	line, through := pgtest.NewWire(t, pgtest.PostgresURL(t))
	return frozen{opened(t, location{url: through, dir: t.TempDir(), now: time.Now}), line.Stop}
}

// The database is frozen while a job is at work and others wait. Half a minute after it answers again, on a machine
// that has nothing else to do, all are through, and so is one that is asked for then.
func TestProveQueue_DatabaseWasFrozen_WorkContinues(t *testing.T) {
	t.Parallel()
	for name, on := range map[string]func(t *testing.T) frozen{"sqlite": frozenSQLite, "postgres": frozenPostgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := on(t)
			half, turned := make(chan struct{}), atomic.Int32{}
			w.turned = func() { // by several workers, once others wait
				if int(turned.Add(1)) == 2*many/3 {
					close(half)
				}
			}
			mustSucceed(t, w.createLamps(many+atOnce, func(i int, l *lamp) {
				if i >= many {
					l.Name = fmt.Sprint("Spare ", i-many)
				}
			}))
			turn := func(name string) string {
				return w.start(t, 1, "lamp.turn.bulk", fmt.Sprintf(`{"filters":{"name":%q},"input":{"to":"ON"},"dryRun":false}`,
					name))
			}
			w.runJobs(t)
			ids := []string{turn("Lamp")}
			<-half
			for i := range atOnce - 1 {
				ids = append(ids, turn(fmt.Sprint("Spare ", i)))
			}
			thaw := w.freeze()
			<-time.After(time.Duration(stress.Size(2, 60)) * time.Second)
			thaw()
			thawed := time.Now()
			ids = append(ids, turn(fmt.Sprint("Spare ", atOnce-1)))
			for _, id := range ids {
				w.awaitState(t, id, "COMPLETED")
			}
			took := time.Since(thawed).Round(time.Millisecond)
			// beside other tests a core gives a part of what it gives alone
			most := time.Duration(stress.Size(180, 30)) * time.Second
			if n := w.states(t)["ON"]; n != many+atOnce || took > most {
				t.Errorf("%s after it was frozen %d of %d lamps are on", took, n, many+atOnce)
			}
			if n := w.audited(t, ids[0]); n != many {
				t.Errorf("%d changes for %d lamps", n, many)
			}
			t.Logf("all jobs were through after %s", took)
		})
	}
}
