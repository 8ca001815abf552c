package vms

import (
	"context"
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"poolkeeper.example/extension-service/platform/fault"
)

// leastSecret is how many bytes the secret of inbound messages has at least, decoded: a shorter one can be guessed.
const leastSecret = 24

// coded begins an inbound secret that is base64, as Standard Webhooks writes it.
const coded = "whsec_"

// headerName is a token of RFC 9110.
var headerName = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

// ownHeaders are those of a call that its sender or HTTP itself sets; a secret in one of them would change the call.
var ownHeaders = []string{
	"accept", "accept-encoding", "connection", "content-encoding", "content-length", "content-type", "expect", "host",
	"idempotency-key", "keep-alive",
	"te", "trailer", "traceparent", "tracestate", "transfer-encoding", "upgrade", "user-agent", "via",
}

// isSentAlike says whether a secret of one connection would go to the same address in the same way from the other.
func (c *Connection) isSentAlike(other *Connection) bool {
	return c.BaseURL == other.BaseURL && c.Auth == other.Auth && c.AuthName == other.AuthName
}

// checkOutbound refuses a header or a secret that HTTP does not carry, and asks for the secret again whenever it would
// go elsewhere or otherwise than where it was entered for.
func (c *Connection) checkOutbound(old *Connection, bad *fault.Error) {
	switch c.Auth {
	case Header:
		if c.AuthName != "" && (!headerName.MatchString(c.AuthName) ||
			slices.Contains(ownHeaders, strings.ToLower(c.AuthName))) {
			bad.Field("authName", "validation.headerName", nil)
		}
	case Basic:
		if strings.ContainsFunc(c.AuthName, func(r rune) bool { return r == ':' || unicode.IsControl(r) }) {
			bad.Field("authName", "validation.basicUser", nil)
		}
	case Bearer, NoAuth:
	}
	if c.AuthName == "" && (c.Auth == Basic || c.Auth == Header) {
		bad.Field("authName", "validation.required", nil)
	}
	switch {
	case c.Auth == NoAuth:
	case c.Secret == "" && (!old.HasSecret || !c.isSentAlike(old)):
		bad.Field("secret", "validation.required", nil)
	case c.Auth == Basic && strings.ContainsFunc(c.Secret, unicode.IsControl):
		bad.Field("secret", "validation.control", nil)
	case c.Auth != Basic && !isHeaderValue(c.Secret):
		bad.Field("secret", "validation.headerValue", nil)
	}
}

// isHeaderValue says whether HTTP carries a text unchanged: printable ASCII without blanks around it.
func isHeaderValue(text string) bool {
	return strings.TrimSpace(text) == text && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' })
}

// checkInbound refuses a secret that a VMS cannot use or that others could guess, also one that is stored already when
// it is used in another way from now on.
func (c *Connections) checkInbound(ctx context.Context, old, v *Connection, bad *fault.Error) error {
	secret := v.InboundSecret
	if secret == "" && old.HasInbound && old.Inbound != v.Inbound {
		stored, err := c.secretIn(ctx, old.ID, "inbound_secret")
		if err != nil {
			return err
		}
		secret = string(stored)
	}
	if secret == "" {
		return nil
	}
	key, err := []byte(secret), error(nil)
	if v.Inbound == Signature {
		key, err = signingKey(secret)
	}
	switch {
	case err != nil:
		bad.Field("inboundSecret", "validation.base64", nil)
	case strings.ContainsFunc(secret, unicode.IsControl):
		bad.Field("inboundSecret", "validation.control", nil)
	case strings.TrimSpace(secret) != secret: // lost in many a form of a VMS, and nothing is left of blanks alone
		bad.Field("inboundSecret", "validation.surroundingSpace", nil)
	case len(key) < leastSecret:
		bad.Field("inboundSecret", "validation.secretBytes", map[string]any{"min": leastSecret})
	}
	return nil
}

// signingKey is the key that an inbound secret stands for.
func signingKey(secret string) ([]byte, error) {
	if text, isCoded := strings.CutPrefix(secret, coded); isCoded {
		return base64.StdEncoding.DecodeString(text)
	}
	return []byte(secret), nil
}

// storeSecrets encrypts the secrets that were entered. The one that we sign in with is dropped once it would be sent
// elsewhere or otherwise than where it was entered for, whichever way led to that: a form, the history, or several
// saves.
func (c *Connections) storeSecrets(ctx context.Context, old, v *Connection) error {
	if v.Auth == NoAuth {
		v.Secret = ""
	}
	if v.Secret == "" && (v.Auth == NoAuth || !v.isSentAlike(old)) {
		if _, err := c.DB().Exec(ctx, "UPDATE vms_connections SET secret = '', secret_at = NULL WHERE id = $1",
			v.ID); err != nil {
			return err
		}
		v.HasSecret, v.SecretAt = false, time.Time{}
	}
	for _, one := range []struct {
		column, value string
		at            *time.Time
	}{{"secret", v.Secret, &v.SecretAt}, {"inbound_secret", v.InboundSecret, &v.InboundSecretAt}} {
		if one.value == "" {
			continue
		}
		column, now := one.column, c.Now()
		sealed, err := c.deps.Box.Encrypt(boxID(v.ID, column), []byte(one.value))
		if err != nil {
			return err
		}
		if _, err := c.DB().Exec(ctx, "UPDATE vms_connections SET "+column+" = $1, "+column+"_at = $2 WHERE id = $3",
			sealed, now.UnixMilli(), v.ID); err != nil {
			return err
		}
		*one.at = now
	}
	v.HasSecret, v.HasInbound = v.HasSecret || v.Secret != "", v.HasInbound || v.InboundSecret != ""
	v.Secret, v.InboundSecret = "", ""
	return nil
}

// secretTo is what we sign in with, as long as the connection still has the address and the way that to has: of a
// connection that is changed during a call nothing goes to the former address. STALE_VERSION.
func (c *Connections) secretTo(ctx context.Context, to Connection) ([]byte, error) {
	var sealed string
	found, err := c.DB().Row(ctx, []any{&sealed},
		"SELECT secret FROM vms_connections WHERE id = $1 AND base_url = $2 AND auth = $3 AND auth_name = $4",
		to.ID, to.BaseURL, string(to.Auth), to.AuthName)
	if err == nil && !found {
		err = fault.New(fault.Conflict, "STALE_VERSION", "connection %d has been changed meanwhile", to.ID)
	}
	if err != nil {
		return nil, err
	}
	return c.deps.Box.Open(boxID(to.ID, "secret"), sealed)
}
