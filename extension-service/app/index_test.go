package app_test

import (
	"slices"
	"testing"
)

// The mapping says which fields name a person.
func TestMapping_PersonalFields_AreMarked(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	var personal []string
	for _, f := range p.expect(t, "tech", "GET /api/search/freelancer/mapping", "", 200, "").json(t)["fields"].([]any) {
		if field := f.(map[string]any); field["pii"] == true {
			personal = append(personal, field["name"].(string))
		}
	}
	if !slices.Contains(personal, "name") || !slices.Contains(personal, "email") || slices.Contains(personal, "handle") {
		t.Errorf("personal are %v", personal)
	}
}
