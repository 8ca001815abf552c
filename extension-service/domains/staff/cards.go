package staff

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/platform/role"
)

// Cards are what the start page shows of accounts.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{
		{
			Key: "lockedAccounts", Needs: role.AuditRead,
			Link: dashboard.Filtered(accountsRoute, map[string]any{"trouble": []string{string(Locked)}}),
			Load: s.figure(Locked),
		},
		{
			Key: "adminsWithoutRoles", Needs: role.AdminUserRead,
			Link: dashboard.Filtered(accountsRoute, map[string]any{"trouble": []string{string(NoRoles)}}),
			Load: s.figure(NoRoles),
		},
		{
			Key: "rightsEnding", Needs: role.AdminUserWrite, Steps: []dashboard.Step{dashboard.Open},
			Link: dashboard.Filtered(accountsRoute, map[string]any{"trouble": []string{string(EndSoon)}}),
			Load: s.figure(EndSoon),
		},
	}
}

// figure counts the accounts that the list shows for a trouble.
func (s *Service) figure(of AccountProblem) func(context.Context) (dashboard.Content, error) {
	return func(ctx context.Context) (dashboard.Content, error) {
		a := new(Admin)
		list := accountList{s}
		page, err := list.List(ctx, query.Query{Where: []query.Cond{query.Where(a, &a.Trouble, string(of))}})
		return dashboard.Content{Count: page.Total}, err
	}
}
