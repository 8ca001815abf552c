package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// Every call of "MSPs" once through the edge, where each answer is held against the document.
func TestMSPsThroughTheEdge(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		entity := int64(p.expect(t, "config", "POST /api/legalEntity", `{"clientId":1,"name":"Norrsken Bank AB"}`, 201, `"clientId":1`).json(t)["id"].(float64))
		made := p.expect(t, "csm", "POST /api/msp", `{"name":"Fjordlink","email":"hej@fjordlink.example","invite":true}`, 201, `"userStatus":"UV"`)
		at := fmt.Sprintf(" /api/msp/%v", made.json(t)["id"])
		for _, step := range []struct {
			request, body string
			status        int
			want          string
		}{
			{"POST /api/msp", `{"name":"Fjordlink","email":"HEJ@fjordlink.example"}`, 409, `"EMAIL_TAKEN"`},
			{"GET /api/mail?entity=msp&id=" + strings.TrimPrefix(at, " /api/msp/"), "", 200, `"template":"msp.invite"`},
			{"POST /api/dbSearch/msp", `{"filters":{"name":"fjord","state":["UV"],"clientName":""},"limit":10}`, 200, `"totalResults":1`},
			{"GET /api/search/msp/mapping", "", 200, `"type":"msp"`},
			{"PUT" + at + fmt.Sprintf("/toLegalEntity/%d", entity), "", 200, `"message":"msp.entityAdded"`},
			{"PUT" + at + "/activate", `{"reason":"papers seen"}`, 200, `"message":"msp.activated"`},
			{"GET /api/msp/permissions", "", 200, `"implies":["APPLICATION_VIEW","PROJECT_VIEW"]`},
			{"POST" + at + "/permission", fmt.Sprintf(`{"grants":[{"permission":"RATE_EDIT","scope":"legalentity","clientId":1,"legalEntityId":%d}]}`, entity), 200, `"implied":[{`},
			{"POST" + at + "/permission", `{"grants":[{"permission":"FLY","scope":"client","clientId":1}]}`, 422, `"grants[0].permission"`},
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
		p.settled(t)
		if n := p.indexed(t, "msp", `name:"fjordlink"`); n != 1 {
			t.Errorf("%d documents in the index", n)
		}
		p.expect(t, "config", "GET"+at, "", 403, `"msp.read"`)
		p.expect(t, "tech", "POST"+at+"/permission", `{}`, 403, `"msp.permission.write"`)
	})
}
