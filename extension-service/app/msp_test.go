package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// Every call of "MSPs" once through the edge, where each answer is held against the document.
func TestMSPs_EveryCallThroughTheEdge_MatchesTheDocument(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		entity := int64(p.expect(t, "config", "POST /api/legalEntity", `{"clientId":1,"name":"Norrsken Bank AB"}`, 201,
			`"clientId":1`).json(t)["id"].(float64))
		made := p.expect(t, "csm", "POST /api/msp", `{"name":"Fjordlink","email":"hej@fjordlink.example","invite":true}`, 201,
			`"userStatus":"UV"`)
		at := fmt.Sprintf(" /api/msp/%v", made.json(t)["id"])
		for _, step := range []struct {
			request, body string
			status        int
			want          string
		}{
			{"POST /api/msp", `{"name":"Fjordlink","email":"HEJ@fjordlink.example"}`, 409, `"EMAIL_TAKEN"`},
			{"GET /api/mail?entity=msp&id=" + strings.TrimPrefix(at, " /api/msp/"), "", 200, `"template":"msp.invite"`},
			{
				"POST /api/dbSearch/msp", `{"filters":{"name":"fjord","state":["UV"],"clientName":""},"limit":10}`, 200,
				`"totalResults":1`,
			},
			{"GET /api/search/msp/mapping", "", 200, `"type":"msp"`},
			{"PUT" + at + fmt.Sprintf("/toLegalEntity/%d", entity), "", 200, `"message":"msp.entityAdded"`},
			{"PUT" + at + "/activate", `{"reason":"papers seen"}`, 200, `"message":"msp.activated"`},
			{"GET /api/msp/permissions", "", 200, `"implies":["APPLICATION_VIEW","PROJECT_VIEW"]`},
			{
				"POST" + at + "/permission", fmt.Sprintf(
					`{"grants":[{"permission":"RATE_EDIT","scope":"legalentity","clientId":1,"legalEntityId":%d}]}`, entity), 200,
				`"implied":[{`,
			},
			{
				"POST" + at + "/permission", `{"grants":[{"permission":"FLY","scope":"client","clientId":1}]}`, 422,
				`"grants[0].permission"`,
			},
			{"GET" + at + "/permission", "", 200, `"grantedBy":"Clara Sommer"`},
			{"GET" + at, "", 200, `"legalEntities":[{`},
			{"GET /api/msp/client?clientId=1&name=fjord", "", 200, `"userStatus":"AC"`},
			{"PUT" + at, `{"tier":2,"contractValidUntil":"2027-12-31"}`, 200, `"tier":2`},
			{"PUT" + at + "/deactivate", `{}`, 200, `"message":"msp.deactivated"`},
			{"POST /api/bulk/msp/activate", `{"filters":{"name":"fjord"},"input":{},"dryRun":true}`, 200, `"allowed":true`},
			{"PUT" + at + fmt.Sprintf("/fromLegalEntity/%d", entity), "", 200, `"removedGrants":[{`},
			{"DELETE" + at + "?reason=gone", "", 200, `"message":"msp.deleted"`},
			{"GET /api/msp?state=DL", "", 200, `"totalResults":1`},
			{"PUT" + at + "/restore", `{"reason":"by mistake"}`, 200, `"message":"msp.restored"`},
			{"GET /api/history/msp" + strings.TrimPrefix(at, " /api/msp"), "", 200, `"action":"restore"`},
		} {
			p.expect(t, "csm", step.request, step.body, step.status, step.want)
		}
		p.publishIndex(t)
		if n := p.indexed(t, "msp", `name:"fjordlink"`); n != 1 {
			t.Errorf("%d documents in the index", n)
		}
		p.expect(t, "config", "GET"+at, "", 403, `"msp.read"`)
		p.expect(t, "tech", "POST"+at+"/permission", `{}`, 403, `"msp.permission.write"`)
	})
}

// What stands behind an MSP is counted from the records themselves, and what repeats its name and status follows it.
func TestMSP_CountsAndRepeatedNames_FollowTheRecords(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		made := func(request, body string) int64 {
			t.Helper()
			return int64(p.expect(t, "csm", request, body, 201, `"id"`).json(t)["id"].(float64))
		}
		msp := made("POST /api/msp", `{"name":"Kvarnen","email":"hej@kvarnen.example"}`)
		at := fmt.Sprintf(" /api/msp/%d", msp)
		p.expect(t, "csm", "PUT"+at+"/activate", `{}`, 200, `"AC"`)
		person := made("POST /api/freelancer", fmt.Sprintf(
			`{"firstName":"Ada","lastName":"Byron","email":"ada@kvarnen.example","mspId":%d}`, msp))
		project := made("POST /napi/create/project", fmt.Sprintf(
			`{"dataObj":{"title":"Miller","clientId":1,"msps":[{"mspId":%d,"tier":1}]}}`, msp))
		bid := made("POST /api/projectApplication", fmt.Sprintf(
			`{"projectId":%d,"freelancerId":%d,"providerKind":"msp","mspId":%d}`, project, person, msp))
		p.expect(t, "csm", "GET"+at, "", 200, `"freelancerCount":1,"openApplicationCount":1,"activeProjectCount":1`)
		p.expect(t, "csm", "DELETE"+at, "", 409, `"HAS_OPEN_APPLICATIONS"`)
		p.expect(t, "csm", "PUT"+at+"/deactivate", `{}`, 409, `"openApplicationsKept":1`)
		p.expect(t, "csm", "PUT"+at+"/deactivate", `{"confirmImpact":true}`, 200, `"DE"`)
		p.expect(t, "csm", "PUT"+at, `{"name":"Kvarnen Konsult"}`, 200, `"Kvarnen Konsult"`)
		p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/%d", bid), "", 200,
			`"mspName":"Kvarnen Konsult","mspStatus":"DE"`)
		p.expect(t, "csm", fmt.Sprintf("GET /api/freelancer/%d", person), "", 200, `"mspName":"Kvarnen Konsult"`)
		p.expect(t, "csm", fmt.Sprintf("GET /api/project/%d", project), "", 200, `"suspended":true`)
		p.publishIndex(t)
		if n := p.indexed(t, "application", `mspName:"Kvarnen Konsult"`); n != 1 {
			t.Errorf("%d applications in the index under the new name", n)
		}
	})
}
