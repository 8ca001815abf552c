package staff

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestToken_Claims_DescribeTheAccount(t *testing.T) {
	each(t, func(d *fixture) {
		body, err := base64.RawURLEncoding.DecodeString(strings.Split(d.signIn("scoped").AccessToken, ".")[1])
		if err != nil {
			d.t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal(body, &got); err != nil {
			d.t.Fatal(err)
		}
		now := float64(d.clock.now().Unix())
		for name, want := range map[string]any{
			"iss": "admin-panel", "aud": "admin-api", "iat": now, "nbf": now, "exp": now + 900, "typ": "access",
			"email": "scoped" + demoDomain, "given_name": "Selma", "family_name": "Petri", "locale": "en", "login": "PWD",
			"pwd_change": false, "act": nil,
		} {
			have, there := got[name]
			if have != want || !there {
				d.t.Errorf("%s is %v, want %v", name, have, want)
			}
		}
		if scope, _ := json.Marshal(got["scope"]); string(scope) != `{"clientIds":[3],"legalEntityIds":[]}` {
			d.t.Errorf("scope %s", scope)
		}
		if roles, _ := json.Marshal(got["internal"].(map[string]any)["roles"]); string(roles) != `["a"]` {
			d.t.Errorf("roles %s", roles)
		}
		if sid, _ := got["sid"].(string); !strings.HasPrefix(sid, "fam_") || len(sid) != 30 || got["jti"] == "" ||
			len(got) != 19 {
			d.t.Errorf("claims %v", got)
		}
	})
}

// forge signs claims that are right but for what edit does to them.
func (d *fixture) forge(method jwt.SigningMethod, key any, kid string, edit func(*claims)) string {
	d.t.Helper()
	now := d.clock.now().Unix()
	c := &claims{
		Issuer: issuer, Audience: audience, Subject: "4", SID: "fam_x", ID: "j", IssuedAt: now, NotBefore: now,
		Expires: now + 900, Type: accessType,
	}
	edit(c)
	t := jwt.NewWithClaims(method, c)
	t.Header["kid"] = kid
	text, err := t.SignedString(key)
	if err != nil {
		d.t.Fatal(err)
	}
	return text
}

func TestToken_Forged_IsRefused(t *testing.T) {
	each(t, func(d *fixture) {
		good := d.signIn("config")
		parts := strings.Split(good.AccessToken, ".")
		signer, err := d.keys.signer(d.t.Context())
		if err != nil {
			d.t.Fatal(err)
		}
		_, stranger, _ := ed25519.GenerateKey(nil)
		who, err := d.Authenticate(d.t.Context(), good.AccessToken)
		if err != nil {
			d.t.Fatal(err)
		}
		same := func(c *claims) { c.Subject, c.SID = strconv.FormatInt(who.ID, 10), who.SID }
		signed := func(edit func(*claims)) string {
			return d.forge(jwt.SigningMethodEdDSA, signer.private, signer.kid, func(c *claims) {
				same(c)
				edit(c)
			})
		}
		if _, err := d.Authenticate(d.t.Context(), signed(same)); err != nil {
			d.t.Fatalf("the table proves nothing: %v", err)
		}
		for name, text := range map[string]string{
			"empty":        "",
			"garbage":      "a.b.c",
			"too long":     strings.Repeat("a", 9000),
			"no signature": parts[0] + "." + parts[1] + ".",
			"other claims": parts[0] + "." + strings.Split(d.signIn("csm").AccessToken, ".")[1] + "." + parts[2],
			"alg none":     d.forge(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, signer.kid, same),
			"hmac of public key": d.forge(jwt.SigningMethodHS256, []byte(signer.private.Public().(ed25519.PublicKey)),
				signer.kid, same),
			"a stranger's key": d.forge(jwt.SigningMethodEdDSA, stranger, signer.kid, same),
			"unknown kid":      d.forge(jwt.SigningMethodEdDSA, stranger, "0000", same),
			"issuer":           signed(func(c *claims) { c.Issuer = "portal" }),
			"audience":         signed(func(c *claims) { c.Audience = "portal" }),
			"type":             signed(func(c *claims) { c.Type = "refresh" }),
			"no expiry":        signed(func(c *claims) { c.Expires = 0 }),
			"run out":          signed(func(c *claims) { c.Expires = c.IssuedAt }),
			"not yet":          signed(func(c *claims) { c.NotBefore++ }),
			"no nbf":           signed(func(c *claims) { c.NotBefore = 0 }),
			"no sid":           signed(func(c *claims) { c.SID = "" }),
			"no sub":           signed(func(c *claims) { c.Subject = "" }),
		} {
			if _, err := d.Authenticate(d.t.Context(), text); fault.CodeOf(err) != "UNAUTHENTICATED" {
				d.t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestToken_ExpiredThoughCached_IsRefused(t *testing.T) {
	each(t, func(d *fixture) {
		tokens := d.signIn("csm")
		for range 2 {
			if _, err := d.Authenticate(d.t.Context(), tokens.AccessToken); err != nil {
				d.t.Fatal(err)
			}
		}
		d.clock.pass(accessLife)
		_, err := d.Authenticate(d.t.Context(), tokens.AccessToken)
		d.wantCode(err, "UNAUTHENTICATED")
	})
}

func TestToken_SessionEndedOnAnotherCopy_IsRefused(t *testing.T) {
	each(t, func(d *fixture) {
		tokens, other := d.signIn("csm"), d.copyOf()
		who, err := other.Authenticate(d.t.Context(), tokens.AccessToken)
		if err != nil {
			d.t.Fatal(err)
		}
		if _, err := d.Logout(d.withTokens(tokens), LogoutInput{}); err != nil {
			d.t.Fatal(err)
		}
		d.wantCode(other.Recheck(d.t.Context(), who), "UNAUTHENTICATED") // nothing can be written from then on
		_, err = d.Authenticate(d.t.Context(), tokens.AccessToken)
		d.wantCode(err, "UNAUTHENTICATED") // here at once
		d.clock.pass(5 * time.Second)
		_, err = other.Authenticate(d.t.Context(), tokens.AccessToken)
		d.wantCode(err, "UNAUTHENTICATED")
		_, err = d.copyOf().Authenticate(d.t.Context(), tokens.AccessToken)
		d.wantCode(err, "UNAUTHENTICATED") // nor does a restart forget it
	})
}

func TestToken_RevocationsUnreadable_IsRefused(t *testing.T) {
	t.Parallel()
	d := newFixture(t, pgtest.SQLite(t))
	tokens := d.signIn("csm")
	if _, err := d.Authenticate(t.Context(), tokens.AccessToken); err != nil {
		t.Fatal(err)
	}
	d.revoked.load = func(context.Context, int64) (loadedRevocations, error) {
		return loadedRevocations{}, errors.New("no database")
	}
	d.clock.pass(4 * time.Second)
	if _, err := d.Authenticate(t.Context(), tokens.AccessToken); err != nil {
		t.Errorf("four seconds old is fresh enough: %v", err)
	}
	d.clock.pass(time.Second)
	_, err := d.Authenticate(t.Context(), tokens.AccessToken)
	d.wantCode(err, "UNAVAILABLE")
}

func TestSigningKeys_Age_RotatesThem(t *testing.T) {
	each(t, func(d *fixture) {
		other := d.copyOf()
		kid := func(token string) string {
			t, _, err := jwt.NewParser().ParseUnverified(token, jwt.MapClaims{})
			if err != nil {
				d.t.Fatal(err)
			}
			return t.Header["kid"].(string)
		}
		first := d.signIn("csm")
		if other.signIn("csm"); kid(first.AccessToken) != kid(other.signIn("csm").AccessToken) {
			d.t.Error("two copies sign with different keys")
		}
		d.clock.pass(keyLife - time.Minute)
		last := d.signIn("csm")
		d.clock.pass(time.Minute)
		next := d.signIn("csm")
		if kid(last.AccessToken) != kid(first.AccessToken) || kid(next.AccessToken) == kid(last.AccessToken) {
			d.t.Error("the key changes after 90 days, not before")
		}
		for name, s := range map[string]*fixture{"here": d, "elsewhere": other, "restarted": d.copyOf()} {
			for _, token := range []string{last.AccessToken, next.AccessToken} {
				if _, err := s.Authenticate(d.t.Context(), token); err != nil {
					d.t.Errorf("%s: %v", name, err)
				}
			}
		}
		if other.signIn("csm"); kid(other.signIn("csm").AccessToken) != kid(next.AccessToken) {
			d.t.Error("each copy made a key of its own")
		}
		d.clock.pass(keyLife)
		d.signIn("csm")
		if d.keys.public[kid(first.AccessToken)] != nil || len(d.keys.public) != 2 {
			d.t.Errorf("%d keys are kept, want the newest and its predecessor", len(d.keys.public))
		}
	})
}

func TestRecheck_RolesChanged_UsesTheNewOnes(t *testing.T) {
	each(t, func(d *fixture) {
		tokens := d.signIn("config")
		who, err := d.Authenticate(d.t.Context(), tokens.AccessToken)
		if err != nil {
			d.t.Fatal(err)
		}
		all := d.withTokens(d.signIn("all"))
		if _, err := d.Update(all, Change{ID: who.ID, Roles: []role.Role{role.TechSupport}}); err != nil {
			d.t.Fatal(err)
		}
		if err := d.Recheck(d.t.Context(), who); err != nil || who.Can(role.AdminUserWrite) || !who.Can(role.CronRead) {
			d.t.Errorf("the old roles still work: %v, %+v", err, who)
		}
		if _, err := d.Update(all, Change{ID: who.ID, Roles: []role.Role{}}); err != nil {
			d.t.Fatal(err)
		}
		d.wantCode(d.Recheck(d.t.Context(), who), "NO_ROLES")
		if _, err := d.Update(all, Change{ID: who.ID, Status: new(Inactive)}); err != nil {
			d.t.Fatal(err)
		}
		d.wantCode(d.Recheck(d.t.Context(), who), "UNAUTHENTICATED")
		_, err = d.Authenticate(d.t.Context(), tokens.AccessToken)
		d.wantCode(err, "UNAUTHENTICATED")
		d.wantCode(d.Recheck(d.t.Context(), &role.Caller{Kind: role.System}), "")
	})
}

// What an account may do is what it may do now, whatever an older token says: at once on this copy, within five seconds
// on the others, and the same for a scope.
func TestRevocation_RightOrScopeRemoved_EndsInRunningSessions(t *testing.T) {
	each(t, func(d *fixture) {
		token, other := d.signIn("config").AccessToken, d.copyOf()
		who := func(at *fixture, want role.Permission, has bool) *role.Caller {
			d.t.Helper()
			c, err := at.Authenticate(d.t.Context(), token)
			if err != nil {
				d.t.Fatal(err)
			}
			if c.Can(want) != has {
				d.t.Errorf("%s is %v, want %v", want, c.Can(want), has)
			}
			return c
		}
		id := who(d, role.AdminUserRead, true).ID
		who(other, role.AdminUserRead, true)
		all := d.withTokens(d.signIn("all"))
		update := func(c Change) {
			d.t.Helper()
			c.ID = id
			if _, err := d.Update(all, c); err != nil {
				d.t.Fatal(err)
			}
		}
		update(Change{Roles: []role.Role{role.TechSupport}})
		who(d, role.AdminUserRead, false)
		who(d, role.CronRead, true)
		d.clock.pass(5 * time.Second)
		who(other, role.AdminUserRead, false)
		who(d.copyOf(), role.AdminUserRead, false) // nor does a restart bring it back

		update(Change{Scopes: &role.Scope{ClientIDs: []int64{7}}})
		if c := who(d, role.CronRead, true); c.Scope.IsUnlimited() || c.Scope.ClientIDs[0] != 7 {
			d.t.Errorf("scope %+v", c.Scope)
		}
		d.clock.pass(5 * time.Second)
		if c := who(other, role.CronRead, true); c.Scope.IsUnlimited() {
			d.t.Errorf("scope elsewhere %+v", c.Scope)
		}
		update(Change{Roles: []role.Role{}})
		d.wantCode(d.Gate(who(d, role.CronRead, false), resource.Endpoint{Name: "project.list"}), "NO_ROLES")

		d.clock.pass(10 * time.Minute) // as long as the token lives
		who(d, role.CronRead, false)
		who(other, role.CronRead, false)
	})
}

// Nothing is asked of the database as long as nothing has changed.
func TestAccount_Unchanged_IsNotReadAgain(t *testing.T) {
	t.Parallel()
	d := newFixture(t, pgtest.SQLite(t))
	token := d.signIn("csm").AccessToken
	all := d.withTokens(d.signIn("all"))
	if _, err := d.Update(all, Change{ID: d.id("csm"), LastName: new("Other")}); err != nil {
		t.Fatal(err)
	}
	reads := 0
	load := d.current
	d.current = func(ctx context.Context, c *role.Caller) (*account, error) { reads++; return load(ctx, c) }
	for range 3 {
		if _, err := d.Authenticate(t.Context(), token); err != nil {
			t.Fatal(err)
		}
	}
	if reads != 1 {
		t.Errorf("the account was read %d times for one change", reads)
	}
}
