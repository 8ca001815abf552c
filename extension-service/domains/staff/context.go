package staff

import (
	"context"
	"strings"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const defaultLocale = "en"

// ContextQuery names the client whose sign-in is asked for; none means the product's own.
type ContextQuery struct {
	Client string `query:"client" check:"max=200"`
}

// UserContext is what the panel needs to know before and after sign-in.
type UserContext struct {
	IsAuth0LoginEnabled   bool     `json:"isAuth0LoginEnabled"`
	IsClassicLoginEnabled bool     `json:"isClassicLoginEnabled"`
	Name                  string   `json:"name"`
	ClientLanguages       []string `json:"clientLanguages"`
	DefaultLocale         string   `json:"defaultLocale"`
	MessageSetVersion     string   `json:"messageSetVersion"`
	Nonce                 string   `json:"nonce,omitempty"` // that the ID token of this browser must carry
	PasskeyOrigin         string   `json:"passkeyOrigin"`   // the only one at which passkeys work; empty where none does
	Auth0                 *Auth0   `json:"auth0,omitempty"`
	User                  *User    `json:"user,omitempty"`
}

// Auth0 is where the panel finds the issuer of ID tokens, and what it calls itself there.
type Auth0 struct {
	Domain   string `json:"domain"` // the issuer's address, without https://
	ClientID string `json:"clientId"`
	Audience string `json:"audience"` // of the ID token
}

// User is the signed-in person within a UserContext.
type User struct {
	ID                 int64      `json:"id"`
	FirstName          string     `json:"firstName"`
	LastName           string     `json:"lastName"`
	Email              string     `json:"email"`
	Locale             string     `json:"locale"`
	DarkTheme          bool       `json:"darkTheme"`
	MustChangePassword bool       `json:"mustChangePassword"`
	SecondFactor       bool       `json:"secondFactor"`  // codes of an app, or a passkey
	CodeApp            bool       `json:"codeApp"`       // codes of an app
	RecoveryCodes      int64      `json:"recoveryCodes"` // that are left
	Admin              internal   `json:"admin"`
	Scopes             role.Scope `json:"scopes"`
}

// UserContext answers the context of a client, and who is signed in.
func (s *Service) UserContext(ctx context.Context, q ContextQuery) (UserContext, error) {
	c, err := s.clientContext(ctx, q.Client)
	if err != nil {
		return UserContext{}, err
	}
	out := UserContext{
		IsClassicLoginEnabled: c.ClassicLogin, IsAuth0LoginEnabled: c.Auth0Login && s.Issuer != nil,
		Name: c.Name, ClientLanguages: c.Languages, DefaultLocale: c.DefaultLocale,
	}
	if out.ClientLanguages == nil {
		out.ClientLanguages = []string{}
	}
	if s.Passkeys != nil {
		out.PasskeyOrigin = s.Passkeys.Origin()
	}
	if s.Messages != nil {
		out.MessageSetVersion = s.Messages()
	}
	if out.IsAuth0LoginEnabled {
		out.Auth0 = &s.Auth0
	}
	who := role.From(ctx)
	if who.Kind != role.Admin {
		return s.withNonce(ctx, out)
	}
	a, err := s.signedIn(ctx, who)
	if err != nil {
		return UserContext{}, err
	}
	out.User = &User{
		ID: a.ID, FirstName: a.FirstName, LastName: a.LastName, Email: a.Email, Locale: a.Locale, DarkTheme: a.DarkTheme,
		MustChangePassword: a.MustChangePassword, SecondFactor: a.SecondFactor, Admin: internal{a.Roles, a.Permissions},
		Scopes: a.Scopes,
	}
	if a.SecondFactor {
		if err := s.describeFactor(ctx, out.User); err != nil {
			return UserContext{}, err
		}
	}
	if a.LoginKind == ByAuth0 {
		return s.withNonce(ctx, out) // for a proof, see Prove
	}
	return out, nil
}

// describeFactor completes what somebody is told of their second factor.
func (s *Service) describeFactor(ctx context.Context, u *User) error {
	f, err := s.factorOf(ctx, u.ID)
	if err != nil {
		return err
	}
	u.CodeApp = f.secret != ""
	_, err = s.DB.Row(ctx, []any{&u.RecoveryCodes}, `SELECT count(*) FROM staff_recovery_codes WHERE staff_id = $1`, u.ID)
	return err
}

// withNonce adds what an ID token of this browser must carry, where there is a provider to ask for one.
func (s *Service) withNonce(ctx context.Context, out UserContext) (UserContext, error) {
	var err error
	if out.IsAuth0LoginEnabled {
		out.Nonce, err = s.beginFlow(ctx)
	}
	return out, err
}

// signedIn returns the caller's account as it stands now.
func (s *Service) signedIn(ctx context.Context, who *role.Caller) (*account, error) {
	if who.Kind != role.Admin {
		return nil, unauthenticated("nobody is signed in")
	}
	return s.inSession(ctx, who)
}

// clientContext is what a client says of signing in; an unknown name, "All" and none stand for the settings.
func (s *Service) clientContext(ctx context.Context, name string) (ClientContext, error) {
	own := ClientContext{ClassicLogin: s.Options.ClassicLogin, Auth0Login: true, DefaultLocale: defaultLocale}
	if s.Clients == nil || name == "" || strings.EqualFold(name, "all") {
		return own, nil
	}
	c, ok, err := s.Clients.SignIn(ctx, name)
	if err != nil || !ok {
		return own, err
	}
	if c.DefaultLocale == "" {
		c.DefaultLocale = defaultLocale
	}
	return c, nil
}

// checkReach refuses accounts beyond the caller's reach: who is limited to clients sees and makes only accounts that
// are limited to some of the same. NOT_FOUND, as for every record outside a scope.
func checkReach(who *role.Caller, a *account) error {
	if a.ID == who.ID && a.ID != 0 || covers(who.Scope, a.Scopes) {
		return nil
	}
	return fault.New(fault.NotFound, "NOT_FOUND", "no account has this id")
}
