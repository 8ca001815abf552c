package app_test

import (
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/domains/staff"
)

func TestStaff_AccountWithoutLogEntries_HasATimeOfChange(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		got := p.call(t, "config", "PUT", "/api/admin/2", `{"firstName":"Else"}`, "If-Match", `"9"`)
		details, _ := got.json(t)["details"].(map[string]any)
		if at, _ := details["changedAt"].(string); got.status != 409 || at < "2000" {
			t.Errorf("%d, changed at %q", got.status, at)
		}
	})
}

// Accounts are a list as every other is: sorted, narrowed, looked through and exported by the same calls, within the
// reader's reach.
func TestStaff_List_IsSortedFilteredAndExportedLikeAnyOther(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		invite := func(first, last, rights string) {
			body := fmt.Sprintf(`{"email":"%s@invited.example","firstName":%q,"lastName":%q,%s}`, strings.ToLower(first), first,
				last, rights)
			p.expect(t, "config", "POST /api/admin", body, 201, `"name":"`+first+" "+last+`"`)
		}
		invite("Zoe", "Áberg", `"roles":["c"]`)
		invite("Ada", "Zander",
			`"roles":["b","c"],"terms":[{"right":"role.b","until":"2099-01-12T14:30:00.000Z","reason":"Holiday cover"}]`)
		invite("Ben", "Zander", `"scopes":{"clientIds":[1]}`)
		gone := p.expect(t, "config", "GET /api/admin?email=ben@invited", "", 200,
			`"totalResults":1`).json(t)["results"].([]any)[0].(map[string]any)
		for _, step := range []struct{ request, body, want string }{
			{"GET /api/admin?email=invited.example&s=name:desc&limit=1", "", `"firstName":"Zoe"`},
			{"GET /api/admin?email=invited.example&s=lastLoginAt:asc,id:desc&limit=1&offset=2", "", `"firstName":"Zoe"`},
			{"GET /api/admin?email=INVITED.example&name=zoe%20ab", "", `"totalResults":1`},
			{"GET /api/admin?email=invited.example&role=b,d", "", `"until":"2099-01-12T14:30:00.000Z","reason":"Holiday cover"`},
			{"GET /api/admin?email=invited.example&role=c", "", `"totalResults":2`},
			{"GET /api/admin?email=invited.example&status=AC", "", `"totalResults":0`},
			{"GET /api/admin?trouble=locked", "", `"totalResults":0`},
			// not active
			{"POST /api/dbSearch/admin", `{"filters":{"email":"invited.example","trouble":["noRoles"]}}`, `"totalResults":0`},
			{`GET /api/admin?filter={"email":"invited.example"}&range=[0,0]`, "", `"firstName":"Ada"`},
			{"GET /api/find?q=ada%20zan", "", `"route":"/users/admins"`},
			{"GET /api/find?q=zoe@invited", "", `"sub":"zoe@invited.example"`},
		} {
			p.expect(t, "config", step.request, step.body, 200, step.want)
		}
		for request, want := range map[string]string{
			"GET /api/admin?s=password_hash:asc": "validation.sort", "GET /api/admin?status=XX": "validation.oneOf",
			"GET /api/admin?one=1": "error.unknownField",
		} {
			p.expect(t, "config", request, "", 422, want)
		}
		p.expect(t, "config", fmt.Sprintf("DELETE /api/admin/%v", gone["id"]), "", 204, "")
		p.expect(t, "config", "GET /api/admin?email=invited.example", "", 200, `"totalResults":2`)
		p.expect(t, "config", "GET /api/admin?email=invited.example&deleted=true", "", 200, `"firstName":"Ben"`)
		p.expect(t, "config", "GET /api/admin?email=invited.example&status=DL,UV", "", 200, `"totalResults":3`)
		file := p.expect(t, "", p.ticket(t, "config", "admin",
			`{"format":"csv","filters":{"email":"invited.example"},"columns":["name","email","roles"]}`), "", 200,
			"Ada Zander,ada@invited.example")
		if got := string(file.body); strings.Contains(got, "Ben") || !strings.Contains(got, "Zoe Áberg") {
			t.Errorf("the file holds %s", got)
		}
		for _, request := range []string{"GET /api/admin", "POST /api/dbSearch/admin", "POST /api/export/admin"} {
			p.expect(t, "csm", request, "{}"[:2*min(1, strings.Count(request, "POST"))], 403, "adminUser.read")
		}
	})
}

// A change that matters is refused without a fresh proof of who makes it, and the refusal stands in the audit log: who
// asked for what, and why it was not done.
func TestAuditLog_RefusalWithoutAFreshProof_IsRecorded(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		manager, _ := p.account(t, "config")
		about, _ := p.account(t, "csm")
		p.token(t, "config")
		p.change(t, "UPDATE staff_sessions SET proved = 1 WHERE staff_id = $1", manager)
		at := fmt.Sprintf("/api/admin/%d", about)
		for call, request := range map[string]string{
			"admin.update": "PUT " + at, "admin.delete": "DELETE " + at,
			"admin.oneTimePassword": "POST " + at + "/oneTimePassword",
			"admin.dropTOTP":        "DELETE " + at + "/totp", "session.endAll": "DELETE /api/session?all=true",
			"admin.create": "POST /api/admin",
		} {
			body := map[string]string{
				"admin.update": `{"roles":["a","c"]}`,
				"admin.create": `{"email":"ida@new.example","firstName":"Ida","lastName":"Neu","roles":["d"]}`,
			}[call]
			p.expect(t, "config", request, body, 403, "REAUTHENTICATE")
			log := p.expect(t, "tech", "GET /api/audit?action=auth.denied&limit=1", "", 200, `"reason":"REAUTHENTICATE"`)
			entry := log.json(t)["results"].([]any)[0].(map[string]any)
			actor, after := entry["actor"].(map[string]any), entry["after"].(map[string]any)
			path, _, _ := strings.Cut(strings.SplitN(request, " ", 2)[1], "?")
			if actor["id"] != float64(manager) || after["call"] != call || after["path"] != path || entry["requestId"] == "" {
				t.Errorf("%s: %v", call, entry)
			}
		}
		p.expect(t, "config", "GET "+at, "", 200, `"roles":["a"]`)
		p.expect(t, "config", "POST /api/session/proof", `{"password":"`+staff.DemoPassword+`"}`, 204, "")
		p.expect(t, "config", "PUT "+at, `{"roles":["a","c"]}`, 200, `"roles":["a","c"]`)
		p.expect(t, "tech", "GET /api/audit?action=auth.denied", "", 200, `"totalResults":6`)
		p.expect(t, "config", "GET /api/admin?email=ida@new.example", "", 200, `"totalResults":0`)
	})
}
