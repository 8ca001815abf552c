package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// Two people who have both applied for a project become one, who has applied once.
func TestMerge_BothHaveApplied_OneApplicationContinues(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		project := p.newProject(t, "Boat builder")
		apply := func(person any) any {
			p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%v/status", person), `{"status":"AC","reason":"called us"}`, 200,
				"")
			return p.expect(t, "csm", "POST /api/projectApplication",
				fmt.Sprintf(`{"projectId":%d,"freelancerId":%v}`, project, person), 201, "").json(t)["id"]
		}
		here, there := p.newPerson(t, "Ada", "Byron")["id"], p.newPerson(t, "Augusta", "Lovelace")["id"]
		ours, theirs := apply(here), apply(there)
		p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%v/status", theirs),
			`{"status":"a","reason":"TALENT_DECISION"}`, 200, "")

		merge := fmt.Sprintf("POST /api/freelancer/%v/merge", here)
		preview := string(p.expect(t, "csm", merge, fmt.Sprintf(`{"otherId":%v}`, there), 200,
			`"projectTitle":"Boat builder"`).body)
		if !strings.Contains(preview, `"status":"uc"`) || !strings.Contains(preview, `"from":"other"`) {
			t.Errorf("the preview does not say which application goes on: %s", preview)
		}
		p.expect(t, "csm", merge, fmt.Sprintf(`{"otherId":%v,"applications":{"%d":"this"},"dryRun":false}`, there, project),
			200, "")
		p.expect(t, "csm", fmt.Sprint("GET /api/projectApplication/", theirs), "", 200,
			fmt.Sprintf(`"duplicateOfId":%v`, ours))
		p.expect(t, "csm", fmt.Sprint("GET /api/projectApplication/", theirs), "", 200,
			`"status":"w","statusReason":"DUPLICATE"`)
		p.expect(t, "csm", fmt.Sprint("GET /api/projectApplication/", ours), "", 200, `"status":"uc"`)
		p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/freelancer?freelancerId=%v", here), "", 200,
			`"totalResults":2`)
	})
}

// What somebody cannot see is not decided by them.
func TestMerge_BothHaveAppliedBeyondTheScope_IsBlocked(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
		there := p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Elsewhere","clientId":2}}`, 201,
			"").json(t)["id"]
		var people []any
		for _, name := range []string{"Byron", "Lovelace"} {
			person := p.newPerson(t, "Ada", name)["id"]
			p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%v/status", person), `{"status":"AC","reason":"called us"}`, 200,
				"")
			p.expect(t, "csm", "POST /api/projectApplication", fmt.Sprintf(`{"projectId":%v,"freelancerId":%v}`, there, person),
				201, "")
			people = append(people, person)
		}
		merge, body := fmt.Sprintf("POST /api/freelancer/%v/merge", people[0]), fmt.Sprintf(`{"otherId":%v}`, people[1])
		p.expect(t, "csm", merge, body, 200, `"blockedBy":[]`)
		seen := string(p.expect(t, "scoped", merge, body, 200, "freelancer.block.outsideScope").body)
		if strings.Contains(seen, "Elsewhere") {
			t.Errorf("the preview names a project beyond the scope: %s", seen)
		}
	})
}

// Whoever cannot see all that belongs to a person neither ends nor renames them: what is beyond the scope would be
// changed.
func TestMerge_RecordsBeyondTheScope_BlockIt(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
		there := p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Elsewhere","clientId":2}}`, 201,
			"").json(t)["id"]
		pool := p.expect(t, "content", "POST /api/pool", `{"clientId":2,"vmsName":"Foreign"}`, 201, "").json(t)["id"]
		apply := func(t *testing.T, person any) any {
			p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%v/status", person), `{"status":"AC","reason":"called us"}`, 200,
				"")
			return p.expect(t, "csm", "POST /api/projectApplication",
				fmt.Sprintf(`{"projectId":%v,"freelancerId":%v}`, there, person), 201, "").json(t)["id"]
		}
		for name, give := range map[string]func(t *testing.T, person any){
			"application": func(t *testing.T, person any) { apply(t, person) },
			"ended": func(t *testing.T, person any) {
				p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%v/status", apply(t, person)),
					`{"status":"w","reason":"TALENT_DECISION"}`, 200, "")
			},
			"binding": func(t *testing.T, person any) {
				made := p.expect(t, "csm", "POST /api/boundClient",
					fmt.Sprintf(`{"freelancerId":%v,"scope":"client","clientId":2}`, person), 201, "").json(t)
				p.expect(t, "csm", fmt.Sprint("PUT /api/boundClient/", made["id"]),
					fmt.Sprintf(`{"boundUntil":%q}`, made["boundSince"]), 200, `"open":false`)
			},
			"membership": func(t *testing.T, person any) {
				p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/consent", person),
					`{"kinds":["dataProcessing","pool"],"givenAt":"2026-01-02T10:00:00.000Z","channel":"PHONE","note":"said so"}`, 200,
					"")
				p.expect(t, "content", fmt.Sprintf("POST /api/pool/%v/member", pool), fmt.Sprintf(`{"freelancerId":%v}`, person),
					201, "")
			},
		} {
			for side, at := range map[string]int{"stays": 0, "ends": 1} {
				t.Run(name+" of the one that "+side, func(t *testing.T) {
					people := []any{p.newPerson(t, "Ada", name+"-"+side)["id"], p.newPerson(t, "Augusta", name+"-"+side)["id"]}
					merge, body := fmt.Sprintf("POST /api/freelancer/%v/merge", people[0]), fmt.Sprintf(`{"otherId":%v`, people[1])
					p.expect(t, "scoped", merge, body+"}", 200, `"blockedBy":[]`)
					give(t, people[at])
					p.expect(t, "scoped", merge, body+"}", 200, `"blockedBy":[{"key":"freelancer.block.outsideScope"}]`)
					p.expect(t, "scoped", merge, body+`,"dryRun":false}`, 409, "freelancer.block.outsideScope")
					p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", people[1]), "", 200, `"mergedIntoId":null`)
					p.expect(t, "csm", merge, body+`,"dryRun":false}`, 200, "")
				})
			}
		}
	})
}
