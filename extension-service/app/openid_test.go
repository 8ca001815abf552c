package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"poolkeeper.example/extension-service/internal/test/openidtest"
)

// signOn is a product whose staff may sign in by an OpenID provider, and the provider.
type signOn struct {
	*product
	*openidtest.Provider
	t *testing.T
}

func eachSignOn(t *testing.T, fn func(x *signOn)) {
	t.Helper()
	for name, database := range map[string]func(testing.TB) string{
		"sqlite":   furnished.SQLite,
		"postgres": furnished.Postgres,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			provider := openidtest.New(t)
			settings := settingsIn(t.TempDir(), database(t))
			settings.Auth0Issuer, settings.Auth0ClientID, settings.ClassicLogin = provider.URL, openidtest.Client, "1"
			fn(&signOn{openProduct(t, settings), provider, t})
		})
	}
}

// startFlow asks for the context as the sign-in page does, and returns the nonce and the cookie.
func (x *signOn) startFlow(cookie string, head ...string) (nonce, flow string) {
	x.t.Helper()
	got := x.call(x.t, "", "GET", "/api/userContext", "", append(head, "Cookie", "auth.flow="+cookie)...)
	nonce, _ = got.json(x.t)["nonce"].(string)
	for _, set := range got.header.Values("Set-Cookie") {
		if value, ok := strings.CutPrefix(set, "auth.flow="); ok {
			flow, _, _ = strings.Cut(value, ";")
			if !strings.Contains(set, "HttpOnly") || !strings.Contains(set, "SameSite=Lax") ||
				!strings.Contains(set, "max-age=600") {
				x.t.Errorf("the cookie of the sign-in: %s", set)
			}
		}
	}
	return nonce, flow
}

func (x *signOn) authorize(token, flow string) answer {
	x.t.Helper()
	return x.call(x.t, "", "POST", "/api/authorizeWithAuth0Token", fmt.Sprintf(`{"idToken":%q}`, token), "Cookie",
		"auth.flow="+flow, "X-Requested-With", "admin-panel")
}

func (x *signOn) expectStatus(what string, got answer, status int, code string) {
	x.t.Helper()
	if got.status != status || code != "" && got.json(x.t)["code"] != code {
		x.t.Errorf("%s: %d %s, want %d %s", what, got.status, got.body, status, code)
	}
}

// signOn signs somebody in by the provider.
func (x *signOn) signOn(subject, email string) answer {
	x.t.Helper()
	nonce, flow := x.startFlow("")
	return x.authorize(x.ID(subject, email, nonce, time.Now()).Sign(), flow)
}

