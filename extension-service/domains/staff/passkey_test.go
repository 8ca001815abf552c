package staff

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/internal/test/passkeytest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/passkey"
)

const panelOrigin = "https://panel.example.com"

// eachWithPasskeys is each at an address that passkeys can be bound to.
func eachWithPasskeys(t *testing.T, fn func(d *fixture)) {
	t.Helper()
	each(t, func(d *fixture) {
		var err error
		if d.Passkeys, err = passkey.New(panelOrigin, "Poolkeeper"); err != nil {
			d.t.Fatal(err)
		}
		fn(d)
	})
}

// addPasskeyOf adds a passkey to the account of ctx.
func (d *fixture) addPasskeyOf(ctx context.Context, name string) (*passkeytest.Authenticator, AddedPasskey) {
	d.t.Helper()
	device := passkeytest.New(d.t, panelOrigin)
	got, err := d.ConfirmPasskey(ctx, NewPasskey{name, device.Create(d.begunPasskey(ctx))})
	if err != nil {
		d.t.Fatalf("add a passkey: %v", err)
	}
	return device, got
}

func (d *fixture) begunPasskey(ctx context.Context) json.RawMessage {
	d.t.Helper()
	begun, err := d.BeginPasskey(ctx, resource.None{})
	if err != nil {
		d.t.Fatalf("begin a passkey: %v", err)
	}
	return begun.Options
}

// passkeyOptions are what the browser needs to sign in by a passkey alone.
func (d *fixture) passkeyOptions() json.RawMessage {
	d.t.Helper()
	begun, err := d.PasskeyChallenge(d.from(home), ContextQuery{})
	if err != nil {
		d.t.Fatalf("begin a sign-in by passkey: %v", err)
	}
	return begun.Options
}

func (d *fixture) signInBy(credential json.RawMessage) (Tokens, error) {
	return d.AuthorizeWithPasskey(d.from(home), PasskeyCredentials{Credential: credential})
}

// secondStep begins the second step of a sign-in and returns what the browser needs for a passkey in it.
func (d *fixture) secondStep(email string) (challenge string, options json.RawMessage) {
	d.t.Helper()
	_, err := d.Authorize(d.from(home), Credentials{Username: email, Password: DemoPassword})
	d.wantCode(err, "TOTP_REQUIRED")
	details := fault.From(err).Details
	challenge, _ = details["challenge"].(string)
	options, _ = details["passkey"].(json.RawMessage)
	return challenge, options
}

func (d *fixture) secondBy(email, challenge string, credential json.RawMessage) (Tokens, error) {
	return d.Authorize(d.from(home), Credentials{
		Username: email, Password: DemoPassword, SecondStep: SecondStep{Challenge: challenge, Passkey: credential},
	})
}

func TestPasskey_FirstFactor_ComesWithRecoveryCodes(t *testing.T) {
	eachWithPasskeys(t, func(d *fixture) {
		email := "csm" + demoDomain
		here := d.withTokens(d.signIn("csm"))
		_, added := d.addPasskeyOf(here, "Key")
		if len(added.RecoveryCodes) != recoveryCodes {
			d.t.Fatalf("%d recovery codes", len(added.RecoveryCodes))
		}
		if err := d.second(email, d.challenged(email), added.RecoveryCodes[0]); err != nil {
			d.t.Error(err)
		}
		got, err := d.UserContext(here, ContextQuery{})
		if err != nil || !got.User.SecondFactor || got.User.CodeApp || got.User.RecoveryCodes != recoveryCodes-1 ||
			got.PasskeyOrigin != panelOrigin {
			d.t.Errorf("%+v, %v", got.User, err)
		}
		if _, err := d.RemovePasskey(here, PasskeyID{added.Passkey.ID}); err != nil {
			d.t.Fatal(err)
		}
		d.signIn("csm")
		var left int
		if _, err := d.DB.Row(d.t.Context(), []any{&left}, `SELECT count(*) FROM staff_recovery_codes`); err != nil ||
			left != 0 {
			d.t.Errorf("%d recovery codes left of no factor, %v", left, err)
		}
	})
}

