package freelancers_test

import (
	"fmt"
	"maps"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
)

// rated is what somebody asks for.
func rated(currency string, hour, day any) map[string]any {
	return map[string]any{"currency": currency, "hourRate": hour, "dayRate": day}
}

// requestedRates are the rates that a record shows for a person.
func requestedRates(record map[string]any) string {
	return fmt.Sprint(record["currency"], " ", record["hourRate"], " ", record["dayRate"])
}

func TestMerge_AmountsOfTheOtherPerson_ComeWithTheirCurrency(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		for name, tc := range map[string]struct {
			here, there map[string]any
			fields      map[string]any
			want        string
			refused     string
		}{
			"no rates here, 900 SEK there": {rated("EUR", nil, nil), rated("SEK", 900, nil), nil, "SEK 900 7200", ""},
			"a day rate there alone": {
				rated("EUR", nil, nil), rated("CHF", nil, 1200), nil, "CHF <nil> 1200",
				"",
			},
			"rates here stay, whatever is there": {rated("EUR", 80, 640), rated("SEK", 900, nil), nil, "EUR 80 640", ""},
			"no rates on either side": {
				rated("EUR", nil, nil), rated("SEK", nil, nil), nil, "EUR <nil> <nil>",
				"",
			},
			"a missing rate in another currency":  {rated("EUR", nil, 640), rated("SEK", 900, nil), nil, "EUR <nil> 640", ""},
			"a missing rate in the same currency": {rated("EUR", nil, 640), rated("EUR", 90, nil), nil, "EUR 90 640", ""},
			"one rate chosen of the other": {
				rated("EUR", 80, 640), rated("SEK", 900, 7000),
				map[string]any{"hourRate": "other"},
				"SEK 900 7000", "",
			},
			"the currency chosen of the other": {
				rated("EUR", 80, 640), rated("SEK", 900, 7000),
				map[string]any{"currency": "other"},
				"SEK 900 7000", "",
			},
			"one rate of each, in the same currency": {
				rated("EUR", 80, 640), rated("EUR", 90, 700),
				map[string]any{"hourRate": "other"},
				"EUR 90 640", "",
			},
			"sides that cannot be joined": {
				rated("EUR", 80, 640), rated("SEK", 900, 7000),
				map[string]any{"hourRate": "other", "dayRate": "this"},
				"",
				"VALIDATION",
			},
		} {
			t.Run(name, func(t *testing.T) {
				w := newFixture(t, db)
				ours, theirs := resourcetest.ID(w.person(tc.here)), resourcetest.ID(w.person(tc.there))
				at := fmt.Sprintf("POST /api/freelancer/%d/merge", ours)
				body := map[string]any{"otherId": theirs, "fields": tc.fields}
				if tc.refused != "" {
					w.call(at, body).Refused(tc.refused)
					return
				}
				before := map[string]map[string]any{
					"this":  w.call(fmt.Sprint("GET /api/freelancer/", ours), nil).OK(),
					"other": w.call(fmt.Sprint("GET /api/freelancer/", theirs), nil).OK(),
				}
				foreseen := maps.Clone(before["this"])
				for _, one := range w.call(at, body).OK()["fields"].([]any) {
					chosen := one.(map[string]any)
					foreseen[chosen["name"].(string)] = before[chosen["from"].(string)][chosen["name"].(string)]
				}
				if got := requestedRates(foreseen); got != tc.want {
					t.Errorf("the preview says %s, want %s", got, tc.want)
				}
				body["dryRun"] = false
				if got := requestedRates(w.call(at, body).OK()); got != tc.want {
					t.Errorf("merged %s, want %s", got, tc.want)
				}
			})
		}
	})
}

