package applications_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
)

func TestReadiness_InAList_EqualsThatOfEachRecord(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		var statements atomic.Int64
		db.Watch(store.Watcher{Statement: func(context.Context, store.Statement) { statements.Add(1) }})
		w := newFixture(t, db)
		p, shy := w.newProject("MANUAL", nil), w.newPerson("Shy")
		w.fakes.people[shy] = freelancers.Freelancer{Record: resource.Record{ID: shy}, UserStatus: freelancers.Active}
		sent := w.inReview(p, nil)
		w.status(sent, "s2c", nil).OK()
		twice := map[string]any{"freelancerId": w.application(sent).FreelancerID, "mspId": w.newPerson("Talentbrücke")}
		list := []int64{
			sent, w.inReview(p, twice), w.apply(p, nil), w.inReview(p, map[string]any{"talentRate": 500}),
			w.apply(w.newProject("VMS", nil), map[string]any{"freelancerId": shy}),
		}
		read := func(ids []int64) (page []map[string]any, reads int64) {
			before := statements.Load()
			page = w.call("GET /api/projectApplication/readiness?id="+strings.Trim(strings.ReplaceAll(fmt.Sprint(ids), " ",
				","), "[]"), nil).Rows()
			return page, statements.Load() - before
		}
		_, alone := read(list[1:2])
		w.fakes.batchedReads = 0
		page, together := read(list)
		if len(page) != len(list) || w.fakes.batchedReads != 2 {
			t.Fatalf("%d rows after %d questions", len(page), w.fakes.batchedReads)
		}
		if together > alone {
			t.Errorf("%d statements read a list, %d one record", together, alone)
		}
		failing := map[string]bool{}
		for _, row := range page {
			record := w.call(fmt.Sprintf("GET /api/projectApplication/%d", resourcetest.ID(row)), nil).OK()
			if !reflect.DeepEqual(row["readiness"], record["readiness"]) {
				t.Errorf("application %d: %v, in a list %v", resourcetest.ID(row), record["readiness"], row["readiness"])
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
