package app_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
)

// setFactor gives somebody a second factor and returns the recovery codes, which count as codes once each.
func (p *product) setFactor(t *testing.T, who string) (codes []string) {
	t.Helper()
	begun := p.expect(t, who, "POST /api/totp", "", 200, `"secret"`).json(t)
	code, err := totp.GenerateCode(begun["secret"].(string), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range p.expect(t, who, "POST /api/totp/confirm", fmt.Sprintf(`{"code":%q}`, code), 200,
		"").json(t)["recoveryCodes"].([]any) {
		codes = append(codes, code.(string))
	}
	return codes
}

// idToken is a token of the provider which knows the person by some methods, and the cookie of the browser that got it.
func (x *signOn) idToken(subject, email string, methods ...string) (token, flow string) {
	x.t.Helper()
	nonce, flow := x.startFlow("")
	id := x.ID(subject, email, nonce, time.Now())
	id.Claims["amr"], id.Claims["auth_time"] = methods, time.Now().Unix()
	return id.Sign(), flow
}

func (x *signOn) authorizeWithCode(token, flow, challenge, code string) answer {
	x.t.Helper()
	body := fmt.Sprintf(`{"idToken":%q,"challenge":%q,"code":%q}`, token, challenge, code)
	return x.call(x.t, "", "POST", "/api/authorizeWithAuth0Token", body, "Cookie", "auth.flow="+flow, "X-Requested-With",
		"admin-panel")
}

func challengeIn(t *testing.T, got answer) string {
	t.Helper()
	challenge, _ := got.json(t)["details"].(map[string]any)["challenge"].(string)
	return challenge
}

// Whoever holds the mail address at the provider does not get past the second factor of the account: its code is asked
// before the two are linked, and once.
func TestLink_AccountWithSecondFactor_RequiresItsCodeOnce(t *testing.T) {
	t.Parallel()
	const csm = "csm@poolkeeper.example"
	eachSignOn(t, func(x *signOn) {
		codes := x.setFactor(x.t, "csm")
		id, _ := x.account(x.t, "csm")
		for _, methods := range [][]string{nil, {"pwd"}, {"pwd", "user", "geo"}} {
			token, flow := x.idToken("auth0|csm", csm, methods...)
			refused := x.authorize(token, flow)
			x.expectStatus(fmt.Sprint(methods), refused, 401, "TOTP_REQUIRED")
			x.expectStatus("a code without a challenge", x.authorizeWithCode(token, flow, "", codes[0]), 401, "TOTP_REQUIRED")
			challenge := challengeIn(x.t, refused)
			x.expectStatus("a wrong code", x.authorizeWithCode(token, flow, challenge, "123456"), 401, "BAD_CREDENTIALS")
			x.expectStatus("in another browser", x.authorizeWithCode(token, "", challenge, codes[0]), 401, "BAD_TOKEN")
		}
		x.expect(x.t, "config", fmt.Sprintf("GET /api/admin/%d", id), "", 200, `"loginKind":"PWD"`)
		if n := x.sessions(); n != 0 {
			x.t.Fatalf("%d sessions were opened without the code", n)
		}
		token, flow := x.idToken("auth0|csm", csm, "pwd")
		pending := challengeIn(x.t, x.authorize(token, flow))
		got := x.authorizeWithCode(token, flow, pending, codes[0])
		x.expectStatus("the right code", got, 200, "")
		if claims := claimsOf(x.t, got.json(x.t)["access_token"].(string)); fmt.Sprint(claims["amr"]) != "[pwd otp]" {
			x.t.Errorf("known by %v", claims["amr"])
		}
		x.expectStatus("the token again", x.authorizeWithCode(token, flow, pending, codes[1]), 401, "BAD_TOKEN")
		token, flow = x.idToken("auth0|csm", csm, "pwd")
		x.expectStatus("once linked", x.authorize(token, flow), 200, "")
		x.expect(x.t, "config", fmt.Sprintf("GET /api/history/login?userId=%d", id), "", 200,
			`"login":"AUTH0","outcome":"BAD_CREDENTIALS"`)
	})
}

func TestLink_ProviderNamesASecondFactor_RequiresNoCode(t *testing.T) {
	t.Parallel()
	eachSignOn(t, func(x *signOn) {
		for who, method := range map[string]string{"csm": "mfa", "tech": "otp", "content": "hwk"} {
			x.setFactor(x.t, who)
			token, flow := x.idToken("auth0|"+who, who+"@poolkeeper.example", "pwd", method)
			x.expectStatus(method, x.authorize(token, flow), 200, "")
		}
	})
}

func TestLink_FiveWrongCodes_BlockTheRightOne(t *testing.T) {
	t.Parallel()
	eachSignOn(t, func(x *signOn) {
		codes := x.setFactor(x.t, "csm")
		token, flow := x.idToken("auth0|csm", "csm@poolkeeper.example", "pwd")
		for range 5 {
			challenge := challengeIn(x.t, x.authorize(token, flow))
			x.expectStatus("a wrong code", x.authorizeWithCode(token, flow, challenge, "123456"), 401, "BAD_CREDENTIALS")
		}
		challenge := challengeIn(x.t, x.authorize(token, flow))
		x.expectStatus("the right code", x.authorizeWithCode(token, flow, challenge, codes[0]), 429, "TOO_MANY_REQUESTS")
	})
}

// Where the product asks for a second factor, ours is asked at every sign-in of which the provider names none.
func TestLink_FactorRequired_RequiresTheCodeAtEverySignIn(t *testing.T) {
	t.Parallel()
	eachSignOn(t, func(x *signOn) {
		codes := x.setFactor(x.t, "csm")
		token, flow := x.idToken("auth0|csm", "csm@poolkeeper.example", "mfa")
		x.expectStatus("linking", x.authorize(token, flow), 200, "")
		x.expect(x.t, "config", "PUT /api/setting/auth.totpRequired", `{"value":true}`, 200, "")
		token, flow = x.idToken("auth0|csm", "csm@poolkeeper.example", "pwd")
		refused := x.authorize(token, flow)
		x.expectStatus("without a factor", refused, 401, "TOTP_REQUIRED")
		x.expectStatus("with our code", x.authorizeWithCode(token, flow, challengeIn(x.t, refused), codes[0]), 200, "")
		token, flow = x.idToken("auth0|csm", "csm@poolkeeper.example", "hwk")
		x.expectStatus("with a factor there", x.authorize(token, flow), 200, "")
	})
}

// Where the product asks for a second factor and neither the provider names one nor the account has one, the session
// opens nothing but the setting up of one, at the sign-in that links the two and at every later one.
func TestLink_FactorRequiredButMissing_AllowsOnlyItsSetup(t *testing.T) {
	t.Parallel()
	eachSignOn(t, func(x *signOn) {
		signIn := func(methods ...string) string {
			token, flow := x.idToken("auth0|csm", "csm@poolkeeper.example", methods...)
			got := x.authorize(token, flow)
			x.expectStatus(fmt.Sprint(methods), got, 200, "")
			return got.json(x.t)["access_token"].(string)
		}
		x.expect(x.t, "config", "PUT /api/setting/auth.totpRequired", `{"value":true}`, 200, "")
		for _, how := range []string{"linking", "once linked"} {
			x.tokens["single"] = signIn("pwd")
			if claims := claimsOf(x.t, x.tokens["single"]); claims["totp_setup"] != true {
				x.t.Errorf("%s: the token says %v", how, claims)
			}
			x.expect(x.t, "single", "GET /api/project", "", 403, "TOTP_SETUP_REQUIRED")
		}
		x.tokens["known"] = signIn("pwd", "mfa")
		x.expect(x.t, "known", "GET /api/project", "", 200, "")
		codes := x.setFactor(x.t, "single")
		token, flow := x.idToken("auth0|csm", "csm@poolkeeper.example", "pwd")
		refused := x.authorize(token, flow)
		x.expectStatus("with a factor of its own", refused, 401, "TOTP_REQUIRED")
		got := x.authorizeWithCode(token, flow, challengeIn(x.t, refused), codes[0])
		x.expectStatus("its code", got, 200, "")
		x.tokens["single"] = got.json(x.t)["access_token"].(string)
		x.expect(x.t, "single", "GET /api/project", "", 200, "")
		x.expect(x.t, "config", "PUT /api/setting/auth.totpRequired", `{"value":false}`, 200, "")
		x.tokens["single"] = signIn("pwd")
		x.expect(x.t, "single", "POST /api/totp", "", 409, "NOT_EDITABLE")
	})
}
