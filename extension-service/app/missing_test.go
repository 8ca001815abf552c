package app_test

import (
	"strings"
	"testing"
)

// What a panel lacks reaches the queue of who translates, and nothing else of what anybody may send does.
func TestMissingTexts_ReportedByPanels_ReachTheQueue(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		const report = `{"locale":"de","keys":[
			{"messageKey":"panel.lost","route":"/projects/list","count":2}, {"messageKey":"panel.lost","route":"/projects/list/:id","count":1},
			{"messageKey":"panel.seldom","route":"/dashboard","count":1},
			{"messageKey":"menu.dashboard","route":"/dashboard","count":9}, {"messageKey":"invented.key","route":"/dashboard","count":9},
			{"messageKey":"A sentence.","route":"/dashboard","count":9}, {"messageKey":"panel.leak","route":"/projects/4711","count":9}]}`
		p.expect(t, "", "POST /api/translation/missing", report, 204, "")
		p.expect(t, "csm", "POST /api/translation/missing", report, 204, "")
		p.expect(t, "", "POST /api/translation/missing", strings.Replace(report, `"de"`, `"tlh"`, 1), 204, "")
		found := p.expect(t, "content", "GET /api/translation/missing", "", 200,
			`"totalResults":2`).json(t)["results"].([]any)
		most, least := found[0].(map[string]any), found[1].(map[string]any)
		if most["messageKey"] != "panel.lost" || most["count"] != 6.0 || len(most["routes"].([]any)) != 2 ||
			most["locale"] != "de" || least["messageKey"] != "panel.seldom" {
			t.Errorf("the queue is %v", found)
		}
		p.expect(t, "content", "GET /api/translation/missing?locale=en", "", 200, `"totalResults":0`)
		p.expect(t, "content", "GET /api/translation/missing?client=5", "", 200, `"totalResults":0`)
		p.expect(t, "content", "GET /api/translation/missing?offset=1&limit=1", "", 200, `"messageKey":"panel.seldom"`)
		p.expect(t, "content", "GET /api/translation/trash?unused=true", "", 200, `{"results":[],"totalResults":0`)
		p.expect(t, "content", "GET /api/translation/trash?client=999", "", 404, "NOT_FOUND")
		p.expect(t, "norole", "GET /api/translation/missing", "", 403, "NO_ROLES")
		p.expect(t, "", "GET /api/translation/missing", "", 401, "")
		p.expect(t, "content", "GET /api/dashboard", "", 200,
			`{"key":"textsSeenMissing","count":2,"link":"/content/translations?locale=de\u0026locales=de\u0026state=SEEN"`)
		p.expect(t, "", "POST /api/translation/missing",
			`{"locale":"de","keys":[{"messageKey":"panel.lost","route":"/dashboard","count":0}]}`, 422, "validation.minValue")
	})
}

func TestMissingTexts_ManyReports_AreLimited(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	for range 30 { // so many, should the minute end meanwhile
		got := p.call(t, "", "POST", "/api/translation/missing",
			`{"locale":"de","keys":[{"messageKey":"panel.lost","route":"/dashboard","count":1}]}`)
		if got.status == 429 && got.header.Get("Retry-After") != "" {
			return
		}
	}
	t.Error("any number of reports is taken")
}
