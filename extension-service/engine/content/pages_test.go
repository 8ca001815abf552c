package content_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/content"
)

// itemQuery is what a call of Directus reads, as far as a pretended one has to know.
type itemQuery struct {
	Query struct {
		Limit  int
		Filter struct {
			And []struct {
				ID struct {
					Greater int `json:"_gt"`
				}
			} `json:"_and"`
		}
	}
}

func (q itemQuery) lowerBound() (id int) {
	for _, each := range q.Query.Filter.And {
		id = max(id, each.ID.Greater)
	}
	return id
}

// A Directus that makes one answer of thousands of texts answers nobody else meanwhile.
func TestExport_OfManyTexts_ReadsThemInPages(t *testing.T) {
	const texts, page = 1201, 500
	s := content.New(configFor(t, func(w http.ResponseWriter, r *http.Request) {
		var in itemQuery
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			t.Error(err)
		}
		rows := []map[string]any{}
		switch {
		case strings.HasSuffix(r.URL.Path, "/d_language"):
			rows = append(rows, map[string]any{"iso": "en"})
		case in.Query.Limit < 1 || in.Query.Limit > page:
			t.Errorf("one call reads up to %d texts", in.Query.Limit)
		default:
			for id := in.lowerBound() + 1; id <= texts && len(rows) < in.Query.Limit; id++ {
				rows = append(rows, map[string]any{
					"id": id, "locale": "en", "messageKey": fmt.Sprint("page.", id),
					"messageValue": fmt.Sprint("Text ", id),
				})
			}
		}
		if err := json.NewEncoder(w).Encode(map[string]any{"data": rows}); err != nil {
			t.Error(err)
		}
	}))
	file, err := s.Requested(requestAs(t, editor), json.RawMessage(`{"format":"csv"}`))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := file.Stream(t.Context(), &out); err != nil || strings.Count(out.String(), "page.") != texts {
		t.Errorf("%d of %d texts are in the file: %v", strings.Count(out.String(), "page."), texts, err)
	}
}
