package staff

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

func (d *fixture) refresh(token string) (Tokens, error) {
	return d.Refresh(d.from(home), RefreshInput{RefreshToken: token})
}

func (d *fixture) mustRefresh(token string) Tokens {
	d.t.Helper()
	t, err := d.refresh(token)
	if err != nil {
		d.t.Fatalf("refresh: %v", err)
	}
	return t
}

func TestRefresh_Rotated_AcceptsTheFormerTokenWithinGrace(t *testing.T) {
	each(t, func(d *fixture) {
		first := d.signIn("csm")
		d.clock.pass(10 * time.Minute)
		second := d.mustRefresh(first.RefreshToken)
		if second.RefreshToken == first.RefreshToken || second.AccessToken == first.AccessToken ||
			second.RefreshExpiresIn != 43200 {
			d.t.Errorf("nothing was rotated: %+v", second)
		}
		d.clock.pass(5 * time.Second)
		third := d.mustRefresh(second.RefreshToken)
		d.clock.pass(4 * time.Second)
		if got := d.mustRefresh(first.RefreshToken); got.RefreshToken != third.RefreshToken {
			d.t.Error("within the grace an old token yields the newest")
		}
		if got := d.mustRefresh(second.RefreshToken); got.RefreshToken != third.RefreshToken {
			d.t.Error("within the grace the one before yields the newest")
		}
		d.clock.pass(time.Second)
		_, err := d.refresh(first.RefreshToken) // rotated 10 s ago
		d.wantCode(err, "REFRESH_REUSED")
		if d.log.count("auth.refreshReuse") != 1 {
			d.t.Error("the reuse is not audited")
		}
		_, err = d.refresh(third.RefreshToken)
		d.wantCode(err, "REFRESH_INVALID")
		_, err = d.Authenticate(d.t.Context(), third.AccessToken)
		d.wantCode(err, "UNAUTHENTICATED")
	})
}

func TestRefresh_ConcurrentTabs_ReceiveTheSameToken(t *testing.T) {
	each(t, func(d *fixture) {
		first := d.signIn("csm")
		var wg sync.WaitGroup
		got := make([]string, 8)
		for i := range got {
			ctx := d.from(home)
			wg.Go(func() {
				t, err := d.Refresh(ctx, RefreshInput{RefreshToken: first.RefreshToken})
				if err == nil {
					got[i] = t.RefreshToken
				}
			})
		}
		wg.Wait()
		for _, token := range got {
			if token == "" || token != got[0] {
				d.t.Fatalf("tabs hold different tokens: %q", got)
			}
		}
		d.mustRefresh(got[0])
	})
}

func TestSession_IdleOrOld_Ends(t *testing.T) {
	each(t, func(d *fixture) {
		idle := d.signIn("csm")
		d.clock.pass(12 * time.Hour)
		_, err := d.refresh(idle.RefreshToken)
		d.wantCode(err, "REFRESH_INVALID")
		if ended := fault.From(err).Details["ended"]; ended != ranOut {
			d.t.Errorf("an idle session is said to have ended by %v", ended)
		}

		busy := d.signIn("csm")
		for range 15 { // 165 h of 168
			d.clock.pass(11 * time.Hour)
			busy = d.mustRefresh(busy.RefreshToken)
		}
		if busy.RefreshExpiresIn != 3*3600 {
			d.t.Errorf("%d s left, want the rest of the week", busy.RefreshExpiresIn)
		}
		d.clock.pass(3 * time.Hour)
		_, err = d.refresh(busy.RefreshToken)
		d.wantCode(err, "REFRESH_INVALID")
	})
}

