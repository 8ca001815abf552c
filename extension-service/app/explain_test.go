package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// Why somebody may do something, or what keeps them from it, is answered by the rules that are enforced.
func TestAccess_PermissionOrRefusal_IsExplained(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
		inside := p.newProject(t, "Inside")
		other := p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Hidden","clientId":2}}`, 201,
			"").json(t)["id"]
		scoped, _ := p.account(t, "scoped")
		norole, _ := p.account(t, "norole")
		for _, step := range []struct {
			who, query string
			status     int
			want       string
		}{
			{
				"csm", "permission=project.delete", 200,
				`{"allowed":true,"permission":"project.delete","grantedBy":["a"],"scope":{"inside":true,"by":"all"},"blockedBy":[],"heldBy":["a"],"givenBy":["d"],"account":""}`,
			},
			{"tech", "permission=project.delete", 200, `"allowed":false,"permission":"project.delete","grantedBy":[]`},
			{
				"tech", "entity=project&action=update", 200,
				`"blockedBy":[{"key":"access.permission","params":{"permissions":["project.update"]}}]`,
			},
			{"all", "entity=project&action=changeStatus", 200, `"permission":"project.status","grantedBy":["a"]`},
			{
				"scoped", fmt.Sprintf("entity=project&id=%d&action=update", inside), 200,
				`"allowed":true,"permission":"project.update","grantedBy":["a"],"scope":{"inside":true,"by":"client"}`,
			},
			{"scoped", fmt.Sprintf("entity=project&id=%v&action=update", other), 404, "NOT_FOUND"},
			{
				"config", fmt.Sprintf("userId=%d&entity=project&id=%v", scoped, other), 200,
				`"allowed":false,"permission":"project.read","grantedBy":["a"],"scope":{"inside":false,"by":""},"blockedBy":[{"key":"access.scope"}]`,
			},
			{"csm", fmt.Sprintf("userId=%d&permission=project.read", scoped), 403, "adminUser.read"},
			{"config", "userId=99999&permission=project.read", 404, "NOT_FOUND"},
			{
				"config", fmt.Sprintf("userId=%d&call=meta.get", norole), 200,
				`"allowed":false,"permission":"","grantedBy":[],"scope":{"inside":true,"by":"all"},"blockedBy":[{"key":"access.account"}],"heldBy":[],"givenBy":["d"],"account":"error.noRoles"}`,
			},
			{"config", fmt.Sprintf("userId=%d&call=session.authorize", norole), 200, `"allowed":true`},
			{"tech", "call=project.restoreVersion", 200, `"permission":"project.update","grantedBy":[],`},
			{
				"csm", fmt.Sprintf(`call=project.changeStatus&id=%d&input={"status":"DELETED"}`, inside), 200,
				`"allowed":true,"permission":"project.status"`,
			},
			{"csm", "call=nope", 422, `"call":["validation.oneOf"]`},
			{"csm", "", 422, `"permission":["validation.required"]`},
			{"csm", "permission=nope", 422, `"permission":["validation.oneOf"]`},
			{"csm", "entity=nope", 422, `"entity":["validation.oneOf"]`},
			{"csm", "entity=project&action=fly", 422, `"action":["validation.oneOf"]`},
		} {
			p.expect(t, step.who, "GET /api/access/explain?"+step.query, "", step.status, step.want)
		}
	})
}

// What a guard keeps from somebody cannot be asked for either: not by a filter, not by an order, not for a file.
func TestGuardedField_FilterOrderOrExport_RevealsNoValue(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.expect(t, "config", "GET /api/client?ownFormulas=false", "", 200, `"totalResults":1`)
	for request, body := range map[string]string{
		"GET /api/client?ownFormulas=false": "",
		"POST /api/dbSearch/client":         `{"filters":{"ownFormulas":true}}`,
		"POST /api/export/client":           `{"format":"csv","filters":{"ownFormulas":false}}`,
	} {
		p.expect(t, "content", request, body, 403, "formula.read")
	}
	meta := p.expect(t, "content", "GET /api/meta", "", 200, `"name":"client"`)
	if strings.Contains(string(meta.body), "ownFormulas") {
		t.Error("the metadata offers a filter by what may not be read")
	}
}

func TestClientErrors_ReportedByBrowsers_AreAcceptedWithinLimits(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.expect(t, "", "POST /api/clientError", `{"message":"x is undefined","stack":"`+strings.Repeat("at y ",
		2000)+`","route":"/projects/list?filter=secret"}`, 204, "")
	p.expect(t, "", "POST /api/clientError", `{"message":"`+strings.Repeat("x", 17<<10)+`"}`, 413, "TOO_LARGE")
	p.expect(t, "", "POST /api/clientError", `{"message":"x","surprise":1}`, 422, "error.unknownField")
	for range 1000 { // so many, should the minute end meanwhile, or be long over
		if got := p.call(t, "", "POST", "/api/clientError", `{"message":"x"}`); got.status == 429 &&
			got.header.Get("Retry-After") != "" {
			return
		}
	}
	t.Error("any number of reports is taken")
}
