package freelancers_test

import (
	"context"
	"fmt"
	"maps"
	"testing"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/role"
)

// known is the person whom the others may be.
var known = map[string]any{
	"firstName": "Zoë", "lastName": "Größmann", "email": "zoe.g@example.org", "mobileNumber": "+46701234567",
	"linkedinHandle": "zoe-g",
	"homeAddress":    map[string]any{"city": "Malmö"}, "externalIds": []any{map[string]any{"system": "SAP", "id": "4711"}},
}

func TestDuplicates_EachRule_NamesItsCandidates(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		there := resourcetest.ID(w.person(known))
		w.overwrite(there, func(p *freelancers.Freelancer) { p.EmailVerifiedAt = *w.now })
		for name, tc := range map[string]struct {
			is   map[string]any
			want string
		}{
			"the id of another system": {map[string]any{"externalIds": []any{map[string]any{
				"system": "SAP",
				"id":     "4711",
			}}}, "[EXTERNAL_ID] 1"},
			"the same id of another system": {map[string]any{"externalIds": []any{map[string]any{
				"system": "Fieldglass",
				"id":     "4711",
			}}}, ""},
			"mobile and last name, folded": {
				map[string]any{"lastName": "GROSSMANN", "mobileNumber": "+46701234567"},
				"[MOBILE_AND_NAME] 1",
			},
			"mobile alone":              {map[string]any{"lastName": "Ekberg", "mobileNumber": "+46701234567"}, ""},
			"linkedin in other letters": {map[string]any{"linkedinHandle": "ZOE-G"}, "[LINKEDIN] 1"},
			"two rules": {map[string]any{
				"lastName": "Größmann", "mobileNumber": "+46701234567",
				"linkedinHandle": "zoe-g",
			}, "[MOBILE_AND_NAME LINKEDIN] 1"},
			"name and local part": {map[string]any{
				"firstName": "Zoe", "lastName": "Grossmann",
				"email": "zoe.g@other.example",
			}, "[SIMILAR] 0.85"},
			"name, city and local part": {map[string]any{
				"firstName": "Zoe", "lastName": "Grossmann",
				"email": "zoe.g@other.example", "homeAddress": map[string]any{"city": "malmo"},
			}, "[SIMILAR] 1"},
			"a misspelt name, the same city": {map[string]any{
				"firstName": "Zoe", "lastName": "Grosmann",
				"email": "zoe.g@other.example", "homeAddress": map[string]any{"city": "Malmö"},
			}, "SIMILAR"},
			"a misspelt name alone": {map[string]any{
				"firstName": "Zoe", "lastName": "Grosmann",
				"email": "zoe.g@other.example",
			}, ""},
			"name and city without local": {map[string]any{
				"firstName": "Zoë", "lastName": "Größmann",
				"homeAddress": map[string]any{"city": "Malmö"},
			}, ""},
			"another person with local part": {map[string]any{"email": "zoe.g@other.example"}, ""},
			"nothing in common":              {map[string]any{}, ""},
		} {
			t.Run(name, func(t *testing.T) {
				body := map[string]any{
					"firstName": "Ada", "lastName": "Byron",
					"email": fmt.Sprintf("ada%d@example.net", counter.Add(1)),
				}
				maps.Copy(body, tc.is)
				w := *w
				w.t = t
				a := w.call("POST /api/freelancer", body)
				if tc.want == "" {
					w.call(fmt.Sprint("DELETE /api/freelancer/", a.ID()), map[string]any{"reason": "only a test"}).OK()
					return
				}
				candidates := a.Refusal("DUPLICATE").Details["candidates"].([]freelancers.Candidate)
				if len(candidates) != 1 || candidates[0].ID != there {
					t.Fatalf("candidates %v", candidates)
				}
				text, _ := candidates[0].Score.AppendText(nil)
				if got := fmt.Sprint(candidates[0].Rules, " ", string(text)); got != tc.want &&
					!(tc.want == "SIMILAR" && candidates[0].Score >= 8500 && candidates[0].Score < 10_000) {
					t.Errorf("%s, want %s", got, tc.want)
				}
			})
		}
	})
}

