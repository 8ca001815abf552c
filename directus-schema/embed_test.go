package directusschema_test

import (
	"maps"
	"regexp"
	"slices"
	"testing"

	directusschema "poolkeeper.example/directus-schema"
)

var (
	key         = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,150}$`)
	placeholder = regexp.MustCompile(`%\{.*?\}`)
)

func TestTexts_EveryLocale_HasEveryKeyWithTheSamePlaceholders(t *testing.T) {
	texts, err := directusschema.Texts()
	if err != nil {
		t.Fatal(err)
	}
	names := func(text string) []string {
		return slices.Compact(slices.Sorted(slices.Values(placeholder.FindAllString(text, -1))))
	}
	for _, locale := range slices.Sorted(maps.Keys(texts)) {
		for name, value := range texts[locale] {
			switch origin, ok := texts["en"][name]; {
			case !key.MatchString(name):
				t.Errorf("%s: %q is no message key", locale, name)
			case value == "":
				t.Errorf("%s: %s is empty", locale, name)
			case !ok:
				t.Errorf("%s: %s has no English text", locale, name)
			case !slices.Equal(names(value), names(origin)):
				t.Errorf("%s: %s has %v, the English text %v", locale, name, names(value), names(origin))
			}
		}
		for name := range texts["en"] {
			if _, ok := texts[locale][name]; !ok {
				t.Errorf("%s: %s is missing", locale, name)
			}
		}
	}
}

func TestTexts_ShippedLocales_AreActiveLanguages(t *testing.T) {
	texts, err := directusschema.Texts()
	if err != nil {
		t.Fatal(err)
	}
	languages, err := directusschema.Languages()
	if err != nil {
		t.Fatal(err)
	}
	for locale := range texts {
		if !slices.ContainsFunc(languages, func(l directusschema.Language) bool { return l.ISO == locale && l.Active }) {
			t.Errorf("%s is not an active language", locale)
		}
	}
}
