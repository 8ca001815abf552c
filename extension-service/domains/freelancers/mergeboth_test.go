package freelancers_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
)

// named are ids of other systems, "SYSTEM id" each.
func named(pairs ...[2]string) []any {
	out := make([]any, len(pairs))
	for i, pair := range pairs {
		out[i] = map[string]any{"system": pair[0], "id": pair[1]}
	}
	return out
}

func TestMerge_TwoIDsOfOneSystem_BothFindThePerson(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		ours := resourcetest.ID(w.person(map[string]any{"externalIds": named([2]string{"SAP", "1"}, [2]string{"HR", "7"})}))
		theirs := resourcetest.ID(w.person(map[string]any{
			"externalIds": named([2]string{"SAP", "2"}, [2]string{"HR", "7"}),
			"force":       true,
		}))
		at := fmt.Sprintf("POST /api/freelancer/%d/merge", ours)
		plan := w.call(at, map[string]any{"otherId": theirs}).OK()
		if got := fmt.Sprint(plan["moves"], plan["lost"]); got != "[map[count:1 key:externalIds]] []" {
			t.Errorf("the preview says %s", got)
		}
		w.call(at, map[string]any{"otherId": theirs, "dryRun": false}).OK()
		for _, external := range []string{"1", "2"} {
			found, err := w.people.Match(t.Context(), []freelancers.Sought{{
				System: "SAP", ExternalID: external,
				Email: "no@one.example", FirstName: "No", LastName: "One",
			}})
			if err != nil || found[0].ID != ours {
				t.Errorf("SAP %s finds %+v: %v", external, found, err)
			}
		}
		record := w.call(fmt.Sprint("GET /api/freelancer/", ours), nil).OK()
		if got := fmt.Sprint(w.call(fmt.Sprint("PUT /api/freelancer/", ours),
			record).OK()["externalIds"]); got != "[map[id:1 system:SAP] map[id:7 system:HR] map[id:2 system:SAP]]" {
			t.Errorf("the record put back as it is has %s", got)
		}
	})
}

func TestMerge_MoreIDsThanARecordAccepts_NamesWhichAreLost(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		ids := func(from, to int) (out [][2]string) {
			for i := from; i < to; i++ {
				out = append(out, [2]string{fmt.Sprint("S", i), "x"})
			}
			return out
		}
		ours := resourcetest.ID(w.person(map[string]any{"externalIds": named(ids(0, 19)...)}))
		theirs := resourcetest.ID(w.person(map[string]any{"externalIds": named(ids(19, 22)...)}))
		at := fmt.Sprintf("POST /api/freelancer/%d/merge", ours)
		if got := fmt.Sprint(w.call(at, map[string]any{"otherId": theirs}).
			OK()["lost"]); got != "[map[id:x system:S20] map[id:x system:S21]]" {
			t.Errorf("lost %s", got)
		}
		if done := w.call(at, map[string]any{
			"otherId": theirs,
			"dryRun":  false,
		}).OK(); len(done["externalIds"].([]any)) != 20 {
			t.Errorf("ids %v", done["externalIds"])
		}
	})
}

func TestMerge_SkillsAndLanguages_CanBeOfBoth(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		speaks := func(code, level string) map[string]any { return map[string]any{"code": code, "level": level} }
		pair := func() (string, map[string]any) {
			ours := resourcetest.ID(w.person(map[string]any{
				"skills":    []any{"Go", "SQL"},
				"languages": []any{speaks("de", "C2"), speaks("en", "B1")},
			}))
			theirs := resourcetest.ID(w.person(map[string]any{
				"skills":    []any{"go", "Java"},
				"languages": []any{speaks("en", "C1"), speaks("sv", "A2")},
			}))
			return fmt.Sprintf("POST /api/freelancer/%d/merge", ours), map[string]any{"otherId": theirs}
		}
		at, body := pair()
		body["dryRun"] = false
		if got := fmt.Sprint(w.call(at, body).OK()["skills"]); got != "[Go SQL]" {
			t.Errorf("without a choice the skills are %s", got)
		}
		at, body = pair()
		body["fields"] = map[string]any{"skills": "both", "languages": "both"}
		for _, one := range w.call(at, body).OK()["fields"].([]any) {
			if f := one.(map[string]any); (f["name"] == "skills" || f["name"] == "languages") &&
				(f["from"] != "both" || f["many"] != true) {
				t.Errorf("the preview says %v", f)
			}
		}
		body["dryRun"] = false
		done := w.call(at, body).OK()
		if got := fmt.Sprint(done["skills"],
			done["languages"]); got != "[Go SQL Java] [map[code:de level:C2] map[code:en level:C1] map[code:sv level:A2]]" {
			t.Errorf("united %s", got)
		}
	})
}

