package staff

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/internal/test/passkeytest"
	"poolkeeper.example/extension-service/platform/passkey"
)

func TestPasskey_Alone_SignsInAndCountsAsTwoFactors(t *testing.T) {
	eachWithPasskeys(t, func(d *fixture) {
		device, added := d.addPasskeyOf(d.withTokens(d.signIn("csm")), "Laptop")
		if added.Passkey.Name != "Laptop" || !added.Passkey.BackedUp || added.Passkey.LastUsedAt != "" {
			d.t.Errorf("added %+v", added.Passkey)
		}
		d.FactorRequired = func(context.Context) (bool, error) { return true, nil }
		d.clock.pass(time.Hour)
		got, err := d.signInBy(device.Sign(d.passkeyOptions()))
		if err != nil {
			d.t.Fatal(err)
		}
		if text := payload(d.t, got.AccessToken); !strings.Contains(text, `"amr":["pop","mfa"]`) ||
			strings.Contains(text, "totp_setup") {
			d.t.Errorf("the token says %s", text)
		}
		here := d.withTokens(got)
		list, err := d.OwnPasskeys(here, resource.None{})
		if err != nil || len(list.Results) != 1 || list.Results[0].LastUsedAt == "" {
			d.t.Errorf("listed %+v, %v", list, err)
		}
		if _, err := d.BeginTOTP(here, resource.None{}); err != nil {
			d.t.Errorf("a sign-in a moment ago is a fresh proof: %v", err)
		}
		if n := d.log.count("auth.signIn"); n != 2 {
			d.t.Errorf("%d sign-ins audited", n)
		}
	})
}

func TestPasskey_AfterThePassword_IsTheSecondFactor(t *testing.T) {
	eachWithPasskeys(t, func(d *fixture) {
		email := "csm" + demoDomain
		device, _ := d.addPasskeyOf(d.withTokens(d.signIn("csm")), "Key")
		device.IsLocked = true // the password is the other factor
		challenge, options := d.secondStep(email)
		got, err := d.secondBy(email, challenge, device.Sign(options))
		if err != nil {
			d.t.Fatal(err)
		}
		if text := payload(d.t, got.AccessToken); !strings.Contains(text, `"amr":["pwd","pop"]`) {
			d.t.Errorf("the token says %s", text)
		}
		if got, err := d.Admin(d.withTokens(d.signIn("config")), AdminID{d.id("csm")}); err != nil || !got.SecondFactor {
			d.t.Errorf("the account has a second factor: %v, %v", got.SecondFactor, err)
		}
	})
}

func TestPasskey_BesideAnApp_EitherOpens(t *testing.T) {
	eachWithPasskeys(t, func(d *fixture) {
		email := "csm" + demoDomain
		here := d.withTokens(d.signIn("csm"))
		secret, codes := d.withFactor(here)
		device, added := d.addPasskeyOf(here, "Key")
		if len(added.RecoveryCodes) != 0 {
			d.t.Error("the codes of the app go on: there are no new ones")
		}
		challenge, options := d.secondStep(email)
		if _, err := d.secondBy(email, challenge, device.Sign(options)); err != nil {
			d.t.Errorf("by passkey: %v", err)
		}
		if err := d.second(email, d.challenged(email), d.code(secret)); err != nil {
			d.t.Errorf("by code: %v", err)
		}
		if _, err := d.EndTOTP(here, resource.None{}); err != nil {
			d.t.Fatal(err)
		}
		d.wantCode(d.second(email, d.challenged(email), d.code(secret)), "BAD_CREDENTIALS")
		if err := d.second(email, d.challenged(email), codes[1]); err != nil {
			d.t.Errorf("recovery codes stay while there is a passkey: %v", err)
		}
	})
}

