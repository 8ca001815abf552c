package app_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/domains/staff"
	"poolkeeper.example/extension-service/internal/test/passkeytest"
)

// ownOrigin is where passkeys of a product under test work: see PasskeyOrigin.
const ownOrigin = "http://localhost:1"

// optionsIn are what the browser needs, out of an answer.
func optionsIn(t *testing.T, options any) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(options)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// addPasskey gives somebody a passkey and returns the device that holds it, and its id.
func (p *product) addPasskey(t *testing.T, who, name string) (*passkeytest.Authenticator, float64) {
	t.Helper()
	device := passkeytest.New(t, ownOrigin)
	begun := p.expect(t, who, "POST /api/passkey", "", 200, `"challenge"`).json(t)
	body := fmt.Sprintf(`{"name":%q,"credential":%s}`, name, device.Create(optionsIn(t, begun["options"])))
	added := p.expect(t, who, "POST /api/passkey/confirm", body, 200, name).json(t)
	id, _ := added["passkey"].(map[string]any)["id"].(float64)
	return device, id
}

func TestPasskey_OverHTTP_OpensAloneAndAfterThePassword(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		device, id := p.addPasskey(t, "csm", "Cleo’s laptop")
		p.expect(t, "csm", "GET /api/passkey", "", 200, `"name":"Cleo’s laptop"`)
		p.expect(t, "csm", "GET /api/userContext", "", 200, `"passkeyOrigin":"http://localhost:1"`)

		challenge := p.expect(t, "", "POST /api/authorizeWithPasskey/challenge", "", 200, `"userVerification":"required"`).json(t)
		alone := fmt.Sprintf(`{"credential":%s}`, device.Sign(optionsIn(t, challenge["options"])))
		p.expect(t, "", "POST /api/authorizeWithPasskey", alone, 200, `"access_token"`)
		p.expect(t, "", "POST /api/authorizeWithPasskey", alone, 401, "BAD_CREDENTIALS")
		p.expect(t, "", "POST /api/authorizeWithPasskey", `{"credential":{"id":"x"}}`, 422, "passkey.unreadable")

		password := fmt.Sprintf(`"username":"csm@poolkeeper.example","password":%q`, staff.DemoPassword)
		first := p.expect(t, "", "POST /api/authorize", "{"+password+"}", 401, "TOTP_REQUIRED")
		details := first.json(t)["details"].(map[string]any)
		second := fmt.Sprintf(`{%s,"challenge":%q,"passkey":%s}`, password, details["challenge"],
			device.Sign(optionsIn(t, details["passkey"])))
		p.expect(t, "", "POST /api/authorize", second, 200, `"access_token"`)

		at := fmt.Sprintf(" /api/passkey/%v", id)
		p.expect(t, "tech", "DELETE"+at, "", 404, "NOT_FOUND")
		p.expect(t, "csm", "PUT"+at, `{"name":"Desk"}`, 200, `"name":"Desk"`)
		p.expect(t, "csm", "PUT"+at, `{"name":""}`, 422, "validation.required")
		p.expect(t, "csm", "DELETE"+at, "", 204, "")
		for _, action := range []string{"passkey.add", "passkey.rename", "passkey.remove"} {
			p.expect(t, "tech", "GET /api/audit?action="+action, "", 200, `"changed":["passkey"]`)
		}
	})
}

// Where the provider names no second factor, the passkey of the account is asked for before the two are linked.
func TestLink_AccountWithPasskey_RequiresItOnce(t *testing.T) {
	t.Parallel()
	eachSignOn(t, func(x *signOn) {
		device, _ := x.addPasskey(x.t, "csm", "Key")
		token, flow := x.idToken("auth0|csm", "csm@poolkeeper.example")
		refused := x.authorize(token, flow)
		x.expectStatus("without a factor", refused, 401, "TOTP_REQUIRED")
		details := refused.json(x.t)["details"].(map[string]any)
		body := fmt.Sprintf(`{"idToken":%q,"challenge":%q,"passkey":%s}`, token, details["challenge"],
			device.Sign(optionsIn(x.t, details["passkey"])))
		got := x.call(x.t, "", "POST", "/api/authorizeWithAuth0Token", body, "Cookie", "auth.flow="+flow, "X-Requested-With",
			"admin-panel")
		x.expectStatus("with the passkey", got, 200, "")
	})
}
