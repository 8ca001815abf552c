package staff

import (
	"context"
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestSignIn_ValidPassword_OpensASession(t *testing.T) {
	each(t, func(d *fixture) {
		v := &visit{ip: home}
		got, err := d.Authorize(d.ctx(v), Credentials{Username: " CSM@PoolKeeper.example ", Password: DemoPassword})
		if err != nil {
			d.t.Fatal(err)
		}
		if got.TokenType != "Bearer" || got.ExpiresIn != 900 || got.RefreshExpiresIn != 43200 || len(got.RefreshToken) != 43 {
			d.t.Errorf("tokens %+v", got)
		}
		who, err := d.Authenticate(d.t.Context(), got.AccessToken)
		if err != nil {
			d.t.Fatal(err)
		}
		if who.Kind != role.Admin || who.Email != "csm"+demoDomain || !who.Can(role.ProjectRead) ||
			who.Can(role.AdminUserRead) {
			d.t.Errorf("caller %+v", who)
		}
		if len(v.reply.Cookies) != 2 || v.reply.Cookies[0].Name != "auth.refresh" || !v.reply.Cookies[0].HTTPOnly ||
			v.reply.Cookies[1].Name != "auth.exp" || v.reply.Cookies[1].HTTPOnly {
			d.t.Errorf("cookies %+v", v.reply.Cookies)
		}
		if n := d.log.count("auth.signIn"); n != 1 || d.log.who[len(d.log.who)-1].ID != d.id("csm") {
			d.t.Errorf("%d sign-ins audited, by %+v", n, d.log.who)
		}
	})
}

// A form on another site can make a browser send a text, and would sign its user in as somebody else.
func TestSignIn_FormOfAnotherSite_SetsNoCookies(t *testing.T) {
	each(t, func(d *fixture) {
		for media, want := range map[string]int{
			"application/json": 2, "": 2, "text/plain": 0, "Text/Plain; charset=utf-8": 0,
			"application/x-www-form-urlencoded": 0, "multipart/form-data; boundary=x": 0,
		} {
			v := &visit{ip: home, media: media}
			if _, err := d.Authorize(d.ctx(v), Credentials{Username: "csm" + demoDomain, Password: DemoPassword}); err != nil ||
				len(v.reply.Cookies) != want {
				d.t.Errorf("%q: %d cookies, %v", media, len(v.reply.Cookies), err)
			}
		}
	})
}

func TestSignIn_WrongPasswordOrClosedAccount_IsRefused(t *testing.T) {
	each(t, func(d *fixture) {
		d.setStatus("tech", Inactive)
		for name, tc := range map[string]struct{ email, password, want string }{
			"wrong password":                 {"csm" + demoDomain, "not the password", "BAD_CREDENTIALS"},
			"unknown e-mail":                 {"nobody" + demoDomain, DemoPassword, "BAD_CREDENTIALS"},
			"not even an e-mail":             {"'; DROP TABLE staff", DemoPassword, "BAD_CREDENTIALS"},
			"closed, right password":         {"tech" + demoDomain, DemoPassword, "NO_ACCOUNT"},
			"closed, wrong password":         {"tech" + demoDomain, "not the password", "BAD_CREDENTIALS"},
			"password with a space appended": {"csm" + demoDomain, DemoPassword + " ", "BAD_CREDENTIALS"},
		} {
			if got := fault.CodeOf(d.try("198.51.100.1", tc.email, tc.password)); got != tc.want {
				d.t.Errorf("%s: %q, want %q", name, got, tc.want)
			}
		}
	})
}

func (d *fixture) setStatus(local string, to Status) {
	d.t.Helper()
	err := d.DB.Write(d.t.Context(), func(ctx context.Context) error {
		_, err := d.DB.Exec(ctx, "UPDATE staff SET status = $1 WHERE id = $2", to, d.id(local))
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

func TestLockout_OfEmailAndAddress_GrowsWithFailures(t *testing.T) {
	each(t, func(d *fixture) {
		email := "csm" + demoDomain
		fail := func(n int) {
			d.t.Helper()
			for range n {
				d.wantCode(d.try(home, email, "wrong"), "BAD_CREDENTIALS")
			}
		}
		blocked := func(want int) {
			d.t.Helper()
			err := d.try(home, email, DemoPassword)
			d.wantCode(err, "TOO_MANY_REQUESTS")
			if got := fault.From(err).RetryAfter; got != want {
				d.t.Errorf("Retry-After %d, want %d", got, want)
			}
		}
		fail(4)
		d.clock.pass(15*time.Minute + time.Second)
		fail(5) // the first four are too old to count
		blocked(900)
		if err := d.try("203.0.113.8", email, DemoPassword); err != nil {
			d.t.Errorf("another address is shut out: %v", err)
		}
		d.Service = d.copyOf().Service // a restart forgets nothing
		blocked(900)
		d.clock.pass(15 * time.Minute)
		for _, want := range []int{1800, 3600, 7200, 14400, 14400} {
			fail(5)
			blocked(want)
			d.clock.pass(time.Duration(want) * time.Second)
		}
		if err := d.try(home, email, DemoPassword); err != nil {
			d.t.Errorf("after the block: %v", err)
		}
		if got := d.outcomes("csm")["LOCKED"]; got != 6 {
			d.t.Errorf("%d blocks in the history, want 6", got)
		}
	})
}

func (d *fixture) outcomes(local string) map[string]int {
	d.t.Helper()
	id := d.id(local)
	size := int64(1000)
	l, err := d.Logins(role.With(d.t.Context(), &role.Caller{Kind: role.Admin, ID: id}),
		LoginQuery{Window: resource.Window{Size: &size}})
	if err != nil {
		d.t.Fatal(err)
	}
	out := map[string]int{}
	for _, x := range l.Results {
		out[x.Outcome]++
	}
	return out
}

func TestLockout_Success_ResetsThePair(t *testing.T) {
	each(t, func(d *fixture) {
		email := "csm" + demoDomain
		for range 3 {
			for range 4 {
				d.wantCode(d.try(home, email, "wrong"), "BAD_CREDENTIALS")
			}
			if err := d.try(home, email, DemoPassword); err != nil {
				d.t.Fatalf("the fifth, right one: %v", err)
			}
		}
	})
}

func TestLockout_UnknownEmail_IsCountedAlike(t *testing.T) {
	each(t, func(d *fixture) {
		for range 5 {
			d.wantCode(d.try(home, "Nobody@x.example", "wrong"), "BAD_CREDENTIALS")
		}
		d.wantCode(d.try(home, "nobody@X.example", "wrong"), "TOO_MANY_REQUESTS")
	})
}

func TestLockout_OfAnEmail_SparesKnownAddresses(t *testing.T) {
	each(t, func(d *fixture) {
		email := "csm" + demoDomain
		d.signIn("csm") // makes home known
		for i := range 50 {
			d.wantCode(d.try(ipv4(i/4), email, "wrong"), "BAD_CREDENTIALS")
		}
		d.wantCode(d.try("192.0.2.200", email, DemoPassword), "TOO_MANY_REQUESTS")
		if err := d.try(home, email, DemoPassword); err != nil {
			d.t.Errorf("the owner at a known address: %v", err)
		}
		if err := d.try("192.0.2.200", "tech"+demoDomain, DemoPassword); err != nil {
			d.t.Errorf("another account: %v", err)
		}
		a, err := d.Unlock(d.withTokens(d.signIn("config")), AdminID{d.id("csm")})
		if err != nil || !a.LockedUntil.IsZero() {
			d.t.Fatalf("unlock: %v, locked until %v", err, a.LockedUntil)
		}
		if err := d.try("192.0.2.200", email, DemoPassword); err != nil {
			d.t.Errorf("after unlocking: %v", err)
		}
	})
}

func ipv4(n int) string { return "192.0.2." + string(rune('0'+n/10)) + string(rune('0'+n%10)) }

func TestLockout_OfAnAddress_CoversEveryEmail(t *testing.T) {
	each(t, func(d *fixture) {
		d.signIn("csm") // an address that is known is not better than others here
		for i := range 30 {
			d.wantCode(d.try(home, "user"+string(rune('a'+i/4))+demoDomain, "wrong"), "BAD_CREDENTIALS")
		}
		err := d.try(home, "csm"+demoDomain, DemoPassword)
		d.wantCode(err, "TOO_MANY_REQUESTS")
		if got := fault.From(err).RetryAfter; got != 600 {
			d.t.Errorf("Retry-After %d, want 600", got)
		}
		d.clock.pass(10 * time.Minute)
		d.signIn("csm")
	})
}

func TestLockout_ConcurrentGuesses_AreLimitedAlike(t *testing.T) {
	each(t, func(d *fixture) {
		var wg sync.WaitGroup
		codes := make([]string, 20)
		for i := range codes {
			ctx := d.from(home)
			wg.Go(func() {
				_, err := d.Authorize(ctx, Credentials{Username: "csm" + demoDomain, Password: "wrong"})
				codes[i] = fault.CodeOf(err)
			})
		}
		wg.Wait()
		n := map[string]int{}
		for _, c := range codes {
			n[c]++
		}
		if n["BAD_CREDENTIALS"] != 5 || n["TOO_MANY_REQUESTS"] != 15 {
			d.t.Errorf("%v, want 5 verified and 15 refused", n)
		}
	})
}

func TestSignIn_ClassicLoginDisabled_IsRefused(t *testing.T) {
	each(t, func(d *fixture) {
		d.Options.ClassicLogin = false
		d.wantCode(d.try(home, "csm"+demoDomain, DemoPassword), "CLASSIC_LOGIN_DISABLED")
		c, err := d.UserContext(d.from(home), ContextQuery{})
		if err != nil || c.IsClassicLoginEnabled || c.IsAuth0LoginEnabled {
			d.t.Errorf("context %+v, %v", c, err)
		}
		_, err = d.AuthorizeWithAuth0Token(d.from(home), IDToken{IDToken: "x"})
		d.wantCode(err, "BAD_TOKEN")
	})
}

type clients map[string]ClientContext

func (c clients) SignIn(_ context.Context, name string) (ClientContext, bool, error) {
	x, ok := c[name]
	return x, ok, nil
}

func (clients) ClassicLogin(_ context.Context, s role.Scope) (bool, error) {
	return s.Covers(1, 0), nil
}

func TestSignIn_ClientWithoutClassicLogin_IsRefused(t *testing.T) {
	each(t, func(d *fixture) {
		d.Clients = clients{"Acme": {Name: "Acme", Languages: []string{"de"}}}
		_, err := d.Authorize(d.from(home), Credentials{
			Username: "csm" + demoDomain, Password: DemoPassword,
			ClientName: "Acme",
		})
		d.wantCode(err, "CLASSIC_LOGIN_DISABLED")
		_, err = d.Authorize(d.from(home), Credentials{
			Username: "csm" + demoDomain, Password: DemoPassword,
			ClientName: "Unknown",
		})
		d.wantCode(err, "")
		d.wantCode(d.try(home, "scoped"+demoDomain, "wrong"), "BAD_CREDENTIALS")
		d.wantCode(d.try(home, "scoped"+demoDomain, DemoPassword), "CLASSIC_LOGIN_DISABLED") // naming none is no way round
	})
}

func TestUserContext_SignedInOrOut_DescribesTheSession(t *testing.T) {
	each(t, func(d *fixture) {
		c, err := d.UserContext(d.from(home), ContextQuery{})
		if err != nil || !c.IsClassicLoginEnabled || c.User != nil || c.MessageSetVersion != "v7" ||
			c.DefaultLocale != "en" || c.ClientLanguages == nil {
			d.t.Errorf("signed out: %+v, %v", c, err)
		}
		c, err = d.UserContext(d.withTokens(d.signIn("scoped")), ContextQuery{})
		if err != nil || c.User == nil || c.User.LastName != "Petri" || len(c.User.Scopes.ClientIDs) != 1 ||
			len(c.User.Admin.Roles) != 1 {
			d.t.Errorf("signed in: %+v, %v", c.User, err)
		}
	})
}

func TestGate_RolesAndOneTimePassword_LimitCalls(t *testing.T) {
	t.Parallel()
	s := New(Options{Now: time.Now})
	ordinary, public, change := resource.Endpoint{Name: "project.list"},
		resource.Endpoint{Name: "session.logout", Public: true}, resource.Endpoint{Name: changePassword}
	none, must, fine := &role.Caller{Kind: role.Admin},
		&role.Caller{Kind: role.Admin, Roles: role.All, PasswordChange: true}, &role.Caller{Kind: role.Admin, Roles: role.All}
	for name, tc := range map[string]struct {
		who  *role.Caller
		call resource.Endpoint
		want string
	}{
		"no roles":                         {none, ordinary, "NO_ROLES"},
		"no roles, own password":           {none, change, "NO_ROLES"},
		"no roles, public":                 {none, public, ""},
		"one-time password":                {must, ordinary, "PASSWORD_CHANGE_REQUIRED"},
		"one-time password, public":        {must, public, ""},
		"one-time password, the way out":   {must, change, ""},
		"everything in order":              {fine, ordinary, ""},
		"not a person: permissions decide": {&role.Caller{Kind: role.System}, ordinary, ""},
	} {
		if got := fault.CodeOf(s.Gate(tc.who, tc.call)); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

func TestSignIn_AccountWithoutRoles_IsRefusedAndRecorded(t *testing.T) {
	each(t, func(d *fixture) {
		tokens := d.signIn("norole")
		if got := d.outcomes("norole"); got["NO_ROLES"] != 1 || got["OK"] != 0 {
			d.t.Errorf("history %v", got)
		}
		v := &visit{ip: home, token: tokens.AccessToken}
		if _, err := d.Logout(d.ctx(v), LogoutInput{}); err != nil {
			d.t.Fatal(err)
		}
		if len(v.reply.Cookies) != 2 || v.reply.Cookies[0].MaxAge >= 0 {
			d.t.Errorf("cookies %+v", v.reply.Cookies)
		}
		_, err := d.Authenticate(d.t.Context(), tokens.AccessToken)
		d.wantCode(err, "UNAUTHENTICATED")
	})
}

func TestHashing_TooManyAtOnce_IsRefused(t *testing.T) {
	t.Parallel()
	h := newHasher()
	release, entered := make(chan struct{}), make(chan struct{}, hashesAtOnce)
	var wg sync.WaitGroup
	for range hashesAtOnce + hashesWaiting {
		h.queue <- struct{}{} // they wait
	}
	for range hashesAtOnce {
		<-h.queue
		wg.Go(func() {
			_ = h.run(context.Background(), func() error { entered <- struct{}{}; <-release; return nil })
		})
	}
	for range hashesAtOnce {
		<-entered
	}
	err := h.run(t.Context(), func() error { return nil })
	if fault.CodeOf(err) != "UNAVAILABLE" || fault.From(err).RetryAfter == 0 {
		t.Errorf("a full house answers %v", err)
	}
	<-h.queue // one gives up, another waits until it must leave
	gone, leave := context.WithCancel(t.Context())
	leave()
	if err := h.run(gone, func() error { t.Error("ran"); return nil }); err == nil {
		t.Error("waited for ever")
	}
	close(release)
	wg.Wait()
}
