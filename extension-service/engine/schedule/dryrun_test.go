package schedule_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
)

func TestDryRun_StatisticsOfTheJob_ExcludeIt(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		clock := newClock()
		fails := true
		c := newCopy(t, db, clock, schedule.Job{
			Name: name, Schedule: "0 * * * *", Timeout: time.Minute,
			Do: func(context.Context, *schedule.Run) error {
				if fails {
					return errors.New("out of lamps")
				}
				return nil
			},
		})
		stats := func(want string) {
			t.Helper()
			if got := fmt.Sprint(c.item(t, name)["stats30d"]); got != want {
				t.Errorf("statistics are %s, not %s", got, want)
			}
		}
		run := func(dry bool) {
			t.Helper()
			clock.pass(time.Second)
			c.ok(t, "POST /api/scheduler/trigger", fmt.Sprintf(`{"name":%q,"dryRun":%t}`, name, dry))
			c.runCalls(t)
		}
		run(true)
		stats("map[failed:0 p95Ms:0 runs:0 skipped:0]")
		fails = false
		run(true)
		stats("map[failed:0 p95Ms:0 runs:0 skipped:0]")
		run(false)
		stats("map[failed:0 p95Ms:0 runs:1 skipped:0]")
	})
}

func TestDryRun_AfterAPause_DoesNotRunMissedTimes(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		clock := newClock()
		c := newCopy(t, db, clock, schedule.Job{
			Name: name, Schedule: "0 * * * *", Timeout: time.Minute,
			Do: func(context.Context, *schedule.Run) error {
				return nil
			},
		})
		c.ok(t, "PUT /api/scheduler/"+name+"/pause", `{"reason":"the lamps are changed"}`)
		clock.pass(2 * time.Hour)
		c.plan(t)
		c.ok(t, "PUT /api/scheduler/"+name+"/resume", "")
		for _, dry := range []bool{true, false} {
			clock.pass(time.Second)
			c.ok(t, "POST /api/scheduler/trigger", fmt.Sprintf(`{"name":%q,"dryRun":%t}`, name, dry))
			c.runCalls(t)
			if missed := c.item(t, name)["missed"]; (missed != nil) != dry {
				t.Errorf("dry %t: left out %v", dry, missed)
			}
		}
	})
}

// What is only tried is undone, and what one record is refused does not hinder the others.
func TestRun_DryRun_ChangesNothing(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		job := schedule.Job{
			Name: name, Schedule: "0 0 * * *", Timeout: time.Minute,
			Do: func(ctx context.Context, r *schedule.Run) error {
				return r.Each(ctx, []int64{1, 2, 3}, "lit", func(ctx context.Context, id int64) (string, error) {
					if id == 2 {
						return "", fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "it is broken").With("blockedBy",
							[]resource.Block{{Key: "lamp.block.broken"}})
					}
					_, err := db.Exec(ctx, "INSERT INTO settings (key, value, version, last_updated) VALUES ($1, '1', 1, 1)",
						fmt.Sprint("lamp ", id))
					return fmt.Sprint("lamp ", id), err
				})
			},
		}
		clock := newClock()
		c := newCopy(t, db, clock, job)
		for _, dry := range []bool{true, false} {
			clock.pass(time.Second) // the last run is told by when it was asked for
			want := map[bool]int{true: 0, false: 2}[dry]
			c.ok(t, "POST /api/scheduler/trigger", fmt.Sprintf(`{"name":%q,"dryRun":%t}`, name, dry))
			c.runCalls(t)
			run := c.item(t, name)["lastRun"].(map[string]any)
			var n int
			if _, err := db.Row(t.Context(), []any{&n}, "SELECT count(*) FROM settings WHERE key LIKE 'lamp %'"); err != nil {
				t.Fatal(err)
			}
			if run["dryRun"] != dry || run["state"] != "SUCCEEDED" || fmt.Sprint(run["summary"]) != "map[lit:2 refused:1]" ||
				n != want {
				t.Errorf("dry %t: %v, %d rows", dry, run, n)
			}
			lines := fmt.Sprint(c.ok(t, "GET /api/scheduler/run/"+run["runId"].(string), "")["lines"])
			if !strings.Contains(lines, "lamp 3") || !strings.Contains(lines,
				"refused: 2: TRANSITION_NOT_ALLOWED, lamp.block.broken") {
				t.Errorf("log: %s", lines)
			}
		}
	})
}
