package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// What was lost on its way is asked for again under the same key: by somebody who waits for an answer.
func TestIdempotencyKey_RepeatedAction_IsAnsweredAsTheFirst(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		entity := int(p.expect(t, "config", "POST /api/legalEntity", `{"clientId":1,"name":"Norrsken AB"}`, 201,
			"").json(t)["id"].(float64))
		msp := p.expect(t, "csm", "POST /api/msp", `{"name":"Fjordlink","email":"hi@fjordlink.example"}`, 201, "").json(t)["id"]
		ada, twin := p.newPerson(t, "Ada", "Quill")["id"], p.newPerson(t, "Ada", "Quil")["id"]
		pool, source := p.newPool(t, "Target"), p.newPool(t, "Source")
		grants := fmt.Sprintf(
			`{"grants":[{"permission":"RATE_EDIT","scope":"legalentity","clientId":1,"legalEntityId":%d}]}`, entity)
		erase := fmt.Sprintf("POST /api/freelancer/%v/erase", ada)
		mail := p.newPerson(t, "Bea", "Quill")["id"]
		for i, step := range []struct{ request, body, want string }{
			{fmt.Sprintf("PUT /api/msp/%v/toLegalEntity/%d", msp, entity), "", `"legalEntities":[{`},
			{fmt.Sprintf("POST /api/msp/%v/permission", msp), grants, `"results":[{`},
			{fmt.Sprintf("POST /api/msp/%v/permission", msp), "{}", `"message":"msp.permissionsSaved"`},
			{fmt.Sprintf("PUT /api/msp/%v/fromLegalEntity/%d", msp, entity), "", `"legalEntities":[],"removedGrants":[`},
			{fmt.Sprintf("POST /api/freelancer/%v/merge", ada), fmt.Sprintf(`{"otherId":%v}`, twin), `"stays":{`},
			{
				fmt.Sprintf("POST /api/freelancer/%v/merge", ada), fmt.Sprintf(`{"otherId":%v,"dryRun":false}`, twin),
				`"lastName":"Quill"`,
			},
			{
				fmt.Sprintf("POST /api/freelancer/%v/mail", mail),
				`{"template":"freelancer.message","subject":"Hello","body":"Are you free?"}`, `"mailId":`,
			},
			{erase, `{"reason":"Asked by letter"}`, `"goes":[`},
			{erase, `{"reason":"Asked by letter","dryRun":false}`, `"state":"RECEIVED"`},
			{"PUT /api/erasure/1", `{"state":"IDENTITY_CHECK"}`, `"state":"IDENTITY_CHECK"`},
			{
				fmt.Sprintf("PUT /api/pool/%d/import", pool),
				fmt.Sprintf(`{"source":{"kind":"pool","poolIds":[%d]},"mode":"COPY"}`, source), `"jobId":"`,
			},
		} {
			method, path, _ := strings.Cut(step.request, " ")
			key := fmt.Sprintf("repeated-%d", i)
			first := p.call(t, "all", method, path, step.body, "Idempotency-Key", key)
			again := p.call(t, "all", method, path, step.body, "Idempotency-Key", key)
			if first.status >= 300 || first.status != again.status {
				t.Errorf("%s: %d, then %d\n%s\n%s", step.request, first.status, again.status, first.body, again.body)
			}
			for _, got := range []answer{first, again} {
				if !strings.Contains(string(got.body), step.want) {
					t.Errorf("%s %s: no %s in\n%s", step.request, step.body, step.want, got.body)
				}
			}
		}
	})
}
