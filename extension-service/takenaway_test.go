package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/domains/staff"
	"poolkeeper.example/extension-service/internal/test/openidtest"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// gone is how long after it was taken away on one copy a session or a right may still count on another.
const gone = 5 * time.Second

// Three programs on one PostgreSQL: a session that is ended on one of them, a role that is taken there, a right whose
// time is over and a person whom the provider has signed out are refused by the two others within five seconds, which
// both have known the token before.
func TestRevocation_SeveralCopies_IsEnforcedOnEveryCopy(t *testing.T) {
	stress.SkipInShort(t, "starts three copies")
	t.Parallel()
	c := newTaking(t)
	csm := c.signIn(t, "csm")
	c.opens(t, csm, "/api/project", 200)
	c.config.mustSend(t, "DELETE", "/api/session/"+claim(t, csm, "sid"), "", 204)
	c.refuse(t, "an ended session", time.Now(), csm, refusing{"/api/project", 401})

	c.changeAccount(t, "csm", `{"roles":["a","b"]}`)
	csm = c.signIn(t, "csm")
	c.opens(t, csm, "/api/scheduler/list", 200)
	c.changeAccount(t, "csm", `{"roles":["a"]}`)
	c.refuse(t, "a role that was taken", time.Now(), csm, refusing{"/api/scheduler/list", 403})
	c.opens(t, csm, "/api/project", 200)

	csm, until := c.lendRole(t)
	c.refuse(t, "a right whose time is over", until, csm, refusing{"/api/scheduler/list", 403})
	c.opens(t, csm, "/api/project", 200)

	tech := c.signOn(t)
	c.opens(t, tech, "/api/scheduler/list", 200)
	c.signOutAtProvider(t)
	c.refuse(t, "who was signed out by the provider", time.Now(), tech, refusing{"/api/scheduler/list", 401})
}

// accessRemoval are the copies, and who takes things away on the first of them.
type accessRemoval struct {
	copies   [copiesAtWork]*program
	config   *client
	provider *openidtest.Provider
}

func newTaking(t *testing.T) *accessRemoval {
	t.Helper()
	c, database := &accessRemoval{provider: openidtest.New(t)}, pgtest.PostgresURL(t)
	settings := []string{"AUTH0_ISSUER=" + c.provider.URL, "AUTH0_CLIENT_ID=" + openidtest.Client, "CLASSIC_LOGIN=1"}
	for i := range c.copies {
		p := programPlace{dir: filepath.Join(t.TempDir(), "data"), url: database, env: settings}
		if i == 0 {
			p.withService(t, func(s *app.Service) error { return s.FillAccounts(t.Context()) })
		}
		c.copies[i] = p.start(t)
		if i == 0 { // the first to sign in makes the key of all tokens, which the others look for at their start
			c.config = c.clientOf(0, c.signIn(t, "config"))
		}
	}
	return c
}

func (c *accessRemoval) clientOf(i int, token string) *client {
	return &client{base: "http://" + c.copies[i].address, token: token}
}

// mustSend makes a call that succeeds.
func (c *client) mustSend(t *testing.T, method, path, body string, status int) map[string]any {
	t.Helper()
	got, err := c.send(t.Context(), request{method: method, path: path, body: body})
	if err != nil || got.status != status {
		t.Fatalf("%s %s %s: %v %d %s", method, path, body, err, got.status, got.body)
	}
	return got.json()
}

// signIn opens a session on the first copy.
func (c *accessRemoval) signIn(t *testing.T, who string) string {
	t.Helper()
	got := c.clientOf(0, "").mustSend(t, "POST", "/api/authorize",
		`{"username":"`+who+`@poolkeeper.example","password":"`+staff.DemoPassword+`"}`, 200)
	return fmt.Sprint(got["access_token"])
}

