package content

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// checkCase is a text with what is said against it; the panel is held to the same ones.
type checkCase struct {
	What, Locale, Text, Source string
	Findings                   []Finding
	Missing, Unknown           string
	Limit                      int
	TooLong, Empty             bool
}

func TestFindings_OfAText_AreThoseOfThePanel(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../../directus-schema/testdata/checks.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []checkCase
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) < 30 {
		t.Fatal(len(cases), err)
	}
	for _, tc := range cases {
		t.Run(tc.What, func(t *testing.T) {
			t.Parallel()
			if got := FindingsOf(tc.Locale, tc.Text, tc.Source); !slices.Equal(got, tc.Findings) {
				t.Errorf("findings %v, want %v", got, tc.Findings)
			}
			found := cell{row: row{Locale: tc.Locale, Key: "a.key"}, limit: tc.Limit}.findings(tc.Text, tc.Source)
			has := func(list []PlanReason, key string) bool {
				return slices.ContainsFunc(list, func(r PlanReason) bool { return r.Key == key })
			}
			if has(found.hard, "validation.max") != tc.TooLong || has(found.hard, "panel.texts.reason.emptyForm") != tc.Empty {
				t.Errorf("refused for %v", found.hard)
			}
			if has(found.soft, "panel.texts.reason.forms") != (slices.Contains(tc.Findings, FindsForms) && !tc.Empty) {
				t.Errorf("doubtful for %v", found.soft)
			}
			at := slices.IndexFunc(found.soft, func(r PlanReason) bool { return r.Key == "validation.placeholders" })
			if (at >= 0) != (tc.Missing != "" || tc.Unknown != "") {
				t.Fatalf("doubtful for %v", found.soft)
			}
			if at < 0 {
				return
			}
			for name, want := range map[string]string{"missing": tc.Missing, "unknown": tc.Unknown} {
				if got := found.soft[at].Params[name]; got != want && (want != "" || got != "–") {
					t.Errorf("%s: %v, want %s", name, got, want)
				}
			}
		})
	}
}
