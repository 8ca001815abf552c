package app_test

import (
	"fmt"
	"testing"
)

// undoes takes back the last action on a record, first only for a try, and holds what it has become against what it
// was.
func (p *product) undoes(t *testing.T, who, action, path, before string) {
	t.Helper()
	call := "POST /api/undo/" + action
	after := p.statusFacts(t, path)
	p.expect(t, who, call+"?dryRun=true", "", 200, `"version":`)
	if now := p.statusFacts(t, path); now != after {
		t.Errorf("%s was only tried; it was %s and is %s", action, after, now)
	}
	p.expect(t, who, call, "", 200, `"version":`)
	if now := p.statusFacts(t, path); now != before {
		t.Errorf("%s: it was %s and is %s", action, before, now)
	}
}

// One declaration gives the way back of one record as well as that of many: by the same action, with what it restores,
// and with what ended beside it.
func TestUndo_ChangeOfOneRecord_RestoresItAndItsDependents(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		project := p.newProject(t, "Crane driver")
		bid := p.newApplication(t, project, "Noor")
		at := fmt.Sprintf("/api/projectApplication/%d", bid)
		p.expect(t, "csm", "PUT "+at+"/status", `{"status":"a","reason":"TALENT_DECISION","comment":"said yes"}`, 200, `"a"`)
		person := int64(p.expect(t, "csm", "GET "+at, "", 200, "Noor").json(t)["freelancerId"].(float64))
		p.consents(t, person)
		applied := p.statusFacts(t, at)

		for _, tc := range []struct{ path, action, call, input string }{
			{at, fmt.Sprint("application/changeStatus/", bid), "PUT " + at + "/status", `{"status":"w","reason":"RATE"}`},
			{
				fmt.Sprint("/api/project/", project), fmt.Sprint("project/changeStatus/", project),
				"POST /api/project/changeStatus", fmt.Sprintf(`{"id":%d,"status":"CLOSED","reason":"BUDGET"}`, project),
			},
			{
				fmt.Sprint("/api/freelancer/", person), fmt.Sprint("freelancer/status/", person),
				fmt.Sprintf("PUT /api/freelancer/%d/status", person), `{"status":"DE","reason":"rests"}`,
			},
		} {
			before := p.statusFacts(t, tc.path)
			p.expect(t, "csm", tc.call, tc.input, 200, "")
			p.expect(t, "csm", "GET "+at, "", 200, `"status":"w"`)
			p.undoes(t, "csm", tc.action, tc.path, before)
			if now := p.statusFacts(t, at); now != applied {
				t.Errorf("%s: the application was %s and is %s", tc.action, applied, now)
			}
		}
		p.expect(t, "csm", fmt.Sprint("GET /api/history/project/", project), "", 200,
			`"action":"changeStatus","entity":"project"`)
	})
}

// A deletion is taken back where there is a trash.
func TestUndo_DeletionOfOneRecord_RestoresIt(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		made := func(call, body string) string {
			t.Helper()
			return fmt.Sprint(p.expect(t, "csm", "POST /api/"+call, body, 201, "").json(t)["id"])
		}
		for resource, id := range map[string]string{
			"msp":        made("msp", `{"name":"Kvarnen","email":"hej@kvarnen.example"}`),
			"freelancer": made("freelancer", `{"firstName":"Ada","lastName":"Byron","email":"ada@example.org"}`),
			"project":    fmt.Sprint(p.newProject(t, "Roofer")),
		} {
			path, undo := "/api/"+resource+"/"+id, "POST /api/undo/"+resource+"/delete/"+id
			if resource == "project" {
				p.expect(t, "csm", "POST /api/project/changeStatus", `{"id":`+id+`,"status":"CLOSED","reason":"BUDGET"}`, 200,
					"CLOSED")
			}
			p.expect(t, "csm", "DELETE "+path, `{"reason":"MISTAKE"}`, 200, "")
			p.expect(t, "content", undo, "", 403, "FORBIDDEN")
			p.expect(t, "csm", undo, "", 200, `"deletedAt":null`)
			p.expect(t, "csm", undo, "", 409, "TRANSITION_NOT_ALLOWED")
		}
	})
}

// What somebody else has done since stays: whoever undoes has the record as it was then, or is told of the change.
func TestUndo_ChangedSince_IsRefused(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		project := p.newProject(t, "Mason")
		at, undo := fmt.Sprint("/api/project/", project), fmt.Sprint("POST /api/undo/project/changeStatus/", project)
		p.expect(t, "csm", undo, "", 409, `"transition.none"`) // it was created
		p.expect(t, "csm", "POST /api/project/changeStatus", fmt.Sprintf(`{"id":%d,"status":"PAUSED"}`, project), 200,
			"PAUSED")
		version := p.expect(t, "csm", "GET "+at, "", 200, "").json(t)["version"]
		p.expect(t, "csm", "PUT "+at, `{"title":"Stonemason"}`, 200, "Stonemason")
		p.expect(t, "csm", undo, "", 409, `"transition.none"`)
		stale := p.call(t, "csm", "POST", undo[len("POST "):], "", "If-Match", fmt.Sprintf("%q", fmt.Sprint(version)))
		if stale.status != 409 {
			t.Errorf("with an old version: %d %s", stale.status, stale.body)
		}
		p.expect(t, "csm", "POST /api/undo/project/changeStatus/987654321", "", 404, "NOT_FOUND")
	})
}