// An access token ends with its session, also one that was made just before.
func TestAccessToken_NearTheEndOfItsSession_EndsWithIt(t *testing.T) {
	each(t, func(d *fixture) {
		tokens := d.signIn("csm")
		for range 15 { // 165 h of 168
			d.clock.pass(11 * time.Hour)
			tokens = d.mustRefresh(tokens.RefreshToken)
		}
		d.clock.pass(3*time.Hour - 5*time.Minute)
		v := &visit{ip: home, cookie: tokens.RefreshToken, panel: panelName}
		last, err := d.Refresh(d.ctx(v), RefreshInput{})
		if err != nil {
			d.t.Fatal(err)
		}
		ends := strconv.FormatInt(d.clock.now().Add(5*time.Minute).Unix(), 10)
		if last.ExpiresIn != 300 || last.RefreshExpiresIn != 300 || v.reply.Cookies[1].Value != ends {
			d.t.Errorf("%d s and %d s left, cookie %+v, want 300 s", last.ExpiresIn, last.RefreshExpiresIn, v.reply.Cookies[1])
		}
		if _, err := d.Authenticate(d.t.Context(), last.AccessToken); err != nil {
			d.t.Errorf("before the end: %v", err)
		}
		d.clock.pass(5 * time.Minute)
		_, err = d.Authenticate(d.t.Context(), last.AccessToken)
		d.wantCode(err, "UNAUTHENTICATED")
	})
}

func TestRefresh_CookieWithoutHeaderOfThePanel_IsRefused(t *testing.T) {
	each(t, func(d *fixture) {
		tokens := d.signIn("csm")
		foreign := &visit{ip: home, cookie: tokens.RefreshToken}
		_, err := d.Refresh(d.ctx(foreign), RefreshInput{})
		d.wantCode(err, "REFRESH_INVALID")
		if len(foreign.reply.Cookies) != 0 {
			d.t.Error("another site can clear the cookies")
		}
		_, err = d.Logout(d.ctx(foreign), LogoutInput{Everywhere: true})
		d.wantCode(err, "UNAUTHENTICATED")

		own := &visit{ip: home, cookie: tokens.RefreshToken, panel: "admin-panel"}
		next, err := d.Refresh(d.ctx(own), RefreshInput{})
		if err != nil || len(own.reply.Cookies) != 2 || own.reply.Cookies[0].Value != next.RefreshToken {
			d.t.Fatalf("the panel cannot refresh: %v, %+v", err, own.reply.Cookies)
		}
		own.cookie = "unknown"
		_, err = d.Refresh(d.ctx(own), RefreshInput{})
		d.wantCode(err, "REFRESH_INVALID")
		if len(own.reply.Cookies) != 2 || own.reply.Cookies[0].MaxAge >= 0 {
			d.t.Errorf("a useless cookie stays: %+v", own.reply.Cookies)
		}
		own.cookie = next.RefreshToken
		if _, err := d.Logout(d.ctx(own), LogoutInput{}); err != nil {
			d.t.Fatal(err)
		}
		_, err = d.Authenticate(d.t.Context(), next.AccessToken)
		d.wantCode(err, "UNAUTHENTICATED")
		if _, err := d.Logout(d.ctx(&visit{ip: home}), LogoutInput{RefreshToken: "unknown"}); err != nil {
			d.t.Errorf("an unknown token: %v", err)
		}
	})
}

func TestLogout_Everywhere_EndsEverySessionOfTheAccount(t *testing.T) {
	each(t, func(d *fixture) {
		here, there, other := d.signIn("csm"), d.signIn("csm"), d.signIn("tech")
		if _, err := d.Logout(d.withTokens(here), LogoutInput{Everywhere: true}); err != nil {
			d.t.Fatal(err)
		}
		for _, token := range []string{here.RefreshToken, there.RefreshToken} {
			_, err := d.refresh(token)
			d.wantCode(err, "REFRESH_INVALID")
		}
		d.mustRefresh(other.RefreshToken)
	})
}

