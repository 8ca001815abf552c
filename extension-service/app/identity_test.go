package app_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

const reason = "The talent cannot see the project"

// newFreelancer creates somebody with every kind of personal field.
func (p *product) newFreelancer(t *testing.T, email string) int64 {
	t.Helper()
	body := `{"firstName":"Noor","lastName":"Haddad","email":"` + email +
		`","mobileNumber":"+31612345678","homeAddress":{"city":"Delft"},"currency":"EUR"}`
	id, _ := p.expect(t, "csm", "POST /api/freelancer", body, 201, `"Delft"`).json(t)["id"].(float64)
	return int64(id)
}

// Settings of the whole product are checked, kept as they are stored, and count at once.
func TestSettings_Written_AreValidatedAndApplyAtOnce(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		for _, step := range []struct {
			who, request, body string
			status             int
			want               string
		}{
			{
				"config", "GET /api/setting", "", 200,
				`{"key":"portal.url","value":"","default":"","scope":null,"id":"portal.url"}`,
			},
			{
				"config", "PUT /api/setting/portal.url", `{"value":" https://portal.example/start "}`, 200,
				`"value":"https://portal.example/start","default":""`,
			},
			{"tech", "GET /api/setting", "", 200, `"https://portal.example/start"`},
			{"tech", "PUT /api/setting/portal.url", `{"value":""}`, 403, `setting.write`},
			{"csm", "GET /api/setting", "", 403, `setting.read`},
			{"config", "PUT /api/setting/portal.url", `{"value":"javascript:alert(1)"}`, 422, `"value":["validation.url"]`},
			{
				"config", "PUT /api/setting/portal.url", `{"value":"https://portal.example/?x=1"}`, 422,
				`"value":["validation.url"]`,
			},
			{"config", "PUT /api/setting/portal.url", `{"value":5}`, 422, `"value":["validation.text"]`},
			{"config", "PUT /api/setting/portal.url", `{}`, 422, `"value":["validation.required"]`},
			{
				"config", "PUT /api/setting/mail.from", `{"value":"Talent <talent@company.example>"}`, 200,
				`"Talent \u003ctalent@company.example\u003e"`,
			},
			{"config", "PUT /api/setting/mail.from", `{"value":"Talent <nobody>"}`, 422, `"value":["validation.email"]`},
			{"config", "PUT /api/setting/index.autoRepair", `{"value":true}`, 200, `"value":true,"default":false`},
			{"config", "PUT /api/setting/index.autoRepair", `{"value":"yes"}`, 422, `validation.boolean`},
			{"config", "PUT /api/setting/index.autoRepair", `{"value":null}`, 200, `"value":false`},
			{"config", "PUT /api/setting/auth.forbiddenWords", `{"value":"Acme"}`, 422, `"value":["validation.list"]`},
			{"config", "PUT /api/setting/auth.forbiddenWords", `{"value":["Acme",7]}`, 422, `"value":["validation.text"]`},
			{"config", "PUT /api/setting/auth.forbiddenWords", `{"value":["Acme","--- A b"]}`, 422, `["setting.wordList"]`},
			{"config", "PUT /api/setting/auth.forbiddenWords", `{"value":["Acme","ACMÉ"]}`, 422, `["setting.wordList"]`},
			{
				"config", "PUT /api/setting/auth.forbiddenWords", `{"value":["Acme\nGroup"]}`, 422,
				`"value":["validation.oneLine"]`,
			},
			{
				"config", "PUT /api/setting/auth.forbiddenWords", fmt.Sprintf(`{"value":[%q]}`, strings.Repeat("a", 41)), 422,
				`["setting.wordList"]`,
			},
			{"tech", "PUT /api/setting/auth.forbiddenWords", `{"value":[]}`, 403, `setting.write`},
			{
				"config", "PUT /api/setting/auth.forbiddenWords", `{"value":[" Copper Lantern "]}`, 200,
				`"value":["Copper Lantern"],"default":["Poolkeeper"]`,
			},
			{
				"csm", "PUT /api/admin/resetPassword", `{"oldPassword":"poolkeeper-demo-2026","password":"copperlantern1",
				"passwordConfirm":"copperlantern1"}`, 422, `{"password":{"password.guessableWord":{"word":"Copper Lantern"}}}`,
			},
			{"config", "PUT /api/setting/auth.forbiddenWords", `{"value":[]}`, 200, `"value":[]`},
			{"config", "PUT /api/setting/auth.forbiddenWords", `{"value":null}`, 200, `"value":["Poolkeeper"]`},
			{"config", "PUT /api/setting/nothing", `{"value":1}`, 404, `NOT_FOUND`},
			{"config", "PUT /api/setting/portal.url", `{"value":"","scope":"client","id":1}`, 422, `"scope"`},
			{"config", "PUT /api/setting/ignoreOwnershipRestriction", `{"value":true}`, 422, `"scope":["validation.required"]`},
			{
				"config", "PUT /api/setting/ignoreOwnershipRestriction", `{"value":true,"scope":"client","id":1}`, 200,
				`"value":true,"default":false,"scope":"client","id":1`,
			},
			{"config", "GET /api/client/1", "", 200, `"ignoreOwnershipRestriction":true`},
			{"config", "POST /api/legalEntity", `{"clientId":1,"name":"Norrsken AB"}`, 201, `"ignoreOwnershipRestriction":null`},
			{
				"config", "GET /api/setting?scope=legalentity&id=1", "", 200,
				`"value":null,"default":true,"scope":"legalentity","id":1`,
			},
			{
				"config", "PUT /api/setting/ignoreOwnershipRestriction", `{"value":false,"scope":"legalentity","id":1}`, 200,
				`"value":false,"default":true`,
			},
			{
				"config", "PUT /api/setting/ignoreOwnershipRestriction", `{"value":null,"scope":"legalentity","id":1}`, 200,
				`"value":null,"default":true`,
			},
			{
				"config", "PUT /api/setting/ignoreOwnershipRestriction", `{"value":true,"scope":"client","id":99}`, 404,
				`NOT_FOUND`,
			},
			{
				"config", "GET /api/audit?entity=setting", "", 200,
				`"changed":["index.autoRepair"],"before":{"index.autoRepair":true},"after":{"index.autoRepair":false}`,
			},
		} {
			p.expect(t, step.who, step.request, step.body, step.status, step.want)
		}
	})
}

