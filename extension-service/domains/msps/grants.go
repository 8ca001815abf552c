package msps

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Grant lets the users of an MSP do something for a client or one of its legal entities.
type Grant struct {
	ID            int64      `json:"id"            kind:"id"`
	Permission    Permission `json:"permission"`
	Scope         ScopeKind  `json:"scope"`
	ClientID      int64      `json:"clientId"      kind:"ref:client"`
	LegalEntityID int64      `json:"legalEntityId" kind:"ref:legalEntity"`
	Since         time.Time  `json:"since"`
	GrantedBy     string     `json:"grantedBy"`
}

// MarshalJSON writes a grant as it stands in the record of its MSP.
func (g Grant) MarshalJSON() ([]byte, error) { return resource.Show(&g).MarshalJSON() }

func (g Grant) right() right { return right{g.Permission, grantScope{g.ClientID, g.LegalEntityID}} }

func (r right) scope() ScopeKind {
	if r.entity != 0 {
		return OfEntity
	}
	return OfClient
}

// sortGrants orders by place, then as the catalogue does.
func sortGrants(list []Grant) {
	order := Permission("").Enum().Values
	slices.SortStableFunc(list, func(a, b Grant) int {
		return cmp.Or(cmp.Compare(a.ClientID, b.ClientID), cmp.Compare(a.LegalEntityID, b.LegalEntityID),
			cmp.Compare(slices.Index(order, string(a.Permission)), slices.Index(order, string(b.Permission))))
	})
}

// GrantRequest is one grant that is asked for.
type GrantRequest struct {
	Permission    Permission `json:"permission"    check:"required"`
	Scope         ScopeKind  `json:"scope"         check:"required"`
	ClientID      int64      `json:"clientId"      kind:"id" check:"required"`
	LegalEntityID *int64     `json:"legalEntityId" kind:"id"`
}

// Granting asks for grants beside those there are, or in their place.
type Granting struct {
	Grants  []GrantRequest `json:"grants"  check:"max=1000"`
	Replace bool           `json:"replace"`
}

// Granted is the list of grants after a change, with what the change did: nothing when the call is a repeated one.
// Implied are those added because others need them.
type Granted struct {
	Results      []Grant `json:"results"`
	TotalResults int64   `json:"totalResults"`
	Added        []Grant `json:"added"`
	Removed      []Grant `json:"removed"`
	Implied      []Grant `json:"implied"`
	Message      string  `json:"message"`
}

type byID struct {
	ID int64 `path:"id"`
}

// grantsOf lists what an MSP may do.
func (s *Service) grantsOf(ctx context.Context, in byID) (resource.List[Grant], error) {
	m, err := s.Get(ctx, in.ID)
	return resource.List[Grant]{Results: append([]Grant{}, m.Permissions...), TotalResults: int64(len(m.Permissions))}, err
}

// Grant gives an MSP permissions, together with those they imply; with replace all others inside the caller's scope are
// taken away.
func (s *Service) Grant(ctx context.Context, m *MSP, in Granting) (Granted, error) {
	rights, err := s.rights(ctx, in.Grants)
	if err != nil {
		return Granted{}, err
	}
	wanted := complete(rights)
	var gone []Grant
	for _, g := range m.Permissions {
		if in.Replace && !slices.Contains(wanted, g.right()) {
			gone = append(gone, g)
		}
	}
	fresh := slices.DeleteFunc(wanted, func(r right) bool {
		return slices.ContainsFunc(m.Permissions, func(g Grant) bool { return g.right() == r })
	})
	if err := s.regrant(ctx, m, fresh, gone); err != nil {
		return Granted{}, err
	}
	now, err := s.Get(ctx, m.ID)
	out := grantsNow(now)
	out.Removed = append(out.Removed, gone...)
	for _, g := range now.Permissions {
		if !slices.Contains(fresh, g.right()) {
			continue
		}
		out.Added = append(out.Added, g)
		if !slices.Contains(rights, g.right()) {
			out.Implied = append(out.Implied, g)
		}
	}
	return out, err
}

// grantsNow are the grants an MSP has.
func grantsNow(m MSP) Granted {
	return Granted{
		Results: append([]Grant{}, m.Permissions...), TotalResults: int64(len(m.Permissions)),
		Added: []Grant{}, Removed: []Grant{}, Implied: []Grant{}, Message: "msp.permissionsSaved",
	}
}

func grantedBefore(_ context.Context, m *MSP, _ resource.Earlier[Granting]) (Granted, error) {
	return grantsNow(*m), nil
}

