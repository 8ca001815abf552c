package app_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/internal/example"
)

// The history tells changes from reads, and names the colleague behind what the product did by itself.
func TestHistory_AutomaticChange_NamesTheColleagueBehindIt(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		project := p.newProject(t, "Boat builder")
		person := p.expect(t, "csm", "POST /api/freelancer", `{"firstName":"Ida","lastName":"Neu","email":"ida@new.example"}`,
			201, "").json(t)["id"]
		at := fmt.Sprintf("/api/freelancer/%v", person)
		p.expect(t, "csm", "PUT "+at+"/status", `{"status":"AC","reason":"Ida called us"}`, 200, "")
		bid := p.expect(t, "csm", "POST /api/projectApplication",
			fmt.Sprintf(`{"projectId":%d,"freelancerId":%v}`, project, person), 201, "").json(t)["id"]
		p.expect(t, "csm", "PUT "+at+"/status", `{"status":"DE","reason":"INACTIVE"}`, 200, "")
		name := p.expect(t, "csm", fmt.Sprintf("GET /api/history/project/%d", project), "", 200,
			"").json(t)["results"].([]any)[0].(map[string]any)["actor"].(map[string]any)
		p.expect(t, "csm", fmt.Sprintf("GET /api/history/application/%v", bid), "", 200,
			fmt.Sprintf(`"causedBy":{"kind":"admin","id":%v,"name":%q}`, name["id"], name["name"]))
		caused := fmt.Sprintf(`"causedBy":{"kind":"admin","id":%v,"name":%q}`, name["id"], name["name"])
		log := p.expect(t, "config", fmt.Sprintf("GET /api/audit?entity=application&entityId=%v", bid), "", 200,
			caused).json(t)["results"].([]any)
		p.expect(t, "config", fmt.Sprintf("GET /api/audit/%v", log[0].(map[string]any)["id"]), "", 200, caused)

		p.expect(t, "csm", "GET "+at, "", 200, "securityInfo") // a read of what is sensitive
		history := "GET /api/history/freelancer/" + fmt.Sprint(person)
		both := p.expect(t, "csm", history, "", 200, `"action":"read"`).json(t)["totalResults"].(float64)
		changes := p.expect(t, "csm", history+"?kind=changes", "", 200, `"action":"create"`)
		if strings.Contains(string(changes.body), `"action":"read"`) {
			t.Errorf("reads among the changes: %s", changes.body)
		}
		reads := p.expect(t, "csm", history+"?kind=reads", "", 200, `"action":"read"`)
		if strings.Contains(string(reads.body), `"action":"create"`) ||
			changes.json(t)["totalResults"].(float64)+reads.json(t)["totalResults"].(float64) < both {
			t.Errorf("changes among the reads: %s", reads.body)
		}
		p.expect(t, "csm", history+"?kind=rumours", "", 422, `"kind":["validation.oneOf"]`)
	})
}

// Any earlier version can be looked at and put back, as a new write under today's rules.
func TestHistory_EarlierVersion_CanBeRestored(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "content", "POST /api/skill", `{"clientId":1,"name":"Weaving","level":2}`, 201, ``)
		first := p.expect(t, "content", "GET /api/history/skill/1", "", 200,
			`"create"`).json(t)["results"].([]any)[0].(map[string]any)
		entry, created := first["id"], first["at"].(string)
		made, err := time.Parse(time.RFC3339, created)
		if err != nil {
			t.Fatal(err)
		}
		for time.Since(made) < 2*time.Millisecond { // instants have milliseconds
			p.expect(t, "content", "GET /api/skill/1", "", 200, "")
		}
		p.expect(t, "content", "PUT /api/skill/1", `{"name":"Knitting","level":5,"hot":true}`, 200, `"version":2`)
		p.expect(t, "content", "PUT /api/skill/1", `{"level":null}`, 200, `"version":3`)
		at := "GET /api/history/skill/1?at=" + url.QueryEscape(created)
		p.expect(t, "content", at, "", 200, `"name":"Weaving"`)
		p.expect(t, "content", at, "", 200, `"totalResults":1,"record":{"id":1,`)
		p.expect(t, "content", at, "", 200, `"version":1`)
		for _, step := range []struct {
			who, request, body string
			status             int
			want               string
		}{
			{"content", "GET /api/history/skill/1?at=2001-01-01T00:00:00Z", "", 404, "NOT_FOUND"},
			{"content", "GET /api/history/skill/1?at=yesterday", "", 422, "validation.instant"},
			{
				"content", "POST /api/history/skill/1/restore", fmt.Sprintf(`{"entryId":%v,"fields":["level"]}`, entry), 200,
				`"name":"Knitting","level":2,"hot":true,"skipped":[]`,
			},
			{
				"content", "POST /api/history/skill/1/restore", fmt.Sprintf(`{"entryId":%v}`, entry), 200,
				`"name":"Weaving","level":2,"hot":false,"skipped":[]`,
			},
			{"content", "POST /api/history/skill/1/restore", fmt.Sprintf(`{"entryId":%v}`, entry), 200, `"version":5`},
			{
				"content", "POST /api/history/skill/1/restore", fmt.Sprintf(`{"entryId":%v,"fields":["nope"]}`, entry), 422,
				`"fields.nope":["error.unknownField"]`,
			},
			{"content", "POST /api/history/skill/1/restore", `{"entryId":99999}`, 404, "NOT_FOUND"},
			{"content", "POST /api/history/skill/1/restore", `{}`, 422, `"entryId":["validation`},
			{"csm", "POST /api/history/skill/1/restore", `{"entryId":1}`, 403, "question.update"},
			{"content", "GET /api/history/skill/1", "", 200, `"action":"restoreVersion"`},
		} {
			p.expect(t, step.who, step.request, step.body, step.status, step.want)
		}
		got := p.call(t, "content", "POST", "/api/history/skill/1/restore", fmt.Sprintf(`{"entryId":%v}`, entry), "If-Match",
			`"2"`)
		if got.status != 409 {
			t.Errorf("from an old version: %d %s", got.status, got.body)
		}
		id := p.newProject(t, "Moved")
		line := p.expect(t, "csm", fmt.Sprintf("GET /api/history/project/%d", id), "", 200,
			"").json(t)["results"].([]any)[0].(map[string]any)
		p.expect(t, "csm", "POST /api/project/changeStatus", fmt.Sprintf(`{"id":%d,"status":"PAUSED"}`, id), 200, "")
		p.expect(t, "csm", fmt.Sprintf("POST /api/history/project/%d/restore", id), fmt.Sprintf(`{"entryId":%v}`, line["id"]),
			200, `"skipped":["status"`)
	}, example.Extension)
}