func TestImpersonation_Freelancer_OpensOnlyThePortal(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.newFreelancer(t, "noor@talent.example")
		input := fmt.Sprintf(`{"id":%d,"reason":%q}`, id, reason)
		p.expect(t, "csm", "POST /api/impersonateFreelancer", input, 409, `impersonation.noPortal`)
		p.expect(t, "config", "PUT /api/setting/portal.url", `{"value":"https://portal.example/start"}`, 200, "")
		for _, step := range []struct {
			who, request, body string
			status             int
			want               string
		}{
			{
				"csm", "POST /api/impersonateFreelancer", fmt.Sprintf(`{"id":%d,"reason":"too short"}`, id), 422,
				`REASON_REQUIRED`,
			},
			{
				"csm", "POST /api/impersonateFreelancer", fmt.Sprintf(`{"id":%d,"reason":%q}`, id, strings.Repeat("x", 201)), 422,
				`REASON_REQUIRED`,
			},
			{"csm", "GET /api/impersonateFreelancer?id=" + fmt.Sprint(id), "", 422, `REASON_REQUIRED`},
			{"csm", "POST /api/impersonateFreelancer", `{"id":99999,"reason":"` + reason + `"}`, 404, `NOT_FOUND`},
			{"csm", "POST /api/impersonateMsp", `{"id":99999,"reason":"` + reason + `"}`, 404, `NOT_FOUND`},
			{"content", "POST /api/impersonateFreelancer", input, 403, `freelancer.impersonate`},
			{"", "POST /api/impersonation/token", `{"code":"nothing"}`, 401, `BAD_TOKEN`},
		} {
			p.expect(t, step.who, step.request, step.body, step.status, step.want)
		}
		got := p.call(t, "tech", "GET", "/api/impersonateFreelancer?id="+fmt.Sprint(id), "", "X-Reason",
			"The%20talent%20cannot%20see%20the%20project%20%E2%80%A6")
		if got.status != 200 || got.header.Get("Cache-Control") != "no-store" {
			t.Fatalf("%d %s %v", got.status, got.body, got.header)
		}
		answer := got.json(t)
		code, _ := answer["code"].(string)
		if answer["url"] != "https://portal.example/start#code="+code || answer["expiresIn"] != 60.0 ||
			answer["readOnly"] != true {
			t.Errorf("%s", got.body)
		}
		opened := p.expect(t, "", "POST /api/impersonation/token", `{"code":"`+code+`"}`, 200,
			`"token_type":"Bearer","expires_in":1800`).json(t)
		p.expect(t, "", "POST /api/impersonation/token", `{"code":"`+code+`"}`, 401, `BAD_TOKEN`)
		token, _ := opened["access_token"].(string)
		claims := claimsOf(t, token)
		if claims["aud"].([]any)[0] != "portal" || claims["sub"] != fmt.Sprint(id) || claims["read_only"] != true ||
			claims["act"].(map[string]any)["sub"] == "" {
			t.Errorf("%v", claims)
		}
		for _, path := range []string{"/api/meta", "/api/freelancer", "/api/session"} {
			if got := p.call(t, "", "GET", path, "", "Authorization", "Bearer "+token); got.status != http.StatusUnauthorized {
				t.Errorf("the portal's token opens %s: %d", path, got.status)
			}
		}
		p.expect(t, "config", fmt.Sprintf("GET /api/history/login?userKind=freelancer&userId=%d", id), "", 200,
			`"impersonatedBy":{"id":`)
		p.expect(t, "csm", fmt.Sprintf("GET /api/history/login?userKind=freelancer&userId=%d", id), "", 403, `adminUser.read`)
		p.expect(t, "tech", "GET /api/audit?action=impersonate", "", 200,
			fmt.Sprintf(`"onBehalfOf":%d,"action":"impersonate","entity":"freelancer","entityId":%d`, id, id))
		p.expect(t, "tech", "GET /api/audit?action=impersonation.start", "", 200, `"totalResults":1`)
		p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d/status", id), `{"status":"AC","reason":"MANUAL"}`, 200, "")
		p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d/status", id), `{"status":"DE","reason":"REQUEST"}`, 200, "")
		p.expect(t, "csm", "POST /api/impersonateFreelancer", input, 409, `TARGET_INACTIVE`)
	})
}

