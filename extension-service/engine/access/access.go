// Package access says why somebody may do something, or what keeps them from it, by the rules that are enforced.
package access

import (
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Service answers about the access of accounts to records.
type Service struct {
	Records  *resource.Registry
	Accounts Accounts
	Calls    func() []resource.Endpoint // of the product, all of them
	// Changed lists the entries of the audit log that changed records of an entity in a time, the latest first.
	Changed func(ctx context.Context, entity string, since, until time.Time) ([]resource.Line, error)
	Now     func() time.Time
}

// AccountEntity names accounts in the audit log and the registry.
const AccountEntity = "admin"

// Accounts are those whose access is explained.
type Accounts interface {
	// Recheck brings a caller up to date while the session stands.
	Recheck(ctx context.Context, c *role.Caller) error
	// CallerOf is an account as the caller it would be, and the code of what keeps it from every call. NOT_FOUND.
	CallerOf(ctx context.Context, id int64) (who *role.Caller, barred string, err error)
	// AtWork lists the accounts that may sign in and whose name contains a text, within the reach of the caller of ctx.
	AtWork(ctx context.Context, text string) ([]*role.Caller, error)
}

// Endpoints are the calls of the package.
func (s *Service) Endpoints() []resource.Endpoint {
	others := []role.Permission{role.AdminUserRead}
	return []resource.Endpoint{
		{Name: "access.explain", Method: "GET", Path: "/api/access/explain", Handle: resource.Handle(s.explain)},
		{Name: "access.kinds", Method: "GET", Path: "/api/access/kinds", Handle: resource.Handle(s.kinds)},
		{Name: "access.records", Method: "GET", Path: "/api/access/records", Handle: resource.Handle(s.records)},
		{
			Name: "access.field", Method: "GET", Path: "/api/access/field", Needs: others,
			Handle: resource.Handle(s.field),
		},
		{
			Name: "access.changes", Method: "GET", Path: "/api/access/changes", Needs: others,
			Handle: resource.Handle(s.changes),
		},
		{
			Name: "access.compare", Method: "GET", Path: "/api/access/compare", Needs: others,
			Handle: resource.Handle(s.compare),
		},
	}
}

type input struct {
	UserID     int64           `query:"userId"     json:"userId"`
	Permission role.Permission `query:"permission" json:"permission"`
	Entity     string          `query:"entity"     json:"entity"`
	ID         int64           `query:"id"         json:"id"`
	Action     string          `query:"action"     json:"action"`
	Call       string          `query:"call"       json:"call"`                   // the operationId
	Input      string          `query:"input"      json:"input" check:"max=4000"` // the body of the call, or of the action
}

// explanation says why somebody may do something, or what keeps them from it. Its blocks stand in the order in which
// the service refuses: account, permission, scope, state.
type explanation struct {
	Allowed    bool             `json:"allowed"`
	Permission role.Permission  `json:"permission"` // empty where none is needed
	GrantedBy  []role.Role      `json:"grantedBy"`
	Scope      ScopeMatch       `json:"scope"`
	BlockedBy  []resource.Block `json:"blockedBy"`
	HeldBy     []role.Role      `json:"heldBy"`  // the roles that hold the permission
	GivenBy    []role.Role      `json:"givenBy"` // those whose holders give roles and scopes
	Account    string           `json:"account"` // the message key of what keeps the account from every call
}

// ScopeMatch says whether a record lies inside a scope, and by which of its lists: "all", "client" or "legalEntity".
type ScopeMatch struct {
	Inside bool   `json:"inside"`
	By     string `json:"by"`
}

// explain answers for the caller, or for another account to those who may read accounts.
func (s *Service) explain(ctx context.Context, in input) (explanation, error) {
	out := explanation{
		GrantedBy: []role.Role{}, BlockedBy: []resource.Block{}, HeldBy: []role.Role{},
		Scope: ScopeMatch{true, "all"}, GivenBy: role.GrantedBy(role.AdminUserWrite),
	}
	who, barred, err := s.explained(ctx, in.UserID)
	if err != nil {
		return out, err
	}
	about, err := s.readSubject(in)
	if err != nil {
		return out, err
	}
	if barred != "" && !about.isPublic {
		out.Account = fault.Key(barred)
		out.BlockedBy = append(out.BlockedBy, resource.Block{Key: "access.account"})
	}
	out.permit(who, about.needs)
	if about.isAll && resource.Confines(who) {
		out.Scope = ScopeMatch{}
		out.BlockedBy = append(out.BlockedBy, resource.Block{Key: resource.OutsideScope})
	}
	if about.of != nil && in.ID != 0 {
		if err := s.explainRecord(ctx, &out, question{about, who, in}); err != nil {
			return out, err
		}
	}
	out.Allowed = len(out.BlockedBy) == 0
	return out, nil
}

// permit holds an account against lists of permissions, of each of which one is needed, and tells of the first that is
// missing.
func (x *explanation) permit(who *role.Caller, needs [][]role.Permission) {
	missing := slices.IndexFunc(needs, func(one []role.Permission) bool { return !who.CanAny(one) })
	for i, one := range needs {
		at := max(0, slices.IndexFunc(one, who.Can))
		if i == missing || i == 0 && missing < 0 {
			x.explainPermission(who, one[at])
		}
		if !who.CanAny(one) {
			x.BlockedBy = append(x.BlockedBy, resource.Block{
				Key:    resource.NeedsPermission,
				Params: map[string]any{"permissions": one},
			})
		}
	}
}

// explainPermission of a permission whose it is.
func (x *explanation) explainPermission(who *role.Caller, p role.Permission) {
	x.Permission, x.HeldBy = p, role.GrantedBy(p)
	x.GrantedBy = slices.DeleteFunc(slices.Clone(x.HeldBy), func(r role.Role) bool {
		return !slices.Contains(who.Roles, r)
	})
}

// explained is the account the question is about.
func (s *Service) explained(ctx context.Context, id int64) (who *role.Caller, barred string, err error) {
	who = role.From(ctx)
	if id == 0 || id == who.ID {
		own := *who
		return &own, "", s.Accounts.Recheck(ctx, &own)
	}
	if !who.Can(role.AdminUserRead) {
		return nil, "", resource.Forbidden(role.AdminUserRead)
	}
	return s.Accounts.CallerOf(ctx, id)
}

// subject is what is asked about: what it is done to, which verb or action it is, and what it needs.
type subject struct {
	of       resource.Resource // nil: nothing that has a scope
	verb     string
	needs    [][]role.Permission // one of each
	isPublic bool
	isAll    bool // it has effects for all clients
}

// readSubject reads what is in question: a call or a permission that is named, or the action of an entity.
func (s *Service) readSubject(in input) (subject, error) {
	about := subject{of: s.Records.Named(in.Entity), verb: in.Action}
	if in.Entity != "" && about.of == nil {
		return about, fault.Validation().Field("entity", "validation.oneOf", nil)
	}
	var one []role.Permission
	switch {
	case in.Call != "":
		return s.called(in.Call)
	case in.Permission != "" && !slices.Contains(role.Permissions(), in.Permission):
		return about, fault.Validation().Field("permission", "validation.oneOf", map[string]any{"values": role.Permissions()})
	case in.Permission != "":
		one = []role.Permission{in.Permission}
	case about.of == nil:
		return about, fault.Validation().Field("permission", "validation.required", nil)
	default:
		one = about.of.NeedsOf(in.Action)
	}
	if len(one) == 0 {
		return about, fault.Validation().Field("action", "validation.oneOf", nil)
	}
	about.needs = [][]role.Permission{one}
	return about, nil
}

type question struct {
	subject
	who *role.Caller
	input
}

// explainRecord adds what scope and state of one record say. A record the asking person cannot see is not there.
func (s *Service) explainRecord(ctx context.Context, out *explanation, q question) error {
	if _, err := q.of.Label(ctx, q.ID); err != nil {
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
	if len(out.BlockedBy) > 0 { // who may not is not told of the state either
		return nil
	}
	blocks, err := q.of.Blocks(role.With(ctx, q.who), q.ID, q.verb, []byte(q.Input))
	for _, b := range blocks { // what the input asks for may need more
		if needs, _ := b.Params["permissions"].([]role.Permission); b.Key == resource.NeedsPermission && len(needs) > 0 {
			out.explainPermission(q.who, needs[0])
		}
	}
	out.BlockedBy = append(out.BlockedBy, blocks...)
	return err
}

func reachOf(ctx context.Context, q question) (ScopeMatch, error) {
	scope := q.who.Scope
	for _, part := range []struct {
		by      string
		scope   role.Scope
		isNamed bool
	}{
		{"all", role.Scope{}, scope.IsUnlimited()},
		{"client", role.Scope{ClientIDs: scope.ClientIDs}, len(scope.ClientIDs) > 0},
		{"legalEntity", role.Scope{LegalEntityIDs: scope.LegalEntityIDs}, len(scope.LegalEntityIDs) > 0},
	} {
		if !part.isNamed {
			continue
		}
		inside := *q.who
		inside.Scope = part.scope
		seen, err := resource.IsVisible(role.With(ctx, &inside), q.of, q.ID)
		if seen || err != nil {
			return ScopeMatch{seen, part.by}, err
		}
	}
	return ScopeMatch{}, nil
}
