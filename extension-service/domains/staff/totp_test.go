package staff

import (
	"context"
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/platform/fault"
)

// withFactor switches the second factor of a signed-in account on and returns its secret and recovery codes.
func (d *fixture) withFactor(ctx context.Context) (secret string, codes []string) {
	d.t.Helper()
	begun, err := d.BeginTOTP(ctx, resource.None{})
	if err != nil {
		d.t.Fatal(err)
	}
	got, err := d.ConfirmTOTP(ctx, TOTPCode{d.code(begun.Secret)})
	if err != nil {
		d.t.Fatal(err)
	}
	d.clock.pass(codePeriod * time.Second) // the code it took is used up
	return begun.Secret, got.RecoveryCodes
}

// code is what the person's app shows now.
func (d *fixture) code(secret string) string {
	d.t.Helper()
	code, err := totp.GenerateCode(secret, d.clock.now())
	if err != nil {
		d.t.Fatal(err)
	}
	return code
}

// challenged asks for the second step of a sign-in.
func (d *fixture) challenged(email string) string {
	d.t.Helper()
	_, err := d.Authorize(d.from(home), Credentials{Username: email, Password: DemoPassword})
	d.wantCode(err, "TOTP_REQUIRED")
	challenge, _ := fault.From(err).Details["challenge"].(string)
	return challenge
}

func (d *fixture) second(email, challenge, code string) error {
	_, err := d.Authorize(d.from(home), Credentials{
		Username: email, Password: DemoPassword, SecondStep: SecondStep{Challenge: challenge, Code: code},
	})
	return err
}

