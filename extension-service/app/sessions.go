package app

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Sessions tells who sends a request.
type Sessions interface {
	// Authenticate returns the caller behind a Bearer token; the error is an UNAUTHENTICATED fault.
	Authenticate(ctx context.Context, token string) (*role.Caller, error)
	// Gate refuses calls that this caller may not make whatever its permissions (no roles, one-time password).
	Gate(c *role.Caller, e resource.Endpoint) error
	// Recheck brings the rights of a caller up to date from the database.
	Recheck(ctx context.Context, c *role.Caller) error
}

// recheck asks the database before whatever changes something: another copy of the service may have revoked a right, or
// ended the session, a moment ago. A one-time password opens the change of it alone, which asks by itself.
func (e *edge) recheck(ctx context.Context, who *role.Caller, ep resource.Endpoint) error {
	if ep.ChangesNothing() || who.PasswordChange {
		return nil
	}
	return e.sessions.Recheck(ctx, who)
}
