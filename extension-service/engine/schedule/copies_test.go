package schedule_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// Two copies on one database, of which one stops or dies at the very time a job is due: it is run once.
func TestSchedule_TwoCopies_RunADueTimeOnce(t *testing.T) {
	t.Parallel()
	url := pgtest.PostgresURL(t)
	var done atomic.Int64
	clock, copies := newClock(), []*replica{}
	for range 2 {
		copies = append(copies, newCopy(t, opened(t, url), clock, lighting(&done)))
	}
	clock.pass(4 * time.Minute)
	const times = 50
	for n := range times {
		var working sync.WaitGroup
		for i, c := range copies {
			working.Go(func() {
				c.plan(t)
				if i == n%2 && n%5 == 0 { // this copy dies with what it was asked for
					c.drainCalls()
					return
				}
				c.runCalls(t)
			})
		}
		working.Wait()
		clock.pass(21 * time.Second) // what a dead copy has left is asked for again
		for _, c := range copies {
			c.plan(t)
			c.runCalls(t)
		}
		clock.pass(10*time.Minute - 21*time.Second)
	}
	if got := copies[0].states(t, name); done.Load() != times ||
		got != strings.TrimSuffix(strings.Repeat("SUCCEEDED ok, ", times), ", ") {
		t.Errorf("done %d times: %s", done.Load(), got)
	}
}

// A copy that dies in the middle of a run is taken over within half a minute; one that stops hands its run over at
// once.
func TestRun_CopyDiesOrStops_IsContinuedByAnother(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		begun, release, clock := make(chan string, 1), make(chan error, 1), newClock()
		first := newCopy(t, db, clock, blocked(begun, release))
		first.ok(t, "POST /api/scheduler/trigger", `{"name":"`+name+`"}`)
		ctx, stop := context.WithCancel(t.Context())
		var working sync.WaitGroup
		working.Go(func() {
			for _, a := range first.drainCalls() {
				if err := first.Work(ctx, a.id, a.pass); err != nil {
					t.Error(err)
				}
			}
		})
		<-begun
		stop()
		working.Wait()
		second := newCopy(t, db, clock, blocked(begun, release))
		clock.pass(time.Second)
		second.plan(t)
		release <- nil
		second.runCalls(t)
		<-begun
		run := second.item(t, name)["lastRun"].(map[string]any)
		lines := fmt.Sprint(second.ok(t, "GET /api/scheduler/run/"+run["runId"].(string), "")["lines"])
		if got := second.states(t, name); got != "SUCCEEDED ok" || !strings.Contains(lines, "pass 2") {
			t.Errorf("handed over: %s %s", got, lines)
		}
		second.ok(t, "POST /api/scheduler/trigger", `{"name":"`+name+`"}`)
		for range 6 { // whoever is asked dies
			if got := second.drainCalls(); len(got) != 1 {
				t.Fatalf("asked for %v", got)
			}
			clock.pass(21 * time.Second)
			second.plan(t)
		}
		second.runCalls(t)
		if got := second.states(t, name); got != "SUCCEEDED ok, FAILED failed" {
			t.Errorf("the run that kills: %s", got)
		}
	})
}
