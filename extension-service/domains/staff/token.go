package staff

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"poolkeeper.example/extension-service/platform/role"
)

const (
	issuer      = "admin-panel"
	audience    = "admin-api"
	accessType  = "access"
	accessLife  = 900 * time.Second
	longestText = 8 << 10 // bytes of a token we look at
)

// claims are what an access token says ("Access token").
type claims struct {
	Issuer         string     `json:"iss"`
	Audience       string     `json:"aud"`
	Subject        string     `json:"sub"`
	SID            string     `json:"sid"`
	ID             string     `json:"jti"`
	IssuedAt       int64      `json:"iat"`
	NotBefore      int64      `json:"nbf"`
	Expires        int64      `json:"exp"`
	Type           string     `json:"typ"`
	Email          string     `json:"email"`
	GivenName      string     `json:"given_name"`
	FamilyName     string     `json:"family_name"`
	Locale         string     `json:"locale"`
	Login          string     `json:"login"`
	Methods        []string   `json:"amr"`
	Internal       internal   `json:"internal"`
	Scope          role.Scope `json:"scope"`
	PasswordChange bool       `json:"pwd_change"`
	FactorDue      bool       `json:"totp_setup,omitempty"`
	RightsUntil    int64      `json:"rights_until,omitempty"` // when the next of them ends by itself
	Actor          *actor     `json:"act"`
}

type internal struct {
	Roles       []role.Role       `json:"roles"`
	Permissions []role.Permission `json:"permissions"`
}

type actor struct {
	Subject string `json:"sub"`
}

func day(unix int64) (*jwt.NumericDate, error) {
	if unix == 0 {
		return nil, nil //nolint:nilnil // the claim is left out
	}
	return jwt.NewNumericDate(time.Unix(unix, 0)), nil
}

// GetExpirationTime and the others below let the JWT library check the claims.
func (c *claims) GetExpirationTime() (*jwt.NumericDate, error) { return day(c.Expires) }

// GetIssuedAt returns iat.
func (c *claims) GetIssuedAt() (*jwt.NumericDate, error) { return day(c.IssuedAt) }

// GetNotBefore returns nbf.
func (c *claims) GetNotBefore() (*jwt.NumericDate, error) { return day(c.NotBefore) }

// GetIssuer returns iss.
func (c *claims) GetIssuer() (string, error) { return c.Issuer, nil }

// GetSubject returns sub.
func (c *claims) GetSubject() (string, error) { return c.Subject, nil }

// GetAudience returns aud.
func (c *claims) GetAudience() (jwt.ClaimStrings, error) { return jwt.ClaimStrings{c.Audience}, nil }

// Validate holds the claims the library does not know against what an access token of ours says.
func (c *claims) Validate() error {
	switch {
	case c.Type != accessType:
		return fmt.Errorf("typ is %q", c.Type)
	case c.NotBefore == 0 || c.IssuedAt == 0:
		return errors.New("nbf or iat is missing")
	case c.SID == "":
		return errors.New("sid is missing")
	}
	return nil
}

// mint signs an access token for the account within the session of a grant, which lives for so long.
func (s *Service) mint(ctx context.Context, a *account, g grant, life time.Duration) (string, error) {
	key, err := s.keys.signer(ctx)
	if err != nil {
		return "", err
	}
	now := s.Now()
	t := jwt.NewWithClaims(jwt.SigningMethodEdDSA, &claims{
		Issuer: issuer, Audience: audience, Subject: strconv.FormatInt(a.ID, 10), SID: g.sid, ID: rand.Text(),
		IssuedAt: now.Unix(), NotBefore: now.Unix(), Expires: now.Add(life).Unix(), Type: accessType,
		Email: a.Email, GivenName: a.FirstName, FamilyName: a.LastName, Locale: a.Locale, Login: string(g.login),
		Methods:  strings.Fields(g.methods),
		Internal: internal{a.Roles, a.Permissions}, Scope: a.Scopes, PasswordChange: a.MustChangePassword,
		FactorDue:   g.factorDue,
		RightsUntil: a.nextEnd() / 1000,
	})
	t.Header["kid"] = key.kid
	return t.SignedString(key.private)
}

// parse verifies a token down to its last claim and returns the caller it speaks for, when it ends, and when its rights
// do.
func (s *Service) parse(ctx context.Context, text string) (verified, error) {
	c := new(claims)
	_, err := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}),
		jwt.WithIssuer(issuer), jwt.WithAudience(audience), jwt.WithExpirationRequired(), jwt.WithIssuedAt(),
		jwt.WithTimeFunc(s.Now), jwt.WithStrictDecoding(),
	).ParseWithClaims(text, c, func(t *jwt.Token) (any, error) {
		kid, _ := t.Header["kid"].(string)
		return s.keys.verifier(ctx, kid)
	})
	if err != nil {
		return verified{}, err
	}
	id, err := strconv.ParseInt(c.Subject, 10, 64)
	if err != nil || id < 1 {
		return verified{}, fmt.Errorf("sub is %q", c.Subject)
	}
	a := account{Admin: Admin{
		ID: id, Email: c.Email, FirstName: c.GivenName, LastName: c.FamilyName, Locale: c.Locale, Roles: c.Internal.Roles,
		Permissions: c.Internal.Permissions, Scopes: c.Scope, MustChangePassword: c.PasswordChange,
	}}
	who := a.caller()
	who.SID, who.Source, who.FactorDue = c.SID, "UI", c.FactorDue
	return verified{who: &who, until: c.Expires * 1000, ends: c.RightsUntil * 1000}, nil
}