func TestLogout_EverywhereWithoutRecentProof_EndsNoSession(t *testing.T) {
	each(t, func(d *fixture) {
		here, there := d.signIn("csm"), d.signIn("csm")
		d.clock.pass(proofLife)
		for name, in := range map[string]LogoutInput{
			"by the access token": {Everywhere: true}, "by both": {RefreshToken: here.RefreshToken, Everywhere: true},
		} {
			if _, err := d.Logout(d.withTokens(here), in); fault.CodeOf(err) != "REAUTHENTICATE" {
				d.t.Errorf("%s: %v", name, err)
			}
		}
		browser := &visit{ip: home, cookie: here.RefreshToken, panel: "admin-panel"}
		_, err := d.Logout(d.ctx(browser), LogoutInput{Everywhere: true})
		d.wantCode(err, "REAUTHENTICATE")
		if len(browser.reply.Cookies) != 0 {
			d.t.Errorf("a refused call clears cookies: %+v", browser.reply.Cookies)
		}
		if _, err := d.Logout(d.withTokens(here), LogoutInput{}); err != nil {
			d.t.Errorf("the session at hand: %v", err)
		}
		_, err = d.refresh(here.RefreshToken)
		d.wantCode(err, "REFRESH_INVALID")
		own := d.withTokens(d.mustRefresh(there.RefreshToken))
		if _, err := d.Prove(own, Proof{Password: DemoPassword}); err != nil {
			d.t.Fatal(err)
		}
		if _, err := d.Logout(own, LogoutInput{Everywhere: true}); err != nil {
			d.t.Errorf("after a proof: %v", err)
		}
	})
}

func TestRefresh_ClosedAccount_IsRefused(t *testing.T) {
	each(t, func(d *fixture) {
		tokens := d.signIn("csm")
		d.setStatus("csm", Inactive)
		_, err := d.refresh(tokens.RefreshToken)
		d.wantCode(err, "REFRESH_INVALID")
		_, err = d.Authenticate(d.t.Context(), tokens.AccessToken)
		d.wantCode(err, "UNAUTHENTICATED")
	})
}

func TestDatabase_TokensAndSuccessors_AreNotStoredInClear(t *testing.T) {
	each(t, func(d *fixture) {
		first := d.signIn("csm")
		second := d.mustRefresh(first.RefreshToken)
		sealed, _, err := d.refreshRow(d.t.Context(), first.RefreshToken)
		if err != nil || sealed.successor == "" || sealed.successor == second.RefreshToken {
			d.t.Fatalf("successor %q, %v", sealed.successor, err)
		}
		if _, err := decryptToken(sealed.successor, second.RefreshToken); err == nil {
			d.t.Error("the successor opens without its predecessor")
		}
		stored, err := d.DB.Texts(d.t.Context(), `
			SELECT hash || ' ' || sid || ' ' || successor FROM staff_refresh_tokens
			 UNION ALL
			SELECT sid || ' ' || user_agent || ' ' || issuer_session || ' ' || methods FROM staff_sessions`)
		if err != nil || len(stored) < 3 {
			d.t.Fatalf("%q, %v", stored, err)
		}
		for _, token := range []string{
			first.RefreshToken, second.RefreshToken, first.AccessToken, second.AccessToken,
		} {
			if strings.Contains(strings.Join(stored, " "), token) {
				d.t.Errorf("%s stands in the database", token)
			}
		}
		d.clock.pass(rotationGrace)
		if _, err := d.Cleanup(d.t.Context()); err != nil {
			d.t.Fatal(err)
		}
		if sealed, _, _ = d.refreshRow(d.t.Context(), first.RefreshToken); sealed.successor != "" {
			d.t.Error("the sealed successor outlives its grace")
		}
		_, err = d.refresh(first.RefreshToken)
		d.wantCode(err, "REFRESH_REUSED") // what is cleaned up is still recognised
	})
}

func TestSessions_Own_AreListedAndEnded(t *testing.T) {
	each(t, func(d *fixture) {
		here, there := d.signIn("csm"), d.signIn("csm")
		list, err := d.Sessions(d.withTokens(here), SessionQuery{})
		if err != nil || list.TotalResults != 2 || list.Results[0].Device != "Firefox, Linux" {
			d.t.Fatalf("%+v, %v", list, err)
		}
		var other string
		for _, x := range list.Results {
			if !x.Current {
				other = x.SID
			}
		}
		config, tech := d.withTokens(d.signIn("config")), d.withTokens(d.signIn("tech"))
		id := d.id("csm")
		_, err = d.Sessions(tech, SessionQuery{UserID: &id})
		d.wantCode(err, "FORBIDDEN")
		if list, err := d.Sessions(config, SessionQuery{UserID: &id}); err != nil || list.TotalResults != 2 ||
			list.Results[0].Current {
			d.t.Errorf("a manager sees %+v, %v", list, err)
		}
		_, err = d.EndSession(tech, SessionID{other})
		d.wantCode(err, "NOT_FOUND")
		_, err = d.EndSession(tech, SessionID{"fam_none"})
		d.wantCode(err, "NOT_FOUND")
		if _, err := d.EndSession(d.withTokens(here), SessionID{other}); err != nil {
			d.t.Fatal(err)
		}
		_, err = d.refresh(there.RefreshToken)
		d.wantCode(err, "REFRESH_INVALID")
		if _, err := d.EndSession(config, SessionID{list.Results[0].SID}); err != nil {
			d.t.Fatal(err)
		}
	})
}

