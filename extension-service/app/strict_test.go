package app_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/internal/example"
)

// newProject makes a project of the first client and returns its id.
func (p *product) newProject(t *testing.T, title string) int {
	t.Helper()
	made := p.expect(t, "csm", "POST /napi/create/project", fmt.Sprintf(`{"dataObj":{"title":%q,"clientId":1}}`, title),
		201, `"ACTIVE"`)
	return int(made.json(t)["id"].(float64))
}

// Whatever a caller writes is either meant by somebody or refused; nothing is lost silently, least of all a dry run.
func TestRequests_UnknownOrAmbiguousContent_AreRefused(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "content", "POST /api/skill", `{"clientId":1,"name":"Weaving"}`, 201, ``)
		id := p.newProject(t, "Strict")
		pause := fmt.Sprintf(`{"id":%d,"status":"PAUSED"}`, id)
		for _, step := range []struct {
			who, request, body string
			status             int
			want               string
		}{
			{"content", "GET /api/skill/1?x=1", "", 422, `"x":["error.unknownField"]`},
			{"content", "PUT /api/skill/1?dryRun=true", `{"name":"Knitting"}`, 422, `"dryRun":["error.unknownField"]`},
			{"content", "DELETE /api/skill/1?dryRun=yes", "", 422, `"dryRun":["validation.boolean"]`},
			{"content", "DELETE /api/skill/1?dryRun=true", "", 200, `skill.deleted`},
			{"content", "GET /api/skill/1", "", 200, `"version":1`},
			{"content", "PUT /api/skill/1", `{"nam":"Knitting"}`, 422, `"nam":["error.unknownField"]`},
			{"content", "PUT /api/skill/1", `{"id":1,"version":7,"createdBy":"me","clientName":"Nobody"}`, 200, `"id":1,`},
			{"content", "GET /api/skill/1", "", 200, `"clientName":"Norrsken Bank"`},
			{
				"content", "POST /api/skill?dryRun=true", `{"clientId":1,"name":"Knitting"}`, 422,
				`"dryRun":["error.unknownField"]`,
			},
			{"content", "POST /api/dbSearch/skill?limit=1", `{}`, 422, `"limit":["error.unknownField"]`},
			{"content", "POST /api/export/skill?x=1", `{"format":"csv"}`, 422, `"x":["error.unknownField"]`},
			{"content", "GET /api/history/skill/1?x=1", "", 422, `"x":["error.unknownField"]`},
			{"content", "PUT /api/preference/list.skill?dryRun=true", `{"value":{}}`, 422, `"dryRun":["error.unknownField"]`},
			{"content", "GET /api/skill?totalResults=1", "", 422, `"name":"Weaving"`[:0]},
			{"content", "GET /api/skill", "", 200, `"totalResults":1`},
			{"content", "GET /api/skill?s=name,name", "", 422, `validation.sort`},
			{"content", "POST /api/dbSearch/skill", `{"s":"` + strings.Repeat("name,", 3000) + `id"}`, 422, `validation.sort`},
			{"content", "GET /api/skill?name=%20%20", "", 200, `"totalResults":1`},
			{"content", "GET /api/skill?name=%22", "", 200, `"totalResults":0`},
			{"content", "GET /api/skill?name=%CC%81", "", 200, `"totalResults":1`},
			{"content", "GET /api/skill?limit=0", "", 422, `"limit":["validation.minValue"]`},
			{"content", "GET /api/skill?limit=1001", "", 422, `"limit":["validation.maxValue"]`},
			{"content", "GET /api/skill?limit=1000", "", 200, `"totalResults":1`},
			{"content", "GET /api/skill?id=1,2,3", "", 200, `"totalResults":1`},
			{"content", "GET /api/skill?id=" + strings.TrimSuffix(strings.Repeat("1,", 200), ","), "", 200, `"totalResults":1`},
			{
				"content", "GET /api/skill?id=" + strings.TrimSuffix(strings.Repeat("1,", 201), ","), "", 422,
				`validation.maxItems`,
			},
			{"csm", "GET /api/project?deleted=maybe", "", 422, `"deleted":["validation.boolean"]`},
			{"csm", "GET /api/project?deleted=true&status=ACTIVE,DELETED", "", 200, `"totalResults":0`},
			{"csm", "GET /api/project?clientName=All&status=ACTIVE", "", 200, `"totalResults":1`},
			{"csm", "POST /api/project/changeStatus?dryRun=yes", pause, 422, `"dryRun":["validation.boolean"]`},
			{"csm", "POST /api/project/changeStatus?dryRun=1", pause, 200, `"PAUSED"`},
			{"csm", fmt.Sprintf("GET /api/project/%d", id), "", 200, `"status":"ACTIVE"`},
			{"all", "GET /api/find?q=C-123456", "", 200, `"totalResults":0`},
			{"all", "GET /api/find?q=X-eaving", "", 200, `"totalResults":0`},
		} {
			p.expect(t, step.who, step.request, step.body, step.status, step.want)
		}
	}, example.Extension)
}

func TestPreference_SetToNull_IsRemoved(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "csm", "PUT /api/preference/locale", `{"value":"de"}`, 200, `{"value":"de"}`)
		p.expect(t, "csm", "PUT /api/preference/locale", `{"value":null}`, 200, `{"value":null}`)
		p.expect(t, "csm", "GET /api/preference/locale", "", 200, `{"value":null}`)
		p.expect(t, "csm", "PUT /api/preference/locale", `{"value":"`+strings.Repeat("x", 17<<10)+`"}`, 413, "TOO_LARGE")
	})
}

// A page can be asked for as limit and offset, or as size and from, wherever there are pages.
func TestLists_Paging_AcceptsBothForms(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	var doc struct {
		Paths map[string]struct {
			Get struct {
				Parameters []struct{ Name string }
			}
		}
	}
	if err := json.Unmarshal(p.document(t), &doc); err != nil {
		t.Fatal(err)
	}
	forms, lists := []string{"limit", "offset", "size", "from"}, 0
	for path, item := range doc.Paths {
		has := map[string]bool{}
		for _, x := range item.Get.Parameters {
			has[x.Name] = true
		}
		named := func(name string) bool { return has[name] }
		if !slices.ContainsFunc(forms, named) || strings.HasPrefix(path, "/items/") { // which speaks as Directus does
			continue
		}
		lists++
		if slices.ContainsFunc(forms, func(name string) bool { return !has[name] }) {
			t.Errorf("GET %s has only some of %v", path, forms)
		}
		if has["s"] && !has["id"] {
			t.Errorf("GET %s cannot be narrowed to records by their ids", path)
		}
	}
	if lists < 20 {
		t.Errorf("only %d lists", lists)
	}
	for _, page := range []string{"limit=1&offset=1", "size=1&from=1"} {
		p.expect(t, "all", "GET /api/admin?s=email:asc&"+page, "", 200, `"config@poolkeeper.example"`)
	}
}
