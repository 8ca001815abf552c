package staff

import (
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/platform/fault"
)

func TestPassword_EachRule_IsEnforced(t *testing.T) {
	t.Parallel()
	s := New(Options{Now: time.Now})
	for name, tc := range map[string]struct{ password, want string }{
		"long enough":                 {"twelve chars", ""},
		"too short":                   {"eleven char", "validation.min"},
		"counted in characters":       {"ÄÖÜäöüßéèêëñ", ""},
		"longest":                     {strings.Repeat("é", 128), ""},
		"too long":                    {strings.Repeat("é", 129), "validation.max"},
		"common":                      {"1q2w3e4r5t6y", "password.common"},
		"common, in capitals":         {"PassWord1234", "password.common"},
		"common and short":            {"123456", "password.common"},
		"contains the e-mail's name":  {"I am Marianne!!", "password.containsEmail"},
		"contains it in another form": {"mariánne-mariánne", "password.containsEmail"},
	} {
		bad, marianne := fault.Validation(), &account{Admin: Admin{Email: "Marianne@x.example"}}
		if err := s.checkNew(t.Context(), bad, marianne, tc.password); err != nil {
			t.Fatal(err)
		}
		if tc.want == "" && bad.OrNil() != nil || tc.want != "" && !has(bad.Fields, "password", tc.want) {
			t.Errorf("%s: %v, want %q", name, bad.Fields["password"], tc.want)
		}
	}
	bad, bob := fault.Validation(), &account{Admin: Admin{Email: "bob@x.example"}}
	if err := s.checkNew(t.Context(), bad, bob, "bobs-your-uncle"); err != nil || bad.OrNil() != nil {
		t.Errorf("a name of three letters counts: %v, %v", bad.Fields, err)
	}
}

func (d *fixture) change(t Tokens, from, to string) error {
	_, err := d.ChangePassword(d.withTokens(t), PasswordChange{OldPassword: from, Password: to, PasswordConfirm: to})
	return err
}

func TestPassword_Changed_EndsOtherSessionsAndIsAudited(t *testing.T) {
	each(t, func(d *fixture) {
		here, there := d.signIn("content"), d.signIn("content")
		_, err := d.ChangePassword(d.withTokens(here),
			PasswordChange{OldPassword: "wrong", Password: "content 1234", PasswordConfirm: "else"})
		f := fieldsOf(err)
		if fault.CodeOf(err) != "VALIDATION" || !has(f, "oldPassword", "password.wrongOld") ||
			!has(f, "password", "password.containsEmail") ||
			!has(f, "passwordConfirm", "validation.confirmed") {
			d.t.Errorf("fields %v", f)
		}
		const next = "a quite new password"
		if err := d.change(here, DemoPassword, next); err != nil {
			d.t.Fatal(err)
		}
		_, err = d.refresh(there.RefreshToken)
		d.wantCode(err, "REFRESH_INVALID")
		d.mustRefresh(here.RefreshToken)
		d.wantCode(d.try(home, "content"+demoDomain, DemoPassword), "BAD_CREDENTIALS")
		d.signInAs("content"+demoDomain, next)
		if d.log.count("password.change") != 1 {
			d.t.Error("the change is not audited")
		}
		for _, e := range d.log.entries {
			for _, m := range []map[string]any{e.Before, e.After} {
				for name := range m {
					if strings.Contains(strings.ToLower(name), "password") || strings.Contains(name, "hash") {
						d.t.Errorf("the audit log holds %s of %s", name, e.Act.Action)
					}
				}
			}
		}
	})
}

func TestPassword_FormerOne_IsRefused(t *testing.T) {
	each(t, func(d *fixture) {
		tokens := d.signIn("csm")
		passwords := []string{
			"password number 0 !", "password number 1 !", "password number 2 !", "password number 3 !",
			"password number 4 !", "password number 5 !", "password number 6 !",
		}
		d.wantCode(d.change(tokens, DemoPassword, passwords[0]), "")
		for i := range 5 {
			d.clock.pass(time.Hour)
			tokens = d.mustRefresh(tokens.RefreshToken)
			if err := d.change(tokens, passwords[i], passwords[i+1]); err != nil {
				d.t.Fatal(err)
			}
		}
		for _, old := range passwords[:6] { // the present one and the last five
			d.clock.pass(time.Hour)
			tokens = d.mustRefresh(tokens.RefreshToken)
			if err := d.change(tokens, passwords[5], old); !has(fieldsOf(err), "password", "password.reused") {
				d.t.Errorf("%q: %v", old, err)
			}
		}
		if err := d.change(tokens, passwords[5], passwords[6]); err != nil {
			d.t.Fatal(err)
		}
		if err := d.change(tokens, passwords[6], passwords[0]); err != nil {
			d.t.Errorf("the sixth before may come back: %v", err)
		}
	})
}

