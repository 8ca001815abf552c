package content_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	directusschema "poolkeeper.example/directus-schema"
	"poolkeeper.example/extension-service/engine/content"
)

// testdata/plurals.txt says of each locale at which of the numbers from 0 to 1200 the form changes, as Intl.PluralRules
// of Node 20 has it. The panel's own test compares the table with the Intl.PluralRules it runs on.
func TestPlurals_EveryLocale_EqualThoseOfIntl(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/plurals.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for line := range strings.SplitSeq(strings.TrimSpace(string(raw)), "\n") {
		locale, runs, _ := strings.Cut(line, ": ")
		known[locale] = runs
	}
	table, err := directusschema.Plurals()
	if err != nil {
		t.Fatal(err)
	}
	for locale := range table {
		forms := content.Forms(locale)
		var runs []string
		last := ""
		for n := range int64(1201) {
			if form := forms[content.FormOf(locale, n)]; form != last {
				runs = append(runs, fmt.Sprint(n, " ", form))
				last = form
			}
		}
		if got := strings.Join(runs, ", "); got != known[locale] {
			t.Errorf("%s: %s\nwant %s", locale, got, known[locale])
		}
	}
	offered, err := directusschema.Languages()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range offered {
		if table[l.ISO] == nil {
			t.Errorf("%s is offered and has no rules", l.ISO)
		}
	}
}

func TestPlurals_OfARegion_AreThoseOfItsLanguage(t *testing.T) {
	t.Parallel()
	for locale, want := range map[string]string{
		"pl-PL": "one few many other", "pt-PT": "one many other", "zh-Hant-TW": "other", "xx": "one other", "": "one other",
	} {
		if got := content.Forms(locale); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%q has %v, want %s", locale, got, want)
		}
	}
}

func TestTexts_Shipped_HaveTheFormsOfTheirLanguage(t *testing.T) {
	t.Parallel()
	texts, err := directusschema.Texts()
	if err != nil {
		t.Fatal(err)
	}
	for locale, values := range texts {
		for key, value := range values {
			if content.IsBroken(locale, value, texts["en"][key]) {
				t.Errorf("%s: %s: %q beside %q", locale, key, value, texts["en"][key])
			}
		}
	}
}
