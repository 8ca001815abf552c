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

// Somebody entered by staff has agreed to nothing yet: what they say on the telephone is recorded, and leads back.
func TestConsent_RecordedByStaff_AllowsReactivation(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := resourcetest.ID(w.person(nil))
		at := fmt.Sprintf("POST /api/freelancer/%d/consent", p)
		w.move(p, "AC").OK()
		w.move(p, "DE").OK()
		w.move(p, "AC").Refused("TRANSITION_NOT_ALLOWED")
		input := map[string]any{
			"kinds": []string{"dataProcessing", "share"}, "givenAt": "2026-11-20T09:00:00.000Z",
			"channel": "PHONE", "note": "Said so when we called",
		}
		for name, wrong := range map[string]map[string]any{
			"in the future": {"givenAt": "2026-11-22T09:00:00.000Z"}, "ended before": {"validUntil": "2026-11-19T09:00:00.000Z"},
			"no kind":      {"kinds": []string{}},
			"another kind": {"kinds": []string{"everything"}}, "no note": {"note": "x"}, "another way": {"channel": "PIGEON"},
			"no client": {"clientId": 999},
		} {
			body := maps.Clone(input)
			maps.Copy(body, wrong)
			if got := w.call(at, body); got.Err == nil || got.Err.Code != "VALIDATION" {
				t.Errorf("%s: %v", name, got.Err)
			}
		}
		w.withoutPermissions(role.FreelancerUpdate).call(at, input).Refused("FORBIDDEN")
		consent := w.call(at, input).OK()["consent"].(map[string]any)
		for name, want := range map[string]any{
			"dataProcessingAt": "2026-11-20T09:00:00.000Z", "shareAt": "2026-11-20T09:00:00.000Z", "poolAt": nil,
			"validUntil": "2028-11-20T09:00:00.000Z",
			"channel":    "PHONE", "note": "Said so when we called",
		} {
			if consent[name] != want {
				t.Errorf("%s is %v, want %v", name, consent[name], want)
			}
		}
		if last := w.call(fmt.Sprint("GET /api/history/freelancer/", p), nil).Rows()[0]; last["action"] != "consent" ||
			fmt.Sprint(last["changed"]) != "[consent]" {
			t.Errorf("the log says %v of %v", last["action"], last["changed"])
		}
		w.move(p, "AC").OK()
	})
}

func TestConsent_MailedLink_GrantsIt(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := resourcetest.ID(w.person(nil))
		err := db.Write(role.AsSystem(t.Context(), "mail"), func(ctx context.Context) error {
			_, err := w.people.UseLink(ctx, w.post.sent[0].Link.Subject)
			return err
		})
		if is := w.stored(p); err != nil || !is.Consent.DataProcessingAt.Equal(*w.now) ||
			!is.Consent.ValidUntil.Equal(w.now.AddDate(2, 0, 0)) {
			t.Fatalf("%v: %+v", err, is.Consent)
		}
		w.move(p, "DE").OK()
		w.move(p, "AC").OK()
		if by := w.stored(p).UserStatus; by != freelancers.Active {
			t.Errorf("is %s", by)
		}
	})
}

// Who lets somebody go that never agreed is told before that nothing leads back.
func TestTransitions_FreelancerWithoutConsent_AreShownAsOneWay(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := resourcetest.ID(w.person(nil))
		w.move(p, "AC").OK()
		missing := func() any {
			t.Helper()
			for _, one := range w.call(fmt.Sprint("GET /api/freelancer/possibleStatuses/", p), nil).Rows() {
				if one["value"] == "DE" {
					return one["impact"].(map[string]any)["consentMissing"]
				}
			}
			return "no way to DE"
		}
		if got := missing(); got != 1.0 {
			t.Errorf("before there is a consent: %v", got)
		}
		w.call(fmt.Sprintf("POST /api/freelancer/%d/consent", p), map[string]any{
			"kinds": []string{"dataProcessing"}, "givenAt": "2026-11-20T09:00:00.000Z", "channel": "PAPER",
			"note": "The signed form",
		}).OK()
		if got := missing(); got != nil {
			t.Errorf("with a consent: %v", got)
		}
	})
}
