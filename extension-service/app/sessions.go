package app

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
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
// ended the session, a moment ago. A call that asks in its own transaction is not asked for twice, unless the rights
// known here are not enough: they may have been granted a moment ago. A one-time password opens the change of it alone,
// which asks by itself.
func (e *edge) recheck(ctx context.Context, who *role.Caller, ep resource.Endpoint) error {
	if ep.ChangesNothing() || who.PasswordChange || ep.Rechecks && !ep.Everybody && checkPermissions(who, ep) == nil {
		return nil
	}
	return e.sessions.Recheck(ctx, who)
}

// checkPermissions refuses callers whose known rights are not enough for a call.
func checkPermissions(who *role.Caller, ep resource.Endpoint) error {
	for _, needs := range [][]role.Permission{ep.Needs, ep.Also} {
		if !who.CanAny(needs) {
			return resource.Forbidden(needs...)
		}
	}
	return nil
}

// refusal is what a call that has failed answers: a caller whose rights were revoked is refused for that, even where a
// call that rechecks them by itself has found something else before.
func (e *edge) refusal(ctx context.Context, who *role.Caller, ep resource.Endpoint, failed error) error {
	if failed == nil || !ep.Rechecks {
		return failed
	}
	refused := e.sessions.Recheck(ctx, who)
	if refused == nil {
		refused = checkPermissions(who, ep)
	}
	if kind := fault.KindOf(refused); kind == fault.Denied || kind == fault.Unauthenticated {
		return refused
	}
	return failed
}
