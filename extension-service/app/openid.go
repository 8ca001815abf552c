package app

import (
	"context"
	"strings"
	"time"

	"poolkeeper.example/extension-service/domains/staff"
	"poolkeeper.example/extension-service/platform/config"
	"poolkeeper.example/extension-service/platform/openid"
)

// issuer tells staff what the OpenID provider says.
type issuer struct{ *openid.Provider }

// issuerOf is the provider that the settings name; nil without one.
func issuerOf(s config.Settings) staff.Issuer {
	if s.Auth0Issuer == "" {
		return nil
	}
	return issuer{openid.New(s.Auth0Issuer, s.Auth0ClientID, time.Now)}
}

// auth0Of is where the panel finds it.
func auth0Of(s config.Settings) staff.Auth0 {
	return staff.Auth0{
		Domain:   strings.TrimPrefix(strings.TrimSuffix(s.Auth0Issuer, "/"), "https://"),
		ClientID: s.Auth0ClientID, Audience: s.Auth0ClientID,
	}
}

// IDToken verifies an ID token.
func (i issuer) IDToken(ctx context.Context, text string) (staff.Identity, error) {
	t, err := i.Provider.IDToken(ctx, text)
	return staff.Identity(t), err
}

// LogoutToken verifies a logout token.
func (i issuer) LogoutToken(ctx context.Context, text string) (staff.LogoutRequest, error) {
	t, err := i.Provider.LogoutToken(ctx, text)
	return staff.LogoutRequest(t), err
}