func TestPasskey_ThatCannotBeAdded_IsRefusedWithTheReason(t *testing.T) {
	for name, tc := range map[string]struct {
		credential func(d *fixture, here context.Context) json.RawMessage
		want       string
	}{
		"no passkey at all": {func(*fixture, context.Context) json.RawMessage {
			return json.RawMessage(`{"id":"x"}`)
		}, "passkey.unreadable"},
		"made at another address": {func(d *fixture, here context.Context) json.RawMessage {
			return passkeytest.New(d.t, "https://panel.example.net").Create(d.begunPasskey(here))
		}, "passkey.refused"},
		"made for another session": {func(d *fixture, _ context.Context) json.RawMessage {
			return passkeytest.New(d.t, panelOrigin).Create(d.begunPasskey(d.withTokens(d.signIn("csm"))))
		}, "passkey.late"},
		"for a sign-in": {func(d *fixture, _ context.Context) json.RawMessage {
			return passkeytest.New(d.t, panelOrigin).Create(d.passkeyOptions())
		}, "passkey.late"},
		"too late": {func(d *fixture, here context.Context) json.RawMessage {
			made := passkeytest.New(d.t, panelOrigin).Create(d.begunPasskey(here))
			d.clock.pass(passkey.Life)
			if _, err := d.Prove(here, Proof{Password: DemoPassword}); err != nil {
				d.t.Fatal(err)
			}
			return made
		}, "passkey.late"},
		"added already": {func(d *fixture, here context.Context) json.RawMessage {
			device := passkeytest.New(d.t, panelOrigin)
			made := device.Create(d.begunPasskey(here))
			if _, err := d.ConfirmPasskey(here, NewPasskey{"Key", made}); err != nil {
				d.t.Fatal(err)
			}
			return made
		}, "passkey.late"},
		"of somebody else": {func(d *fixture, here context.Context) json.RawMessage {
			device, _ := d.addPasskeyOf(d.withTokens(d.signIn("tech")), "Key")
			return device.ReusePasskey(d.begunPasskey(here))
		}, "passkey.taken"},
	} {
		t.Run(name, func(t *testing.T) {
			eachWithPasskeys(t, func(d *fixture) {
				here := d.withTokens(d.signIn("csm"))
				credential := tc.credential(d, here)
				before := d.log.count("passkey.add")
				_, err := d.ConfirmPasskey(here, NewPasskey{"Key", credential})
				if d.wantCode(err, "VALIDATION"); !has(fieldsOf(err), "credential", tc.want) {
					d.t.Errorf("fields %v, want %s", fieldsOf(err), tc.want)
				}
				if d.log.count("passkey.add") != before {
					d.t.Error("it was added")
				}
			})
		})
	}
}

func TestPasskey_TooMany_AreRefused(t *testing.T) {
	eachWithPasskeys(t, func(d *fixture) {
		here := d.withTokens(d.signIn("csm"))
		for range mostPasskeys {
			d.addPasskeyOf(here, "Key")
		}
		_, err := d.BeginPasskey(here, resource.None{})
		if d.wantCode(err, "VALIDATION"); !has(fieldsOf(err), "name", "passkey.tooMany") {
			d.t.Errorf("fields %v", fieldsOf(err))
		}
	})
}

