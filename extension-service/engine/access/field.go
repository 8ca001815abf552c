package access

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

type fieldInput struct {
	Entity string `query:"entity" check:"required,max=64"`
	Field  string `query:"field"  check:"required,max=64"`
	ID     int64  `query:"id"     kind:"id"`
}

// FieldReaders says who sees a field, and why the others do not.
type FieldReaders struct {
	Needs  [][]role.Permission `json:"needs"` // one of each is needed
	Roles  []RoleReads         `json:"roles"`
	People []PersonReads       `json:"people"` // those who may sign in and whom the asking person may see
}

// RoleReads says whether a role sees a field.
type RoleReads struct {
	Role    role.Role         `json:"role"`
	Sees    bool              `json:"sees"`
	By      []role.Permission `json:"by"`      // what the role grants of the needs
	Missing []role.Permission `json:"missing"` // one of these is missing
}

// PersonReads says whether an account sees a field, of the record that was asked about if there was one.
type PersonReads struct {
	ID      int64             `json:"id" kind:"id"`
	Name    string            `json:"name"`
	Roles   []role.Role       `json:"roles"`
	Sees    bool              `json:"sees"`
	By      []role.Permission `json:"by"`
	Missing []role.Permission `json:"missing"`
	Scope   ScopeMatch        `json:"scope"` // whether the record lies within it, and by what
}

// field says which roles and people see a field. NOT_FOUND for a record that the asking person does not see.
func (s *Service) field(ctx context.Context, in fieldInput) (FieldReaders, error) {
	out := FieldReaders{Roles: []RoleReads{}, People: []PersonReads{}}
	of := s.Records.Named(in.Entity)
	if of == nil {
		return out, fault.Validation().Field("entity", "validation.oneOf", nil)
	}
	if out.Needs = of.NeedsToRead(in.Field); out.Needs == nil {
		return out, fault.Validation().Field("field", "validation.oneOf", nil)
	}
	if in.ID != 0 {
		if _, err := of.Label(ctx, in.ID); err != nil {
			return out, err
		}
	}
	for _, r := range role.All {
		one := RoleReads{Role: r}
		one.By, one.Missing = matchNeeds(out.Needs, role.PermissionsOf([]role.Role{r}))
		one.Sees = len(one.Missing) == 0
		out.Roles = append(out.Roles, one)
	}
	people, err := s.Accounts.AtWork(ctx, "")
	if err != nil {
		return out, err
	}
	for _, who := range people {
		one := PersonReads{ID: who.ID, Name: who.Name, Roles: who.Roles, Scope: ScopeMatch{true, "all"}}
		one.By, one.Missing = matchNeeds(out.Needs, who.Permissions)
		if in.ID != 0 {
			if one.Scope, err = reachOf(ctx, question{subject{of: of}, who, input{ID: in.ID}}); err != nil {
				return out, err
			}
		}
		one.Sees = len(one.Missing) == 0 && one.Scope.Inside
		out.People = append(out.People, one)
	}
	slices.SortStableFunc(out.People, func(a, b PersonReads) int { return boolOrder(b.Sees) - boolOrder(a.Sees) })
	return out, nil
}

func boolOrder(on bool) int {
	if on {
		return 1
	}
	return 0
}

// matchNeeds are the permissions that fulfil the needs, and those of the first need that is not fulfilled.
func matchNeeds(needs [][]role.Permission, granted []role.Permission) (by, missing []role.Permission) {
	by, missing = []role.Permission{}, []role.Permission{}
	for _, one := range needs {
		at := slices.IndexFunc(one, func(p role.Permission) bool { return slices.Contains(granted, p) })
		switch {
		case at >= 0 && !slices.Contains(by, one[at]):
			by = append(by, one[at])
		case at < 0 && len(missing) == 0:
			missing = one
		}
	}
	return by, missing
}