// Whatever is wrong with a passkey, the answer is one, and it is counted.
func TestPasskey_InvalidAssertion_IsRefused(t *testing.T) {
	for name, answer := range map[string]func(d *fixture, device *passkeytest.Authenticator) json.RawMessage{
		"of a page at another address": func(d *fixture, device *passkeytest.Authenticator) json.RawMessage {
			device.Origin = "https://panel.example.net"
			return device.Sign(d.passkeyOptions())
		},
		"of a page at another port": func(d *fixture, device *passkeytest.Authenticator) json.RawMessage {
			device.Origin = panelOrigin + ":8443"
			return device.Sign(d.passkeyOptions())
		},
		"to a challenge that was answered": func(d *fixture, device *passkeytest.Authenticator) json.RawMessage {
			options := d.passkeyOptions()
			if _, err := d.signInBy(device.Sign(options)); err != nil {
				d.t.Fatal(err)
			}
			return device.Sign(options)
		},
		"to a challenge that has run out": func(d *fixture, device *passkeytest.Authenticator) json.RawMessage {
			options := d.passkeyOptions()
			d.clock.pass(passkey.Life)
			return device.Sign(options)
		},
		"to a challenge of nobody": func(_ *fixture, device *passkeytest.Authenticator) json.RawMessage {
			return device.Sign(json.RawMessage(`{"challenge":"` + refreshToken() + `"}`))
		},
		"to a challenge for adding one": func(d *fixture, device *passkeytest.Authenticator) json.RawMessage {
			return device.Sign(d.begunPasskey(d.withTokens(d.signIn("tech"))))
		},
		"to a challenge of a second step": func(d *fixture, device *passkeytest.Authenticator) json.RawMessage {
			_, options := d.secondStep("csm" + demoDomain)
			return device.Sign(options)
		},
		"that nobody unlocked": func(d *fixture, device *passkeytest.Authenticator) json.RawMessage {
			device.IsLocked = true
			return device.Sign(d.passkeyOptions())
		},
		"of a passkey that is not known": func(d *fixture, _ *passkeytest.Authenticator) json.RawMessage {
			other := passkeytest.New(d.t, panelOrigin)
			other.Create(d.begunPasskey(d.withTokens(d.signIn("tech"))))
			return other.Sign(d.passkeyOptions())
		},
		"of a passkey that was removed": func(d *fixture, device *passkeytest.Authenticator) json.RawMessage {
			got, err := d.signInBy(device.Sign(d.passkeyOptions()))
			if err != nil {
				d.t.Fatal(err)
			}
			here := d.withTokens(got)
			list, err := d.OwnPasskeys(here, resource.None{})
			if err != nil {
				d.t.Fatal(err)
			}
			if _, err := d.RemovePasskey(here, PasskeyID{list.Results[0].ID}); err != nil {
				d.t.Fatal(err)
			}
			return device.Sign(d.passkeyOptions())
		},
		"that another key has signed": func(d *fixture, device *passkeytest.Authenticator) json.RawMessage {
			forged := device.Forged()
			return forged.Sign(d.passkeyOptions())
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachWithPasskeys(t, func(d *fixture) {
				device, _ := d.addPasskeyOf(d.withTokens(d.signIn("csm")), "Key")
				response := answer(d, device)
				_, err := d.signInBy(response)
				d.wantCode(err, "BAD_CREDENTIALS")
				_, err = d.signInBy(response)
				d.wantCode(err, "BAD_CREDENTIALS")
				var counted int
				if _, err := d.DB.Row(d.t.Context(), []any{&counted}, `SELECT count(*) FROM staff_failures`); err != nil ||
					counted != 2 {
					d.t.Errorf("%d failures counted, %v", counted, err)
				}
			})
		})
	}
}

func TestPasskey_DecreasedCounter_IsRefusedAndAudited(t *testing.T) {
	eachWithPasskeys(t, func(d *fixture) {
		device, _ := d.addPasskeyOf(d.withTokens(d.signIn("csm")), "Key")
		if _, err := d.signInBy(device.Sign(d.passkeyOptions())); err != nil {
			d.t.Fatal(err)
		}
		device.Counter-- // a copy that was made before
		_, err := d.signInBy(device.Sign(d.passkeyOptions()))
		d.wantCode(err, "BAD_CREDENTIALS")
		if n := d.log.count("passkey.refused"); n != 1 {
			d.t.Errorf("audited %d times", n)
		}
		if _, err := d.signInBy(device.Sign(d.passkeyOptions())); err != nil {
			d.t.Errorf("the counter is above the last one again: %v", err)
		}
	})
}

func TestPasskey_DeviceWithoutCounter_ContinuesToWork(t *testing.T) {
	eachWithPasskeys(t, func(d *fixture) {
		here := d.withTokens(d.signIn("csm"))
		device := passkeytest.New(d.t, panelOrigin)
		device.Counter = 0
		if _, err := d.ConfirmPasskey(here, NewPasskey{"Telephone", device.Create(d.begunPasskey(here))}); err != nil {
			d.t.Fatal(err)
		}
		for range 2 {
			if _, err := d.signInBy(device.Sign(d.passkeyOptions())); err != nil {
				d.t.Error(err)
			}
		}
	})
}

