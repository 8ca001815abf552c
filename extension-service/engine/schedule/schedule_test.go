package schedule_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
)

const name = "lamp.light"

// lighting is a job every ten minutes that counts how often it was done.
func lighting(done *atomic.Int64) schedule.Job {
	return schedule.Job{
		Name: name, Schedule: "*/10 * * * *", Timeout: time.Minute,
		Params: []schedule.Param{schedule.Int("limit", 100, 1, 1000)},
		Do: func(_ context.Context, r *schedule.Run) error {
			done.Add(1)
			r.Count("lit", r.Param("limit"))
			r.Info("lit at most %d", r.Param("limit"))
			return nil
		},
	}
}

func TestSchedule_DueTime_IsRun(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		var done atomic.Int64
		clock := newClock()
		c := newCopy(t, db, clock, lighting(&done))
		if next := c.plan(t); !next.Equal(start.Truncate(time.Minute).Add(4 * time.Minute)) {
			t.Errorf("next is %v", next)
		}
		c.runCalls(t)
		if got := c.states(t, name); got != "" {
			t.Errorf("before it is due: %s", got)
		}
		clock.pass(4 * time.Minute)
		c.plan(t)
		c.plan(t)
		if item := c.item(t, name); item["running"] != true {
			t.Errorf("waits for a worker: %v", item)
		}
		c.runCalls(t)
		c.plan(t)
		c.runCalls(t)
		if got := c.states(t, name); got != "SUCCEEDED ok" || done.Load() != 1 {
			t.Errorf("due: %s, done %d times", got, done.Load())
		}
		item := c.item(t, name)
		last, _ := item["lastRun"].(map[string]any)
		if item["running"] != false || item["enabled"] != true || last["trigger"] != "SCHEDULE" ||
			fmt.Sprint(last["summary"]) != "map[lit:100]" ||
			item["nextRunAt"] != "2026-11-20T14:20:00.000Z" ||
			fmt.Sprint(item["stats30d"]) != "map[failed:0 p95Ms:0 runs:1 skipped:0]" {
			t.Errorf("item: %v", item)
		}
		run := c.ok(t, "GET /api/scheduler/run/"+last["runId"].(string), "")
		if text := fmt.Sprint(run["lines"]); !strings.Contains(text, "lit at most 100") ||
			run["dueAt"] != "2026-11-20T14:10:00.000Z" {
			t.Errorf("run: %v", run)
		}
	})
}

// Due times that were missed are made up for once, and not when that is too long ago.
func TestSchedule_MissedDueTimes_RunOnceUnlessTooOld(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		var done atomic.Int64
		clock := newClock()
		newCopy(t, db, clock, lighting(&done))
		daily := lighting(&done)
		daily.Name, daily.Schedule = "lamp.dust", "15 1 * * *"
		weekly := lighting(&done)
		weekly.Name, weekly.Schedule = "lamp.paint", "0 3 * * 0"
		newCopy(t, db, clock, daily, weekly) // which are new: nothing was missed
		clock.pass(14 * time.Hour)           // 04:06 on Saturday
		c := newCopy(t, db, clock, lighting(&done), daily, weekly)
		c.runCalls(t)
		if a, b := c.states(t, name), c.states(t, "lamp.dust"); a != "SUCCEEDED ok" || b != "SUCCEEDED ok" ||
			c.states(t, "lamp.paint") != "" {
			t.Errorf("after 14 hours: %s and %s", a, b)
		}
		clock.pass(29 * time.Hour) // 09:06 on Sunday, six hours and six minutes after 03:00
		c.plan(t)
		c.runCalls(t)
		if got := c.states(t, "lamp.paint"); got != "" {
			t.Errorf("made up for after more than six hours: %s", got)
		}
		if got := c.states(t, name); got != "SUCCEEDED ok, SUCCEEDED ok" {
			t.Errorf("every ten minutes: %s", got)
		}
	})
}