func TestPassword_SixthChangeInAnHour_IsRefused(t *testing.T) {
	each(t, func(d *fixture) {
		tokens := d.signIn("csm")
		passwords := []string{
			DemoPassword, "password number 1 !", "password number 2 !", "password number 3 !",
			"password number 4 !", "password number 5 !",
		}
		for i := range 5 {
			d.wantCode(d.change(tokens, "wrong", "a quite new password"), "VALIDATION") // nothing has changed, so nothing counts
			d.wantCode(d.change(tokens, passwords[i], "short"), "VALIDATION")
			d.wantCode(d.change(tokens, passwords[i], passwords[i+1]), "")
			d.clock.pass(time.Minute)
		}
		err := d.change(tokens, passwords[5], "a quite new password")
		d.wantCode(err, "TOO_MANY_REQUESTS")
		if got := fault.From(err).RetryAfter; got != 55*60 {
			d.t.Errorf("Retry-After %d, want until the first is an hour old", got)
		}
		d.wantCode(d.change(d.signIn("tech"), DemoPassword, "a quite new password"), "")
		d.clock.pass(55 * time.Minute)
		d.wantCode(d.change(d.signInAs("csm"+demoDomain, passwords[5]), passwords[5], "a quite new password"), "")
	})
}

func TestPassword_NewOneTimePassword_ResetsTheLimitOfChanges(t *testing.T) {
	each(t, func(d *fixture) {
		tokens := d.signIn("csm")
		from := DemoPassword
		for _, to := range []string{
			"password number 1 !", "password number 2 !", "password number 3 !",
			"password number 4 !", "password number 5 !",
		} {
			d.wantCode(d.change(tokens, from, to), "")
			from = to
		}
		d.wantCode(d.change(tokens, from, "a quite new password"), "TOO_MANY_REQUESTS")
		issued, err := d.IssueOneTime(d.withTokens(d.signIn("config")), AdminID{d.id("csm")})
		if err != nil {
			d.t.Fatal(err)
		}
		tokens = d.signInAs("csm"+demoDomain, issued.OneTimePassword)
		d.wantCode(d.change(tokens, issued.OneTimePassword, "a quite new password"), "")
	})
}

// A stolen session is no place to guess the password: wrong ones count as failures of the e-mail and of the address.
func TestPassword_OldOneGuessed_IsLimited(t *testing.T) {
	each(t, func(d *fixture) {
		tokens := d.signIn("csm")
		for range 29 {
			d.wantCode(d.change(tokens, "wrong", "a quite new password"), "VALIDATION")
		}
		// the right one is no failure, whatever else is wrong
		d.wantCode(d.change(tokens, DemoPassword, "too short"), "VALIDATION")
		d.wantCode(d.try(home, "csm"+demoDomain, DemoPassword), "") // nor has anybody been kept from signing in
		d.wantCode(d.change(tokens, "wrong", "a quite new password"), "VALIDATION")
		d.wantCode(d.change(tokens, DemoPassword, "a quite new password"), "TOO_MANY_REQUESTS")
		d.clock.pass(10 * time.Minute)
		d.wantCode(d.change(tokens, DemoPassword, "a quite new password"), "")
	})
}

// Whoever invites somebody has seen the one-time password, so it never becomes a permanent one: not at once, not later,
// not one that was replaced before it was used, and not in another spelling.
func TestOneTimePassword_ChosenAsOwn_IsRefused(t *testing.T) {
	each(t, func(d *fixture) {
		manager := d.withTokens(d.signIn("config"))
		made, err := d.Invite(manager, invitation("ida"))
		if err != nil {
			d.t.Fatal(err)
		}
		replaced := made.OneTimePassword
		issued, err := d.IssueOneTime(manager, AdminID{made.Admin.ID})
		if err != nil {
			d.t.Fatal(err)
		}
		used := issued.OneTimePassword
		tokens := d.signInAs("ida@new.example", used)
		refused := func(from string, all ...string) {
			d.t.Helper()
			for _, to := range all {
				if err := d.change(tokens, from, to); !has(fieldsOf(err), "password", "password.reused") {
					d.t.Errorf("%q may become the password: %v", to, err)
				}
			}
		}
		refused(used, used, replaced, strings.ToLower(replaced), " "+replaced+" ", strings.ReplaceAll(used, "-", ""),
			strings.ReplaceAll(used, "-", " "))
		const own = "a quite new password"
		if err := d.change(tokens, used, own); err != nil {
			d.t.Fatal(err)
		}
		tokens = d.signInAs("ida@new.example", own)
		refused(own, used, replaced, strings.ToLower(used))
	})
}
