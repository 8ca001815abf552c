package terms_test

import (
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/postal"
)

// Every name that the list of countries shows in English or German is read as the code that stands beside it.
func TestCountries_NamesOfTheList_AreReadAsTheirCodes(t *testing.T) {
	t.Parallel()
	for _, locale := range []string{"en", "de"} {
		m, err := call(t, "reference.countries", map[string]string{"locale": locale}, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range m["results"].([]any) {
			c := one.(map[string]any)
			name, code := c["name"].(string), c["code"].(string)
			for _, written := range []string{
				name, strings.ToUpper(name), strings.ToLower(name), " " + name + " ",
				strings.ReplaceAll(name, "’", "'"), code, strings.ToLower(code),
			} {
				if got, known := postal.CountryOf(written); !known || got != code {
					t.Errorf("%q is read as %q, not %s", written, got, code)
				}
			}
		}
	}
	for _, written := range []string{"", "-", "Atlantis", "FX", "DD", "XX", "EU", "ZZ"} {
		if got, known := postal.CountryOf(written); known {
			t.Errorf("%q is read as %s", written, got)
		}
	}
	for written, code := range map[string]string{
		"DEU": "DE", "usa": "US", "UK": "GB", "Cote d'Ivoire": "CI",
		"Österreich": "AT", "Curacao": "CW", "Bosnia and Herzegovina": "BA",
	} {
		if got, _ := postal.CountryOf(written); got != code {
			t.Errorf("%q is read as %q, not %s", written, got, code)
		}
	}
}