// After a restore nothing begins by the clock and nothing that was begun goes on, until it is released; what is dropped
// then is never made up for.
func TestSchedule_AfterARestore_BeginsOnRelease(t *testing.T) {
	t.Parallel()
	for decision, drops := range map[string]bool{"released": false, "dropped": true} {
		t.Run(decision, func(t *testing.T) {
			t.Parallel()
			pgtest.Each(t, func(t *testing.T, db *store.DB) {
				var done atomic.Int64
				clock := newClock()
				c := newCopy(t, db, clock, lighting(&done))
				c.paused = true
				clock.pass(10 * time.Minute)
				c.plan(t)
				c.ok(t, "POST /api/scheduler/trigger", `{"name":"`+name+`"}`)
				c.runCalls(t)
				waiting, err := c.Waiting(t.Context())
				if err != nil || waiting[name] != 2 || done.Load() != 0 {
					t.Fatalf("held: %v, %v, %d done", waiting, err, done.Load())
				}
				if drops {
					if err := db.Write(t.Context(), c.DropWaiting); err != nil {
						t.Fatal(err)
					}
				}
				c.paused = false
				clock.pass(time.Minute) // what was queued in vain is queued again
				c.plan(t)
				c.runCalls(t)
				c.plan(t)
				c.runCalls(t)
				if want := map[bool]int64{false: 1, true: 0}[drops]; done.Load() != want {
					t.Errorf("%d done, want %d: %s", done.Load(), want, c.states(t, name))
				}
				clock.pass(10 * time.Minute)
				c.plan(t)
				c.runCalls(t)
				if want := map[bool]int64{false: 2, true: 1}[drops]; done.Load() != want {
					t.Errorf("the next due time: %d done, want %d", done.Load(), want)
				}
			})
		})
	}
}

func TestSchedule_Paused_SkipsDueTimes(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		var done atomic.Int64
		clock := newClock()
		c := newCopy(t, db, clock, lighting(&done))
		at := "PUT /api/scheduler/" + name
		c.refused(t, at+"/pause", `{"reason":""}`, "VALIDATION")
		c.refused(t, at+"/pause", `{"reason":"too late","until":"2026-11-20T14:00:00.000Z"}`, "VALIDATION")
		c.refused(t, "PUT /api/scheduler/lamp.throw/pause", `{"reason":"no such job"}`, "UNKNOWN_JOB")
		item := c.ok(t, at+"/pause", `{"reason":"bulbs are sold out","until":"2026-11-20T14:35:00.000Z"}`)
		if item["enabled"] != false || item["pausedBy"] != "Tess Tech" || item["pausedUntil"] != "2026-11-20T14:35:00.000Z" ||
			item["pauseReason"] != "bulbs are sold out" ||
			item["nextRunAt"] != "2026-11-20T14:40:00.000Z" {
			t.Errorf("paused: %v", item)
		}
		for range 3 {
			clock.pass(10 * time.Minute)
			c.plan(t)
			c.runCalls(t)
		}
		if got := c.states(t, name); got != "SKIPPED paused, SKIPPED paused, SKIPPED paused" || done.Load() != 0 {
			t.Errorf("while paused: %s", got)
		}
		item = c.item(t, name) // 14:36: over by itself
		missed, _ := item["missed"].(map[string]any)
		if item["enabled"] != true || item["running"] != false || missed["count"] != 3.0 ||
			missed["from"] != "2026-11-20T14:06:30.000Z" || missed["until"] != "2026-11-20T14:35:00.000Z" {
			t.Errorf("afterwards: %v", item)
		}
		clock.pass(4 * time.Minute)
		c.plan(t)
		c.runCalls(t)
		if item = c.item(t, name); done.Load() != 1 || item["missed"] != nil {
			t.Errorf("done %d times, missed %v", done.Load(), item["missed"])
		}
		if item = c.ok(t, at+"/pause", `{"reason":"for good"}`); item["pausedUntil"] != nil || item["nextRunAt"] != nil {
			t.Errorf("without an end: %v", item)
		}
		c.ok(t, "POST /api/scheduler/trigger", `{"name":"`+name+`"}`) // by hand all the same
		c.runCalls(t)
		if item = c.ok(t, at+"/resume", ""); item["enabled"] != true || done.Load() != 2 {
			t.Errorf("resumed: %v, done %d times", item, done.Load())
		}
	})
}

