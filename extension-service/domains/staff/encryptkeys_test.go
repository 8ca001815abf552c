package staff

import (
	"strings"
	"testing"

	"poolkeeper.example/extension-service/platform/encryption"
)

func (d *fixture) seeds() []string {
	d.t.Helper()
	var out []string
	rows, err := d.DB.Query(d.t.Context(), `SELECT seed FROM staff_signing_keys ORDER BY created`)
	if err != nil {
		d.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			d.t.Fatal(err)
		}
		out = append(out, text)
	}
	if err := rows.Err(); err != nil {
		d.t.Fatal(err)
	}
	return out
}

// withSecret is a copy of the service that was started with a secret.
func (d *fixture) withSecret(secret string) *fixture {
	c := *d
	c.Options.Secret = secret
	return c.copyOf()
}

// Keys made in clear are encrypted at the first start with a secret, tokens of before stay valid, and later keys are
// never in clear.
func TestSigningKeys_SecretConfigured_AreEncrypted(t *testing.T) {
	each(t, func(d *fixture) {
		token := d.signIn("csm").AccessToken
		if got := d.seeds(); len(got) != 1 || strings.Contains(got[0], ":") {
			d.t.Fatalf("seeds %v", got)
		}
		const secret = "a secret that is long enough to be one"
		sealed := d.withSecret(secret)
		for range 2 { // the second start finds nothing to do
			if err := sealed.EncryptKeys(d.t.Context()); err != nil {
				d.t.Fatal(err)
			}
		}
		if _, err := d.withSecret(secret).Authenticate(d.t.Context(), token); err != nil {
			d.t.Errorf("a token of before: %v", err)
		}
		d.clock.pass(keyLife)
		sealed.signIn("csm")
		got := d.seeds()
		if len(got) != 2 {
			d.t.Errorf("%d keys", len(got))
		}
		for _, text := range got {
			if !encryption.IsSealed(text) {
				d.t.Errorf("in clear: %s", text)
			}
		}
		for name, other := range map[string]*fixture{
			"none":    d.withSecret(""),
			"another": d.withSecret("quite another secret, also long enough"),
		} {
			err := other.EncryptKeys(d.t.Context())
			if err == nil || !strings.Contains(err.Error(), "SIGNING_SECRET") || strings.Contains(err.Error(), "\n") {
				d.t.Errorf("with %s secret: %v", name, err)
			}
		}
	})
}