func TestEndSession_OwnButNotTheCurrentOne_NeedsAFreshProof(t *testing.T) {
	each(t, func(d *fixture) {
		here, there := d.signIn("csm"), d.signIn("csm")
		sid := func(tokens Tokens) SessionID {
			c, err := d.Authenticate(d.t.Context(), tokens.AccessToken)
			if err != nil {
				d.t.Fatal(err)
			}
			return SessionID{c.SID}
		}
		current, other := sid(here), sid(there)
		d.clock.pass(proofLife)
		_, err := d.EndSession(d.withTokens(here), other)
		d.wantCode(err, "REAUTHENTICATE")
		d.mustRefresh(there.RefreshToken)
		if n := d.log.count("session.end"); n != 0 {
			d.t.Errorf("%d endings are audited, none has happened", n)
		}
		if _, err := d.Prove(d.withTokens(here), Proof{Password: DemoPassword}); err != nil {
			d.t.Fatal(err)
		}
		if _, err := d.EndSession(d.withTokens(here), other); err != nil {
			d.t.Errorf("after a proof: %v", err)
		}
		d.clock.pass(proofLife)
		if _, err := d.EndSession(d.withTokens(here), current); err != nil {
			d.t.Errorf("the session at hand: %v", err)
		}
		_, err = d.refresh(here.RefreshToken)
		d.wantCode(err, "REFRESH_INVALID")
	})
}

func TestLogins_OfAnAccount_AreListed(t *testing.T) {
	each(t, func(d *fixture) {
		tokens := d.signIn("csm")
		d.wantCode(d.try(home, "csm"+demoDomain, "wrong"), "BAD_CREDENTIALS")
		one := int64(1)
		l, err := d.Logins(d.withTokens(tokens), LoginQuery{Window: resource.Window{Size: &one}})
		if err != nil || l.TotalResults != 2 || len(l.Results) != 1 || l.Results[0].Outcome != "BAD_CREDENTIALS" ||
			l.Results[0].Device != "Firefox, Linux" {
			d.t.Fatalf("%+v, %v", l, err)
		}
		id := d.id("tech")
		_, err = d.Logins(d.withTokens(tokens), LoginQuery{UserID: &id})
		d.wantCode(err, "FORBIDDEN")
		_, err = d.Logins(d.withTokens(tokens), LoginQuery{UserKind: "freelancer"})
		d.wantCode(err, "FORBIDDEN")
		l, err = d.Logins(d.withTokens(d.signIn("config")), LoginQuery{UserKind: "freelancer"})
		if err != nil || l.TotalResults != 0 || l.Results == nil {
			d.t.Errorf("%+v, %v", l, err)
		}
	})
}

func TestDevice_UserAgent_IsNamed(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0": "Edge, Windows",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/604.1":     "Safari, iPhone",
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36":               "Chrome, Android",
		"curl/8.14.1": "",
		"":            "",
	} {
		if got := Device(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}

func TestEndpoints_OfStaff_AreUniqueAndProtected(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	own := []string{"session.history", "session.list", "session.end", "session.prove"}
	for _, e := range New(Options{Now: time.Now}).Endpoints() {
		if seen[e.Name] || seen[e.Method+e.Path] {
			t.Errorf("%s is there twice", e.Name)
		}
		seen[e.Name], seen[e.Method+e.Path] = true, true
		if !e.Public && len(e.Needs) == 0 && !slices.Contains(own, e.Name) {
			t.Errorf("%s is open to everybody who is signed in", e.Name)
		}
		_ = field.SchemaOf(e.Handle.In)
		_ = field.SchemaOf(e.Handle.Out)
	}
}
