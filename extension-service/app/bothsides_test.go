package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// beyondMark stands in every name of the client that the scoped account does not see.
const beyondMark = "zzbeyond"

// insideMark stands in those of the client that it sees.
const insideMark = "yywithin"

// bothSides are records of every kind: one within the reach of an account scoped to client 1, and one of client 2. Ids
// are by the names of their parameters, "project" and the like.
type bothSides struct{ inside, beyond map[string]any }

// fillBothSides makes a life for two clients.
func (p *product) fillBothSides(t *testing.T) bothSides {
	t.Helper()
	p.expect(t, "config", "POST /api/client", `{"name":"`+beyondMark+
		` Ltd","code":"ZZ","currency":"EUR","sendChannel":"MANUAL"}`, 201, `"id":2`)
	p.expect(t, "config", "PUT /api/client/1", `{"sendChannel":"MANUAL","markupPct":10}`, 200, "")
	return bothSides{inside: p.fillSide(t, 1, insideMark), beyond: p.fillSide(t, 2, beyondMark)}
}

// fillSide makes one record of every kind for a client. mark is part of every text.
func (p *product) fillSide(t *testing.T, client int, mark string) map[string]any {
	t.Helper()
	one := map[string]any{"client": client}
	made := func(kind, who, request, body string) any {
		t.Helper()
		one[kind] = p.expect(t, who, request, body, 201, "").json(t)["id"]
		return one[kind]
	}
	le := made("legalEntity", "config", "POST /api/legalEntity",
		fmt.Sprintf(`{"clientId":%d,"name":"%s GmbH"}`, client, mark))
	made("spareProject", "csm", "POST /api/project", fmt.Sprintf(`{"title":"Spare %s","clientId":%d}`, mark, client))
	project := made("project", "csm", "POST /api/project",
		fmt.Sprintf(`{"title":"Engineer %s","clientId":%d,"legalEntityId":%v,"rateUnit":"Hr","currency":"EUR","rateMax":900}`,
			mark, client, le))
	for kind, name := range map[string]string{"freelancer": "Ada", "otherFreelancer": "Ida"} {
		id := made(kind, "csm", "POST /api/freelancer",
			fmt.Sprintf(`{"firstName":%q,"lastName":"Byron %s","email":"%s.%s@people.example","force":true}`, name, mark,
				strings.ToLower(name), mark))
		p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%v/status", id), `{"status":"AC","reason":"checked by phone"}`,
			200, "")
	}
	made("boundClient", "csm", "POST /api/boundClient",
		fmt.Sprintf(`{"freelancerId":%v,"scope":"client","clientId":%d,"note":"bound %s"}`, one["freelancer"], client, mark))
	made("otherBoundClient", "csm", "POST /api/boundClient",
		fmt.Sprintf(`{"freelancerId":%v,"scope":"client","clientId":%d,"note":"bound %s"}`, one["otherFreelancer"], client,
			mark))
	msp := made("msp", "csm", "POST /api/msp", fmt.Sprintf(`{"name":"Talents %s","email":"hello@%s.example"}`, mark, mark))
	p.expect(t, "csm", fmt.Sprintf("PUT /api/msp/%v/toLegalEntity/%v", msp, le), "", 200, "")
	p.expect(t, "csm", fmt.Sprintf("PUT /api/msp/%v/activate", msp), `{"reason":"papers seen"}`, 200, "")
	file := p.uploaded(t, "csm", mark+".txt", []byte("words of "+mark))
	one["resource"] = file
	bid := made("application", "csm", "POST /api/projectApplication",
		fmt.Sprintf(`{"projectId":%v,"freelancerId":%v,"talentRate":85,"message":"Hello %s"}`, project, one["freelancer"],
			mark))
	p.expect(t, "csm", fmt.Sprint("PUT /api/projectApplication/", bid), fmt.Sprintf(`{"cvResourceId":%q}`, file), 200, "")
	made("otherApplication", "csm", "POST /api/projectApplication",
		fmt.Sprintf(`{"projectId":%v,"freelancerId":%v,"talentRate":75,"message":"Hello %s"}`, project,
			one["otherFreelancer"], mark))
	made("note", "csm", "POST /api/note", fmt.Sprintf(
		`{"entity":"project","entityId":%v,"text":"Note of %s","dueOn":"2026-01-02"}`, project, mark))
	picture := p.uploaded(t, "content", mark+".png", pngOf(t, picture(40+client, 30)))
	one["image"] = picture
	made("catalogImage", "content", "POST /api/catalogImage",
		fmt.Sprintf(`{"resourceId":%q,"clientId":%d,"tags":[%q]}`, picture, client, mark))
	erasure := p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/erase", one["otherFreelancer"]),
		fmt.Sprintf(`{"reason":"Letter of %s","legalBasisNote":"must be","dryRun":false}`, mark), 200, "")
	one["erasure"] = erasure.json(t)["requestId"]
	one["job"] = p.expect(t, "csm", "POST /api/bulk/project/changeStatus",
		fmt.Sprintf(`{"filters":{"id":"%v"},"input":{"status":"PAUSED"},"dryRun":false}`, one["spareProject"]), 202,
		"").json(t)["jobId"]
	return one
}
