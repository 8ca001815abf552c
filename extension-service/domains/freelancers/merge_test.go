package freelancers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/role"
)

func TestMerge_TwoFreelancers_MovesFieldsAndRecords(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		target := resourcetest.ID(w.person(map[string]any{
			"firstName": "Zoe", "lastName": "Grossmann", "email": "zoe@old.example",
			"linkedinHandle": "zoe-g",
		}))
		end := resourcetest.ID(w.person(map[string]any{
			"firstName": "Zoë", "lastName": "Größmann", "email": "zoe@new.example", "linkedinHandle": "zoe-g", "force": true,
			"mobileNumber": "+46701234567",
			"externalIds":  []any{map[string]any{"system": "SAP", "id": "4711"}},
		}))
		third := resourcetest.ID(w.person(map[string]any{"linkedinHandle": "zoe-g", "force": true}))
		client := w.client(nil)
		w.call("POST /api/boundClient", map[string]any{"freelancerId": end, "scope": "client", "clientId": client}).OK()
		at := fmt.Sprintf("POST /api/freelancer/%d/merge", target)

		plan := w.call(at, map[string]any{"otherId": end, "fields": map[string]any{"email": "other"}}).OK()
		want := "[map[from:this name:firstName] map[from:this name:lastName] map[from:other name:email] map[from:other name:mobileNumber]]"
		if got := fmt.Sprint(plan["fields"]); got != want {
			t.Errorf("fields %s, want %s", got, want)
		}
		if got := fmt.Sprint(plan["moves"]); got != "[map[count:1 key:bindings] map[count:1 key:externalIds]]" {
			t.Errorf("moves %s", got)
		}
		if w.stored(end).UserStatus != freelancers.Unverified {
			t.Fatal("a plan changes something")
		}
		done := w.call(at, map[string]any{"otherId": end, "fields": map[string]any{"email": "other"}, "dryRun": false}).OK()
		if done["email"] != "zoe@new.example" || done["mobileNumber"] != "+46701234567" || done["name"] != "Zoe Grossmann" ||
			done["boundClientId"] != float64(client) {
			t.Errorf("merged %v", done)
		}
		if got := fmt.Sprint(done["externalIds"]); got != "[map[id:4711 system:SAP]]" {
			t.Errorf("external ids %s", got)
		}
		if got := fmt.Sprint(done["duplicates"]); got != fmt.Sprintf("[map[freelancerId:%d rules:[LINKEDIN] score:1]]",
			third) {
			t.Errorf("duplicates %s", got)
		}
		if gone := w.stored(end); gone.UserStatus != freelancers.Deleted || len(gone.ExternalIDs) > 0 {
			t.Errorf("the other is %s", gone.UserStatus)
		}
		if !slices.Equal(w.applications.moved, []string{fmt.Sprintf("%d to %d Zoe Grossmann", end, target)}) {
			t.Errorf("moved %v", w.applications.moved)
		}
		w.call(at, map[string]any{"otherId": end, "dryRun": false}).Refused("TRANSITION_NOT_ALLOWED")
		merged := w.call("GET /api/freelancer/duplicate?state=MERGED&s=id:asc", nil).Rows()
		if len(merged) != 2 || len(merged[0]["freelancers"].([]any)) != 2 {
			t.Fatalf("merged pairs %v", merged)
		}
		w.call(fmt.Sprint("PUT /api/freelancer/duplicate/", resourcetest.ID(merged[0])),
			map[string]any{"state": "OPEN"}).Refused("TRANSITION_NOT_ALLOWED")
	})
}

func TestMerge_InvalidPair_IsRefused(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		a, b := resourcetest.ID(w.person(nil)), resourcetest.ID(w.person(map[string]any{"mobileNumber": "+46701234567"}))
		at := fmt.Sprintf("POST /api/freelancer/%d/merge", a)
		for name, body := range map[string]map[string]any{
			"itself":        {"otherId": a},
			"nobody":        {"otherId": 999},
			"unknown field": {"otherId": b, "fields": map[string]any{"shoeSize": "this"}},
			"status":        {"otherId": b, "fields": map[string]any{"userStatus": "other"}},
			"wrong side":    {"otherId": b, "fields": map[string]any{"email": "both"}},
		} {
			t.Run(name, func(t *testing.T) {
				w := *w
				w.t = t
				w.call(at, body).Refused("VALIDATION")
			})
		}
		w.withoutPermissions(role.FreelancerPIIRead).call(at,
			map[string]any{"otherId": b, "fields": map[string]any{"mobileNumber": "other"}}).Refused("FORBIDDEN")
		w.withoutPermissions(role.FreelancerMerge).call(at, map[string]any{"otherId": b}).Refused("FORBIDDEN")
	})
}

func TestMerge_ErasureRequested_IsBlocked(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		a, b := resourcetest.ID(w.person(nil)), resourcetest.ID(w.person(nil))
		request := w.call(fmt.Sprintf("POST /api/freelancer/%d/erase", b),
			map[string]any{"reason": "asked by letter", "dryRun": false}).OK()
		for _, pair := range [][2]int64{{a, b}, {b, a}} {
			at, body := fmt.Sprintf("POST /api/freelancer/%d/merge", pair[0]), map[string]any{"otherId": pair[1]}
			if got := fmt.Sprint(w.call(at, body).OK()["blockedBy"]); !strings.Contains(got, "freelancer.block.erasureAsked") {
				t.Errorf("%d into %d is blocked by %s", pair[1], pair[0], got)
			}
			body["dryRun"] = false
			w.call(at, body).Refused("TRANSITION_NOT_ALLOWED")
		}
		w.call(fmt.Sprint("PUT /api/erasure/", resourcetest.ID(request)),
			map[string]any{"state": "REFUSED", "reason": "it was not them"}).OK()
		w.call(fmt.Sprintf("POST /api/freelancer/%d/merge", a), map[string]any{"otherId": b, "dryRun": false}).OK()
		plan := w.call(fmt.Sprintf("POST /api/freelancer/%d/erase", b), map[string]any{"reason": "asked again"}).OK()
		if got := fmt.Sprint(plan["blockedBy"]); !strings.Contains(got, "freelancer.block.merged") ||
			!strings.Contains(got, w.stored(a).Handle) {
			t.Errorf("what was merged is blocked by %s", got)
		}
		second := w.call(fmt.Sprintf("POST /api/freelancer/%d/erase", a), map[string]any{"reason": "asked again"}).OK()
		if got := fmt.Sprint(second["goes"]); !strings.Contains(got, "map[count:1 key:mergedRecords]") {
			t.Errorf("goes %s", got)
		}
	})
}
