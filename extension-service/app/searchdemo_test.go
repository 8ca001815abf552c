package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/cmd/seed/demo"
	"poolkeeper.example/extension-service/engine/store"
)

// In quotes a value is the whole value, between asterisks a part of it: on the demo data a first name finds those who
// are called so, and its letters all in whose name they are.
func TestIndexQuery_CompleteValueAndPart_FindOnDemoDataWhatTheListShows(t *testing.T) {
	t.Parallel()
	p := newProduct(t, t.TempDir()+"/demo.db")
	if err := demo.FillProduct(t.Context(), p.Service); err != nil {
		t.Fatal(err)
	}
	clear(p.tokens)
	if err := p.Reindex(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ typ, path, field, value string }{
		{"freelancer", "/api/freelancer", "firstName", "Alf"},
		{"freelancer", "/api/freelancer", "lastName", "Berg"},
		{"project", "/api/project", "legalEntityName", "Kestrel France SA"},
		{"project", "/api/project", "clientName", "Kestrel"},
	} {
		exact, part := 0, 0
		for _, value := range p.valuesOf(t, tc.path, tc.field) {
			value, term := store.Fold(value), store.Fold(tc.value)
			if value == term {
				exact++
			}
			if strings.Contains(value, term) {
				part++
			}
		}
		if part == 0 {
			t.Errorf("%s: nothing in the demo data holds %q", tc.field, tc.value)
		}
		for text, want := range map[string]int{`\"` + tc.value + `\"`: exact, "*" + tc.value + "*": part} {
			query := fmt.Sprintf(`{"query":"%s:%s","size":1}`, tc.field, text)
			p.expect(t, "all", "POST /api/search/"+tc.typ+"/query", query, 200, fmt.Sprintf(`"totalResults":%d,`, want))
		}
		t.Logf("%s %q: %d whole, %d in part", tc.field, tc.value, exact, part)
	}
}

// valuesOf are the values of a field in all rows of a list.
func (p *product) valuesOf(t *testing.T, path, field string) (out []string) {
	t.Helper()
	for offset := 0; ; offset += 100 {
		var list struct{ Results []map[string]json.RawMessage }
		page := fmt.Sprintf("GET %s?s=id:asc&limit=100&offset=%d", path, offset)
		if err := json.Unmarshal(p.expect(t, "all", page, "", 200, "").body, &list); err != nil {
			t.Fatal(err)
		}
		for _, row := range list.Results {
			var value string
			if json.Unmarshal(row[field], &value) == nil {
				out = append(out, value)
			}
		}
		if len(list.Results) < 100 {
			return out
		}
	}
}
