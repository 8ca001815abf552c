package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// Whoever requested erasure shows it, in person and in every application, and is not sent to anybody.
func TestErasure_OpenRequest_ShowsOnPersonAndApplicationsAndBlocksSending(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		person := p.newPerson(t, "Ada", "Byron")["id"]
		at := fmt.Sprint("/api/freelancer/", person)
		p.expect(t, "csm", "PUT "+at+"/status", `{"status":"AC","reason":"called us"}`, 200, "")
		var bids []any
		for _, title := range []string{"Boats", "Bridges"} {
			body := fmt.Sprintf(`{"projectId":%d,"freelancerId":%v,"talentRate":80}`, p.newProject(t, title), person)
			bids = append(bids, p.expect(t, "csm", "POST /api/projectApplication", body, 201,
				`"erasureAskedAt":null`).json(t)["id"])
		}
		p.expect(t, "csm", "GET "+at, "", 200, `"erasureAskedAt":null`)
		ready := func(ok bool) {
			t.Helper()
			for _, bid := range bids {
				body := string(p.expect(t, "csm", fmt.Sprint("GET /api/projectApplication/", bid), "", 200, "").body)
				if !strings.Contains(body, fmt.Sprintf(`"key":"application.ready.erasureAsked","ok":%v`, ok)) {
					t.Errorf("application %v is not ready=%v: %s", bid, ok, body)
				}
			}
		}
		ready(true)
		erase := `{"reason":"asked by letter","dryRun":false}`
		request := p.expect(t, "csm", "POST "+at+"/erase", erase, 200, "").json(t)
		ready(false)
		since := request["created"].(string)
		shown := fmt.Sprintf(`"erasureAskedAt":%q`, since)
		p.expect(t, "csm", "GET "+at, "", 200, shown)
		p.expect(t, "csm", fmt.Sprintf("GET /api/freelancer?id=%v", person), "", 200, shown)
		for _, bid := range bids {
			p.expect(t, "csm", fmt.Sprint("GET /api/projectApplication/", bid), "", 200, shown)
		}
		list := string(p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/freelancer?freelancerId=%v", person), "",
			200, "").body)
		if strings.Count(list, shown) != len(bids) {
			t.Errorf("the list does not show it on every application: %s", list)
		}
		p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%v/status", bids[0]),
			`{"status":"a","reason":"TALENT_DECISION"}`, 200, "")
		p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%v/status", bids[0]), `{"status":"s2c"}`, 409,
			`"key":"application.block.erasureAsked","params":{"since":`)

		filed := fmt.Sprintf(`"key":"freelancer.block.erasureFiled","params":{"since":%q}`, since)
		p.expect(t, "csm", "POST "+at+"/erase", `{"reason":"asked again"}`, 200, filed)
		twice := string(p.expect(t, "csm", "POST "+at+"/erase", `{"reason":"asked again","dryRun":false}`, 409, filed).body)
		if !strings.Contains(twice, `"code":"DUPLICATE"`) {
			t.Errorf("filed twice: %s", twice)
		}
		p.expect(t, "csm", fmt.Sprintf("PUT /api/erasure/%v", request["id"]),
			`{"state":"REFUSED","reason":"it was not them"}`, 200, "")
		p.expect(t, "csm", "GET "+at, "", 200, `"erasureAskedAt":null`)
		p.expect(t, "csm", "POST "+at+"/erase", erase, 200, "")
	})
}