func TestPasskey_AddedRenamedOrRemoved_NeedsAProofAndIsAuditedAndMailed(t *testing.T) {
	eachWithPasskeys(t, func(d *fixture) {
		here, other := d.withTokens(d.signIn("csm")), d.withTokens(d.signIn("tech"))
		var templates []string
		d.Mail = func(_ context.Context, m mail.Mail) (int64, error) {
			templates = append(templates, m.Template)
			return 1, nil
		}
		_, added := d.addPasskeyOf(here, "Laptop")
		id := added.Passkey.ID
		calls := map[string]func(ctx context.Context) error{
			"begin":  func(ctx context.Context) error { _, err := d.BeginPasskey(ctx, resource.None{}); return err },
			"rename": func(ctx context.Context) error { _, err := d.RenamePasskey(ctx, PasskeyName{id, "Desk"}); return err },
			"remove": func(ctx context.Context) error { _, err := d.RemovePasskey(ctx, PasskeyID{id}); return err },
		}
		d.wantCode(calls["rename"](other), "NOT_FOUND")
		d.wantCode(calls["remove"](other), "NOT_FOUND")
		d.clock.pass(proofLife)
		for name, call := range calls {
			if got := fault.CodeOf(call(here)); got != "REAUTHENTICATE" {
				d.t.Errorf("%s: %q", name, got)
			}
		}
		if _, err := d.Prove(here, Proof{Password: DemoPassword}); err != nil {
			d.t.Fatal(err)
		}
		if err := calls["rename"](here); err != nil {
			d.t.Error(err)
		}
		if err := calls["remove"](here); err != nil {
			d.t.Error(err)
		}
		d.wantCode(calls["remove"](here), "NOT_FOUND")
		if want := []string{passkeyAdded, passkeyRemoved}; !slices.Equal(templates, want) {
			d.t.Errorf("mails %q, want %q", templates, want)
		}
		for _, action := range []string{"passkey.add", "passkey.rename", "passkey.remove"} {
			if n := d.log.count(action); n != 1 {
				d.t.Errorf("%s audited %d times", action, n)
			}
		}
	})
}

func TestPasskey_LostFactor_RemovesPasskeys(t *testing.T) {
	eachWithPasskeys(t, func(d *fixture) {
		here := d.withTokens(d.signIn("csm"))
		device, _ := d.addPasskeyOf(here, "Key")
		d.withFactor(here)
		d.addPasskeyOf(here, "Telephone")
		manager := d.withTokens(d.signIn("config"))
		if _, err := d.DropTOTP(manager, AdminID{d.id("csm")}); err != nil {
			d.t.Fatal(err)
		}
		_, err := d.signInBy(device.Sign(d.passkeyOptions()))
		d.wantCode(err, "BAD_CREDENTIALS")
		d.signIn("csm")
		if keys, codes := d.log.count("passkey.remove"), d.log.count("totp.off"); keys != 2 || codes != 1 {
			d.t.Errorf("audited %d passkeys and %d apps", keys, codes)
		}
		_, err = d.DropTOTP(manager, AdminID{d.id("csm")})
		d.wantCode(err, "NOT_FOUND")
	})
}

func TestPasskey_DeletedAccount_LosesIt(t *testing.T) {
	eachWithPasskeys(t, func(d *fixture) {
		device, _ := d.addPasskeyOf(d.withTokens(d.signIn("csm")), "Key")
		id := d.id("csm")
		if _, err := d.Delete(d.withTokens(d.signIn("config")), Removal{ID: id}); err != nil {
			d.t.Fatal(err)
		}
		_, err := d.signInBy(device.Sign(d.passkeyOptions()))
		d.wantCode(err, "BAD_CREDENTIALS")
		if keys, err := d.keysOf(d.t.Context(), id); err != nil || len(keys) != 0 {
			d.t.Errorf("%d passkeys left, %v", len(keys), err)
		}
		if n := d.log.count("passkey.remove"); n != 1 {
			d.t.Errorf("audited %d times", n)
		}
	})
}

func TestPasskey_AddedWhereAFactorIsRequired_OpensTheRest(t *testing.T) {
	eachWithPasskeys(t, func(d *fixture) {
		d.FactorRequired = func(context.Context) (bool, error) { return true, nil }
		got := d.signIn("csm")
		d.addPasskeyOf(d.withTokens(got), "Key")
		renewed, err := d.Refresh(d.ctx(&visit{ip: home, cookie: got.RefreshToken, panel: panelName}), RefreshInput{})
		if err != nil {
			d.t.Fatal(err)
		}
		if text := payload(d.t, renewed.AccessToken); strings.Contains(text, "totp_setup") ||
			!strings.Contains(text, `"amr":["pwd","pop"]`) {
			d.t.Errorf("the token says %s", text)
		}
	})
}
