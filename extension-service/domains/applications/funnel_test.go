package applications_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"reflect"
	"slices"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/role"
)

// funnelSteps reads the steps of a funnel: of each its count, its median in hours (-1 without) and its weeks.
func funnelSteps(w *fixture, query string) map[string]string {
	out := map[string]string{}
	for _, step := range w.call("GET /api/projectApplication/funnel"+query, nil).OK()["steps"].([]any) {
		one := step.(map[string]any)
		median := any(-1)
		if one["medianHours"] != nil {
			median = one["medianHours"]
		}
		out[one["key"].(string)] = fmt.Sprint(one["count"], " ", median, " ", one["weeks"])
	}
	return out
}

func TestFunnel_ApplicationsOfNinetyDays_CountsStepsMediansAndWeeks(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		today := w.fakes.now
		on := func(daysAgo int) { w.fakes.now = today.AddDate(0, 0, -daysAgo) }
		on(95)
		project := w.newProject("MANUAL", map[string]any{"positions": 9})
		early := w.inReview(project, nil)
		on(20)
		hired, sent := w.apply(project, nil), w.apply(project, nil)
		on(18)
		w.status(hired, "a", nil).OK()
		on(16)
		w.status(sent, "a", nil).OK()
		on(15)
		w.status(hired, "s2c", nil).OK()
		w.status(sent, "s2c", nil).OK()
		w.status(early, "s2c", nil).OK()
		on(3)
		w.status(hired, "h", nil).OK()
		other := w.newProject("MANUAL", nil)
		w.apply(other, nil)
		on(0)

		want := map[string]string{
			"applied": "3 -1 [0 0 0 0 0 2 0 1]", "confirmed": "2 48 <nil>",
			"sent": "2 24 [0 0 0 0 0 3 0 0]", "hired": "1 288 [0 0 0 0 0 0 0 1]",
		}
		if got := funnelSteps(w, ""); !reflect.DeepEqual(got, want) {
			t.Errorf("of all: %v, want %v", got, want)
		}
		alone := map[string]string{
			"applied": "1 -1 [0 0 0 0 0 0 0 1]", "confirmed": "0 -1 <nil>",
			"sent": "0 -1 [0 0 0 0 0 0 0 0]", "hired": "0 -1 [0 0 0 0 0 0 0 0]",
		}
		client := w.project(other).ClientID
		if got := funnelSteps(w, fmt.Sprintf("?clientId=%d", client)); !reflect.DeepEqual(got, alone) {
			t.Errorf("of a client: %v, want %v", got, alone)
		}
		confined := w.asCaller(role.Scope{ClientIDs: []int64{client}}, role.ApplicationRead)
		if got := funnelSteps(confined, ""); !reflect.DeepEqual(got, alone) {
			t.Errorf("within a scope: %v, want %v", got, alone)
		}
	})
}

func TestFunnel_AnyHistory_AgreesWithTheRows(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w, dice := newFixture(t, db), rand.New(rand.NewPCG(38, 4))
		today := w.fakes.now
		w.fakes.now = today.AddDate(0, 0, -100)
		project := w.newProject("MANUAL", map[string]any{"positions": 99})
		for range 40 {
			w.fakes.now = today.Add(-time.Duration(dice.IntN(100*24)) * time.Hour)
			a := w.apply(project, nil)
			for _, status := range []string{"a", "s2c", "h"} {
				if w.fakes.now = w.fakes.now.Add(time.Duration(dice.IntN(20*24)) * time.Hour); w.fakes.now.After(today) {
					break
				}
				w.status(a, status, nil).OK()
			}
		}
		w.fakes.now = today
		for key, column := range map[string]string{"sent": "sent_at", "hired": "hired_at"} {
			before := map[string]string{"sent": "confirmed_at", "hired": "sent_at"}[key]
			want := wantedStep(t, db, column, before, today)
			if got := funnelSteps(w, "")[key]; got != want {
				t.Errorf("%s: %s, want %s", key, got, want)
			}
		}
	})
}