// Half of the world has an address that begins with info.
func TestDuplicates_CommonAddressPrefix_AreFoundAmongMany(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		there := resourcetest.ID(w.person(map[string]any{
			"firstName": "Zoë", "lastName": "Größmann", "email": "info@first.example",
			"homeAddress": map[string]any{"city": "Malmö"},
		}))
		err := db.Write(role.AsSystem(t.Context(), "test"), func(ctx context.Context) error {
			for i := range 450 { // more than are compared at once
				p := freelancers.NewFreelancer()
				p.FirstName, p.LastName, p.Email = fmt.Sprint("Person", i), fmt.Sprint("Number", i),
					fmt.Sprintf("info@n%d.example", i)
				p.Name = p.FirstName + " " + p.LastName
				if err := w.people.Table.Create(ctx, &p); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for name, body := range map[string]map[string]any{
			"the same name":            {"firstName": "Zoe", "lastName": "Grossmann"},
			"a misspelt last name":     {"firstName": "Zoë", "lastName": "Grosmann"},
			"a misspelt first name":    {"firstName": "Zoey", "lastName": "Größmann"},
			"first and last exchanged": {"firstName": "Größmann", "lastName": "Zoë"},
		} {
			t.Run(name, func(t *testing.T) {
				w := *w
				w.t = t
				body["email"], body["homeAddress"] = "info@last.example", map[string]any{"city": "Malmö"}
				found := w.call("POST /api/freelancer", body).Refusal("DUPLICATE").Details["candidates"].([]freelancers.Candidate)
				if len(found) != 1 || found[0].ID != there {
					t.Errorf("candidates %v", found)
				}
			})
		}
	})
}

func TestDuplicates_CreatedDespiteAMatch_AreRecordedAsPairs(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		there := resourcetest.ID(w.person(known))
		twin := w.person(map[string]any{"linkedinHandle": "zoe-g", "force": true})
		if got := fmt.Sprint(twin["duplicates"]); got != fmt.Sprintf("[map[freelancerId:%d rules:[LINKEDIN] score:1]]",
			there) {
			t.Errorf("duplicates %v", got)
		}
		pairs := w.call("GET /api/freelancer/duplicate", nil).Rows()
		if len(pairs) != 1 || len(pairs[0]["freelancers"].([]any)) != 2 {
			t.Fatalf("pairs %v", pairs)
		}
		for who, want := range map[int64]float64{there: 1, resourcetest.ID(twin): 1, resourcetest.ID(w.person(nil)): 0} {
			if n := w.call(fmt.Sprint("GET /api/freelancer/duplicate?freelancerId=", who), nil).OK()["totalResults"]; n != want {
				t.Errorf("%v questions about %d, want %v", n, who, want)
			}
		}
		at := fmt.Sprint("PUT /api/freelancer/duplicate/", resourcetest.ID(pairs[0]))
		w.call(at, map[string]any{"state": "MERGED"}).Refused("VALIDATION")
		if got := fmt.Sprint(pairs[0]["nameA"], pairs[0]["score"], pairs[0]["rules"],
			pairs[0]["state"]); got != "Zoë Größmann1 [LINKEDIN]OPEN" {
			t.Errorf("pair %s", got)
		}
		w.call(at, map[string]any{"state": "NOT_DUPLICATE"}).OK()
		if n := w.call("GET /api/freelancer/duplicate?state=NOT_DUPLICATE,MERGED", nil).OK()["totalResults"]; n != 1.0 {
			t.Errorf("%v pairs are two people", n)
		}
		if n := w.call("GET /api/freelancer/duplicate", nil).OK()["totalResults"]; n != 0.0 {
			t.Errorf("%v open pairs", n)
		}
		w.call(at, map[string]any{"state": "OPEN"}).OK()
		bound := w.client(nil)
		scoped := w.asCaller(role.Scope{ClientIDs: []int64{w.client(nil)}}, role.PermissionsOf([]role.Role{role.CSM})...)
		if n := scoped.call("GET /api/freelancer/duplicate", nil).OK()["totalResults"]; n != 1.0 {
			t.Errorf("%v pairs are within reach of both", n)
		}
		w.call("POST /api/boundClient", map[string]any{"freelancerId": there, "scope": "client", "clientId": bound}).OK()
		if n := scoped.call("GET /api/freelancer/duplicate", nil).OK()["totalResults"]; n != 0.0 {
			t.Errorf("somebody who cannot see both sees %v pairs", n)
		}
		body := map[string]any{"firstName": "A", "lastName": "B", "email": "ab@example.org", "linkedinHandle": "zoe-g"}
		if c := scoped.call("POST /api/freelancer", body).Refusal("DUPLICATE").
			Details["candidates"].([]freelancers.Candidate); len(c) != 1 || c[0].ID == there {
			t.Errorf("a candidate outside the scope is named: %v", c)
		}
	})
}

func TestDuplicates_DecidedAsDifferent_AreNotReportedAgain(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		one := resourcetest.ID(w.person(known))
		other := resourcetest.ID(w.person(map[string]any{"mobileNumber": "+46707654321"}))
		same := map[string]any{
			"firstName": "Ada", "lastName": w.stored(other).LastName, "email": "ada@byron.example", "linkedinHandle": "zoe-g",
			"mobileNumber":   "+46707654321",
			"notDuplicateOf": []int64{one, 4711},
		}
		left := w.call("POST /api/freelancer", same).Refusal("DUPLICATE").Details["candidates"].([]freelancers.Candidate)
		if len(left) != 1 || left[0].ID != other {
			t.Fatalf("asked about %v", left)
		}
		w.withoutPermissions(role.FreelancerMerge).call("POST /api/freelancer", same).Refused("FORBIDDEN")
		same["force"] = true
		made := w.call("POST /api/freelancer", same).OK()
		if got := fmt.Sprint(made["duplicates"]); got != fmt.Sprintf("[map[freelancerId:%d rules:[MOBILE_AND_NAME] score:1]]",
			other) {
			t.Errorf("duplicates %s", got)
		}
		decided := w.call("GET /api/freelancer/duplicate?state=NOT_DUPLICATE", nil).Rows()
		if len(decided) != 1 || decided[0]["freelancerA"] != float64(one) || decided[0]["freelancerB"] != made["id"] {
			t.Errorf("decided %v", decided)
		}
	})
}
