package staff

import (
	"context"

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
