package applications_test

import (
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

func TestRates_InputChanged_AreComputedAgain(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		a := w.inReview(w.newProject("VMS", nil), nil)
		path := fmt.Sprintf("PUT /api/projectApplication/%d", a)
		if got := w.call(path, map[string]any{"message": "x"}).OK(); w.fakes.reckoned != 1 || got["billRate"] != 90.0 {
			t.Errorf("reckoned %d times, %v", w.fakes.reckoned, got["billRate"])
		}
		if got := w.call(path, map[string]any{"talentRate": 85.25}).OK(); got["payRate"] != 85.25 ||
			got["billRate"] != 95.25 {
			t.Errorf("after another talent rate: %v %v", got["payRate"], got["billRate"])
		}
		byHand := w.call(path, map[string]any{"talentRate": 86, "billRate": 99}).OK()
		if byHand["payRate"] != 86.0 || byHand["billRate"] != 99.0 ||
			fmt.Sprint(byHand["rateBreakdown"].(map[string]any)["byHand"]) != "[billRate]" {
			t.Errorf("by hand: %v", byHand)
		}
		both := w.call(path, map[string]any{"payRate": 84}).OK()
		if both["billRate"] != 99.0 || fmt.Sprint(both["rateBreakdown"].(map[string]any)["byHand"]) != "[billRate payRate]" {
			t.Errorf("the other by hand too: %v", both)
		}
		w.status(a, "sp", nil).OK()
		for name, value := range map[string]any{
			"talentRate": 60, "payRate": 61, "billRate": 62, "rateUnit": "Day",
			"rateOverride": false,
		} {
			if e := w.call(path, map[string]any{name: value}).Refusal("NOT_EDITABLE"); fmt.Sprint(e.Fields) != "map["+name+
				":[error.notEditable]]" {
				t.Errorf("%s while it is being sent: %v", name, e.Fields)
			}
		}
		w.call(path, map[string]any{"message": "more words"}).OK()
		w.status(a, "a", nil).OK()
		w.attemptedAgain(a)
		for name, value := range map[string]any{"talentRate": 60, "billRate": 62} {
			w.call(path, map[string]any{name: value}).Refused("NOT_EDITABLE")
		}
	})
}

// attemptedAgain releases an application and lets the sending fail.
func (w *fixture) attemptedAgain(id int64) {
	w.t.Helper()
	w.status(id, "sp", nil).OK()
	w.attempted(id, applications.Delivery{
		IsFinal: true,
		Error:   &applications.SendError{Class: "VMS_UNAVAILABLE", Retryable: true},
	})
	if got := w.application(id).Status; got != applications.SendFailed {
		w.t.Fatalf("it is %s", got)
	}
}

func TestRates_SetByHand_RemainUntilReset(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject("VMS", nil)
		a := w.inReview(p, nil)
		path := fmt.Sprintf("PUT /api/projectApplication/%d", a)
		if e := w.call(path, map[string]any{
			"payRate":  0,
			"billRate": 0,
		}).Refusal("VALIDATION"); fmt.Sprint(
			e.Fields) != "map[billRate:[detail.E_RANGE] payRate:[detail.E_RANGE]]" {
			t.Errorf("nothing: %v", e.Fields)
		}
		expect := func(what string, got map[string]any, talent, pay, bill any, override bool) {
			t.Helper()
			if got["talentRate"] != talent || got["payRate"] != pay || got["billRate"] != bill ||
				got["rateOverride"] != override {
				t.Errorf("%s: %v, %v, %v, by hand: %v", what, got["talentRate"], got["payRate"], got["billRate"],
					got["rateOverride"])
			}
		}
		expect("by hand", w.call(path, map[string]any{"billRate": 120}).OK(), 80.0, 80.0, 120.0, true)
		expect("another field", w.call(path, map[string]any{
			"talentRate": 85, "rateOverride": true,
			"rateOverrideReason": "",
		}).OK(), 85.0, 85.0, 120.0, true)
		w.attemptedAgain(a)
		w.status(a, "a", nil).OK()
		expect("returned", w.call(path, map[string]any{"message": "x"}).OK(), 85.0, 85.0, 120.0, true)
		expect("cleared", w.call(path, map[string]any{"billRate": nil}).OK(), 85.0, 85.0, 95.0, false)
		w.call(path, map[string]any{"payRate": 70, "billRate": 110}).OK()
		expect("the mark taken away", w.call(path, map[string]any{"rateOverride": false}).OK(), 85.0, 85.0, 95.0, false)
	})
}

func TestApplication_Created_StartsWithTheRateOfTheProfile(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		hour, day, none := decimal.FromInt(90), decimal.FromInt(700), decimal.FromInt(0)
		for name, tc := range map[string]struct {
			person   freelancers.Freelancer
			unit     string
			rate     any
			wantUnit string
		}{
			"per hour":         {freelancers.Freelancer{HourRate: &hour, DayRate: &day, Currency: "EUR"}, "Hr", 90.0, "Hr"},
			"per day":          {freelancers.Freelancer{HourRate: &hour, DayRate: &day, Currency: "EUR"}, "Day", 700.0, "Day"},
			"only per day":     {freelancers.Freelancer{DayRate: &day, HourRate: &none, Currency: "EUR"}, "Hr", 700.0, "Day"},
			"per month":        {freelancers.Freelancer{HourRate: &hour, Currency: "EUR"}, "Mo", 90.0, "Hr"},
			"other money":      {freelancers.Freelancer{HourRate: &hour, Currency: "CHF"}, "Hr", nil, "Hr"},
			"fixed price":      {freelancers.Freelancer{HourRate: &hour, Currency: "EUR"}, "Pr", nil, "Pr"},
			"nothing to start": {freelancers.Freelancer{Currency: "EUR"}, "Hr", nil, "Hr"},
		} {
			id := w.newPerson("Ada")
			tc.person.ID, tc.person.Name, tc.person.UserStatus = id, "Ada", freelancers.Active
			w.fakes.people[id] = tc.person
			p := w.newProject("VMS", map[string]any{"rateUnit": tc.unit})
			got := w.call("POST /api/projectApplication", map[string]any{"projectId": p, "freelancerId": id}).OK()
			if got["talentRate"] != tc.rate || got["rateUnit"] != tc.wantUnit {
				t.Errorf("%s: %v per %v", name, got["talentRate"], got["rateUnit"])
			}
			w.call("POST /api/projectApplication", map[string]any{
				"projectId": w.newProject("VMS", nil), "freelancerId": id,
				"talentRate": 55,
			}).OK()
		}
	})
}