func TestMerge_TooManySkillsOfBoth_AreRefused(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		skills := func(word string) (out []any) {
			for i := range 30 {
				out = append(out, fmt.Sprint(word, i))
			}
			return out
		}
		ours, theirs := resourcetest.ID(w.person(map[string]any{"skills": skills("a")})),
			resourcetest.ID(w.person(map[string]any{"skills": skills("b")}))
		e := w.call(fmt.Sprintf("POST /api/freelancer/%d/merge", ours),
			map[string]any{"otherId": theirs, "fields": map[string]any{"skills": "both"}}).Refusal("VALIDATION")
		if got := fmt.Sprint(e.Fields["fields.skills"]); got != "[validation.maxItems]" {
			t.Errorf("skills: %s", got)
		}
	})
}

func TestMerge_TwoConsents_RetainsTheLaterOne(t *testing.T) {
	t.Parallel()
	day := func(text string) time.Time {
		at, err := time.Parse(time.DateOnly, text)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	old := freelancers.Consent{
		DataProcessingAt: day("2025-01-01"), ShareAt: day("2025-01-01"),
		ValidUntil: day("2027-01-01"), Channel: "PAPER", Note: "old",
	}
	ended := freelancers.Consent{
		DataProcessingAt: day("2023-01-01"), ShareAt: day("2023-01-01"),
		ValidUntil: day("2025-01-01"), Channel: "PAPER", Note: "ended",
	}
	fresh := freelancers.Consent{
		DataProcessingAt: day("2026-06-01"), ValidUntil: day("2028-06-01"), Channel: "EMAIL",
		Note: "new",
	}
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		for name, tc := range map[string]struct {
			here, there freelancers.Consent
			side        string
			want        freelancers.Consent
		}{
			"the later one is there": {ended, fresh, "other", fresh},
			"the later one is here":  {fresh, ended, "this", fresh},
			"only there":             {freelancers.Consent{}, fresh, "other", fresh},
			"only here":              {fresh, freelancers.Consent{}, "this", fresh},
			"none":                   {freelancers.Consent{}, freelancers.Consent{}, "", freelancers.Consent{}},
			"the earlier one allows more": {old, fresh, "other", freelancers.Consent{
				DataProcessingAt: fresh.DataProcessingAt, ShareAt: old.ShareAt, ValidUntil: fresh.ValidUntil, Channel: "EMAIL",
				Note: "new",
			}},
		} {
			t.Run(name, func(t *testing.T) {
				w := newFixture(t, db)
				ours, theirs := resourcetest.ID(w.person(nil)), resourcetest.ID(w.person(nil))
				w.overwrite(ours, func(p *freelancers.Freelancer) { p.Consent = tc.here })
				w.overwrite(theirs, func(p *freelancers.Freelancer) { p.Consent = tc.there })
				at, body := fmt.Sprintf("POST /api/freelancer/%d/merge", ours), map[string]any{"otherId": theirs}
				if got := w.call(at, body).OK()["consent"]; got != tc.side {
					t.Errorf("the preview says %q, want %q", got, tc.side)
				}
				body["dryRun"] = false
				w.call(at, body).OK()
				if got := w.stored(ours).Consent; fmt.Sprint(got) != fmt.Sprint(tc.want) {
					t.Errorf("the consent is %+v, want %+v", got, tc.want)
				}
			})
		}
	})
}

