package schedule_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

func TestPreview_OfASchedule_NamesFiveDatesAndClockChanges(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		var done atomic.Int64
		clock := newClock()
		clock.at = time.Date(2026, 3, 27, 14, 0, 0, 0, time.UTC)
		c := newCopy(t, db, clock, lighting(&done))
		preview := func(text, zone string) map[string]any {
			t.Helper()
			return c.ok(t, "GET /api/scheduler/preview?schedule="+text+"&timeZone="+zone, "")
		}
		for name, tc := range map[string]struct{ schedule, zone, want string }{
			"skipped": {berlin + "30 2 * * *", "", "2026-03-28T02:30+01:00 NONE, 2026-03-29T03:00+02:00 SKIPPED, " +
				"2026-03-30T02:30+02:00 NONE, 2026-03-31T02:30+02:00 NONE, 2026-04-01T02:30+02:00 NONE"},
			"shifted": {"15 4 * * *", "Europe/Berlin", "2026-03-28T05:15+01:00 NONE, 2026-03-29T06:15+02:00 SHIFTED, " +
				"2026-03-30T06:15+02:00 NONE, 2026-03-31T06:15+02:00 NONE, 2026-04-01T06:15+02:00 NONE"},
			"UTC alone": {"@yearly", "", "2027-01-01T00:00Z NONE, 2028-01-01T00:00Z NONE, 2029-01-01T00:00Z NONE, " +
				"2030-01-01T00:00Z NONE, 2031-01-01T00:00Z NONE"},
		} {
			if got := dueTimes(preview(tc.schedule, tc.zone)["upcoming"]); got != tc.want {
				t.Errorf("%s: %s", name, got)
			}
		}
		changes := dueTimes(preview(berlin+"30 2 * * *", "")["changes"])
		if changes != "2026-03-29T03:00+02:00 SKIPPED, 2026-10-25T02:30+02:00 DOUBLED" {
			t.Errorf("changes: %s", changes)
		}
		if got := dueTimes(preview(berlin+"30 4 * * *", "")["changes"]); got != "" {
			t.Errorf("at 4:30 nothing is skipped: %s", got)
		}
		c.refused(t, "GET /api/scheduler/preview?schedule=61", "", "VALIDATION")
		c.refused(t, "GET /api/scheduler/preview?schedule=@daily&timeZone=Moon", "", "VALIDATION")
	})
}

func dueTimes(list any) string {
	var out []string
	for _, one := range list.([]any) {
		due := one.(map[string]any)
		out = append(out, fmt.Sprint(due["local"], " ", due["change"]))
	}
	return strings.Join(out, ", ")
}

// What was due while the service was away is told, whether one run made up for it or not; what a pause left out is not.
func TestMissedDueTimes_AfterADowntime_AreListed(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		var done atomic.Int64
		clock := newClock()
		daily := lighting(&done)
		daily.Name, daily.Schedule = "lamp.dust", "15 1 * * *"
		paused := lighting(&done)
		paused.Name = "lamp.paint"
		first := newCopy(t, db, clock, lighting(&done), daily, paused)
		first.ok(t, "PUT /api/scheduler/lamp.paint/pause", `{"reason":"the paint dries"}`)
		clock.pass(18 * time.Hour) // 08:06 on Saturday, almost seven hours after 01:15
		c := newCopy(t, db, clock, lighting(&done), daily, paused)
		newCopy(t, db, clock, lighting(&done), daily, paused) // another copy tells nothing twice
		want := map[string]string{
			name:         "map[count:107 from:2026-11-20T14:10:00.000Z madeUp:true until:2026-11-21T07:50:00.000Z]",
			"lamp.dust":  "map[count:1 from:2026-11-21T01:15:00.000Z madeUp:false until:2026-11-21T01:15:00.000Z]",
			"lamp.paint": "<nil>",
		}
		for job, downtime := range want {
			if got := fmt.Sprint(c.item(t, job)["downtime"]); got != downtime {
				t.Errorf("%s: %s", job, got)
			}
		}
		if got := c.cardCount(t, "cronMissed"); got != 2 {
			t.Errorf("the start page tells of %d jobs", got)
		}
		clock.pass(8 * 24 * time.Hour)
		if got := c.item(t, name)["downtime"]; got != nil {
			t.Errorf("after a week: %v", got)
		}
	})
}
