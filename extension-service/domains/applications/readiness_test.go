package applications_test

import (
	"fmt"
	"reflect"
	"testing"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

func TestAListIsReadyForWhatItsRecordsAreReadyFor(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		p, shy := w.newProject("MANUAL", nil), w.newPerson("Shy")
		w.fakes.people[shy] = freelancers.Freelancer{Record: resource.Record{ID: shy}, UserStatus: freelancers.Active}
		sent := w.inReview(p, nil)
		w.status(sent, "s2c", nil).ok()
		twice := map[string]any{"freelancerId": w.application(sent).FreelancerID, "mspId": w.newPerson("Talentbrücke")}
		list := []int64{
			sent, w.inReview(p, twice), w.apply(p, nil), w.inReview(p, map[string]any{"talentRate": 500}),
			w.apply(w.newProject("VMS", nil), map[string]any{"freelancerId": shy}),
		}
		page := rows(w.call(fmt.Sprintf("GET /api/projectApplication/readiness?id=%d,%d,%d,%d,%d", list[0], list[1], list[2], list[3], list[4]), nil).ok())
		if len(page) != len(list) || w.fakes.askedOnce != 2 {
			t.Fatalf("%d rows after %d questions", len(page), w.fakes.askedOnce)
		}
		failing := map[string]bool{}
		for _, row := range page {
			record := w.call(fmt.Sprintf("GET /api/projectApplication/%d", id(row)), nil).ok()
			if !reflect.DeepEqual(row["readiness"], record["readiness"]) {
				t.Errorf("application %d: %v, in a list %v", id(row), record["readiness"], row["readiness"])
			}
			for _, c := range row["readiness"].([]any) {
				check := c.(map[string]any)
				failing[check["key"].(string)] = failing[check["key"].(string)] || check["ok"] == false
			}
		}
		for _, key := range []string{"duplicate", "confirmed", "rateOutOfRange", "consentMissing"} {
			if !failing["application.ready."+key] {
				t.Errorf("%s holds everywhere: the test compares nothing", key)
			}
		}
	})
}
