package staff

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/platform/role"
)

// notified are the mails since the last look, "template to address".
func (d *fixture) notified() func() []string {
	var sent []string
	d.Mail = func(_ context.Context, m mail.Mail) (int64, error) {
		sent = append(sent, m.Template+" "+m.To)
		return int64(len(sent)), nil
	}
	return func() []string {
		out := sent
		sent = nil
		slices.Sort(out)
		return out
	}
}

// Whoever holds an account gets a mail whenever somebody changes how it is signed in to, whoever that was.
func TestNotices_SignInOfAnAccountChanges_OwnerGetsAMail(t *testing.T) {
	each(t, func(d *fixture) {
		notified := d.notified()
		expect := func(what string, want ...string) {
			d.t.Helper()
			if got := notified(); fmt.Sprint(got) != fmt.Sprint(want) {
				d.t.Errorf("%s: %v, want %v", what, got, want)
			}
		}
		const own = "content" + demoDomain
		first := d.signIn("content")
		d.signIn("content")
		expect("the first device, and the same again")
		who := *role.From(d.from(home))
		who.UserAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1"
		if _, err := d.Authorize(role.With(d.from(home), &who),
			Credentials{Username: own, Password: DemoPassword}); err != nil {
			d.t.Fatal(err)
		}
		expect("another device", "staff.newDevice "+own)

		_, codes := d.withFactor(d.withTokens(first))
		expect("a factor", "staff.factorAdded "+own)
		if err := d.second(own, d.challenged(own), codes[0]); err != nil {
			d.t.Fatal(err)
		}
		expect("a recovery code", "staff.recoveryCodeUsed "+own)
		if _, err := d.EndTOTP(d.withTokens(first), resource.None{}); err != nil {
			d.t.Fatal(err)
		}
		expect("no factor any more", "staff.factorRemoved "+own)
		if err := d.change(first, DemoPassword, "a quite new password"); err != nil {
			d.t.Fatal(err)
		}
		expect("another password", "staff.passwordChanged "+own)

		manager, id := d.withTokens(d.signIn("config")), d.id("content")
		notified()
		if _, err := d.IssueOneTime(manager, AdminID{id}); err != nil {
			d.t.Fatal(err)
		}
		expect("a one-time password", "staff.passwordIssued "+own)
		other := "other" + demoDomain
		if _, err := d.Update(manager, Change{ID: id, Email: &other}); err != nil {
			d.t.Fatal(err)
		}
		expect("another address", "staff.addressChanged "+own, "staff.addressChanged "+other)
		if _, err := d.Update(manager, Change{ID: id, FirstName: &other}); err != nil {
			d.t.Fatal(err)
		}
		expect("another name")
	})
}

// What opens the secrets of people is encrypted with the signing keys, also where it stood in clear before.
func TestSealKeys_KeyOfPeoplesSecretsInClear_IsEncrypted(t *testing.T) {
	each(t, func(d *fixture) {
		secret, _ := d.withFactor(d.withTokens(d.signIn("csm")))
		const key = "a secret that is long enough to be one"
		sealed := d.withSecret(key)
		if err := sealed.EncryptKeys(d.t.Context()); err != nil {
			d.t.Fatal(err)
		}
		clear, err := clearSeeds(d.t.Context(), d.DB, "staff_seals")
		if err != nil || len(clear) > 0 {
			d.t.Errorf("%v in clear: %v", clear, err)
		}
		again := d.withSecret(key)
		email := "csm" + demoDomain
		if err := again.second(email, again.challenged(email), again.code(secret)); err != nil {
			d.t.Errorf("the factor of before: %v", err)
		}
	})
}
