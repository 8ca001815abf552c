package canonical_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/platform/canonical"
)

// vectors are the cases that the panel is held to as well.
type vectors struct {
	Emails []struct {
		Value string `json:"value"`
		Key   string `json:"key"` // "": no address
		Shown string `json:"shown"`
	} `json:"emails"`
	Folds []struct {
		Value string `json:"value"`
		Fold  string `json:"fold"`
	} `json:"folds"`
	Blank   []string `json:"blank"`
	Visible []string `json:"visible"`
}

func readVectors(t *testing.T) (v vectors) {
	t.Helper()
	text, err := os.ReadFile("../../../directus-schema/testdata/canonical.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestEmail_SharedVectors_AreReadAsInThePanel(t *testing.T) {
	t.Parallel()
	for _, c := range readVectors(t).Emails {
		if got := canonical.IsEmail(c.Value); got != (c.Key != "") {
			t.Errorf("IsEmail(%q) = %v", c.Value, got)
		}
		if c.Key != "" && canonical.EmailKey(c.Value) != c.Key {
			t.Errorf("EmailKey(%q) = %q, want %q", c.Value, canonical.EmailKey(c.Value), c.Key)
		}
		if got := canonical.ShownEmail(canonical.Email(c.Value)); got != c.Shown {
			t.Errorf("ShownEmail(%q) = %q, want %q", c.Value, got, c.Shown)
		}
	}
}

func TestEmail_StoredForm_IsStableAndHasALabels(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		" Mara@B\u00dcCHER.example ":   "Mara@xn--bcher-kva.example",
		"mara@bu\u0308cher.example":    "mara@xn--bcher-kva.example",
		"mara@xn--bcher-kva.example":   "mara@xn--bcher-kva.example",
		"J\u00fcrgen@EXAMPLE.org":      "J\u00fcrgen@example.org",
		"mara@stra\u00dfe.example":     "mara@xn--strae-oqa.example",
		"mara@\uff45xample\uff0eorg":   "mara@example.org",
		"mara@example\u3002org":        "mara@example.org",
		"no address":                   "no address",
		"two@signs@example.org":        "two@signs@example.org",
		"mara@-example.org":            "mara@-example.org",
		"mara@\u202eexample.org":       "mara@\u202eexample.org",
		"mara@xn--\u00fc.example":      "mara@xn--\u00fc.example",
		"mara@exam\u200bple.org":       "mara@exam\u200bple.org",
		"o'neil+pool@mail.example.org": "o'neil+pool@mail.example.org",
	} {
		if got := canonical.Email(in); got != want || canonical.Email(got) != got {
			t.Errorf("Email(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestEmail_Lengths_AreThoseOfTheRule(t *testing.T) {
	t.Parallel()
	label := strings.Repeat("a", 63)
	for address, want := range map[string]bool{
		strings.Repeat("a", 64) + "@example.org":                                        true,
		strings.Repeat("a", 65) + "@example.org":                                        false,
		strings.Repeat("\u00fc", 64) + "@example.org":                                   true,
		"a@" + label + ".org":                                                           true,
		"a@" + label + "a.org":                                                          false,
		"a@" + label + "." + label + "." + label + "." + strings.Repeat("b", 60):        true,
		"a@" + label + "." + label + "." + label + "." + strings.Repeat("b", 61):        false,
		"a@" + strings.Repeat("\u00fc", 60) + ".example" + strings.Repeat("\u00fc", 10): false,
	} {
		if got := canonical.IsEmail(address); got != want {
			t.Errorf("IsEmail of %d characters, %q: %v", len(address), address, got)
		}
	}
}