func TestPasskey_WrongSecondStep_IsCountedAndEndsTheChallenge(t *testing.T) {
	eachWithPasskeys(t, func(d *fixture) {
		email := "csm" + demoDomain
		device, _ := d.addPasskeyOf(d.withTokens(d.signIn("csm")), "Key")
		foreign, _ := d.addPasskeyOf(d.withTokens(d.signIn("tech")), "Key")
		challenge, options := d.secondStep(email)
		_, err := d.secondBy(email, challenge, foreign.Sign(options))
		d.wantCode(err, "BAD_CREDENTIALS")
		_, err = d.secondBy(email, challenge, device.Sign(options))
		d.wantCode(err, "TOTP_REQUIRED")
		_, theirs := d.secondStep("tech" + demoDomain)
		challenge, _ = d.secondStep(email)
		_, err = d.secondBy(email, challenge, device.Sign(theirs))
		d.wantCode(err, "BAD_CREDENTIALS")
		challenge, options = d.secondStep(email)
		signed := device.Sign(options)
		if _, err := d.secondBy(email, challenge, signed); err != nil {
			d.t.Fatal(err)
		}
		_, err = d.secondBy(email, challenge, signed)
		d.wantCode(err, "TOTP_REQUIRED")
		for range 5 {
			challenge, _ = d.secondStep(email)
			_, err = d.secondBy(email, challenge, json.RawMessage(`{}`))
			d.wantCode(err, "BAD_CREDENTIALS")
		}
		_, err = d.Authorize(d.from(home), Credentials{Username: email, Password: DemoPassword})
		d.wantCode(err, "TOO_MANY_REQUESTS")
		_, err = d.signInBy(device.Sign(d.passkeyOptions()))
		d.wantCode(err, "TOO_MANY_REQUESTS")
	})
}

func TestPasskey_AccountThatMayNotSignIn_IsRefusedAsWithAPassword(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(d *fixture)
		want   string
	}{
		"deactivated": {func(d *fixture) { d.setStatus("csm", Inactive) }, "NO_ACCOUNT"},
		"to change a one-time password": {func(d *fixture) {
			if _, err := d.IssueOneTime(d.withTokens(d.signIn("config")), AdminID{d.id("csm")}); err != nil {
				d.t.Fatal(err)
			}
		}, "PASSWORD_CHANGE_REQUIRED"},
		"signs in by the provider": {func(d *fixture) {
			to := ByAuth0
			if _, err := d.Update(d.withTokens(d.signIn("config")), Change{ID: d.id("csm"), LoginKind: &to}); err != nil {
				d.t.Fatal(err)
			}
		}, "BAD_CREDENTIALS"},
		"passwords are switched off": {func(d *fixture) { d.ClassicLogin = false }, "CLASSIC_LOGIN_DISABLED"},
		"no address for passkeys":    {func(d *fixture) { d.Passkeys = nil }, "PASSKEYS_OFF"},
	} {
		t.Run(name, func(t *testing.T) {
			eachWithPasskeys(t, func(d *fixture) {
				device, _ := d.addPasskeyOf(d.withTokens(d.signIn("csm")), "Key")
				signed := device.Sign(d.passkeyOptions())
				tc.change(d)
				_, err := d.signInBy(signed)
				d.wantCode(err, tc.want)
			})
		})
	}
}

func TestPasskey_ChallengeOfOneCopy_IsAnsweredAtAnother(t *testing.T) {
	eachWithPasskeys(t, func(d *fixture) {
		other := d.copyOf()
		here := d.withTokens(d.signIn("csm"))
		device := passkeytest.New(d.t, panelOrigin)
		if _, err := other.ConfirmPasskey(here, NewPasskey{"Key", device.Create(d.begunPasskey(here))}); err != nil {
			d.t.Fatal(err)
		}
		if _, err := other.signInBy(device.Sign(d.passkeyOptions())); err != nil {
			d.t.Error(err)
		}
	})
}

func TestPasskey_ManySignInsBegun_AreLimitedByAddress(t *testing.T) {
	eachWithPasskeys(t, func(d *fixture) {
		for range mostChallenges {
			d.passkeyOptions()
		}
		_, err := d.PasskeyChallenge(d.from(home), ContextQuery{})
		d.wantCode(err, "TOO_MANY_REQUESTS")
		if _, err := d.PasskeyChallenge(d.from("198.51.100.1"), ContextQuery{}); err != nil {
			d.t.Errorf("another address: %v", err)
		}
		d.clock.pass(passkey.Life)
		if n, err := d.Cleanup(d.t.Context()); err != nil || n < mostChallenges {
			d.t.Errorf("%d removed, %v", n, err)
		}
		d.passkeyOptions()
	})
}