func (x *signOn) backchannelLogout(text string) answer {
	x.t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/api/auth0/backchannelLogout",
		strings.NewReader(url.Values{"logout_token": {text}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	got, err := send(x.Service, r)
	if err != nil {
		x.t.Fatal(err)
	}
	return got
}

// sessions counts those that were ever opened by the provider.
func (x *signOn) sessions() (n int) {
	x.t.Helper()
	if _, err := x.DB.Row(x.t.Context(), []any{&n},
		"SELECT count(*) FROM staff_sessions WHERE login = 'AUTH0'"); err != nil {
		x.t.Fatal(err)
	}
	return n
}

func TestSignOn_IdentityOfTheProvider_OpensASession(t *testing.T) {
	t.Parallel()
	eachSignOn(t, func(x *signOn) {
		shown := x.expect(x.t, "", "GET /api/userContext", "", 200, `"isAuth0LoginEnabled":true`).json(x.t)
		if about, _ := shown["auth0"].(map[string]any); about["domain"] != x.URL || about["clientId"] != openidtest.Client {
			x.t.Errorf("where the provider is: %v", shown["auth0"])
		}
		nonce, flow := x.startFlow("")
		if again, replaced := x.startFlow(flow); again != nonce || replaced != "" {
			x.t.Errorf("a second tab gets the nonce %q instead of %q", again, nonce)
		}
		first := x.authorize(x.ID("auth0|csm", "CSM@poolkeeper.example", nonce, time.Now()).Sign(), flow)
		x.expectStatus("the first time", first, 200, "")
		claims := claimsOf(x.t, first.json(x.t)["access_token"].(string))
		if claims["login"] != "AUTH0" || fmt.Sprint(claims["amr"]) != "[pwd mfa]" ||
			claims["email"] != "csm@poolkeeper.example" {
			x.t.Errorf("%v", claims)
		}
		x.expectStatus("with the cookie used up", x.authorize(x.ID("auth0|csm", "csm@poolkeeper.example", nonce,
			time.Now()).Sign(), flow), 401, "BAD_TOKEN")
		id := fmt.Sprint(claims["sub"])
		x.expect(x.t, "config", "GET /api/admin/"+id, "", 200, `"loginKind":"AUTH0"`)
		x.expect(x.t, "config", "GET /api/audit?action=auth.linked", "", 200, `"changed":["loginKind"]`)
		x.expect(x.t, "config", "GET /api/history/login?userId="+id, "", 200, `"login":"AUTH0","outcome":"OK"`)

		x.expectStatus("again, with another e-mail", x.signOn("auth0|csm", "clara@elsewhere.example"), 200, "")
		x.expectStatus("another identity with the e-mail", x.signOn("auth0|other", "csm@poolkeeper.example"), 403,
			"NO_ACCOUNT")
		x.expectStatus("nobody", x.signOn("auth0|nobody", "nobody@elsewhere.example"), 403, "NO_ACCOUNT")
		x.expectStatus("by password", x.call(x.t, "", "POST", "/api/authorize",
			`{"username":"csm@poolkeeper.example","password":"poolkeeper-demo-2026"}`), 401, "BAD_CREDENTIALS")
		x.expect(x.t, "config", "POST /api/admin/"+id+"/oneTimePassword", "", 409, "NOT_EDITABLE")
		x.expect(x.t, "config", "GET /api/audit?action=auth.failed", "", 200, `"NO_ACCOUNT"`)

		x.expect(x.t, "config", "DELETE /api/admin/"+id+"/identity", "", 204, "")
		x.expect(x.t, "config", "DELETE /api/admin/"+id+"/identity", "", 404, "NOT_FOUND")
		x.expect(x.t, "config", "GET /api/admin/"+id, "", 200, `"loginKind":"PWD"`)
		if got := x.call(x.t, "", "GET", "/api/session", "", "Authorization",
			"Bearer "+first.json(x.t)["access_token"].(string)); got.status != 401 {
			x.t.Errorf("a session outlives its identity: %d", got.status)
		}
		x.expectStatus("by password again", x.call(x.t, "", "POST", "/api/authorize",
			`{"username":"csm@poolkeeper.example","password":"poolkeeper-demo-2026"}`), 200, "")
		x.expect(x.t, "config", "PUT /api/admin/"+id, `{"status":"DE"}`, 200, "")
		x.expectStatus("a closed account", x.signOn("auth0|csm", "csm@poolkeeper.example"), 403, "NO_ACCOUNT")
	})
}

// Whoever was invited becomes active by signing in, and needs no password for it.
func TestSignOn_InvitedAccount_BecomesActive(t *testing.T) {
	t.Parallel()
	eachSignOn(t, func(x *signOn) {
		invited := x.expect(x.t, "config", "POST /api/admin",
			`{"email":"ida@poolkeeper.example","firstName":"Ida","lastName":"Rhodes","roles":["a"]}`, 201, "").json(x.t)
		got := x.signOn("auth0|ida", "ida@poolkeeper.example")
		x.expectStatus("invited", got, 200, "")
		if claims := claimsOf(x.t, got.json(x.t)["access_token"].(string)); claims["pwd_change"] != false {
			x.t.Errorf("%v", claims)
		}
		x.expect(x.t, "config", "GET /api/admin/"+fmt.Sprint(invited["id"]), "", 200, `"status":"AC"`)
		x.expect(x.t, "config", "POST /api/client", `{"name":"Borg","code":"BORG"}`, 201,
			`"isAuth0LoginEnabled":true,"isClassicLoginEnabled":true`)
	})
}

// A provider that lies, or somebody who stands between, opens nothing.
func TestSignOn_HostileProvider_OpensNoSession(t *testing.T) {
	t.Parallel()
	const csm = "csm@poolkeeper.example"
	eachSignOn(t, func(x *signOn) {
		nonce, flow := x.startFlow("")
		good := func() *openidtest.Token { return x.ID("auth0|csm", csm, nonce, time.Now()) }
		text := func(edit func(k *openidtest.Token)) string {
			k := good()
			edit(k)
			return k.Sign()
		}
		claim := func(name string, value any) string {
			return text(func(k *openidtest.Token) { k.Claims[name] = value })
		}
		without := func(name string) string { return text(func(k *openidtest.Token) { delete(k.Claims, name) }) }
		now := time.Now()
		for what, token := range map[string]string{
			"another audience":        claim("aud", "somebody"),
			"no audience":             without("aud"),
			"another issuer":          claim("iss", "https://evil.example/"),
			"our issuer with a slash": claim("iss", x.URL+"/"),
			"our own issuer":          claim("iss", "admin-panel"),
			"two audiences, no azp":   claim("aud", []string{openidtest.Client, "somebody"}),
			"azp of another":          claim("azp", "somebody"),
			"another azp of two": text(func(k *openidtest.Token) {
				k.Claims["aud"], k.Claims["azp"] = []string{openidtest.Client, "b"}, "b"
			}),
			"expired":                   claim("exp", now.Add(-time.Minute).Unix()),
			"no expiry":                 without("exp"),
			"issued long ago":           claim("iat", now.Add(-6*time.Minute).Unix()),
			"issued in the future":      claim("iat", now.Add(5*time.Minute).Unix()),
			"no time of issue":          without("iat"),
			"not valid yet":             claim("nbf", now.Add(time.Hour).Unix()),
			"another nonce":             claim("nonce", "somebody's"),
			"no nonce":                  without("nonce"),
			"no subject":                claim("sub", ""),
			"an e-mail nobody verified": claim("email_verified", false),
			"verified, in words":        claim("email_verified", "true"),
			"no e-mail":                 without("email"),
			"no algorithm": text(func(k *openidtest.Token) {
				k.Method, k.Key = jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType
			}),
			"the public key as a password": text(func(k *openidtest.Token) {
				k.Method, k.Key = jwt.SigningMethodHS256, x.PublicKey()
			}),
			"a longer algorithm":  text(func(k *openidtest.Token) { k.Method = jwt.SigningMethodRS512 }),
			"a key of a stranger": text(func(k *openidtest.Token) { k.Key = openidtest.ForeignKey() }),
			"an unknown key": text(func(k *openidtest.Token) {
				k.Head["kid"], k.Key = "unknown", openidtest.ForeignKey()
			}),
			"a key that comes along": text(func(k *openidtest.Token) {
				k.Key, k.Head["jwk"], k.Head["jku"] = openidtest.ForeignKey(), map[string]any{"kty": "RSA"},
					"https://evil.example/keys"
			}),
			"a logout token": x.LogoutToken("auth0|csm", "j1", now).Sign(),
			"a logout token with a nonce": text(func(k *openidtest.Token) {
				k.Claims["events"] = map[string]any{openidtest.Logout: map[string]any{}}
			}),
			"a token of ours": x.token(x.t, "csm"),
			"no signature":    good().Sign()[:strings.LastIndex(good().Sign(), ".")+1],
			"not a token":     "a.b.c",
		} {
			x.expectStatus(what, x.authorize(token, flow), 401, "BAD_TOKEN")
		}
		x.expectStatus("without the cookie", x.authorize(good().Sign(), ""), 401, "BAD_TOKEN")
		_, others := x.startFlow("")
		x.expectStatus("in another browser", x.authorize(good().Sign(), others), 401, "BAD_TOKEN")
		x.expectStatus("with a cookie that was made up",
			x.authorize(claim("nonce", "x"), "eyJhbGciOiJub25lIn0.eyJqdGkiOiJ4In0."), 401, "BAD_TOKEN")
		x.expectStatus("with a token of ours as the cookie", x.authorize(claim("nonce", ""), x.token(x.t, "csm")), 401,
			"BAD_TOKEN")
		if n := x.sessions(); n != 0 {
			x.t.Fatalf("%d sessions were opened", n)
		}
		if n := x.KeyRequests.Load(); n > 2 {
			x.t.Errorf("the provider was asked for its keys %d times", n)
		}
		log := x.expect(x.t, "config", "GET /api/audit?action=auth.failed&limit=100", "", 200, `"BAD_TOKEN"`).json(x.t)
		if n := log["totalResults"].(float64); n < 1 || n > 10 {
			x.t.Errorf("%v refusals of one address are in the log, want at most 10", n)
		}

		once := good().Sign()
		x.expectStatus("the good one", x.authorize(once, flow), 200, "")
		fresh, again := x.startFlow("")
		x.expectStatus("the good one again", x.authorize(once, flow), 401, "BAD_TOKEN")
		x.expectStatus("a new token with a nonce that is used up", x.authorize(good().Sign(), flow), 401, "BAD_TOKEN")
		if nonce == fresh {
			x.t.Error("a nonce comes back")
		}
		if repeated, _ := x.startFlow(flow); repeated == nonce {
			x.t.Error("a nonce that is used up is answered again")
		}
		if n := x.sessions(); n != 1 {
			x.t.Errorf("%d sessions, want 1 (%s)", n, again)
		}
	})
}

// Who signs in by the provider proves by it who is there: with a token of their own, of a sign-in of just now.
func TestProof_FreshSignInAtTheProvider_IsAccepted(t *testing.T) {
	t.Parallel()
	const config = "config@poolkeeper.example"
	eachSignOn(t, func(x *signOn) {
		bearer := []string{"Authorization", "Bearer " + x.signOn("auth0|config", config).json(x.t)["access_token"].(string)}
		invited := x.expect(x.t, "config", "POST /api/admin",
			`{"email":"ida@poolkeeper.example","firstName":"Ida","lastName":"Rhodes","roles":["a"]}`, 201, "").json(x.t)
		path := fmt.Sprintf("/api/admin/%v", invited["id"])
		change := func(roles string) answer {
			return x.call(x.t, "", "PUT", path, `{"roles":`+roles+`}`, bearer...)
		}
		prove := func(edit func(k *openidtest.Token)) (answer, string) {
			nonce, flow := x.startFlow("", bearer...)
			token := x.ID("auth0|config", config, nonce, time.Now())
			token.Claims["auth_time"] = time.Now().Unix()
			edit(token)
			body := fmt.Sprintf(`{"idToken":%q}`, token.Sign())
			return x.call(x.t, "", "POST", "/api/session/proof", body, append(bearer, "Cookie", "auth.flow="+flow)...), body
		}
		x.expectStatus("without a proof", change(`["b"]`), 403, "REAUTHENTICATE")
		x.expectStatus("by password", x.call(x.t, "", "POST", "/api/session/proof", `{"password":"poolkeeper-demo-2026"}`,
			bearer...), 422, "VALIDATION")
		for what, edit := range map[string]func(k *openidtest.Token){
			"no time of signing in": func(k *openidtest.Token) { delete(k.Claims, "auth_time") },
			"signed in six minutes": func(k *openidtest.Token) {
				k.Claims["auth_time"] = time.Now().Add(-6 * time.Minute).Unix()
			},
			"of somebody else": func(k *openidtest.Token) {
				k.Claims["sub"], k.Claims["email"] = "auth0|csm", "csm@poolkeeper.example"
			},
			"for another browser":  func(k *openidtest.Token) { k.Claims["nonce"] = "somebody's" },
			"signed by a stranger": func(k *openidtest.Token) { k.Key = openidtest.ForeignKey() },
			"for another client":   func(k *openidtest.Token) { k.Claims["aud"] = "somebody" },
			"signed by nobody at all": func(k *openidtest.Token) {
				k.Method, k.Key = jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType
			},
		} {
			got, _ := prove(edit)
			x.expectStatus(what, got, 401, "BAD_TOKEN")
		}
		x.expectStatus("after what proves nothing", change(`["b"]`), 403, "REAUTHENTICATE")
		got, body := prove(func(*openidtest.Token) {})
		x.expectStatus("a fresh sign-in", got, 204, "")
		x.expectStatus("after it", change(`["b"]`), 200, "")
		_, flow := x.startFlow("", bearer...)
		x.expectStatus("the same again", x.call(x.t, "", "POST", "/api/session/proof", body,
			append(bearer, "Cookie", "auth.flow="+flow)...), 401, "BAD_TOKEN")
	})
}

func TestBackchannelLogout_ValidToken_EndsTheSessionsOfTheIdentity(t *testing.T) {
	t.Parallel()
	eachSignOn(t, func(x *signOn) {
		signed := x.signOn("auth0|csm", "csm@poolkeeper.example").json(x.t)
		other := x.signOn("auth0|tech", "tech@poolkeeper.example").json(x.t)
		statusOf := func(tokens map[string]any) int {
			return x.call(x.t, "", "GET", "/api/session", "", "Authorization", "Bearer "+tokens["access_token"].(string)).status
		}
		now := time.Now()
		edited := func(edit func(k *openidtest.Token)) string {
			k := x.LogoutToken("auth0|csm", "edited", now)
			edit(k)
			return k.Sign()
		}
		for what, text := range map[string]string{
			"an ID token":      x.ID("auth0|csm", "csm@poolkeeper.example", "n", now).Sign(),
			"of another type":  edited(func(k *openidtest.Token) { k.Head["typ"] = "JWT" }),
			"with a nonce":     edited(func(k *openidtest.Token) { k.Claims["nonce"] = "n" }),
			"without an event": edited(func(k *openidtest.Token) { delete(k.Claims, "events") }),
			"of another event": edited(func(k *openidtest.Token) {
				k.Claims["events"] = map[string]any{"other": map[string]any{}}
			}),
			"no object": edited(func(k *openidtest.Token) {
				k.Claims["events"] = map[string]any{openidtest.Logout: true}
			}),
			"without an id":     edited(func(k *openidtest.Token) { delete(k.Claims, "jti") }),
			"of nobody":         edited(func(k *openidtest.Token) { delete(k.Claims, "sub") }),
			"expired":           edited(func(k *openidtest.Token) { k.Claims["exp"] = now.Add(-time.Minute).Unix() }),
			"for another":       edited(func(k *openidtest.Token) { k.Claims["aud"] = "somebody" }),
			"by another":        edited(func(k *openidtest.Token) { k.Claims["iss"] = "https://evil.example/" }),
			"signed by another": edited(func(k *openidtest.Token) { k.Key = openidtest.ForeignKey() }),
			"nothing":           "",
		} {
			x.expectStatus(what, x.backchannelLogout(text), 400, "BAD_REQUEST")
		}
		x.expectStatus("as JSON", x.call(x.t, "", "POST", "/api/auth0/backchannelLogout", `{"logout_token":"x"}`), 415,
			"MIME_NOT_ALLOWED")
		if statusOf(signed) != 200 || statusOf(other) != 200 {
			x.t.Fatal("a session ended by a token that is no good")
		}
		bye := x.LogoutToken("auth0|csm", "once", now).Sign()
		x.expectStatus("a good one", x.backchannelLogout(bye), 200, "")
		if statusOf(signed) != 401 || statusOf(other) != 200 {
			x.t.Error("not the sessions of the identity have ended")
		}
		refresh, _ := json.Marshal(map[string]any{"refresh_token": signed["refresh_token"]})
		x.expectStatus("refreshing", x.call(x.t, "", "POST", "/api/refreshToken", string(refresh)), 401, "REFRESH_INVALID")
		x.expectStatus("a second time", x.backchannelLogout(bye), 400, "BAD_REQUEST")
		session := x.LogoutToken("", "by session", now)
		delete(session.Claims, "sub")
		session.Claims["sid"] = "session of auth0|tech"
		x.expectStatus("one session", x.backchannelLogout(session.Sign()), 200, "")
		if statusOf(other) != 401 {
			x.t.Error("the session of the provider has ended, ours has not")
		}
		x.expectStatus("of somebody unknown", x.backchannelLogout(x.LogoutToken("auth0|unknown", "unknown", now).Sign()), 200,
			"")
		x.expect(x.t, "config", "GET /api/audit?action=auth.backchannelLogout", "", 200, `"sid":"fam_`)
	})
}

// Without a provider nothing of this is offered.
func TestSignOn_WithoutAProvider_IsNotOffered(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.expect(t, "config", "PUT /api/client/1", `{"isAuth0LoginEnabled":true}`, 200, "")
	for _, path := range []string{"/api/userContext", "/api/userContext?client=Norrsken%20Bank"} {
		got := p.expect(t, "", "GET "+path, "", 200, `"isAuth0LoginEnabled":false`)
		if got.json(t)["nonce"] != nil || got.json(t)["auth0"] != nil || got.header.Get("Set-Cookie") != "" {
			t.Errorf("%s: %s %s", path, got.body, got.header.Get("Set-Cookie"))
		}
	}
	p.expect(t, "", "POST /api/authorizeWithAuth0Token", `{"idToken":"a.b.c"}`, 401, "BAD_TOKEN")
}