// claim is what a token says.
func claim(t *testing.T, token, name string) string {
	t.Helper()
	parts, claims := strings.Split(token, "."), map[string]any{}
	if len(parts) != 3 {
		t.Fatalf("no token: %q", token)
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err == nil {
		err = json.Unmarshal(text, &claims)
	}
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(claims[name])
}

// changeAccount changes an account on the first copy.
func (c *accessRemoval) changeAccount(t *testing.T, who, change string) {
	t.Helper()
	found, _ := c.config.mustSend(t, "GET", "/api/admin?email="+who+"@", "", 200)["results"].([]any)
	if len(found) != 1 {
		t.Fatalf("%d accounts are called %s", len(found), who)
	}
	c.config.mustSend(t, "POST", "/api/session/proof", `{"password":"`+staff.DemoPassword+`"}`, 204)
	c.config.mustSend(t, "PUT", fmt.Sprintf("/api/admin/%v", found[0].(map[string]any)["id"]), change, 200)
}

// opens asks every copy, all of which know the token from then on.
func (c *accessRemoval) opens(t *testing.T, token, path string, status int) {
	t.Helper()
	for i := range c.copies {
		c.clientOf(i, token).mustSend(t, "GET", path, "", status)
	}
}

// lendRole gives a role for a time that is long enough for every copy to have seen it, however slow the machine is.
func (c *accessRemoval) lendRole(t *testing.T) (token string, until time.Time) {
	t.Helper()
	for long := 4 * time.Second; ; long *= 2 {
		until = time.Now().Add(long).Truncate(time.Millisecond)
		c.changeAccount(t, "csm", fmt.Sprintf(
			`{"roles":["a","b"],"terms":[{"right":"role.b","until":%q,"reason":"Stands in for Tariq"}]}`,
			until.UTC().Format(time.RFC3339Nano)))
		token = c.signIn(t, "csm")
		seen := 0
		for i := range c.copies {
			if got, err := c.clientOf(i, token).send(t.Context(),
				request{method: "GET", path: "/api/scheduler/list"}); err == nil && got.status == 200 {
				seen++
			}
		}
		if seen == copiesAtWork {
			return token, until
		}
		if long > patience {
			t.Fatal("no copy ever saw the right")
		}
	}
}

// refusing is a call and how it is refused.
type refusing struct {
	path   string
	status int
}

// refuse asks the other copies until they refuse. What counts is when the last request began that was let in.
func (c *accessRemoval) refuse(t *testing.T, what string, since time.Time, token string, want refusing) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	last := map[int]time.Time{}
	for i := 1; i < copiesAtWork; i++ {
		last[i] = since
	}
	for left := []int{1, 2}; len(left) > 0; <-tick.C {
		left = slices.DeleteFunc(left, func(i int) bool {
			began := time.Now()
			got, err := c.clientOf(i, token).send(t.Context(), request{method: "GET", path: want.path})
			switch {
			case err != nil || got.status != want.status && got.status != 200 || began.Sub(since) > patience:
				t.Fatalf("%s on copy %d: %v %d %s", what, i, err, got.status, got.body)
			case got.status == 200:
				last[i] = began
			}
			return got.status == want.status
		})
	}
	for i, at := range last {
		late := at.Sub(since)
		t.Logf("%s: copy %d let the last request in %s after", what, i, late.Round(time.Millisecond))
		if late > gone {
			t.Errorf("%s still counts on copy %d after %s", what, i, late)
		}
	}
}

// signOn signs the account of technical support in by the provider, on the first copy.
func (c *accessRemoval) signOn(t *testing.T) string {
	t.Helper()
	var shown struct{ Nonce string }
	cookies := c.browse(t, browsing{method: http.MethodGet, path: "/api/userContext"}, &shown)
	token := c.provider.ID("auth0|tech", "tech@poolkeeper.example", shown.Nonce, time.Now()).Sign()
	var tokens struct {
		Access string `json:"access_token"`
	}
	c.browse(t, browsing{http.MethodPost, "/api/authorizeWithAuth0Token", fmt.Sprintf(`{"idToken":%q}`, token), cookies},
		&tokens)
	if tokens.Access == "" {
		t.Fatal("nobody was signed in")
	}
	return tokens.Access
}

// signOutAtProvider lets the provider tell the first copy that the person has signed out.
func (c *accessRemoval) signOutAtProvider(t *testing.T) {
	t.Helper()
	body := url.Values{"logout_token": {c.provider.LogoutToken("auth0|tech", "once", time.Now()).Sign()}}.Encode()
	got, err := c.clientOf(0, "").send(t.Context(),
		request{method: "POST", path: "/api/auth0/backchannelLogout", body: body, media: "application/x-www-form-urlencoded"})
	if err != nil || got.status != 200 {
		t.Fatalf("%v %d %s", err, got.status, got.body)
	}
}

// browse makes a call as a browser does, reads its answer into out and returns the cookies that were set.
func (c *accessRemoval) browse(t *testing.T, r browsing, out any) []*http.Cookie {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), r.method, "http://"+c.copies[0].address+r.path,
		strings.NewReader(r.body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Requested-With", "admin-panel")
	for _, one := range r.cookies {
		request.AddCookie(one)
	}
	res, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if err := json.NewDecoder(res.Body).Decode(out); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v", r.path, res.StatusCode, err)
	}
	return res.Cookies()
}

// browsing is a call that a browser makes.
type browsing struct {
	method, path, body string
	cookies            []*http.Cookie
}
