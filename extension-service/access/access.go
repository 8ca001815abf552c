// Package access says why somebody may do something, or what keeps them from it, by the rules that are enforced.
package access

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// Service answers about the access of accounts to records.
type Service struct {
	Records  *resource.Registry
	Accounts Accounts
}

// Accounts are those whose access is explained.
type Accounts interface {
	// Recheck brings a caller up to date while the session stands.
	Recheck(ctx context.Context, c *role.Caller) error
	// CallerOf is an account as the caller it would be. NOT_FOUND.
	CallerOf(ctx context.Context, id int64) (*role.Caller, error)
}

// Endpoints are the calls of the package.
func (s *Service) Endpoints() []resource.Endpoint {
	return []resource.Endpoint{{Name: "access.explain", Method: "GET", Path: "/api/access/explain", Handle: resource.Handle(s.explain)}}
}

type input struct {
	UserID     int64           `query:"userId"     json:"userId"`
	Permission role.Permission `query:"permission" json:"permission"`
	Entity     string          `query:"entity"     json:"entity"`
	ID         int64           `query:"id"         json:"id"`
	Action     string          `query:"action"     json:"action"`
}

// explanation says why somebody may do something, or what keeps them from it.
type explanation struct {
	Allowed    bool             `json:"allowed"`
	Permission role.Permission  `json:"permission"`
	GrantedBy  []role.Role      `json:"grantedBy"`
	Scope      reach            `json:"scope"`
	BlockedBy  []resource.Block `json:"blockedBy"`
	HeldBy     []role.Role      `json:"heldBy"`  // the roles that hold the permission
	GivenBy    []role.Role      `json:"givenBy"` // those whose holders give roles and scopes
}

// reach says whether a record lies inside a scope, and by which of its lists: "all", "client" or "legalEntity".
type reach struct {
	Inside bool   `json:"inside"`
	By     string `json:"by"`
}

// explain answers for the caller, or for another account to those who may read accounts.
func (s *Service) explain(ctx context.Context, in input) (explanation, error) {
	out := explanation{GrantedBy: []role.Role{}, BlockedBy: []resource.Block{}, Scope: reach{true, "all"}, GivenBy: role.GrantedBy(role.AdminUserWrite)}
	who, err := s.explained(ctx, in.UserID)
	if err != nil {
		return out, err
	}
	about, needs, err := s.asked(in)
	if err != nil {
		return out, err
	}
	if at := slices.IndexFunc(needs, who.Can); at >= 0 {
		out.Permission = needs[at]
	} else {
		out.Permission = needs[0]
		out.BlockedBy = append(out.BlockedBy, resource.Block{Key: "access.permission", Params: map[string]any{"permissions": needs}})
	}
	out.HeldBy = role.GrantedBy(out.Permission)
	for _, r := range out.HeldBy {
		if slices.Contains(who.Roles, r) {
			out.GrantedBy = append(out.GrantedBy, r)
		}
	}
	if about != nil && in.ID != 0 {
		if err := s.explainRecord(ctx, &out, question{about, who, in}); err != nil {
			return out, err
		}
	}
	out.Allowed = len(out.BlockedBy) == 0
	return out, nil
}

// explained is the account the question is about.
func (s *Service) explained(ctx context.Context, id int64) (*role.Caller, error) {
	who := role.From(ctx)
	if id == 0 || id == who.ID {
		own := *who
		return &own, s.Accounts.Recheck(ctx, &own)
	}
	if !who.Can(role.AdminUserRead) {
		return nil, resource.Forbidden(role.AdminUserRead)
	}
	return s.Accounts.CallerOf(ctx, id)
}

// asked reads the permissions in question: the one that is named, or those of the action of an entity.
func (s *Service) asked(in input) (resource.Resource, []role.Permission, error) {
	about := s.Records.Named(in.Entity)
	if in.Entity != "" && about == nil {
		return nil, nil, fault.Validation().Field("entity", "validation.oneOf", nil)
	}
	switch {
	case in.Permission != "":
		if !slices.Contains(role.Permissions(), in.Permission) {
			return nil, nil, fault.Validation().Field("permission", "validation.oneOf", map[string]any{"values": role.Permissions()})
		}
		return about, []role.Permission{in.Permission}, nil
	case about == nil:
		return nil, nil, fault.Validation().Field("permission", "validation.required", nil)
	}
	needs := about.NeedsOf(in.Action)
	if len(needs) == 0 {
		return nil, nil, fault.Validation().Field("action", "validation.oneOf", nil)
	}
	return about, needs, nil
}

type question struct {
	about resource.Resource
	who   *role.Caller
	input
}

// explainRecord adds what scope and state of one record say. A record the asking person cannot see is not there.
func (s *Service) explainRecord(ctx context.Context, out *explanation, q question) error {
	if _, err := q.about.Label(ctx, q.ID); err != nil {
		return err
	}
	var err error
	if out.Scope, err = reachOf(ctx, q); err != nil {
		return err
	}
	if !out.Scope.Inside {
		out.BlockedBy = append(out.BlockedBy, resource.Block{Key: "access.scope"})
		return nil
	}
	blocks, err := q.about.Blocks(role.With(ctx, q.who), q.ID, q.Action)
	out.BlockedBy = append(out.BlockedBy, blocks...)
	return err
}

func reachOf(ctx context.Context, q question) (reach, error) {
	scope := q.who.Scope
	for _, part := range []struct {
		by    string
		scope role.Scope
		asked bool
	}{
		{"all", role.Scope{}, scope.Everything()},
		{"client", role.Scope{ClientIDs: scope.ClientIDs}, len(scope.ClientIDs) > 0},
		{"legalEntity", role.Scope{LegalEntityIDs: scope.LegalEntityIDs}, len(scope.LegalEntityIDs) > 0},
	} {
		if !part.asked {
			continue
		}
		inside := *q.who
		inside.Scope = part.scope
		seen, err := resource.Seen(role.With(ctx, &inside), q.about, q.ID)
		if seen || err != nil {
			return reach{seen, part.by}, err
		}
	}
	return reach{}, nil
}