// blocked is a job that goes on until it is let go or told to stop.
func blocked(begun chan<- string, release <-chan error) schedule.Job {
	return schedule.Job{
		Name: name, Schedule: "*/10 * * * *", Timeout: time.Minute,
		Do: func(ctx context.Context, r *schedule.Run) error {
			begun <- r.ID
			select {
			case err := <-release:
				return err
			case <-ctx.Done():
				return ctx.Err()
			}
		},
	}
}

func TestRun_Overlap_FollowsThePolicy(t *testing.T) {
	t.Parallel()
	for policy, want := range map[string]string{
		"SKIP":  "SUCCEEDED ok, SKIPPED overlap, SKIPPED overlap",
		"QUEUE": "SUCCEEDED ok, SUCCEEDED ok, SKIPPED overlap",
	} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			pgtest.Each(t, func(t *testing.T, db *store.DB) {
				begun, release, clock := make(chan string, 1), make(chan error, 1), newClock()
				c := newCopy(t, db, clock, blocked(begun, release))
				c.ok(t, "PUT /api/scheduler/"+name, `{"overlap":"`+policy+`"}`)
				clock.pass(4 * time.Minute)
				c.plan(t)
				var working sync.WaitGroup
				working.Go(func() { c.runCalls(t) })
				<-begun
				c.refused(t, "POST /api/scheduler/trigger", `{"name":"`+name+`"}`, "JOB_RUNNING")
				for range 2 {
					if err := extend(db); err != nil {
						t.Fatal(err)
					}
					clock.pass(10 * time.Minute)
					c.plan(t)
				}
				release <- nil
				working.Wait()
				release <- nil
				c.plan(t)
				c.runCalls(t)
				if got := c.states(t, name); got != want {
					t.Errorf("%s, want %s", got, want)
				}
			})
		})
	}
}

// extend prolongs the leases of what is at work, as a copy does every few seconds, beyond the hours that a test lets
// pass.
func extend(db *store.DB) error {
	return db.Write(context.Background(), func(ctx context.Context) error {
		_, err := db.Exec(ctx, "UPDATE schedule_runs SET lease_until = $1 WHERE state = 'RUNNING'",
			start.Add(24*time.Hour).UnixMilli())
		return err
	})
}

func TestRun_EachEnding_IsRecorded(t *testing.T) {
	t.Parallel()
	for title, tc := range map[string]struct {
		do   func(ctx context.Context, r *schedule.Run) error
		want string
		text string
	}{
		"well": {func(context.Context, *schedule.Run) error { return nil }, "SUCCEEDED ok", ""},
		"with an error": {func(context.Context, *schedule.Run) error {
			return errors.New("the fuse is blown")
		}, "FAILED failed", "the fuse is blown"},
		"with a fault": {func(context.Context, *schedule.Run) error {
			return &fault.Error{Kind: fault.Upstream, Code: "UNAVAILABLE", Text: "no current", Err: errors.New("secret")}
		}, "FAILED failed", "no current"},
		"in a panic": {func(context.Context, *schedule.Run) error {
			panic("sparks")
		}, "FAILED failed", "panic in a job: sparks"},
		"too late": {func(ctx context.Context, _ *schedule.Run) error {
			<-ctx.Done()
			return context.Cause(ctx)
		}, "TIMED_OUT timedOut", "the run took longer than 50ms"},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			pgtest.Each(t, func(t *testing.T, db *store.DB) {
				c := newCopy(t, db, newClock(), schedule.Job{
					Name: name, Schedule: "0 0 * * *", Timeout: 50 * time.Millisecond,
					Do: tc.do,
				})
				c.ok(t, "POST /api/scheduler/trigger", `{"name":"`+name+`"}`)
				c.runCalls(t)
				run := c.ok(t, "GET /api/scheduler/run", "")["results"].([]any)[0].(map[string]any)
				if got := c.states(t, name); got != tc.want || !strings.HasPrefix(run["error"].(string), tc.text) ||
					tc.text == "" && run["error"] != "" {
					t.Errorf("%s %v, want %s %s", got, run["error"], tc.want, tc.text)
				}
			})
		})
	}
}

