// Package openid verifies what an OpenID provider signs: ID tokens, and the tokens by which it ends sessions.
package openid

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"

	"poolkeeper.example/extension-service/platform/fault"
)

const (
	longestToken = 8 << 10 // bytes
	longestID    = 255     // of a subject, which is what providers promise
	oldest       = 5 * time.Minute
	skew         = time.Minute // by which a provider's clock may be ahead of ours
	logoutType   = "logout+jwt"
)

// algorithm is the one that every provider signs with. Nothing else is even parsed, so that neither "none" nor a
// signature made with a public key as a password can be taken for one.
const algorithm = jose.RS256

// Provider is the one issuer whose tokens count, for the one client that they must be made for.
type Provider struct {
	client   string
	now      func() time.Time
	keys     *keySet
	verifier *oidc.IDTokenVerifier
}

// New returns a provider. Nothing is fetched before the first token is to be verified, so a start needs no provider.
func New(issuer, client string, now func() time.Time) *Provider {
	keys := newKeySet(issuer, now)
	return &Provider{client: client, now: now, keys: keys, verifier: oidc.NewVerifier(issuer, keys, &oidc.Config{
		ClientID: client, SupportedSigningAlgs: []string{string(algorithm)}, Now: now,
	})}
}

// IDToken is what a verified ID token says of somebody.
type IDToken struct {
	ID              string // by which the token is known again
	Issuer, Subject string
	Email           string // the provider has verified it
	Nonce           string
	Session         string   // the provider's own; empty when it does not say
	Methods         []string // by which it knew the person
	SignedIn        time.Time
	Expires         time.Time
}

// LogoutToken is what a verified logout token ends: the sessions of a subject, or one session of the provider's.
type LogoutToken struct {
	ID                       string
	Issuer, Subject, Session string
	Expires                  time.Time
}

// claims are those of an ID token that the library leaves to us.
type claims struct {
	Party    string          `json:"azp"`
	Email    string          `json:"email"`
	Verified any             `json:"email_verified"`
	Events   json.RawMessage `json:"events"`
	Session  string          `json:"sid"`
	Methods  []string        `json:"amr"`
	SignedIn int64           `json:"auth_time"`
}

// IDToken verifies an ID token. BAD_TOKEN names what is wrong with it; UNAVAILABLE when the provider's keys cannot be
// had.
func (p *Provider) IDToken(ctx context.Context, text string) (IDToken, error) {
	id, typ, err := p.open(ctx, text)
	if err != nil {
		return IDToken{}, err
	}
	if strings.EqualFold(typ, logoutType) {
		return IDToken{}, badToken(errors.New("this is a logout token"))
	}
	t, err := p.verifier.Verify(ctx, text)
	if err != nil {
		return IDToken{}, badToken(err)
	}
	var c claims
	if err := t.Claims(&c); err != nil {
		return IDToken{}, badToken(err)
	}
	if err := p.check(t, c); err != nil {
		return IDToken{}, badToken(err)
	}
	out := IDToken{
		ID: id, Issuer: t.Issuer, Subject: t.Subject, Email: c.Email, Nonce: t.Nonce, Session: c.Session,
		Methods: c.Methods, Expires: t.Expiry,
	}
	if c.SignedIn > 0 {
		out.SignedIn = time.Unix(c.SignedIn, 0)
	}
	return out, nil
}

// check holds an ID token against what the library does not look at.
func (p *Provider) check(t *oidc.IDToken, c claims) error {
	now := p.now()
	switch {
	case c.Party != "" && c.Party != p.client, c.Party == "" && len(t.Audience) > 1:
		return fmt.Errorf("azp is %q and not %q", c.Party, p.client)
	case t.IssuedAt.Before(now.Add(-oldest)):
		return fmt.Errorf("it was issued at %s, more than %s ago", t.IssuedAt.UTC().Format(time.RFC3339), oldest)
	case t.IssuedAt.After(now.Add(skew)):
		return fmt.Errorf("it was issued at %s, which is yet to come", t.IssuedAt.UTC().Format(time.RFC3339))
	case len(c.Events) > 0:
		return errors.New("it tells of events, which an ID token does not")
	case t.Subject == "" || len(t.Subject) > longestID:
		return errors.New("sub is missing or too long")
	case t.Nonce == "":
		return errors.New("nonce is missing")
	case c.Verified != true || c.Email == "":
		return errors.New("the provider has not verified the e-mail")
	}
	return nil
}

// LogoutToken verifies a logout token. BAD_TOKEN and UNAVAILABLE as for an ID token.
func (p *Provider) LogoutToken(ctx context.Context, text string) (LogoutToken, error) {
	_, typ, err := p.open(ctx, text)
	if err != nil {
		return LogoutToken{}, err
	}
	if !strings.EqualFold(typ, logoutType) {
		return LogoutToken{}, badToken(fmt.Errorf("typ is %q and not %s", typ, logoutType))
	}
	t, err := p.verifier.VerifyLogout(ctx, text)
	if err != nil {
		return LogoutToken{}, badToken(err)
	}
	var c struct {
		Events map[string]json.RawMessage `json:"events"`
	}
	if err := t.Claims(&c); err != nil || !bytes.HasPrefix(c.Events["http://schemas.openid.net/event/backchannel-logout"],
		[]byte("{")) {
		return LogoutToken{}, badToken(errors.New("the event is no object"))
	}
	if t.IssuedAt.After(p.now().Add(skew)) {
		return LogoutToken{}, badToken(errors.New("it is issued in the future"))
	}
	return LogoutToken{ID: t.TokenID, Issuer: t.Issuer, Subject: t.Subject, Session: t.SessionID, Expires: t.Expiry}, nil
}

// open reads the head of a token and sees to it that there are keys to verify it with. A token is known again by what
// is signed of it: there is more than one way to write the same signature.
func (p *Provider) open(ctx context.Context, text string) (id, typ string, err error) {
	parts := strings.Split(text, ".")
	if len(text) > longestToken || len(parts) != 3 {
		return "", "", badToken(errors.New("this is no token"))
	}
	var head struct {
		Type string `json:"typ"`
	}
	raw, err := base64.RawURLEncoding.DecodeString(parts[0])
	if err != nil {
		return "", "", badToken(err)
	}
	if err := json.Unmarshal(raw, &head); err != nil {
		return "", "", badToken(err)
	}
	if _, _, err := p.keys.current(ctx); err != nil {
		return "", "", fault.Wrap(fault.Upstream, "UNAVAILABLE", err)
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	return hex.EncodeToString(sum[:]), head.Type, nil
}

func badToken(err error) error { return fault.Wrap(fault.Unauthenticated, "BAD_TOKEN", err) }
