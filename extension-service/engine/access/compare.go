package access

import (
	"cmp"
	"context"
	"slices"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

type compareInput struct {
	UserID  int64 `query:"userId"  kind:"id"` // default: whoever asks
	OtherID int64 `query:"otherId" kind:"id" check:"required"`
}

// Comparison holds what two accounts may do beside each other.
type Comparison struct {
	People      []ComparedPerson     `json:"people"`      // the two
	Roles       []ComparedRole       `json:"roles"`       // that either has
	Permissions []ComparedPermission `json:"permissions"` // that either holds
	Clients     []ComparedPlace      `json:"clients"`     // of either scope
	Entities    []ComparedPlace      `json:"legalEntities"`
}

// ComparedPerson is one of the two.
type ComparedPerson struct {
	ID          int64  `json:"id" kind:"id"`
	Name        string `json:"name"`
	Account     string `json:"account"`     // the message key of what keeps it from every call
	IsUnlimited bool   `json:"isUnlimited"` // it sees every client
}

// ComparedRole says which of the two has a role.
type ComparedRole struct {
	Role role.Role `json:"role"`
	Has  []bool    `json:"has"` // of the two
}

// ComparedPermission says which of the two holds a permission.
type ComparedPermission struct {
	Permission role.Permission `json:"permission"`
	Has        []bool          `json:"has"`
}

// ComparedPlace says in whose scope a client or legal entity is.
type ComparedPlace struct {
	ID   int64  `json:"id" kind:"id"`
	Name string `json:"name"`
	Has  []bool `json:"has"`
}

// compare holds what two accounts may do beside each other. NOT_FOUND for one beyond the reach of whoever asks.
func (s *Service) compare(ctx context.Context, in compareInput) (Comparison, error) {
	out := Comparison{
		People: []ComparedPerson{}, Roles: []ComparedRole{}, Permissions: []ComparedPermission{},
		Clients: []ComparedPlace{}, Entities: []ComparedPlace{},
	}
	var both []*role.Caller
	for _, id := range []int64{cmp.Or(in.UserID, role.From(ctx).ID), in.OtherID} {
		who, barred, err := s.Accounts.CallerOf(ctx, id)
		if err != nil {
			return out, err
		}
		one := ComparedPerson{ID: who.ID, Name: who.Name, IsUnlimited: who.Scope.IsUnlimited()}
		if barred != "" {
			one.Account = fault.Key(barred)
		}
		out.People, both = append(out.People, one), append(both, who)
	}
	for _, r := range role.All {
		has := eachHas(both, func(c *role.Caller) bool { return slices.Contains(c.Roles, r) })
		if slices.Contains(has, true) {
			out.Roles = append(out.Roles, ComparedRole{r, has})
		}
	}
	for _, p := range role.Permissions() {
		has := eachHas(both, func(c *role.Caller) bool { return c.Can(p) })
		if slices.Contains(has, true) {
			out.Permissions = append(out.Permissions, ComparedPermission{p, has})
		}
	}
	var err error
	if out.Clients, err = s.places(ctx, "client", both, func(c role.Scope) []int64 { return c.ClientIDs }); err != nil {
		return out, err
	}
	out.Entities, err = s.places(ctx, "legalEntity", both, func(c role.Scope) []int64 { return c.LegalEntityIDs })
	return out, err
}

func eachHas(both []*role.Caller, has func(*role.Caller) bool) []bool {
	out := make([]bool, len(both))
	for i, who := range both {
		out[i] = has(who)
	}
	return out
}

// places are the records of a kind in the scope of either account. One that the asking person does not see has no name.
func (s *Service) places(ctx context.Context, kind string, both []*role.Caller,
	idsOf func(role.Scope) []int64,
) ([]ComparedPlace, error) {
	out := []ComparedPlace{}
	var ids []int64
	for _, who := range both {
		ids = append(ids, idsOf(who.Scope)...)
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		name, err := s.Records.Named(kind).Label(ctx, id)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return out, err
		}
		has := eachHas(both, func(c *role.Caller) bool { return slices.Contains(idsOf(c.Scope), id) })
		out = append(out, ComparedPlace{id, name, has})
	}
	return out, nil
}
