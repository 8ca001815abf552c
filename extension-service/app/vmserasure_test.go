package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// Whoever is forgotten is gone from what a VMS has said of them too: of their application, of one that the rules held
// back, and of nobody who is known here. What it has said of others stays.
func TestErasure_MessagesOfAVMS_ContainNoPersonalData(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		v := pushing(t, p)
		a := p.newApplication(t, p.newProject(t, "Java developer"), "Noor")
		p.change(t, "UPDATE applications SET external_id = 'X-1', status = 's2c' WHERE id = $1", a)
		gone := []int{
			v.push("APPLICATION_STATUS", "m1", `{"candidate":"X-1","status":"rv","reason":"RATE","name":"Noor Haddad"}`),
			v.push("APPLICATION_STATUS", "m2", `{"candidate":"X-1","status":"uc","name":"Noor Haddad"}`),
			v.push("APPLICATION_STATUS", "m3", `{"candidate":"X-77","status":"h","email":"NOOR@example.org"}`),
		}
		stays := v.push("APPLICATION_STATUS", "m4", `{"candidate":"X-78","status":"h","email":"ada@example.org"}`)
		v.processAll()
		v.expectState(gone[0], `"state":"PROCESSED"`)
		v.expectState(gone[1], `"state":"QUARANTINED"`, `"reason":"RULES"`, `"detail":"error.transition; `)
		v.expectState(gone[2], `"reason":"UNMATCHED"`)
		person := p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/%d", a), "", 200, "").json(t)["freelancerId"]
		p.runWorkers(t)
		r := p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/erase", person),
			`{"reason":"Asked by letter","identityChecked":true,"dryRun":false}`, 202, `"IN_PROGRESS"`).json(t)
		p.finished(t, "csm", fmt.Sprint(r["statusUrl"]))
		for _, id := range append(gone, stays) {
			var left int64
			if _, err := p.DB.Row(t.Context(), []any{&left},
				"SELECT count(*) FROM vms_exchanges WHERE message_id = $1 AND (body <> '' OR answer <> '' OR request <> '')",
				id); err != nil {
				t.Fatal(err)
			}
			if (left > 0) != (id == stays) {
				t.Errorf("of message %d %d bodies are left", id, left)
			}
		}
	})
}

// Whoever is forgotten is gone from the messages that are kept as tests of mappings, and from what the log holds of
// them: the tests hold as before, one whose rules need the person's own values is dropped, and those of others stay as
// they are.
func TestErasure_TestsOfMappings_ContainNoPersonalData(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		pushing(t, p)
		a := p.newApplication(t, p.newProject(t, "Java developer"), "Noor")
		draft := func(end string, tests ...string) string {
			body := fmt.Sprintf(
				`{"connectionId":1,"direction":"inbound","entity":"APPLICATION_STATUS","tests":[%s],"rules":[{"target":"application.externalId","jq":".in.candidate"},
				{"target":"application.status","jq":".in.status"},{"target":"candidate.email","jq":".in.email | ascii_downcase | if endswith(%q) then . else error end"}]}`, strings.Join(tests, ","), end)
			body = strings.ReplaceAll(body, `endswith("`+end+`")`, `endswith(\"`+end+`\")`)
			return fmt.Sprintf("/api/vms/mapping/%v", p.expect(t, "config", "POST /api/vms/mapping", body, 201,
				`DRAFT`).json(t)["id"])
		}
		test := func(first, last string) string {
			return fmt.Sprintf(
				`{"name":"%[1]s %[2]s","input":{"in":{"candidate":"X-1","email":"%[1]s@EXAMPLE.org","first":%[1]q,"status":"h","text":"From %[2]s, %[1]s"}},`+
					`"expected":{"application":{"externalId":"X-1","status":"h"},"candidate":{"email":"%[3]s@example.org"}}}`, first,
				last, strings.ToLower(first))
		}
		ada := test("Ada", "Byron")
		own := p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/%d", a), "", 200, "").json(t)["freelancerId"]
		outbound := fmt.Sprintf(
			`{"connectionId":1,"direction":"outbound","entity":"APPLICATION","rules":[{"target":"name","jq":".freelancer.firstName"}],`+
				`"tests":[{"name":"A-1","input":{"freelancer":{"id":%v,"firstName":"Somebody","description":"who was a Haddad once"}},"expected":{"name":"Somebody"}}]}`,
			own)
		sent := fmt.Sprintf("/api/vms/mapping/%v", p.expect(t, "config", "POST /api/vms/mapping", outbound, 201,
			`DRAFT`).json(t)["id"])
		retained, dropped := draft("", test("Noor", "Haddad"), ada), draft("example.org", test("Noor", "Haddad"), ada)
		person := p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/%d", a), "", 200, "").json(t)["freelancerId"]
		p.runWorkers(t)
		r := p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/erase", person),
			`{"reason":"Asked by letter","identityChecked":true,"dryRun":false}`, 202, `"IN_PROGRESS"`).json(t)
		p.finished(t, "csm", fmt.Sprint(r["statusUrl"]))
		p.expect(t, "config", "GET "+sent, "", 200, `"tests":[]`) // it was of an application of the person
		for at, left := range map[string]int{retained: 2, dropped: 1} {
			got := p.expect(t, "config", "GET "+at, "", 200, ada)
			if tests := got.json(t)["tests"].([]any); len(tests) != left {
				t.Errorf("%d tests are left of %s: %s", len(tests), at, got.body)
			}
			log := p.expect(t, "config", "GET /api/audit?entity=vmsMapping&entityId="+at[strings.LastIndex(at, "/")+1:], "", 200,
				`"action":"anonymise"`)
			history := p.expect(t, "config", strings.Replace("GET "+at, "/api/vms/mapping", "/api/history/vmsMapping", 1), "",
				200, `"action":"anonymise"`)
			for _, content := range []string{string(got.body), string(log.body), string(history.body)} {
				if lower := strings.ToLower(content); strings.Contains(lower, "noor") || strings.Contains(lower, "haddad") {
					t.Errorf("the person is left in %s", content)
				}
			}
			seen := p.expect(t, "config", "GET "+at+"/review", "", 200, `"groups"`).json(t)
			// its tests hold
			p.expect(t, "config", "POST "+at+"/publish", fmt.Sprintf(`{"fingerprint":%q}`, seen["fingerprint"]), 200, `LIVE`)
		}
	})
}
