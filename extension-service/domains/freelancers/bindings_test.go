package freelancers_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/role"
)

func TestBinding_UntilItsLastDay_HidesThePersonFromOtherClients(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		mine, theirs := w.client(nil), w.client(nil)
		bound, free := id(w.person(nil)), id(w.person(nil))
		b := w.call("POST /api/boundClient", map[string]any{
			"freelancerId": bound, "scope": "client",
			"clientId": theirs,
		}).ok()
		if b["boundSince"] != "2026-11-21" || b["boundUntil"] != "2027-11-21" || b["source"] != "STAFF" {
			t.Errorf("binding %v", b)
		}
		w.call("POST /api/boundClient", map[string]any{
			"freelancerId": bound, "scope": "client",
			"clientId": mine,
		}).refused("ALREADY_BOUND")
		w.call("POST /api/boundClient", map[string]any{
			"freelancerId": free, "scope": "legalentity",
			"clientId": mine,
		}).refused("VALIDATION")
		if to := fmt.Sprint(w.call(fmt.Sprint("GET /api/freelancer/", bound), nil).ok()["boundClient"]); !strings.Contains(to,
			"scope:client") {
			t.Errorf("bound to %v", to)
		}
		scoped := w.asCaller(role.Scope{ClientIDs: []int64{mine}}, role.PermissionsOf([]role.Role{role.CSM})...)
		if n := scoped.call("GET /api/freelancer", nil).ok()["totalResults"]; n != 1.0 {
			t.Errorf("inside the scope are %v", n)
		}
		scoped.call(fmt.Sprint("GET /api/freelancer/", bound), nil).refused("NOT_FOUND")
		if n := w.call(fmt.Sprint("GET /api/freelancer/client?clientId=", theirs), nil).ok()["totalResults"]; n != 1.0 {
			t.Errorf("bound to the client are %v", n)
		}
		everybody := w.call("GET /api/freelancer", nil).ok()["totalResults"]
		if n := w.call("GET /api/freelancer/client?clientId=0", nil).ok()["totalResults"]; n != everybody {
			t.Errorf("of any client are %v, not %v", n, everybody)
		}
		w.call("GET /api/freelancer/client", nil).refused("VALIDATION")
		left := id(w.person(nil))
		w.move(left, "DL").ok()
		w.call("POST /api/boundClient", map[string]any{
			"freelancerId": left, "scope": "client",
			"clientId": mine,
		}).refused("VALIDATION")
		*w.now = w.now.AddDate(1, 0, 1)
		if n := w.call(fmt.Sprint("GET /api/freelancer/client?clientId=", theirs), nil).ok()["totalResults"]; n != 0.0 {
			t.Errorf("after the last day %v are bound to the client", n)
		}
		if n := scoped.call("GET /api/freelancer", nil).ok()["totalResults"]; n != 2.0 {
			t.Errorf("after the last day %v are inside the scope", n)
		}
		w.call("POST /api/boundClient", map[string]any{"freelancerId": bound, "scope": "client", "clientId": mine}).ok()
		if n := rows(w.call(fmt.Sprint("GET /api/boundClient?freelancerId=", bound), nil).ok()); len(n) != 2 ||
			n[1]["open"] != false {
			t.Errorf("bindings %v", n)
		}
	})
}

func TestList_FreelancersWithoutBinding_AreNotShownAsBound(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		client := w.client(nil)
		for _, until := range []any{"2026-12-31", "2027-06-30", nil} {
			p := id(w.person(nil))
			b := w.call("POST /api/boundClient", map[string]any{
				"freelancerId": p, "scope": "client", "clientId": client,
				"boundUntil": "2027-06-30",
			}).ok()
			w.call(fmt.Sprint("PUT /api/boundClient/", id(b)), map[string]any{"boundUntil": until}).ok()
			if one := w.call(fmt.Sprint("GET /api/boundClient/", id(b)), nil).ok(); one["boundUntil"] != until ||
				one["freelancerId"] != float64(p) {
				t.Errorf("the binding of %v until %v: %v", p, until, one)
			}
		}
		bound := func(want int) {
			t.Helper()
			for range 2 {
				if _, err := w.people.Bindings.CloseEnded(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			n := 0
			for _, r := range rows(w.call("GET /api/freelancer", nil).ok()) {
				if r["boundClientName"] != "" {
					n++
				}
			}
			if open := w.call("GET /api/boundClient?open=true", nil).ok()["totalResults"]; n != want || open != float64(want) {
				t.Errorf("%s: %d are called bound, %v bindings are open, want %d", w.now.Format(time.DateOnly), n, open, want)
			}
		}
		bound(3)
		*w.now = time.Date(2026, 12, 31, 12, 0, 0, 0, time.UTC)
		bound(3)
		*w.now = w.now.AddDate(0, 0, 1)
		bound(2)
		*w.now = w.now.AddDate(1, 0, 0)
		bound(1)
	})
}

func TestBinding_Reopened_IsInForceAgain(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p, first, second := id(w.person(nil)), w.client(nil), w.client(nil)
		bind := func(client int64) string {
			b := w.call("POST /api/boundClient", map[string]any{
				"freelancerId": p, "scope": "client", "clientId": client,
				"boundUntil": w.now.AddDate(0, 1, 0).Format(time.DateOnly),
			}).ok()
			return fmt.Sprint("PUT /api/boundClient/", id(b))
		}
		old := bind(first)
		*w.now = w.now.AddDate(0, 2, 0)
		newer := bind(second)
		longer := map[string]any{"boundUntil": w.now.AddDate(0, 6, 0).Format(time.DateOnly)}
		w.call(old, longer).refused("ALREADY_BOUND")
		*w.now = w.now.AddDate(0, 2, 0) // the newer one has ended, and nobody has said so
		w.call(old, longer).ok()
		if to := w.stored(p).BoundClientID; to != first {
			t.Errorf("bound to %d, want %d", to, first)
		}
		w.call(newer, longer).refused("ALREADY_BOUND")
	})
}
