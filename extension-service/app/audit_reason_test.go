package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Why somebody decided something is part of the decision: whoever may not read the record sees neither its values nor
// the words beside it, neither in the list nor in the entry.
func TestAuditLog_ReasonsOfUnreadableRecords_AreHidden(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.newProject(t, "Boat builder")
		p.expect(t, "csm", "POST /api/project/changeStatus",
			fmt.Sprintf(`{"id":%d,"status":"PAUSED","reason":"OTHER","comment":"They cannot pay"}`, id), 200, "")
		person := p.expect(t, "csm", "POST /api/freelancer", `{"firstName":"Ida","lastName":"Neu","email":"ida@new.example"}`,
			201, "").json(t)["id"]
		p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%v/status", person),
			`{"status":"AC","reason":"Ida called us","comment":"Spoke to her"}`, 200, "")
		for _, about := range []struct {
			query, reason, comment string
		}{
			{
				fmt.Sprintf("entity=project&entityId=%d&action=changeStatus", id), `"reason":"OTHER"`,
				`"comment":"They cannot pay"`,
			},
			{fmt.Sprintf("entity=freelancer&entityId=%v", person), `"reason":"Ida called us"`, `"comment":"Spoke to her"`},
		} {
			list := "GET /api/audit?" + about.query
			results := p.expect(t, "all", list, "", 200, about.comment).json(t)["results"].([]any)
			at := slices.IndexFunc(results, func(r any) bool { return r.(map[string]any)["comment"] != "" })
			one := fmt.Sprintf("GET /api/audit/%v", results[at].(map[string]any)["id"])
			p.expect(t, "all", list, "", 200, about.reason)
			p.expect(t, "all", one, "", 200, about.comment)
			for _, who := range []string{"tech", "config"} {
				for _, request := range []string{list, one} {
					got := string(p.expect(t, who, request, "", 200, `"before":{},"after":{},"gone":[],"reason":"","comment":""`).body)
					if strings.Contains(got, about.comment) || strings.Contains(got, about.reason) {
						t.Errorf("%s reads %s", who, got)
					}
				}
			}
		}
	})
}
