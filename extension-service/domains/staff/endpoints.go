package staff

import (
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// changePassword is the one call that an account with a one-time password may make.
const changePassword = "session.resetPassword"

// setUpFactor are the calls of a session that must set up a second factor first.
var setUpFactor = []string{
	"totp.begin", "totp.confirm", "totp.end", "passkey.list", "passkey.begin", "passkey.confirm", "session.prove",
}

// Endpoints are the calls of sign-in and sessions; those of accounts stand with their resource.
func (s *Service) Endpoints() []resource.Endpoint {
	write, own := []role.Permission{role.AdminUserWrite}, []role.Permission{role.SelfPassword}
	return slices.Concat(s.impersonationEndpoints(), s.passkeyEndpoints(), []resource.Endpoint{
		{
			Name: "session.authorize", Method: "POST", Path: "/api/authorize", Public: true,
			Handle: resource.Handle(s.Authorize),
		},
		{
			Name: "session.refresh", Method: "POST", Path: "/api/refreshToken", Public: true,
			Handle: resource.Handle(s.Refresh),
		},
		{Name: "session.logout", Method: "POST", Path: "/api/logout", Public: true, Handle: resource.Handle(s.Logout)},
		{
			Name: "session.authorizeAuth0", Method: "POST", Path: "/api/authorizeWithAuth0Token", Public: true,
			Handle: resource.Handle(s.AuthorizeWithAuth0Token),
		},
		{
			Name: "session.backchannelLogout", Method: "POST", Path: "/api/auth0/backchannelLogout", Public: true, Form: true,
			Status: 200,
			Body:   &logoutForm, Handle: resource.HandleRequest(s.BackchannelLogout),
		},
		{
			Name: "session.context", Method: "GET", Path: "/api/userContext", Public: true,
			Handle: resource.Handle(s.UserContext),
		},
		{
			Name: changePassword, Method: "PUT", Path: "/api/admin/resetPassword", Needs: own,
			Handle: resource.Handle(s.ChangePassword),
		},
		{Name: "session.history", Method: "GET", Path: "/api/history/login", Handle: resource.Handle(s.Logins)},
		{Name: "session.list", Method: "GET", Path: "/api/session", Handle: resource.Handle(s.Sessions)},
		{Name: "session.end", Method: "DELETE", Path: "/api/session/{sid}", Handle: resource.Handle(s.EndSession)},

		{Name: "session.prove", Method: "POST", Path: "/api/session/proof", Handle: resource.Handle(s.Prove)},
		{Name: "session.endAll", Method: "DELETE", Path: "/api/session", Needs: write, Handle: resource.Handle(s.EndAll)},
		{Name: "totp.begin", Method: "POST", Path: "/api/totp", Needs: own, Handle: resource.Handle(s.BeginTOTP)},
		{Name: "totp.confirm", Method: "POST", Path: "/api/totp/confirm", Needs: own, Handle: resource.Handle(s.ConfirmTOTP)},
		{Name: "totp.end", Method: "DELETE", Path: "/api/totp", Needs: own, Handle: resource.Handle(s.EndTOTP)},
	})
}

// passkeyEndpoints are those of one's own passkeys and of signing in by one.
func (s *Service) passkeyEndpoints() []resource.Endpoint {
	own := []role.Permission{role.SelfPassword}
	return []resource.Endpoint{
		{
			Name: "session.passkeyChallenge", Method: "POST", Path: "/api/authorizeWithPasskey/challenge", Public: true,
			Handle: resource.Handle(s.PasskeyChallenge),
		},
		{
			Name: "session.authorizePasskey", Method: "POST", Path: "/api/authorizeWithPasskey", Public: true,
			Handle: resource.Handle(s.AuthorizeWithPasskey),
		},
		{Name: "passkey.list", Method: "GET", Path: "/api/passkey", Needs: own, Handle: resource.Handle(s.OwnPasskeys)},
		{Name: "passkey.begin", Method: "POST", Path: "/api/passkey", Needs: own, Handle: resource.Handle(s.BeginPasskey)},
		{
			Name: "passkey.confirm", Method: "POST", Path: "/api/passkey/confirm", Needs: own,
			Handle: resource.Handle(s.ConfirmPasskey),
		},
		{
			Name: "passkey.rename", Method: "PUT", Path: "/api/passkey/{id}", Needs: own,
			Handle: resource.Handle(s.RenamePasskey),
		},
		{
			Name: "passkey.remove", Method: "DELETE", Path: "/api/passkey/{id}", Needs: own,
			Handle: resource.Handle(s.RemovePasskey),
		},
	}
}