func claimsOf(t *testing.T, token string) (claims map[string]any) {
	t.Helper()
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		t.Fatalf("no token: %q", token)
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &claims); err != nil {
		t.Fatal(err)
	}
	return claims
}

// What a browser calls itself is written down with every change, whatever bytes it is made of.
func TestUserAgent_ArbitraryBytes_IsRecorded(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		for name, agent := range map[string]string{
			"no text":             "a\xff\xfeb",
			"cut within a letter": strings.Repeat("a", 399) + "é",
		} {
			body := `{"firstName":"Ada","lastName":"Byron","email":"ada` + fmt.Sprint(len(agent)) + `@byron.example"}`
			if got := p.call(t, "csm", "POST", "/api/freelancer", body, "User-Agent", agent); got.status != 201 {
				t.Errorf("%s: %d %s", name, got.status, got.body)
			}
		}
	})
}

// Whoever is shown sensitive fields of a record leaves one entry; a list never shows them.
func TestSensitiveFields_Read_LeaveOneAuditEntry(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.newFreelancer(t, "noor@talent.example")
		readings := func() float64 {
			t.Helper()
			n, _ := p.expect(t, "tech", fmt.Sprintf("GET /api/audit?entity=freelancer&entityId=%d&action=read", id), "", 200,
				"").json(t)["totalResults"].(float64)
			return n
		}
		before := readings()
		p.expect(t, "csm", "GET /api/freelancer", "", 200, "Noor")
		if got := p.call(t, "csm", "GET", "/api/freelancer", ""); strings.Contains(string(got.body), "+31612345678") {
			t.Errorf("a list shows sensitive fields: %s", got.body)
		}
		p.expect(t, "csm", "GET /api/freelancer/possibleStatuses/"+fmt.Sprint(id), "", 200, "")
		if n := readings(); n != before {
			t.Errorf("%v readings without an answer that shows anything", n-before)
		}
		p.expect(t, "csm", fmt.Sprintf("GET /api/freelancer/%d", id), "", 200, "+31612345678")
		if n := readings(); n != before+1 {
			t.Errorf("%v readings after one", n-before)
		}
		p.expect(t, "csm", fmt.Sprintf("GET /api/history/freelancer/%d", id), "", 200, "+31612345678")
		if n := readings(); n != before+2 {
			t.Errorf("%v readings after two", n-before)
		}
		for _, request := range []string{
			fmt.Sprintf("PUT /api/freelancer/%d", id),
			fmt.Sprintf("DELETE /api/freelancer/%d", id), fmt.Sprintf("POST /api/history/freelancer/%d/restore", id),
		} {
			method, path, _ := strings.Cut(request, " ")
			had := readings()
			got := p.call(t, "csm", method, path, map[string]string{
				"POST": `{"entryId":1}`,
				"PUT":  `{"firstName":"Nora"}`,
			}[method], "If-Match", `"99"`)
			if n := readings(); got.status != 409 || !strings.Contains(string(got.body), "+31612345678") || n != had+1 {
				t.Errorf("%s from another version: %d %s, and %v readings", request, got.status, got.body, n-had)
			}
		}
		p.expect(t, "tech", fmt.Sprintf("GET /api/audit?entity=freelancer&entityId=%d&action=create", id), "", 200,
			`"firstName"`)
		entry := p.expect(t, "all", fmt.Sprintf("GET /api/audit?entity=freelancer&entityId=%d&action=create", id), "", 200,
			`"firstName":"Noor"`)
		if strings.Contains(string(entry.body), "+31612345678") {
			t.Errorf("the list of the log shows sensitive fields: %s", entry.body)
		}
		had := readings()
		p.expect(t, "all", fmt.Sprintf("GET /api/audit/%v", entry.json(t)["results"].([]any)[0].(map[string]any)["id"]), "",
			200, "+31612345678")
		if n := readings(); n != had+1 {
			t.Errorf("%v readings of an entry of the log", n-had)
		}
		got := p.expect(t, "tech", fmt.Sprintf("GET /api/audit?entity=freelancer&entityId=%d&action=create", id), "", 200,
			`"before":{},"after":{}`)
		if strings.Contains(string(got.body), "Noor") {
			t.Errorf("somebody who may not read freelancers reads of them: %s", got.body)
		}
	})
}

