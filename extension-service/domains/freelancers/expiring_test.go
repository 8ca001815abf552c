package freelancers_test

import (
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/role"
)

// Whatever writes a consent or a document, the lists find by their last day those whose consent or document ends.
func TestExpiring_ConsentOrDocumentsChange_ListsFindThemByTheLastDay(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := resourcetest.ID(w.person(nil))
		w.person(nil) // has neither
		consent := func(until string) func() {
			return func() {
				w.call(fmt.Sprintf("POST /api/freelancer/%d/consent", p), map[string]any{
					"kinds": []string{"dataProcessing"}, "givenAt": "2026-11-20T09:00:00.000Z", "channel": "PHONE",
					"note": "Said so", "validUntil": until,
				}).OK()
			}
		}
		security := func(with map[string]any) func() {
			return func() { w.call(fmt.Sprintf("PUT /api/freelancer/%d", p), map[string]any{"securityInfo": with}).OK() }
		}
		for _, step := range []struct {
			name              string
			do                func()
			consent, document string // the last day, found by it and not by the day before; "" for none
		}{
			{"nothing is known", func() {}, "", ""},
			{"a consent is recorded", consent("2027-03-05T23:30:00.000+01:00"), "2027-03-05", ""},
			{"another one", consent("2028-01-01T00:00:00.000Z"), "2028-01-01", ""},
			{"a right to work", security(map[string]any{"rightToWorkUntil": "2026-12-31"}), "2028-01-01", "2026-12-31"},
			{
				"a clearance that ends first",
				security(map[string]any{"clearanceLevel": "BASIC", "clearanceValidUntil": "2026-12-01"}),
				"2028-01-01", "2026-12-01",
			},
			{
				"a day without a clearance",
				security(map[string]any{"clearanceLevel": "NONE", "clearanceValidUntil": "2026-12-01"}),
				"2028-01-01", "2026-12-31",
			},
			{
				"everything is cleared",
				func() {
					w.overwrite(p, func(f *freelancers.Freelancer) {
						f.Consent, f.SecurityInfo = freelancers.Consent{}, freelancers.Security{}
					})
				},
				"", "",
			},
		} {
			step.do()
			w.endsOn(step.name+": consent", "consentEndsBy", step.consent)
			w.endsOn(step.name+": document", "documentsEndBy", step.document)
		}
		w.withoutPermissions(role.FreelancerPIIRead).
			call("GET /api/freelancer?documentsEndBy=2030-01-01&limit=1", nil).Refused("FORBIDDEN")
	})
}

// endsOn fails the test unless a filter by a last day finds one person from that day on; "" is nobody on any day.
func (w *fixture) endsOn(what, filter, day string) {
	w.t.Helper()
	found := func(day string) any {
		return w.call("GET /api/freelancer?limit=1&"+filter+"="+day, nil).OK()["totalResults"]
	}
	if day == "" {
		if n := found("2099-12-31"); n != 0.0 {
			w.t.Errorf("%s: %v are found", what, n)
		}
		return
	}
	before := string(date.Date(day).AddDays(-1))
	if on, earlier := found(day), found(before); on != 1.0 || earlier != 0.0 {
		w.t.Errorf("%s: %v by %s, %v by %s", what, on, day, earlier, before)
	}
}
