package app_test

import (
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/internal/test/stress"
)

// draft saves one for jobs, and returns where it stands.
func (v *pusher) draft(rules string) string {
	v.t.Helper()
	made := v.expect(v.t, "config", "POST /api/vms/mapping",
		fmt.Sprintf(`{"connectionId":1,"direction":"inbound","entity":"JOB","rules":[%s],"lookups":{"status":{"Open":"ACTIVE"}}}`,
			rules), 201, `DRAFT`).json(v.t)
	return fmt.Sprintf("/api/vms/mapping/%v", made["id"])
}

// What a draft makes otherwise of the last messages is seen before it goes live, or it does not.
func TestReview_DraftOfAMapping_GoesLiveOnlyAfterIt(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		v := pushing(t, p)
		v.push("JOB", "m1", `{"job":"JP-1","title":"Welder","name":"Welder","max":80}`)
		v.push("JOB", "m2", `{"job":"JP-2","title":"Fitter","name":"Fitter by night","max":80}`)
		v.push("JOB", "m3", `{"job":"JP-3","title":"Turner","max":80}`)
		v.push("JOB", "m4", `{"job":"JP-4","title":"Guard","name":"Guard","status":"Pending"}`)
		v.push("JOB_STATUS", "m5", `{"job":"JP-1","status":"Open"}`)
		rules := `{"target":"project.vmsId","jq":".in.job"},{"target":"project.title","jq":".in.name","required":true},{"target":"project.rateMax","jq":".in.max"}`
		at := v.draft(rules)
		p.expect(t, "config", "POST "+at+"/publish", `{}`, 409, `"CONFIRM_REQUIRED"`)
		p.expect(t, "csm", "GET "+at+"/review", "", 403, "")
		seen := p.expect(t, "config", "GET "+at+"/review", "", 200, `"stored":4,"reviewed":4,"same":1`)
		for _, want := range []string{
			`{"outcome":"FAILS","fields":[{"field":"project.title","code":""}],"count":1,`, `"messageId":"m3"`,
			`{"outcome":"DIFFERS","fields":[{"field":"project.title","code":""}],"count":1,`,
			`{"path":"project.title","live":"Fitter","draft":"Fitter by night"}`,
			`{"outcome":"MENDED","fields":[{"field":"project.status","code":"E_LOOKUP"}],"count":1,`, `"totalGroups":3`,
		} {
			if !strings.Contains(string(seen.body), want) {
				t.Errorf("%s is not in\n%s", want, seen.body)
			}
		}
		p.expect(t, "config", "GET "+at+"/review?limit=1&offset=1", "", 200, `"groups":[{"outcome":"DIFFERS"`)
		publish := fmt.Sprintf(`{"fingerprint":%q}`, seen.json(t)["fingerprint"])
		p.expect(t, "config", "PUT "+at, `{"rules":[`+strings.ReplaceAll(rules, ".in.name", ".in.title")+`]}`, 200, "DRAFT")
		p.expect(t, "config", "POST "+at+"/publish", publish, 409, `"PLAN_EXPIRED"`)
		p.expect(t, "config", "PUT "+at, `{"rules":[`+rules+`]}`, 200, "DRAFT")
		other := v.draft(rules)
		p.expect(t, "config", "POST "+other+"/publish", publish, 409, `"PLAN_EXPIRED"`)
		p.expect(t, "config", "POST "+at+"/publish", publish, 200, "LIVE")
		seen = p.expect(t, "config", "GET "+other+"/review", "", 200, `"same":4`)
		v.mapping("JOB", `{"target":"project.vmsId","jq":".in.job"}`)
		// beside another version by now
		p.expect(t, "config", "POST "+other+"/publish", fmt.Sprintf(`{"fingerprint":%q}`, seen.json(t)["fingerprint"]), 409,
			`"PLAN_EXPIRED"`)
	})
}

// Only the last messages count, however many there are, and one on which a draft would never end takes no more than its
// time.
func TestReview_ManyMessages_ReadsTheLastOnesWithinItsTime(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		v := pushing(t, p)
		n := stress.Size(30, 520)
		for i := range n {
			v.push("JOB", fmt.Sprintf("m%d", i), fmt.Sprintf(`{"job":"JP-%d","title":"Job %d","max":%d}`, i, i, i%2))
		}
		at := v.draft(`{"target":"project.vmsId","jq":".in.job"},{"target":"project.title","jq":".in.title"},{"target":"project.rateMax","jq":"if .in.max == 1 then 2 else .in.max end"}`)
		p.expect(t, "config", "GET "+at+"/review", "", 200,
			fmt.Sprintf(`"stored":%d,"reviewed":%[1]d,"same":%d`, min(n, 500), min(n, 500)/2))
		endless := v.draft(
			`{"target":"project.vmsId","jq":"if .in.job == \"JP-1\" then last(repeat(1)) else .in.job end"},{"target":"project.title","jq":".in.title"},{"target":"project.rateMax","jq":".in.max"}`)
		if n <= 500 {
			p.expect(t, "config", "GET "+endless+"/review", "", 200,
				`{"outcome":"FAILS","fields":[{"field":"project.vmsId","code":"E_LIMIT"}`)
		}
	})
}