func TestRun_Cancelled_Ends(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		begun, release, clock := make(chan string, 1), make(chan error), newClock()
		c := newCopy(t, db, clock, blocked(begun, release))
		c.ok(t, "POST /api/scheduler/trigger", `{"name":"`+name+`"}`)
		id := c.ok(t, "GET /api/scheduler/run", "")["results"].([]any)[0].(map[string]any)["runId"].(string)
		if got := c.ok(t, "POST /api/scheduler/run/"+id+"/cancel", ""); got["state"] != "CANCELLED" {
			t.Errorf("nobody was at it: %v", got)
		}
		c.runCalls(t) // finds nothing to do
		c.ok(t, "POST /api/scheduler/trigger", `{"name":"`+name+`"}`)
		var working sync.WaitGroup
		working.Go(func() { c.runCalls(t) })
		id = <-begun
		c.ok(t, "POST /api/scheduler/run/"+id+"/cancel", "")
		working.Wait()
		if got := c.states(t, name); got != "CANCELLED cancelled, CANCELLED cancelled" {
			t.Error(got)
		}
		c.refused(t, "POST /api/scheduler/run/"+id+"/cancel", "", "TRANSITION_NOT_ALLOWED")
		c.refused(t, "POST /api/scheduler/run/run_none/cancel", "", "NOT_FOUND")
	})
}

func TestSchedule_Settings_AreValidatedAndReset(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		var done atomic.Int64
		clock := newClock()
		c := newCopy(t, db, clock, lighting(&done))
		at := "PUT /api/scheduler/" + name
		for body, want := range map[string]string{
			`{"schedule":"hourly"}`: "VALIDATION", `{"schedule":"0 0 30 2 *"}`: "VALIDATION", `{"overlap":"BOTH"}`: "VALIDATION",
			`{"params":{"limit":0}}`: "VALIDATION", `{"params":{"limit":1001}}`: "VALIDATION",
			`{"params":{"colour":3}}`: "UNKNOWN_FIELD",
		} {
			c.refused(t, at, body, want)
		}
		c.refused(t, "POST /api/scheduler/trigger", `{"name":"`+name+`","params":{"limit":1001}}`, "VALIDATION")
		c.refused(t, "POST /api/scheduler/trigger", `{"name":"lamp.throw"}`, "UNKNOWN_JOB")
		item := c.ok(t, at, `{"schedule":"0 16 * * *","params":{"limit":5}}`)
		if item["schedule"] != "0 16 * * *" || item["defaultSchedule"] != "*/10 * * * *" ||
			item["nextRunAt"] != "2026-11-20T16:00:00.000Z" ||
			item["params"].([]any)[0].(map[string]any)["default"] != 5.0 {
			t.Errorf("set: %v", item)
		}
		clock.pass(2 * time.Hour)
		c.plan(t)
		c.runCalls(t)
		if run := c.item(t, name)["lastRun"].(map[string]any); fmt.Sprint(run["summary"]) != "map[lit:5]" {
			t.Errorf("run: %v", run)
		}
		if item = c.ok(t, at, `{"schedule":null,"params":null}`); item["schedule"] != "*/10 * * * *" ||
			item["params"].([]any)[0].(map[string]any)["default"] != 100.0 {
			t.Errorf("as declared: %v", item)
		}
	})
}
