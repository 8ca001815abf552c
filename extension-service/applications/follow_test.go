package applications_test

import (
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/store"
	"poolkeeper.example/extension-service/store/pgtest"
)

func TestWhatIsUnderReviewTakesTheCurrencyAndUnitOfItsProject(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		p := w.newProject("MANUAL", nil)
		sent := w.inReview(p, nil)
		w.status(sent, "s2c", nil).ok()
		open, reviewed := w.apply(p, nil), w.inReview(p, nil)
		put := func(with map[string]any) { w.call(fmt.Sprintf("PUT /api/project/%d", p), with).ok() }
		put(map[string]any{"currency": "CHF", "title": "Go developer"})
		for id, currency := range map[int64]resource.CurrencyCode{open: "CHF", reviewed: "CHF", sent: "EUR"} {
			a := w.application(id)
			if a.Currency != currency || fmt.Sprint(a.RateBreakdown["currency"]) != string(currency) || a.ProjectTitle != "Go developer" {
				t.Errorf("%s: %s, reckoned in %v, for %s", a.Status, a.Currency, a.RateBreakdown["currency"], a.ProjectTitle)
			}
		}
		for _, tc := range []struct {
			with     map[string]any
			reckoned int
		}{{map[string]any{"siteCity": "Bern"}, 0}, {map[string]any{"title": "Go"}, 0}, {map[string]any{"rateUnit": "Day"}, 2}} {
			before := w.fakes.reckoned
			if put(tc.with); w.fakes.reckoned-before != tc.reckoned {
				t.Errorf("after %v %d were reckoned", tc.with, w.fakes.reckoned-before)
			}
		}
	})
}

func TestAnApplicationKeepsACurrencyAndAUnit(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		a := w.apply(w.newProject("MANUAL", nil), nil)
		got := w.call(fmt.Sprintf("PUT /api/projectApplication/%d", a), map[string]any{"currency": nil, "rateUnit": nil}).ok()
		if got["currency"] != "EUR" || got["rateUnit"] != "Hr" || got["version"] != 1.0 {
			t.Errorf("cleared: %v %v at version %v", got["currency"], got["rateUnit"], got["version"])
		}
	})
}

func TestAHandleIsFoundAsItIsTyped(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		p := w.newProject("MANUAL", nil)
		w.apply(p, nil)
		for _, handle := range []string{w.project(p).Handle, strings.ToLower(w.project(p).Handle)} {
			if n := w.call("GET /api/projectApplication?jobId="+handle, nil).ok()["totalResults"]; n != 1.0 {
				t.Errorf("%s finds %v", handle, n)
			}
		}
	})
}

func TestAnAnswerNamesItsQuestion(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		a := w.apply(w.newProject("MANUAL", nil), nil)
		bad := w.call(fmt.Sprintf("PUT /api/projectApplication/%d", a), map[string]any{"answers": []any{map[string]any{"value": "yes"}}}).refusal("VALIDATION")
		if fmt.Sprint(bad.Fields) != "map[answers[0].questionId:[validation.required]]" {
			t.Errorf("fields %v", bad.Fields)
		}
	})
}
