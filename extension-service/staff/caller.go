package staff

import (
	"context"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/role"
)

// CallerOf is what an account may do today, for explaining it to others. NOT_FOUND when there is none.
func (s *Service) CallerOf(ctx context.Context, id int64) (*role.Caller, error) {
	a, err := one(s.accounts(ctx, " WHERE s.id = $2", id))
	if err != nil {
		return nil, err
	}
	return &role.Caller{Kind: role.Admin, ID: a.ID, Name: a.name(), Email: a.Email, Roles: a.Roles, Permissions: a.Permissions, Scope: a.Scopes}, nil
}

// Acting is the caller behind an account that acts without a session, as the owner of a job does. UNAUTHENTICATED once the
// account is closed, and the refusals of Gate.
func (s *Service) Acting(ctx context.Context, id int64) (*role.Caller, error) {
	a, err := one(s.accounts(ctx, " WHERE s.id = $2 AND s.status IN ('AC', 'UV')", id))
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return nil, unauthenticated("the account is closed")
	case err != nil:
		return nil, err
	case len(a.Roles) == 0:
		return nil, noRoles()
	case a.MustChangePassword:
		return nil, mustChange()
	}
	return &role.Caller{Kind: role.Admin, ID: a.ID, Name: a.name(), Email: a.Email, Locale: a.Locale, Roles: a.Roles, Permissions: a.Permissions, Scope: a.Scopes}, nil
}
