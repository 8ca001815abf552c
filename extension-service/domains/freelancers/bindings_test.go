package freelancers_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/role"
)

func TestBinding_UntilItsLastDay_HidesThePersonFromOtherClients(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		mine, theirs := w.client(nil), w.client(nil)
		bound, free := resourcetest.ID(w.person(nil)), resourcetest.ID(w.person(nil))
		b := w.call("POST /api/boundClient", map[string]any{
			"freelancerId": bound, "scope": "client",
			"clientId": theirs,
		}).OK()
		if b["boundSince"] != "2026-11-21" || b["boundUntil"] != "2027-11-21" || b["source"] != "STAFF" {
			t.Errorf("binding %v", b)
		}
		w.call("POST /api/boundClient", map[string]any{
			"freelancerId": bound, "scope": "client",
			"clientId": mine,
		}).Refused("ALREADY_BOUND")
		w.call("POST /api/boundClient", map[string]any{
			"freelancerId": free, "scope": "legalentity",
			"clientId": mine,
		}).Refused("VALIDATION")
		if to := fmt.Sprint(w.call(fmt.Sprint("GET /api/freelancer/", bound), nil).OK()["boundClient"]); !strings.Contains(to,
			"scope:client") {
			t.Errorf("bound to %v", to)
		}
		scoped := w.asCaller(role.Scope{ClientIDs: []int64{mine}}, role.PermissionsOf([]role.Role{role.CSM})...)
		if n := scoped.call("GET /api/freelancer", nil).OK()["totalResults"]; n != 1.0 {
			t.Errorf("inside the scope are %v", n)
		}
		scoped.call(fmt.Sprint("GET /api/freelancer/", bound), nil).Refused("NOT_FOUND")
		if n := w.call(fmt.Sprint("GET /api/freelancer/client?clientId=", theirs), nil).OK()["totalResults"]; n != 1.0 {
			t.Errorf("bound to the client are %v", n)
		}
		everybody := w.call("GET /api/freelancer", nil).OK()["totalResults"]
		if n := w.call("GET /api/freelancer/client?clientId=0", nil).OK()["totalResults"]; n != everybody {
			t.Errorf("of any client are %v, not %v", n, everybody)
		}
		w.call("GET /api/freelancer/client", nil).Refused("VALIDATION")
		left := resourcetest.ID(w.person(nil))
		w.move(left, "DL").OK()
		w.call("POST /api/boundClient", map[string]any{
			"freelancerId": left, "scope": "client",
			"clientId": mine,
		}).Refused("VALIDATION")
		*w.now = w.now.AddDate(1, 0, 1)
		if n := w.call(fmt.Sprint("GET /api/freelancer/client?clientId=", theirs), nil).OK()["totalResults"]; n != 0.0 {
			t.Errorf("after the last day %v are bound to the client", n)
		}
		if n := scoped.call("GET /api/freelancer", nil).OK()["totalResults"]; n != 2.0 {
			t.Errorf("after the last day %v are inside the scope", n)
		}
		w.call("POST /api/boundClient", map[string]any{"freelancerId": bound, "scope": "client", "clientId": mine}).OK()
		if n := w.call(fmt.Sprint("GET /api/boundClient?freelancerId=", bound), nil).Rows(); len(n) != 2 ||
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
			p := resourcetest.ID(w.person(nil))
			b := w.call("POST /api/boundClient", map[string]any{
				"freelancerId": p, "scope": "client", "clientId": client,
				"boundUntil": "2027-06-30",
			}).OK()
			w.call(fmt.Sprint("PUT /api/boundClient/", resourcetest.ID(b)), map[string]any{"boundUntil": until}).OK()
			if one := w.call(fmt.Sprint("GET /api/boundClient/", resourcetest.ID(b)), nil).OK(); one["boundUntil"] != until ||
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
			for _, r := range w.call("GET /api/freelancer", nil).Rows() {
				if r["boundClientName"] != "" {
					n++
				}
			}
			if open := w.call("GET /api/boundClient?open=true", nil).OK()["totalResults"]; n != want || open != float64(want) {
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
		p, first, second := resourcetest.ID(w.person(nil)), w.client(nil), w.client(nil)
		bind := func(client int64) string {
			b := w.call("POST /api/boundClient", map[string]any{
				"freelancerId": p, "scope": "client", "clientId": client,
				"boundUntil": w.now.AddDate(0, 1, 0).Format(time.DateOnly),
			}).OK()
			return fmt.Sprint("PUT /api/boundClient/", resourcetest.ID(b))
		}
		old := bind(first)
		*w.now = w.now.AddDate(0, 2, 0)
		newer := bind(second)
		longer := map[string]any{"boundUntil": w.now.AddDate(0, 6, 0).Format(time.DateOnly)}
		w.call(old, longer).Refused("ALREADY_BOUND")
		*w.now = w.now.AddDate(0, 2, 0) // the newer one has ended, and nobody has said so
		w.call(old, longer).OK()
		if to := w.stored(p).BoundClientID; to != first {
			t.Errorf("bound to %d, want %d", to, first)
		}
		w.call(newer, longer).Refused("ALREADY_BOUND")
	})
}
