package freelancers_test

import (
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/role"
)

func TestErasure_Request_FollowsItsSteps(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := resourcetest.ID(w.person(map[string]any{"mobileNumber": "+46701234567"}))
		at := fmt.Sprintf("POST /api/freelancer/%d/erase", p)
		plan := w.call(at, map[string]any{"reason": "asked by letter"}).OK()
		if got := fmt.Sprint(plan["fields"]); !strings.Contains(got, "mobileNumber") || strings.Contains(got, "homeAddress") {
			t.Errorf("fields %s", got)
		}
		if w.stored(p).UserStatus != freelancers.Unverified {
			t.Fatal("a plan changes something")
		}
		w.applications.assigned = 1
		w.call(at, map[string]any{"reason": "asked by letter", "dryRun": false}).Refused("ACTIVE_ASSIGNMENT")
		r := w.call(at, map[string]any{"reason": "asked by letter", "dryRun": false, "legalBasisNote": "Court order"}).OK()
		if r["state"] != "RECEIVED" || r["dueAt"] != "2026-12-21T12:00:00.000Z" {
			t.Errorf("request %v", r)
		}
		scoped := w.asCaller(role.Scope{ClientIDs: []int64{w.client(nil)}}, role.PermissionsOf([]role.Role{role.CSM})...)
		if n := scoped.call("GET /api/erasure", nil).OK()["totalResults"]; n != 1.0 {
			t.Errorf("%v requests are within reach", n)
		}
		w.applications.assigned = 0
		w.call(at, map[string]any{"reason": "asked again", "dryRun": false}).Refused("DUPLICATE")
		w.call("POST /api/boundClient", map[string]any{"freelancerId": p, "scope": "client", "clientId": w.client(nil)}).OK()
		if n := scoped.call("GET /api/erasure", nil).OK()["totalResults"]; n != 0.0 {
			t.Errorf("somebody who no longer sees the person sees %v requests", n)
		}
		step := fmt.Sprint("PUT /api/erasure/", int64(r["requestId"].(float64)))
		w.call(step, map[string]any{"state": "IN_PROGRESS"}).Refused("TRANSITION_NOT_ALLOWED")
		w.call(step, map[string]any{"state": "REFUSED"}).Refused("REASON_REQUIRED")
		w.call(step, map[string]any{"state": "DONE"}).Refused("TRANSITION_NOT_ALLOWED")
		w.call(step, map[string]any{"state": "IDENTITY_CHECK"}).OK()
		w.call(fmt.Sprint("PUT /api/freelancer/", p), map[string]any{"legalHold": true, "legalHoldReason": "lawsuit"}).OK()
		w.call(step, map[string]any{"state": "IN_PROGRESS"}).Refused("TRANSITION_NOT_ALLOWED")
		w.call(fmt.Sprint("PUT /api/freelancer/", p), map[string]any{"legalHold": false}).OK()
		begun := w.call(step, map[string]any{"state": "IN_PROGRESS"}).OK()
		if begun["jobId"] != "job_1" || len(w.jobs.started) != 1 ||
			!strings.HasPrefix(w.jobs.started[0], "freelancer.erase ") {
			t.Errorf("job %v %v", begun["jobId"], w.jobs.started)
		}
		list := w.call("GET /api/erasure?state=IN_PROGRESS,DONE", nil).Rows()
		if len(list) != 1 || list[0]["freelancerName"] != w.stored(p).Name {
			t.Errorf("requests %v", list)
		}
		w.withoutPermissions(role.FreelancerErase).call("GET /api/erasure", nil).Refused("FORBIDDEN")
	})
}

func TestSubjectAccess_Export_IsRecorded(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := resourcetest.ID(w.person(nil))
		at := fmt.Sprintf("POST /api/freelancer/%d/export", p)
		w.call(at, nil).Refused("VALIDATION")
		if got := w.call(at, map[string]any{"reason": "asked by mail"}).OK(); got["statusUrl"] != "/api/job/job_1" {
			t.Errorf("answer %v", got)
		}
		latest := w.call(fmt.Sprint("GET /api/history/freelancer/", p), nil).Rows()[0]
		if latest["action"] != "exportPerson" || latest["reason"] != "asked by mail" {
			t.Errorf("history %v", latest)
		}
	})
}
