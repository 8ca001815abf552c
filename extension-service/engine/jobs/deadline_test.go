package jobs_test

import (
	"testing"
	"time"

	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// The connections of the queue go dead without being closed, in the middle of a fetch: what is asked for meanwhile is
// done within half a minute.
func TestProveQueue_DeadConnections_DelayNoJob(t *testing.T) {
	t.Parallel()
	direct := empty.Postgres(t)
	line, through := pgtest.NewWire(t, direct)
	db, err := openDatabase(direct)
	mustSucceed(t, err)
	t.Cleanup(func() { _ = db.Close() })
	w := newFixture(db, location{url: through, dir: t.TempDir(), now: time.Now})
	mustSucceed(t, w.createLamps(2, nil))
	w.runJobs(t)
	w.awaitState(t, w.start(t, 1, "lamp.turn.bulk", `{"filters":{"id":1},"input":{"to":"ON"},"dryRun":false}`),
		"COMPLETED")
	start := line.Stop()
	<-time.After(2 * time.Second) // by then the queue is waiting for the answer to a fetch
	line.Cut()
	start()
	cut := time.Now()
	w.awaitState(t, w.start(t, 1, "lamp.turn.bulk", `{"filters":{"id":2},"input":{"to":"ON"},"dryRun":false}`),
		"COMPLETED")
	took, on := time.Since(cut).Round(time.Millisecond), w.states(t)["ON"]
	t.Logf("the job was through after %s", took)
	if took > 30*time.Second || on != 2 {
		t.Errorf("%s after the connections went dead %d lamps are on", took, on)
	}
}
