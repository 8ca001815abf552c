package app_test

import "testing"

// Where a text is used is what panels tell, once a day; what was shown lately is offered for no trash.
func TestTexts_UseReportedByPanels_ShowsWhereTheyAppear(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		const report = `{"pages":[
			{"route":"/projects/list/:id","keys":["menu.dashboard","panel.modal.close","menu.dashboard","invented.key","A sentence."]},
			{"route":"/dashboard","keys":["menu.dashboard"]},
			{"route":"/projects/4711","keys":["menu.dashboard"]}]}`
		p.expect(t, "content", "GET /api/translation/usage?messageKey=menu.dashboard", "", 200, `{"pages":[],"clients":[`)
		for _, who := range []string{"", "csm"} {
			p.expect(t, who, "POST /api/translation/seen", report, 204, "")
		}
		pages := p.expect(t, "content", "GET /api/translation/usage?messageKey=menu.dashboard", "", 200,
			`"lastSeenAt":"20`).json(t)["pages"].([]any)
		if len(pages) != 2 || pages[0].(map[string]any)["route"] != "/dashboard" ||
			pages[1].(map[string]any)["route"] != "/projects/list/:id" {
			t.Errorf("the pages are %v", pages)
		}
		p.expect(t, "content", "GET /api/translation/usage?messageKey=invented.key", "", 200, `{"pages":[],`)
		p.expect(t, "", "POST /api/translation/seen", `{"pages":[]}`, 422, "validation.required")
		p.expect(t, "", "POST /api/translation/seen", `{"pages":[{"route":"","keys":["menu.dashboard"]}]}`, 422,
			"pages[0].route")
		p.expect(t, "norole", "GET /api/translation/usage?messageKey=menu.dashboard", "", 403, "NO_ROLES")
	})
}
