package staff

import (
	"context"

	"poolkeeper.example/extension-service/dashboard"
	"poolkeeper.example/extension-service/role"
)

// accountsRoute is the screen of accounts; who may not open it sees the number alone.
const accountsRoute = "/users/admins"

// Cards are what the start page shows of accounts.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{
		{Key: "lockedAccounts", Needs: role.AuditRead, Link: accountsRoute, Load: s.figure(
			`SELECT count(DISTINCT account) FROM staff_blocks WHERE account <> '' AND until > $1`, func() any { return s.ms() })},
		{Key: "adminsWithoutRoles", Needs: role.AdminUserRead, Link: accountsRoute, Load: s.figure(
			`SELECT count(*) FROM staff WHERE status = $1 AND roles IN ('', '[]')`, func() any { return string(Active) })},
	}
}

func (s *Service) figure(text string, arg func() any) func(context.Context) (dashboard.Figures, error) {
	return func(ctx context.Context) (f dashboard.Figures, err error) {
		_, err = s.DB.Row(ctx, []any{&f.Count}, text, arg())
		return f, err
	}
}
