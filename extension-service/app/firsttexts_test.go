package app_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/content"
)

// namedField is what the metadata says of a field or a filter.
type namedField struct{ Name, Enum string }

// What the metadata names is shown before the panel has all texts: the entries of the menu, the columns and filters of
// the lists, and the values in both.
func TestFirstTexts_TextsNamedByTheMetadata_AreIncluded(t *testing.T) {
	t.Parallel()
	var meta struct {
		EnumText map[string]string
		Groups   []struct {
			Name    string
			Entries []struct{ Label string }
		}
		Resources []struct {
			Name, Route     string
			Columns, Hidden []string
			Fields, Filters []namedField
		}
	}
	got := newProduct(t, furnished.SQLite(t)).expect(t, "all", "GET /api/meta", "", 200, "")
	if err := json.Unmarshal(got.body, &meta); err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, group := range meta.Groups {
		keys = append(keys, "menu."+group.Name)
		for _, entry := range group.Entries {
			keys = append(keys, entry.Label)
		}
	}
	for _, r := range meta.Resources {
		if r.Route == "" {
			continue
		}
		shown := slices.DeleteFunc(r.Fields, func(f namedField) bool {
			return !slices.Contains(slices.Concat(r.Columns, r.Hidden), f.Name)
		})
		for _, f := range slices.Concat(shown, r.Filters) {
			if text := meta.EnumText[f.Enum]; text != "" {
				keys = append(keys, strings.Replace(text+".", "*.", "value.", 1)+"value")
			}
		}
	}
	if len(keys) < 60 {
		t.Errorf("the metadata names only %d texts", len(keys))
	}
	for _, key := range keys {
		if !content.IsFirst(key) {
			t.Errorf("%s is not among the first texts", key)
		}
	}
}