// payload is what a token says.
func payload(t *testing.T, token string) string {
	t.Helper()
	body, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestSecondFactor_SignIn_RequiresItsCode(t *testing.T) {
	each(t, func(d *fixture) {
		email := "csm" + demoDomain
		secret, _ := d.withFactor(d.withTokens(d.signIn("csm")))
		if got, err := d.Admin(d.withTokens(d.signIn("config")), AdminID{d.id("csm")}); err != nil || !got.SecondFactor {
			d.t.Errorf("the account: %+v, %v", got.SecondFactor, err)
		}
		challenge := d.challenged(email)
		d.wantCode(d.second(email, challenge, "000000"), "BAD_CREDENTIALS")
		used := d.code(secret)
		got, err := d.Authorize(d.from(home), Credentials{
			Username: email, Password: DemoPassword,
			SecondStep: SecondStep{Challenge: challenge, Code: used[:3] + " " + used[3:]},
		})
		if err != nil {
			d.t.Fatal(err)
		}
		if text := payload(d.t, got.AccessToken); !strings.Contains(text, `"amr":["pwd","otp"]`) ||
			strings.Contains(text, "totp_setup") {
			d.t.Errorf("the token says %s", text)
		}
		d.wantCode(d.second(email, d.challenged(email), used), "BAD_CREDENTIALS") // every code once
		d.clock.pass(codePeriod * time.Second)
		d.wantCode(d.second(email, challenge, d.code(secret)), "TOTP_REQUIRED") // every challenge once
		d.clock.pass(-codePeriod * time.Second)
		early := d.challenged(email)
		d.clock.pass(2 * codePeriod * time.Second)
		late := d.code(secret)
		d.clock.pass(-codePeriod * time.Second) // a clock that is one step ahead
		if err := d.second(email, early, late); err != nil {
			d.t.Errorf("one step of drift: %v", err)
		}
	})
}

// Whoever has a new password set for an account gets past its password and no further.
func TestOneTimePassword_AccountWithASecondFactor_RequiresItsCodeToo(t *testing.T) {
	each(t, func(d *fixture) {
		secret, _ := d.withFactor(d.withTokens(d.signIn("csm")))
		issued, err := d.IssueOneTime(d.withTokens(d.signIn("config")), AdminID{d.id("csm")})
		if err != nil {
			d.t.Fatal(err)
		}
		in := Credentials{Username: "csm" + demoDomain, Password: issued.OneTimePassword}
		_, err = d.Authorize(d.from(home), in)
		d.wantCode(err, "TOTP_REQUIRED")
		in.Challenge, _ = fault.From(err).Details["challenge"].(string)
		in.Code = "000000"
		_, err = d.Authorize(d.from(home), in)
		d.wantCode(err, "BAD_CREDENTIALS")
		in.Code = d.code(secret)
		if _, err := d.Authorize(d.from(home), in); err != nil {
			d.t.Errorf("with the code of the app: %v", err)
		}
	})
}

func TestSecondFactor_WrongCodes_CountAsFailures(t *testing.T) {
	each(t, func(d *fixture) {
		email := "csm" + demoDomain
		secret, _ := d.withFactor(d.withTokens(d.signIn("csm")))
		for range 5 { // asking for challenges in between resets nothing
			d.wantCode(d.second(email, d.challenged(email), "000000"), "BAD_CREDENTIALS")
		}
		d.wantCode(d.second(email, "", ""), "TOO_MANY_REQUESTS")
		d.clock.pass(16 * time.Minute)
		challenge := d.challenged(email)
		d.clock.pass(challengeLife + time.Second)
		d.wantCode(d.second(email, challenge, d.code(secret)), "TOTP_REQUIRED") // too late: another challenge
		if err := d.second(email, d.challenged(email), d.code(secret)); err != nil {
			d.t.Error(err)
		}
		if n := d.log.count("auth.blocked"); n != 1 {
			d.t.Errorf("%d blocks audited, want 1", n)
		}
	})
}

func TestChallenge_FiveWrongCodes_Ends(t *testing.T) {
	each(t, func(d *fixture) {
		email := "csm" + demoDomain
		secret, _ := d.withFactor(d.withTokens(d.signIn("csm")))
		challenge := d.challenged(email)
		for i := range challengeTries {
			_, err := d.Authorize(d.from("198.51.100."+string(rune('1'+i))),
				Credentials{
					Username: email, Password: DemoPassword,
					SecondStep: SecondStep{Challenge: challenge, Code: "000000"},
				})
			d.wantCode(err, "BAD_CREDENTIALS")
		}
		d.wantCode(d.second(email, challenge, d.code(secret)), "TOTP_REQUIRED")
	})
}

func TestChallenge_OfAnotherAccount_IsRefused(t *testing.T) {
	each(t, func(d *fixture) {
		d.withFactor(d.withTokens(d.signIn("csm")))
		secret, _ := d.withFactor(d.withTokens(d.signIn("tech")))
		d.wantCode(d.second("tech"+demoDomain, d.challenged("csm"+demoDomain), d.code(secret)), "TOTP_REQUIRED")
	})
}

func TestSecondFactor_Unconfirmed_RequiresNothing(t *testing.T) {
	each(t, func(d *fixture) {
		here := d.withTokens(d.signIn("csm"))
		_, err := d.ConfirmTOTP(here, TOTPCode{"000000"})
		d.wantCode(err, "NOT_FOUND")
		begun, err := d.BeginTOTP(here, resource.None{})
		if err != nil || !strings.HasPrefix(begun.URI, "otpauth://totp/Poolkeeper:csm@poolkeeper.example?") ||
			!strings.HasPrefix(begun.QR, "data:image/png;base64,") {
			d.t.Errorf("%+v, %v", begun.URI, err)
		}
		_, err = d.ConfirmTOTP(here, TOTPCode{"000000"})
		if d.wantCode(err, "VALIDATION"); !has(fieldsOf(err), "code", "totp.wrong") {
			d.t.Errorf("fields %v", fieldsOf(err))
		}
		d.signIn("csm")
		var stored string
		if _, err := d.DB.Row(d.t.Context(), []any{&stored}, `SELECT pending FROM staff_totp`); err != nil || stored == "" ||
			strings.Contains(stored, begun.Secret) {
			d.t.Errorf("the secret stands in clear: %q, %v", stored, err)
		}
	})
}

func TestSecondFactor_Removed_IsMailedAndAudited(t *testing.T) {
	each(t, func(d *fixture) {
		csm, manager := d.withTokens(d.signIn("csm")), d.withTokens(d.signIn("config"))
		var warnings []string
		d.Mail = func(_ context.Context, m mail.Mail) (int64, error) {
			warnings = append(warnings, m.Template+" "+m.To)
			return 1, nil
		}
		_, err := d.EndTOTP(csm, resource.None{})
		d.wantCode(err, "NOT_FOUND")
		d.withFactor(csm)
		if _, err := d.EndTOTP(csm, resource.None{}); err != nil {
			d.t.Fatal(err)
		}
		d.signIn("csm")
		d.withFactor(csm)
		_, err = d.DropTOTP(csm, AdminID{d.id("csm")})
		d.wantCode(err, "FORBIDDEN")
		if _, err := d.DropTOTP(manager, AdminID{d.id("csm")}); err != nil {
			d.t.Fatal(err)
		}
		d.signIn("csm")
		var want []string
		for _, mail := range []string{"factorAdded", "factorRemoved", "factorAdded", "factorTakenOff"} {
			want = append(want, "staff."+mail+" csm@poolkeeper.example")
		}
		if !slices.Equal(warnings, want) {
			d.t.Errorf("mails %q, want %q: the owner is told of every change", warnings, want)
		}
		if on, off := d.log.count("totp.on"), d.log.count("totp.off"); on != 2 || off != 2 {
			d.t.Errorf("audited %d, %d", on, off)
		}
	})
}

func TestSecondFactor_RequiredBySetting_OpensOnlyItsSetup(t *testing.T) {
	each(t, func(d *fixture) {
		required := true
		d.FactorRequired = func(context.Context) (bool, error) { return required, nil }
		email := "csm" + demoDomain
		got := d.signIn("csm")
		who, err := d.Authenticate(d.t.Context(), got.AccessToken)
		if err != nil || !who.FactorDue {
			d.t.Fatalf("%+v, %v", who, err)
		}
		d.wantCode(d.Gate(who, resource.Endpoint{Name: "project.list"}), "TOTP_SETUP_REQUIRED")
		for _, name := range setUpFactor {
			if err := d.Gate(who, resource.Endpoint{Name: name}); err != nil {
				d.t.Errorf("%s: %v", name, err)
			}
		}
		secret, _ := d.withFactor(d.withTokens(got))
		v := &visit{ip: home, cookie: got.RefreshToken, panel: panelName}
		renewed, err := d.Refresh(d.ctx(v), RefreshInput{})
		if err != nil {
			d.t.Fatal(err)
		}
		if text := payload(d.t, renewed.AccessToken); strings.Contains(text, "totp_setup") ||
			!strings.Contains(text, `"amr":["pwd","otp"]`) {
			d.t.Errorf("after the setup the token says %s", text)
		}
		if err := d.second(email, d.challenged(email), d.code(secret)); err != nil {
			d.t.Error(err)
		}
		required = false
		if who, err = d.Authenticate(d.t.Context(), d.signIn("tech").AccessToken); err != nil || who.FactorDue {
			d.t.Errorf("%+v, %v", who, err)
		}
	})
}

func TestSensitiveChanges_WithoutAFreshProof_AreRefused(t *testing.T) {
	each(t, func(d *fixture) {
		id := d.id("csm")
		token := d.signIn("config")
		manager := d.withTokens(token)
		other, err := d.Authenticate(d.t.Context(), d.signIn("csm").AccessToken)
		if err != nil {
			d.t.Fatal(err)
		}
		title, address := "Cleo", "cleo@poolkeeper.example"
		calls := map[string]func() error{
			"another e-mail": func() error { _, err := d.Update(manager, Change{ID: id, Email: &address}); return err },
			"another status": func() error {
				s := Inactive
				_, err := d.Update(manager, Change{ID: id, Status: &s})
				return err
			},
			"somebody's session":  func() error { _, err := d.EndSession(manager, SessionID{other.SID}); return err },
			"everybody's session": func() error { _, err := d.EndAll(manager, Everybody{All: true}); return err },
			"one-time password":   func() error { _, err := d.IssueOneTime(manager, AdminID{id}); return err },
			"own factor":          func() error { _, err := d.BeginTOTP(manager, resource.None{}); return err },
			"somebody's factor":   func() error { _, err := d.DropTOTP(manager, AdminID{id}); return err },
			"deletion":            func() error { _, err := d.Delete(manager, Removal{ID: id}); return err },
			"a new account":       func() error { _, err := d.Invite(manager, invitation("ida")); return err },
		}
		d.clock.pass(proofLife)
		for name, call := range calls {
			if got := fault.CodeOf(call()); got != "REAUTHENTICATE" {
				d.t.Errorf("%s: %q", name, got)
			}
		}
		if _, err := d.Update(manager, Change{ID: id, FirstName: &title}); err != nil {
			d.t.Errorf("a name is nothing sensitive: %v", err)
		}
		_, err = d.Prove(manager, Proof{Password: "not the password"})
		if d.wantCode(err, "VALIDATION"); !has(fieldsOf(err), "password", "password.wrongOld") {
			d.t.Errorf("fields %v", fieldsOf(err))
		}
		if _, err := d.Prove(manager, Proof{Password: DemoPassword}); err != nil {
			d.t.Fatal(err)
		}
		for _, name := range []string{
			"another e-mail", "one-time password", "own factor", "deletion", "a new account",
			"everybody's session",
		} {
			if err := calls[name](); err != nil {
				d.t.Errorf("%s after a proof: %v", name, err)
			}
		}
		if _, err := d.Authenticate(d.t.Context(), token.AccessToken); fault.CodeOf(err) != "UNAUTHENTICATED" {
			d.t.Errorf("one's own session goes on: %v", err)
		}
	})
}

func TestProof_WrongPasswords_AreLimited(t *testing.T) {
	each(t, func(d *fixture) {
		here := d.withTokens(d.signIn("csm"))
		for range 30 {
			_, err := d.Prove(here, Proof{Password: "not the password"})
			d.wantCode(err, "VALIDATION")
		}
		_, err := d.Prove(here, Proof{Password: DemoPassword})
		d.wantCode(err, "TOO_MANY_REQUESTS")
	})
}