// What was forgotten stays in the history as a fact without its values, and cannot be put back.
func TestErasure_HistoryOfErasedValues_ShowsAndRestoresNone(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.newFreelancer(t, "noor@talent.example")
		path := fmt.Sprintf("/api/history/freelancer/%d", id)
		p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d", id),
			`{"firstName":"Nora","currency":"CHF","description":"Speaks Dutch"}`, 200, `"Nora"`)
		first := p.expect(t, "csm", "GET "+path+"?limit=50", "", 200, `"Noor"`).json(t)["results"].([]any)
		var created map[string]any
		for _, line := range first {
			if one := line.(map[string]any); one["action"] == "create" {
				created = one
			}
		}
		if err := p.DB.Write(t.Context(), func(ctx context.Context) error {
			return p.Audit.Anonymise(ctx, "freelancer", id)
		}); err != nil {
			t.Fatal(err)
		}
		got := p.expect(t, "csm", "GET "+path, "", 200, `"gone":["`)
		if strings.Contains(string(got.body), "Noor") || !strings.Contains(string(got.body), `"CHF"`) {
			t.Errorf("%s", got.body)
		}
		p.expect(t, "csm", "GET "+path+"?at="+fmt.Sprint(created["at"]), "", 200, `"gone":["`)
		restored := p.expect(t, "csm", "POST "+path+"/restore", fmt.Sprintf(`{"entryId":%v}`, created["id"]), 200,
			`"skipped":[`)
		if text := string(restored.body); !strings.Contains(text, `"currency":"EUR"`) || !strings.Contains(text, `"Nora"`) ||
			!strings.Contains(text[strings.Index(text, `"skipped"`):], `"firstName"`) {
			t.Errorf("%s", text)
		}
	})
}
