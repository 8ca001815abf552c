package applications_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

func TestRates_ProjectChangesCurrencyOrUnit_OpenApplicationsFollow(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject("MANUAL", nil)
		sent := w.inReview(p, nil)
		w.status(sent, "s2c", nil).OK()
		open, reviewed := w.apply(p, nil), w.inReview(p, nil)
		put := func(with map[string]any) { w.call(fmt.Sprintf("PUT /api/project/%d", p), with).OK() }
		limits := func(with map[string]any) map[string]any {
			maps.Copy(with, map[string]any{"rateMin": w.project(p).RateMin, "rateMax": w.project(p).RateMax})
			return with
		}
		// its own limits are in euros
		w.call(fmt.Sprintf("PUT /api/project/%d", p), map[string]any{
			"currency":    "CHF",
			"openAmounts": "KEEP",
		}).Refused("VALIDATION")
		refusal := w.call(fmt.Sprintf("PUT /api/project/%d", p),
			limits(map[string]any{"currency": "CHF", "title": "Go developer"})).Refusal("CONFIRM_REQUIRED")
		if text, _ := json.Marshal(refusal.Details["impact"]); !strings.Contains(string(text),
			`"applications":2,"sentApplications":1,"handles":["A-`) {
			t.Errorf("asked about %s", text)
		}
		if old := w.project(p); old.Currency != "EUR" || old.Title == "Go developer" {
			t.Errorf("changed before it was answered: %s %s", old.Title, old.Currency)
		}
		put(limits(map[string]any{"currency": "CHF", "title": "Go developer", "openAmounts": "KEEP"}))
		for id, currency := range map[int64]money.Currency{open: "CHF", reviewed: "CHF", sent: "EUR"} {
			a := w.application(id)
			if a.Currency != currency || fmt.Sprint(a.RateBreakdown["currency"]) != string(currency) ||
				a.ProjectTitle != "Go developer" {
				t.Errorf("%s: %s, reckoned in %v, for %s", a.Status, a.Currency, a.RateBreakdown["currency"], a.ProjectTitle)
			}
		}
		for _, tc := range []struct {
			with     map[string]any
			reckoned int
		}{
			{map[string]any{"siteCity": "Bern"}, 0},
			{map[string]any{"title": "Go"}, 0},
			{map[string]any{"rateUnit": "Day"}, 2},
		} {
			before := w.fakes.reckoned
			if put(tc.with); w.fakes.reckoned-before != tc.reckoned {
				t.Errorf("after %v %d were reckoned", tc.with, w.fakes.reckoned-before)
			}
		}
	})
}

// Nothing converts an amount: with another currency of the project it goes, or it stays as a number.
func TestAmounts_CurrencyChanged_AreClearedOrRemainNumbers(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject("VMS", nil)
		computed, byHand, pending := w.inReview(p, nil), w.inReview(p, map[string]any{"billRate": 120}), w.inReview(p, nil)
		w.status(pending, "sp", nil).OK()
		w.call(fmt.Sprintf("PUT /api/project/%d", p), map[string]any{
			"currency": "CHF", "rateMin": nil, "rateMax": nil,
			"openAmounts": "KEEP",
		}).OK()
		if a, b := w.application(computed), w.application(byHand); rate(a.TalentRate) != "80" || rate(a.BillRate) != "90" ||
			rate(b.BillRate) != "120" || !b.RateOverride {
			t.Errorf("kept: %s %s, by hand %s", rate(a.TalentRate), rate(a.BillRate), rate(b.BillRate))
		}
		w.call(fmt.Sprintf("PUT /api/project/%d", p), map[string]any{"currency": "USD", "openAmounts": "CLEAR"}).OK()
		for _, id := range []int64{computed, byHand} {
			if a := w.application(id); a.Currency != "USD" ||
				rate(a.TalentRate)+rate(a.PayRate)+rate(a.BillRate) != "nonenonenone" || a.RateOverride {
				t.Errorf("cleared: %s %s %s, by hand: %v", rate(a.TalentRate), rate(a.PayRate), rate(a.BillRate), a.RateOverride)
			}
		}
		if a := w.application(pending); a.Currency != "EUR" || rate(a.BillRate) != "90" {
			t.Errorf("what is being sent: %s %s", rate(a.BillRate), a.Currency)
		}
		w.status(pending, "a", nil).OK()
		if a := w.application(pending); a.Currency != "USD" || rate(a.TalentRate) != "none" {
			t.Errorf("called back: %s %s", rate(a.TalentRate), a.Currency)
		}
		w.call(fmt.Sprintf("PUT /api/project/%d", p), map[string]any{"currency": "EUR"}).OK() // no amounts, no question
	})
}

func rate(d *decimal.Decimal) string {
	if d == nil {
		return "none"
	}
	return d.String()
}

func TestApplication_CurrencyOrUnitCleared_RetainsThem(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		a := w.apply(w.newProject("MANUAL", nil), nil)
		got := w.call(fmt.Sprintf("PUT /api/projectApplication/%d", a), map[string]any{"currency": nil, "rateUnit": nil}).OK()
		if got["currency"] != "EUR" || got["rateUnit"] != "Hr" || got["version"] != 1.0 {
			t.Errorf("cleared: %v %v at version %v", got["currency"], got["rateUnit"], got["version"])
		}
	})
}

func TestApplications_HandleOfAProject_IsFoundInAnyCase(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject("MANUAL", nil)
		w.apply(p, nil)
		for _, handle := range []string{w.project(p).Handle, strings.ToLower(w.project(p).Handle)} {
			if n := w.call("GET /api/projectApplication?jobId="+handle, nil).OK()["totalResults"]; n != 1.0 {
				t.Errorf("%s finds %v", handle, n)
			}
		}
	})
}

func TestAnswers_WithoutAQuestion_AreRefusedAtTheirField(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		a := w.apply(w.newProject("MANUAL", nil), nil)
		bad := w.call(fmt.Sprintf("PUT /api/projectApplication/%d", a),
			map[string]any{"answers": []any{map[string]any{"value": "yes"}}}).Refusal("VALIDATION")
		if fmt.Sprint(bad.Fields) != "map[answers[0].questionId:[validation.required validation.reference]]" {
			t.Errorf("fields %v", bad.Fields)
		}
	})
}
