package clients

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

// Named is the client of that name, nil if the caller sees none.
func (s *Service) Named(ctx context.Context, name string) (*Client, error) {
	c := new(Client)
	return s.first(ctx, query.Where(c, &c.Name, name))
}

// first is the oldest client that meets a condition, nil if there is none.
func (s *Service) first(ctx context.Context, where query.Cond) (*Client, error) {
	page, err := s.List(ctx, query.All(new(Client), 1, where))
	if err != nil || len(page.Rows) == 0 {
		return nil, err
	}
	return &page.Rows[0], nil
}

// ClassicLogin says whether one of the clients inside the scope lets people sign in by password.
func (s *Service) ClassicLogin(ctx context.Context, scope role.Scope) (bool, error) {
	c := new(Client)
	found, err := s.first(role.With(ctx, &role.Caller{Kind: role.Admin, Scope: scope}),
		query.Where(c, &c.IsClassicLoginEnabled, true))
	return found != nil, err
}

// Exist says whether every client and legal entity of a scope is there.
func (s *Service) Exist(ctx context.Context, scope role.Scope) (bool, error) {
	ctx = role.AsSystem(ctx, "staff")
	c, e := new(Client), new(LegalEntity)
	owners, err := s.ByID(ctx, scope.ClientIDs, field.AllAt(c, &c.ID)...)
	if err != nil {
		return false, err
	}
	entities, err := s.Entities.ByID(ctx, scope.LegalEntityIDs, field.AllAt(e, &e.ID)...)
	return all(owners, scope.ClientIDs) && all(entities, scope.LegalEntityIDs), err
}

// all says whether every id is among the records.
func all[T any](records map[int64]T, ids []int64) bool {
	return !slices.ContainsFunc(ids, func(id int64) bool { _, there := records[id]; return !there })
}
