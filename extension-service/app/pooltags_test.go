package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// Spellings of one tag are found, become one but for those that are left out, and come back.
func TestTags_SpellingsMerged_AreRestoredByUndo(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		pool := p.newPool(t, "Tags")
		at := fmt.Sprintf(" /api/pool/%d", pool)
		var members []int
		for i, tags := range []string{
			`["SAP HANA","night"]`, `["SAP HANA"]`, `["hana, sap"]`, `["Sap-Hana","SAP HANA"]`,
			`["Café"]`, `["cafe"]`, `["unique"]`,
		} {
			members = append(members, p.join(t, pool, p.consenting(t, fmt.Sprintf("Tagged%c", 'A'+i)), `,"tags":`+tags))
		}
		has := func(list ...int) string {
			var who []string
			for _, i := range list {
				who = append(who, fmt.Sprintf(`{"id":%d,"name":"Tagged%[2]c Of Tagged%[2]c"}`, members[i], 'A'+i))
			}
			return strings.Join(who, ",")
		}
		p.expect(t, "content", "GET"+at+"/tagClusters", "", 200, fmt.Sprintf(
			`{"results":[{"key":"cafe","spellings":[{"tag":"Café","count":1,"members":[%s]},{"tag":"cafe","count":1,"members":[%s]}]},{"key":"hana sap","spellings":[{"tag":"SAP HANA","count":3,"members":[%s]},{"tag":"Sap-Hana","count":1,"members":[%s]},{"tag":"hana, sap","count":1,"members":[%s]}]}],"totalResults":2}`,
			has(4), has(5), has(0, 1, 3), has(3), has(2)))
		p.expect(t, "csm", "GET"+at+"/tagClusters", "", 403, `pool.member.write`)
		p.expect(t, "content", "POST"+at+"/tidyTags", `{"renamings":[{"tags":["hana, sap"],"into":" "}]}`, 422, `"renamings`)
		before := p.memberships(t)
		body := fmt.Sprintf(
			`{"renamings":[{"tags":["hana, sap","Sap-Hana"],"into":"SAP HANA"},{"tags":["Café"],"into":"cafe"}],"but":[%d]}`,
			members[4])
		job := p.expect(t, "content", "POST"+at+"/tidyTags", body, 202, `"jobId"`).json(t)
		if done := p.finished(t, "content", fmt.Sprint(job["statusUrl"])); done["updated"] != 2.0 ||
			done["state"] != "COMPLETED" {
			t.Errorf("it ended with %v", done)
		}
		p.expect(t, "content", fmt.Sprintf("GET /api/poolMember/%d", members[2]), "", 200, `"tags":["SAP HANA"]`)
		p.expect(t, "content", fmt.Sprintf("GET /api/poolMember/%d", members[3]), "", 200, `"tags":["SAP HANA"]`)
		p.expect(t, "content", fmt.Sprintf("GET /api/poolMember/%d", members[4]), "", 200, `"tags":["Café"]`)
		p.expect(t, "content", fmt.Sprintf("POST /api/poolMember/%d/rate", members[3]), `{"rating":3}`, 200, "")
		p.expect(t, "content", fmt.Sprintf("POST /api/job/%v/undo", job["jobId"]), "", 200, "")
		p.polled(t, "content", fmt.Sprint(job["statusUrl"]), "UNDONE")
		after := p.memberships(t)
		for i, id := range members {
			if same := after[fmt.Sprint(id)] == before[fmt.Sprint(id)]; same == (i == 3) {
				t.Errorf("membership %d is %s, it was %s", id, after[fmt.Sprint(id)], before[fmt.Sprint(id)])
			}
		}
	})
}