func TestUpdate_AnotherCurrencyAlone_IsRefusedWhileThereAreAmounts(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		for name, tc := range map[string]struct {
			start, change map[string]any
			wrong         []string // fields that are refused
			want          string
		}{
			"the currency alone": {
				rated("EUR", 80, 640),
				map[string]any{"currency": "SEK"},
				[]string{"hourRate", "dayRate"},
				"",
			},
			"one of two amounts": {
				rated("EUR", 80, 640),
				map[string]any{"currency": "SEK", "hourRate": 900},
				[]string{"dayRate"},
				"",
			},
			"no currency":                  {rated("EUR", 80, 640), map[string]any{"currency": nil}, nil, "EUR 80 640"},
			"no currency and no amounts":   {rated("EUR", 80, 640), rated("", nil, nil), nil, "<nil> <nil> <nil>"},
			"both amounts":                 {rated("EUR", 80, 640), rated("SEK", 900, 7000), nil, "SEK 900 7000"},
			"the same numbers, named":      {rated("EUR", 80, 640), rated("SEK", 80, 640), nil, "SEK 80 640"},
			"one amount, the other erased": {rated("EUR", 80, 640), rated("SEK", nil, 7000), nil, "SEK <nil> 7000"},
			"no amounts at all":            {rated("EUR", nil, nil), map[string]any{"currency": "SEK"}, nil, "SEK <nil> <nil>"},
			"the currency that it has": {
				rated("EUR", 80, 640),
				map[string]any{"currency": "EUR", "hourRate": 85},
				nil,
				"EUR 85 640",
			},
		} {
			t.Run(name, func(t *testing.T) {
				w := newFixture(t, db)
				at := fmt.Sprint("PUT /api/freelancer/", resourcetest.ID(w.person(tc.start)))
				if tc.wrong == nil {
					if got := requestedRates(w.call(at, tc.change).OK()); got != tc.want {
						t.Errorf("saved %s, want %s", got, tc.want)
					}
					return
				}
				e := w.call(at, tc.change).Refusal("VALIDATION")
				if got, want := fmt.Sprint(len(e.Fields)), fmt.Sprint(len(tc.wrong)); got != want {
					t.Errorf("refused %v, want %v", e.Fields, tc.wrong)
				}
				for _, field := range tc.wrong {
					if got := fmt.Sprint(e.Fields[field]); got != "[validation.amountCurrency]" {
						t.Errorf("%s: %s", field, got)
					}
				}
			})
		}
	})
}

func TestRestore_OneAmountOfAnotherCurrency_RestoresAllAmountsAndTheCurrency(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		for name, tc := range map[string]struct {
			now    map[string]any
			fields []string
			want   string
		}{
			"one amount":                    {rated("SEK", 900, 7000), []string{"hourRate"}, "EUR 80 640"},
			"the currency":                  {rated("SEK", 900, 7000), []string{"currency"}, "EUR 80 640"},
			"the currency of like numbers":  {rated("SEK", 80, 640), []string{"currency"}, "EUR 80 640"},
			"an amount where there is none": {rated("SEK", nil, 7000), []string{"hourRate"}, "EUR 80 640"},
			"one amount of the same money":  {rated("EUR", 90, 700), []string{"hourRate"}, "EUR 80 700"},
			"something else":                {rated("SEK", 900, 7000), []string{"description"}, "SEK 900 7000"},
			"the version, with any content": {rated("SEK", 900, 7000), nil, "EUR 80 640"},
		} {
			t.Run(name, func(t *testing.T) {
				w := newFixture(t, db)
				person := resourcetest.ID(w.person(rated("EUR", 80, 640)))
				made := w.call(fmt.Sprintf("GET /api/history/freelancer/%d?kind=changes", person),
					nil).OK()["results"].([]any)[0].(map[string]any)
				w.call(fmt.Sprint("PUT /api/freelancer/", person), tc.now).OK()
				body := map[string]any{"entryId": made["id"], "fields": tc.fields}
				if got := requestedRates(w.call(fmt.Sprintf("POST /api/history/freelancer/%d/restore", person),
					body).OK()); got != tc.want {
					t.Errorf("restored %s, want %s", got, tc.want)
				}
			})
		}
	})
}
