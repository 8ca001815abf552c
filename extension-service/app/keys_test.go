package app_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	directusschema "poolkeeper.example/directus-schema"
	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/platform/fault"
)

// Every text the product can show must be shipped in every locale: the message keys of errors, and those that stand in
// the source of either side. Without those that follow from the declarations it does not start.
func TestTexts_EveryTextInUse_IsShipped(t *testing.T) {
	t.Parallel()
	wanted := map[string]string{} // key → where it is used
	for _, key := range fault.Codes() {
		wanted[key] = "error codes"
	}
	sourceKeys(t, "..", regexp.MustCompile(
		`"((?:validation|error|project\.block|application\.block|transition)\.[a-zA-Z0-9.]+|password\.(?:changed|wrongOld|reused|common|containsEmail))"`),
		".go", wanted)
	for _, ext := range []string{".ts", ".tsx"} {
		sourceKeys(t, "../../admin-ui/src", regexp.MustCompile(`\b(?:t|translate)\(\s*'([a-zA-Z0-9_]+(?:\.[a-zA-Z0-9_]+)+)'`),
			ext, wanted)
	}
	texts, err := directusschema.Texts()
	if err != nil {
		t.Fatal(err)
	}
	for _, locale := range []string{"en", "de"} {
		for _, key := range slices.Sorted(maps.Keys(wanted)) {
			if texts[locale][key] == "" {
				t.Errorf("%s: no text for %s (%s)", locale, key, wanted[key])
			}
		}
	}
}

// sourceKeys collects the keys a pattern finds in the files below a folder, tests aside.
func sourceKeys(t *testing.T, dir string, pattern *regexp.Regexp, ext string, wanted map[string]string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ext || strings.Contains(path, "_test.") ||
			strings.Contains(path, ".test.") || strings.Contains(path, "fixture") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, found := range pattern.FindAllSubmatch(text, -1) {
			wanted[string(found[1])] = path
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A status has one text, whoever asks: the panel by the metadata, a dialog by the choices, a file or a card by itself.
func TestTexts_EveryStatus_HasOneText(t *testing.T) {
	t.Parallel()
	texts, err := directusschema.Texts()
	if err != nil {
		t.Fatal(err)
	}
	statuses := applications.Status("").Enum()
	for i, value := range statuses.Values {
		key := "application.status." + statuses.Names[i]
		if got := statuses.Key(value); got != key {
			t.Errorf("%s goes by %s and by %s", value, got, key)
		}
		for locale := range texts {
			if texts[locale][key] == "" || texts[locale]["application.status."+value] != "" {
				t.Errorf("%s: the status %s does not have its text under %s alone", locale, value, key)
			}
		}
		self := func(key string) string { return key }
		if got := (projects.Counts{value: 2}).Words(self); got != key+" 2" {
			t.Errorf("the counts of a project call %s %q", value, got)
		}
	}
	for locale := range texts {
		for key := range texts[locale] {
			if strings.HasPrefix(key, "panel.application.mailState.") {
				t.Errorf("%s: %s is said by enum.mailState", locale, key)
			}
		}
	}
}