// Who follows a number finds the applications that it counts, also when they have gone on since.
func TestFunnel_EachNumber_IsTheTotalOfItsList(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w, dice := newFixture(t, db), rand.New(rand.NewPCG(38, 5))
		today := w.fakes.now
		w.fakes.now = today.AddDate(0, 0, -120)
		first := w.newProject("MANUAL", map[string]any{"positions": 99})
		projects, msp := []int64{first, w.newProject("MANUAL", map[string]any{"positions": 99})}, w.newPerson("Firm")
		for range 60 {
			w.fakes.now = today.Add(-time.Duration(dice.IntN(100*24)) * time.Hour)
			through := []map[string]any{nil, {"mspId": msp}}[dice.IntN(2)]
			a := w.apply(projects[dice.IntN(2)], through)
			for _, status := range []string{"a", "s2c", "w"}[:dice.IntN(4)] {
				if w.fakes.now = w.fakes.now.Add(time.Duration(dice.IntN(9*24)) * time.Hour); w.fakes.now.After(today) {
					break
				}
				w.status(a, status, nil).OK()
			}
		}
		w.fakes.now = today
		client := fmt.Sprintf("clientId=%d", w.project(first).ClientID)
		through := fmt.Sprintf("mspId=%d", msp)
		for _, query := range []string{"", "?" + client, "?" + through, "?" + client + "&" + through} {
			for _, step := range w.call("GET /api/projectApplication/funnel"+query, nil).OK()["steps"].([]any) {
				one := step.(map[string]any)
				if got := w.linkedTotal(one["link"]); got != one["count"] {
					t.Errorf("%s of the funnel%s: %v, its list has %v", one["key"], query, one["count"], got)
				}
				weeks, isCounted := one["weeks"].([]any)
				if got := w.linkedTotal(one["weekLink"]); isCounted && got != weeks[7] {
					t.Errorf("%s of the last week%s: %v, its list has %v", one["key"], query, weeks[7], got)
				}
			}
		}
	})
}

// linkedTotal is how many applications the list has that a link leads to; nil without a link.
func (w *fixture) linkedTotal(link any) any {
	w.t.Helper()
	text, isLinked := link.(string)
	if !isLinked {
		return nil
	}
	address, err := url.Parse(text)
	if err != nil {
		w.t.Fatal(err)
	}
	var filters map[string]any
	if err := json.Unmarshal([]byte(address.Query().Get("filter")), &filters); err != nil {
		w.t.Fatal(err)
	}
	query := url.Values{"from": {"0"}, "size": {"1"}}
	for name, value := range filters {
		query.Set(name, fmt.Sprint(value))
	}
	return w.call("GET /api/projectApplication?"+query.Encode(), nil).OK()["totalResults"]
}

// wantedStep computes one step from the rows, one statement for each number.
func wantedStep(t *testing.T, db *store.DB, column, before string, today time.Time) string {
	t.Helper()
	end := today.Truncate(24*time.Hour).AddDate(0, 0, 1)
	var took []int64
	var hours int64
	if err := db.Each(t.Context(), []any{&hours}, func() error {
		took = append(took, hours)
		return nil
	}, "SELECT ("+column+" - "+before+") / 3600000 FROM applications WHERE "+column+" IS NOT NULL AND created >= $1",
		end.AddDate(0, 0, -90).UnixMilli()); err != nil {
		t.Fatal(err)
	}
	weeks := make([]int64, 8)
	for i := range weeks {
		from := end.AddDate(0, 0, -7*(8-i))
		if _, err := db.Row(t.Context(), []any{&weeks[i]}, "SELECT count(*) FROM applications WHERE "+column+
			" >= $1 AND "+column+" < $2", from.UnixMilli(), from.AddDate(0, 0, 7).UnixMilli()); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(took)
	return fmt.Sprint(len(took), " ", took[(len(took)-1)/2], " ", weeks)
}
