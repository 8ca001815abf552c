package freelancers

import (
	"slices"
	"testing"
)

func TestPostalCodes_AsPeopleWriteThem_AreRead(t *testing.T) {
	t.Parallel()
	for text, tc := range map[string]struct {
		country string
		want    []string
	}{
		"80, 81":       {"DE", []string{"80", "81"}},
		"80; 81;":      {"DE", []string{"80", "81"}},
		"80 / 81":      {"DE", []string{"80", "81"}},
		"D-80":         {"DE", []string{"80"}},
		"d 80331":      {"DE", []string{"80331"}},
		"DE-80,D81":    {"DE", []string{"80", "81"}},
		"80xxx, 81***": {"DE", []string{"80", "81"}},
		"8….":          {"DE", []string{"8"}},
		"08-10":        {"DE", []string{"08", "09", "10"}},
		"SE 11":        {"SE", []string{"11"}},
		"S-111 22":     {"SE", []string{"111 22"}},
		"SE11":         {"GB", []string{"SE11"}},
		"ec":           {"GB", []string{"EC"}},
		"00-95":        {"PL", []string{"00-95"}},
		"1012 AB":      {"NL", []string{"1012 AB"}},
	} {
		if got, err := postalCodes(tc.country, text); err != nil || !slices.Equal(got, tc.want) {
			t.Errorf("%s %q is %q, %v; want %q", tc.country, text, got, err, tc.want)
		}
	}
}

func TestPostalCodes_NoneAtAll_AreRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"München", "Munich", "80!", "80, (81)"} {
		if got, err := postalCodes("DE", text); err == nil {
			t.Errorf("%q is %q, want a refusal", text, got)
		}
	}
}
