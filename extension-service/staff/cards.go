package staff

import (
	"context"

	"poolkeeper.example/extension-service/dashboard"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// accountsRoute is the screen of accounts; who may not open it sees the number alone.
const accountsRoute = "/users/admins"

// Cards are what the start page shows of accounts.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{
		{Key: "lockedAccounts", Needs: role.AuditRead, Link: accountsRoute + "?trouble=" + string(Locked), Load: s.figure(Locked)},
		{Key: "adminsWithoutRoles", Needs: role.AdminUserRead, Link: accountsRoute + "?trouble=" + string(NoRoles), Load: s.figure(NoRoles)},
	}
}

// figure counts the accounts that the list shows for a trouble.
func (s *Service) figure(of Trouble) func(context.Context) (dashboard.Content, error) {
	return func(ctx context.Context) (dashboard.Content, error) {
		list, err := s.Admins(ctx, ListQuery{Trouble: of, Window: resource.Window{Limit: new(int64(1))}})
		return dashboard.Content{Count: list.TotalResults}, err
	}
}
