package app_test

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"testing"
)

// Whoever has a dialog in which a record is chosen finds it by handle and title, and is shown nothing else.
func TestLookup_ByRole_ShowsIDHandleTitleAndClientOnly(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		project := p.newProject(t, "Tower crane erection")
		application := p.newApplication(t, project, "Noor")
		record := p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/%d", application), "", 200, `"Noor`).json(t)
		for path, openTo := range map[string][]string{
			"/api/projectApplication/lookup": {"csm", "tech", "config"},
			"/api/project/lookup":            {"csm", "tech", "content", "config"},
		} {
			for who := range roles {
				if !slices.Contains(openTo, who) {
					p.expect(t, who, "GET "+path, "", 403, `"FORBIDDEN"`)
					continue
				}
				for _, query := range []string{"", "?text=crane+tower", "?text=TOWER", "?clientId=1"} {
					got := p.expect(t, who, "GET "+path+query, "", 200, `"totalResults":1`).json(t)
					one := got["results"].([]any)[0].(map[string]any)
					if names := slices.Sorted(maps.Keys(one)); !slices.Equal(names, []string{"clientName", "handle", "id", "title"}) {
						t.Errorf("%s as %s shows %v", path, who, names)
					}
				}
			}
		}
		const applications = "GET /api/projectApplication/lookup"
		handle := record["handle"].(string)
		for _, who := range []string{"tech", "config"} {
			for _, query := range []string{
				"?text=" + handle, fmt.Sprintf("?id=%d", application),
				"?text=" + url.QueryEscape("Tower crane"),
			} {
				p.expect(t, who, applications+query, "", 200,
					fmt.Sprintf(`"id":%d,"handle":%q,"title":"Tower crane erection"`, application, handle))
			}
			// whose it is they do not learn by asking
			p.expect(t, who, applications+"?text=Noor", "", 200, `"results":[],"totalResults":0`)
		}
		p.expect(t, "csm", applications+"?text=Noor", "", 200, `"title":"Noor`)
		p.expect(t, "config", applications+"?clientId=2", "", 404, "NOT_FOUND")
		p.expect(t, "config", applications+"?status=a", "", 422, `"UNKNOWN_FIELD"`)
		p.expect(t, "config", applications+"?limit=51", "", 422, `"limit"`)
		p.expect(t, "config", "GET /api/projectApplication", "", 403, `application.read`)
	})
}

// A lookup finds nothing outside of the caller's clients, also by id and handle.
func TestLookup_OutsideTheScope_FindsNothing(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		project := p.newProject(t, "Tower crane erection")
		handle := p.expect(t, "csm", fmt.Sprintf("GET /api/project/%d", project), "", 200, `"handle"`).json(t)["handle"]
		p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
		tech, _ := p.account(t, "tech")
		for scope, want := range map[int]string{1: `"totalResults":1`, 2: `"totalResults":0`} {
			p.expect(t, "config", fmt.Sprintf("PUT /api/admin/%d", tech), fmt.Sprintf(`{"scopes":{"clientIds":[%d]}}`, scope),
				200, "")
			delete(p.tokens, "tech")
			for _, query := range []string{"", "?text=crane", fmt.Sprintf("?id=%d", project), fmt.Sprintf("?text=%v", handle)} {
				p.expect(t, "tech", "GET /api/project/lookup"+query, "", 200, want)
			}
		}
	})
}

// The panel learns where it looks records up from the metadata of whoever may.
func TestMeta_Lookups_AreThoseOfTheRole(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	const application, project = `"application":"/api/projectApplication/lookup"`, `"project":"/api/project/lookup"`
	for who, want := range map[string]string{
		"csm": application + "," + project, "tech": application + "," + project, "config": application + "," + project,
		"content": `"lookups":{` + project,
	} {
		p.expect(t, who, "GET /api/meta", "", 200, want)
	}
}
