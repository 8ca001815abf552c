package freelancers_test

import (
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/role"
)

func TestErasure_Request_FollowsItsSteps(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := id(w.person(map[string]any{"mobileNumber": "+46701234567"}))
		at := fmt.Sprintf("POST /api/freelancer/%d/erase", p)
		plan := w.call(at, map[string]any{"reason": "asked by letter"}).ok()
		if got := fmt.Sprint(plan["fields"]); !strings.Contains(got, "mobileNumber") || strings.Contains(got, "homeAddress") {
			t.Errorf("fields %s", got)
		}
		if w.stored(p).UserStatus != freelancers.Unverified {
			t.Fatal("a plan changes something")
		}
		w.applications.assigned = 1
		w.call(at, map[string]any{"reason": "asked by letter", "dryRun": false}).refused("ACTIVE_ASSIGNMENT")
		r := w.call(at, map[string]any{"reason": "asked by letter", "dryRun": false, "legalBasisNote": "Court order"}).ok()
		if r["state"] != "RECEIVED" || r["dueAt"] != "2026-12-21T12:00:00.000Z" {
			t.Errorf("request %v", r)
		}
		scoped := w.asCaller(role.Scope{ClientIDs: []int64{w.client(nil)}}, role.PermissionsOf([]role.Role{role.CSM})...)
		if n := scoped.call("GET /api/erasure", nil).ok()["totalResults"]; n != 1.0 {
			t.Errorf("%v requests are within reach", n)
		}
		w.applications.assigned = 0
		w.call(at, map[string]any{"reason": "asked again", "dryRun": false}).refused("DUPLICATE")
		w.call("POST /api/boundClient", map[string]any{"freelancerId": p, "scope": "client", "clientId": w.client(nil)}).ok()
		if n := scoped.call("GET /api/erasure", nil).ok()["totalResults"]; n != 0.0 {
			t.Errorf("somebody who no longer sees the person sees %v requests", n)
		}
		step := fmt.Sprint("PUT /api/erasure/", int64(r["requestId"].(float64)))
		w.call(step, map[string]any{"state": "IN_PROGRESS"}).refused("TRANSITION_NOT_ALLOWED")
		w.call(step, map[string]any{"state": "REFUSED"}).refused("REASON_REQUIRED")
		w.call(step, map[string]any{"state": "DONE"}).refused("TRANSITION_NOT_ALLOWED")
		w.call(step, map[string]any{"state": "IDENTITY_CHECK"}).ok()
		w.call(fmt.Sprint("PUT /api/freelancer/", p), map[string]any{"legalHold": true, "legalHoldReason": "lawsuit"}).ok()
		w.call(step, map[string]any{"state": "IN_PROGRESS"}).refused("TRANSITION_NOT_ALLOWED")
		w.call(fmt.Sprint("PUT /api/freelancer/", p), map[string]any{"legalHold": false}).ok()
		begun := w.call(step, map[string]any{"state": "IN_PROGRESS"}).ok()
		if begun["jobId"] != "job_1" || len(w.jobs.started) != 1 ||
			!strings.HasPrefix(w.jobs.started[0], "freelancer.erase ") {
			t.Errorf("job %v %v", begun["jobId"], w.jobs.started)
		}
		list := rows(w.call("GET /api/erasure?state=IN_PROGRESS,DONE", nil).ok())
		if len(list) != 1 || list[0]["freelancerName"] != w.stored(p).Name {
			t.Errorf("requests %v", list)
		}
		w.withoutPermissions(role.FreelancerErase).call("GET /api/erasure", nil).refused("FORBIDDEN")
	})
}

func TestSubjectAccess_Export_IsRecorded(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := id(w.person(nil))
		at := fmt.Sprintf("POST /api/freelancer/%d/export", p)
		w.call(at, nil).refused("VALIDATION")
		if got := w.call(at, map[string]any{"reason": "asked by mail"}).ok(); got["statusUrl"] != "/api/job/job_1" {
			t.Errorf("answer %v", got)
		}
		latest := rows(w.call(fmt.Sprint("GET /api/history/freelancer/", p), nil).ok())[0]
		if latest["action"] != "exportPerson" || latest["reason"] != "asked by mail" {
			t.Errorf("history %v", latest)
		}
	})
}
