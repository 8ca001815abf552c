package applications_test

import (
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/role"
)

// What failed for a reason that passes is sent again three times at most, the oldest of each client first; the rest
// waits for somebody.
func TestResend_TransientFailures_AreSentAgainThreeTimes(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		project := w.newProject("VMS", nil)
		var ids []int64
		for _, retryable := range []bool{true, false, true} {
			a := w.inReview(project, nil)
			w.status(a, "sp", nil).OK()
			w.attempted(a, applications.Delivery{Error: failure("VMS_UNAVAILABLE", retryable), IsFinal: true})
			ids = append(ids, a)
		}
		resend := func(limit int64, dryRun bool, counted string) {
			t.Helper()
			run := schedule.NewRun(db.Write, dryRun, map[string]int64{"limit": limit})
			if err := w.bids.ResendFailed().Do(role.AsSystem(t.Context(), "application.resendFailed"), run); err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(run.Counts()); got != counted {
				t.Errorf("it counted %s, want %s", got, counted)
			}
		}
		are := func(want ...applications.Status) {
			t.Helper()
			for i, id := range ids {
				if got := w.application(id).Status; got != want[i] {
					t.Errorf("application %d is %s, want %s", i, got, want[i])
				}
			}
		}
		resend(100, true, "map[checked:2 resent:2 stillFailing:0]")
		are("sf", "sf", "sf")
		resend(1, false, "map[checked:1 resent:1 stillFailing:0]")
		are("sp", "sf", "sf")
		resend(100, false, "map[checked:1 resent:1 stillFailing:0]")
		are("sp", "sf", "sp")
		for round := 2; round <= 3; round++ {
			w.attempted(ids[0], applications.Delivery{Error: failure("VMS_UNAVAILABLE", true), IsFinal: true})
			resend(100, false, map[int]string{
				2: "map[checked:1 resent:1 stillFailing:0]",
				3: "map[checked:0 stillFailing:0]",
			}[round])
		}
		are("sf", "sf", "sp")
	})
}