// rights turns wishes into rights at places the caller can see. Every wrong one is named.
func (s *Service) rights(ctx context.Context, requests []GrantRequest) ([]right, error) {
	bad, out, seen := fault.Validation(), make([]right, len(requests)), map[grantScope]bool{}
	for i, w := range requests {
		out[i] = right{w.Permission, grantScope{client: w.ClientID}}
		at := fmt.Sprintf("grants[%d].", i)
		switch {
		case w.Scope == OfEntity && w.LegalEntityID == nil:
			bad.Field(at+"legalEntityId", "validation.required", nil)
			continue
		case w.Scope == OfClient && w.LegalEntityID != nil: // one of the two is a mistake, and guessing could give away more
			bad.Field(at+"legalEntityId", "validation.onlyLegalEntity", nil)
			continue
		}
		if w.Scope == OfEntity {
			out[i].entity = *w.LegalEntityID
		}
		if seen[out[i].grantScope] { // a whole column of the grid asks for one place
			continue
		}
		wrong := len(bad.Fields)
		if err := s.checkScope(ctx, out[i].grantScope, at, bad); err != nil {
			return nil, err
		}
		seen[out[i].grantScope] = len(bad.Fields) == wrong
	}
	return out, bad.OrNil()
}

// checkScope checks a place. Whoever may act for one legal entity only has no say over its whole client.
func (s *Service) checkScope(ctx context.Context, p grantScope, at string, bad *fault.Error) error {
	if p.entity == 0 {
		err := s.deps.Clients.Visible(ctx, p.client)
		if fault.KindOf(err) == fault.NotFound || err == nil && !role.From(ctx).Scope.Covers(p.client, 0) {
			bad.Field(at+"clientId", "validation.reference", nil)
			return nil
		}
		return err
	}
	e, err := s.deps.Clients.Entities.Get(ctx, p.entity)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		bad.Field(at+"legalEntityId", "validation.reference", nil)
		return nil
	case err == nil && e.ClientID != p.client:
		bad.Field(at+"legalEntityId", "validation.ofClient", nil)
	}
	return err
}

// regrant writes the difference and its audit entry, which names all grants, also those the caller cannot see.
func (s *Service) regrant(ctx context.Context, m *MSP, fresh []right, gone []Grant) error {
	if len(fresh) == 0 && len(gone) == 0 {
		return nil
	}
	before, err := s.listsOf(ctx, m.ID)
	if err != nil {
		return err
	}
	for _, g := range gone {
		if _, err := s.DB().Exec(ctx, "DELETE FROM msp_grants WHERE id = $1", g.ID); err != nil {
			return err
		}
	}
	for _, r := range fresh {
		_, err := s.DB().Exec(ctx, `
			INSERT INTO msp_grants (msp_id, permission, client_id, legal_entity_id, since, granted_by)
			VALUES ($1, $2, $3, $4, $5, $6)`, m.ID, string(r.permission), r.client, r.entity, s.Now().UnixMilli(), role.From(ctx).Name)
		if err != nil {
			return err
		}
	}
	after, err := s.listsOf(ctx, m.ID)
	if err != nil {
		return err
	}
	return s.auditRelated(ctx, m, relatedChange{
		"permissions", remembered(before.Permissions),
		remembered(after.Permissions),
	})
}

// rememberedRight is a right as the history keeps it: a grant without what only its row knows.
type rememberedRight struct {
	Permission    Permission `json:"permission"`
	ClientID      int64      `json:"clientId"`
	LegalEntityID int64      `json:"legalEntityId,omitempty"`
}

// remembered puts grants in order, so that one change is one line of difference.
func remembered(list []Grant) []rememberedRight {
	out := make([]rememberedRight, len(list))
	for i, g := range list {
		out[i] = rememberedRight{g.Permission, g.ClientID, g.LegalEntityID}
	}
	slices.SortFunc(out, func(a, b rememberedRight) int {
		return cmp.Or(cmp.Compare(a.ClientID, b.ClientID), cmp.Compare(a.LegalEntityID, b.LegalEntityID),
			cmp.Compare(a.Permission, b.Permission))
	})
	return out
}

// relatedChange is a change of what stands beside a record.
type relatedChange struct {
	field         string
	before, after any
}

// auditRelated records a change beside the record, whose version stays.
func (s *Service) auditRelated(ctx context.Context, m *MSP, c relatedChange) error {
	s.DB().Touched(ctx, "msps")
	return s.deps.Audit(ctx, store.Entry{
		Entity: "msp", ID: m.ID, Version: m.Version, Act: resource.ActOf(ctx), Changed: []string{c.field},
		Before: map[string]any{c.field: c.before}, After: map[string]any{c.field: c.after},
	})
}