func TestMerge_TwoOpenApplicationsForOneProject_AreDecidedInThePreview(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		bid := func(id, owner int64, status string, rank int) freelancers.CompetingApplication {
			return freelancers.CompetingApplication{
				ID: id, Handle: fmt.Sprint("A-", id), Status: status, FreelancerID: owner,
				ProjectID: 5, ProjectTitle: "Boats", Rank: rank, IsHired: status == "h",
			}
		}
		for name, tc := range map[string]struct {
			here, there func(owner int64) freelancers.CompetingApplication
			choice      map[string]any
			from        string
			withdrawn   map[int64]int64
			refused     string
		}{
			"as far": {
				func(p int64) freelancers.CompetingApplication {
					return bid(1, p, "a", 1)
				}, func(p int64) freelancers.CompetingApplication {
					return bid(2, p, "a", 1)
				}, nil, "this", map[int64]int64{2: 1}, "",
			},
			"the other has come further": {
				func(p int64) freelancers.CompetingApplication {
					return bid(1, p, "a", 1)
				}, func(p int64) freelancers.CompetingApplication {
					return bid(2, p, "s2c", 4)
				}, nil, "other", map[int64]int64{1: 2}, "",
			},
			"chosen": {
				func(p int64) freelancers.CompetingApplication {
					return bid(1, p, "a", 1)
				}, func(p int64) freelancers.CompetingApplication { return bid(2, p, "a", 1) },
				map[string]any{"5": "other"},
				"other",
				map[int64]int64{1: 2},
				"",
			},
			"both": {
				func(p int64) freelancers.CompetingApplication {
					return bid(1, p, "a", 1)
				}, func(p int64) freelancers.CompetingApplication { return bid(2, p, "a", 1) },
				map[string]any{"5": "both"},
				"", nil, "applications.5",
			},
			"against a hire": {
				func(p int64) freelancers.CompetingApplication {
					return bid(1, p, "a", 1)
				}, func(p int64) freelancers.CompetingApplication { return bid(2, p, "h", 5) },
				map[string]any{"5": "this"},
				"", nil, "applications.5",
			},
			"another project": {
				func(p int64) freelancers.CompetingApplication {
					return bid(1, p, "a", 1)
				}, func(p int64) freelancers.CompetingApplication { return bid(2, p, "a", 1) },
				map[string]any{"6": "this"},
				"", nil, "applications.6",
			},
		} {
			t.Run(name, func(t *testing.T) {
				w := newFixture(t, db)
				ours, theirs := resourcetest.ID(w.person(nil)), resourcetest.ID(w.person(nil))
				w.applications.bids = []freelancers.CompetingApplication{tc.here(ours), tc.there(theirs)}
				at, body := fmt.Sprintf("POST /api/freelancer/%d/merge", ours),
					map[string]any{"otherId": theirs, "applications": tc.choice}
				if tc.refused != "" {
					if e := w.call(at, body).Refusal("VALIDATION"); e.Fields[tc.refused] == nil {
						t.Errorf("refused %v, want %s", e.Fields, tc.refused)
					}
					return
				}
				plan := w.call(at, body).OK()["applications"].([]any)
				if one := plan[0].(map[string]any); len(plan) != 1 || one["from"] != tc.from || one["projectTitle"] != "Boats" ||
					len(one["this"].([]any)) != 1 {
					t.Errorf("the preview says %v", plan)
				}
				if w.applications.twice != nil {
					t.Error("a plan withdraws something")
				}
				body["dryRun"] = false
				w.call(at, body).OK()
				if !maps.Equal(w.applications.twice, tc.withdrawn) {
					t.Errorf("withdrawn %v, want %v", w.applications.twice, tc.withdrawn)
				}
			})
		}
	})
}
