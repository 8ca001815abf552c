package freelancers

import (
	"context"
	"fmt"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Pools is what freelancers need of the pools they are in.
type Pools interface {
	// MembershipsOf lists the memberships of freelancers in pools that the caller can see.
	MembershipsOf(ctx context.Context, freelancerIDs []int64) (map[int64][]Membership, error)
	// Visible answers NOT_FOUND for a pool that the caller cannot see.
	Visible(ctx context.Context, poolID int64) error
	// CheckFreelancer adds to bad, by its place in poolIds, each pool that nobody can be taken into.
	CheckFreelancer(ctx context.Context, poolIDs []int64, bad *fault.Error) error
	// Join invites a new freelancer into pools.
	Join(ctx context.Context, freelancerID int64, poolIDs []int64) error
	// Follow brings what memberships repeat of a freelancer up to date, and ends them while the freelancer is deleted.
	Follow(ctx context.Context, freelancerID int64, name string, isGone bool) error
	// ErasePerson takes a freelancer out of the plans of imports, and returns the uploads to be removed with them.
	ErasePerson(ctx context.Context, freelancerID int64) (files []string, err error)
}

// noPools are the pools of a product without any.
type noPools struct{}

// MembershipsOf knows no memberships.
func (noPools) MembershipsOf(context.Context, []int64) (map[int64][]Membership, error) {
	return map[int64][]Membership{}, nil
}

// Visible knows no pool.
func (noPools) Visible(_ context.Context, id int64) error {
	return fault.New(fault.NotFound, "NOT_FOUND", "no pool %d", id)
}

// CheckFreelancer refuses every pool.
func (noPools) CheckFreelancer(_ context.Context, ids []int64, bad *fault.Error) error {
	for i := range ids {
		bad.Field(fmt.Sprintf("poolIds[%d]", i), "validation.reference", nil)
	}
	return nil
}

// Join has nowhere to invite to.
func (noPools) Join(context.Context, int64, []int64) error { return nil }

// Follow has nothing to bring up to date.
func (noPools) Follow(context.Context, int64, string, bool) error { return nil }

// ErasePerson has no plans.
func (noPools) ErasePerson(context.Context, int64) ([]string, error) { return nil, nil }

// inPools fills what is known of the pools of freelancers; only where somebody is active counts.
func (s *Service) inPools(ctx context.Context, rows []Freelancer) error {
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	all, err := s.deps.Pools.MembershipsOf(ctx, ids)
	for i := range rows {
		rows[i].PoolMemberships = append([]Membership{}, all[rows[i].ID]...)
		for _, m := range rows[i].PoolMemberships {
			if m.Status == activeMembership {
				rows[i].PoolCount++
			}
		}
	}
	return err
}

const activeMembership = "ACTIVE"

// members are the links of people to the pools that they are in, by the status of the membership; "" is each but those
// that were removed. Somebody who is deleted leaves every pool, so that who is in one is counted by its members.
var members = map[string]query.Link{
	"":               linkOfMembers("pool_member_facts", "pool_member_totals"),
	activeMembership: linkOfMembers("pool_active_facts", "pool_active_totals"),
	"INVITED":        linkOfMembers("pool_invited_facts", "pool_invited_totals"),
	"EXPIRED":        linkOfMembers("pool_expired_facts", "pool_expired_totals"),
	"REMOVED":        linkOfMembers("pool_removed_facts", ""),
}

func linkOfMembers(facts, totals string) query.Link {
	return query.Link{
		Table: facts, Own: "freelancer_id", Other: "pool_id", Written: "pool_members", Ordered: true,
		Totals: totals,
	}
}

// clientMembers are the active members of the pools of clients.
var clientMembers = query.Link{
	Table: "pool_client_facts", Own: "freelancer_id", Other: "client_id",
	Written: "pool_members",
}

// tagged are the tags that people have as active members of pools, each by itself and together with the client and the
// legal entity of the pool.
var tagged = query.Link{
	Table: "pool_tag_facts", Own: "freelancer_id", Other: "search_key",
	Written: "pool_members",
}

// tagKeys are what somebody is found by who has a tag in a pool inside a scope.
func tagKeys(within role.Scope, tag string) (keys []string) {
	folded := canonical.Fold(tag)
	if within.IsUnlimited() {
		return []string{folded}
	}
	for _, id := range within.ClientIDs {
		keys = append(keys, fmt.Sprintf("%s\x1fc%d", folded, id))
	}
	for _, id := range within.LegalEntityIDs {
		keys = append(keys, fmt.Sprintf("%s\x1fe%d", folded, id))
	}
	return keys
}

// PoolRow is one freelancer in the list of a pool's, with the membership.
type PoolRow struct {
	Freelancer
	Membership *Membership `json:"membership" store:"-"`
}

func poolRow(r *PoolRow) resource.Refs { return append(row(&r.Freelancer), &r.Membership) }

func poolRows() *field.Schema {
	r := new(PoolRow)
	return resource.PageSchema(r, poolRow(r))
}

type ofPoolInput struct {
	PoolID int64  `query:"poolId" json:"poolId" kind:"ref:pool" check:"required"`
	Status string `query:"status" json:"status" check:"max=20"`
	resource.Paging
}

// ofPool lists the members of a pool. NOT_FOUND for a pool outside of the caller's scope.
func (s *Service) ofPool(ctx context.Context, in ofPoolInput) (out resource.List[resource.Shown[PoolRow]], err error) {
	link, known := members[in.Status]
	if !known {
		return out, fault.Validation().Field("status", "validation.oneOf",
			map[string]any{"values": []string{"ACTIVE", "INVITED", "EXPIRED", "REMOVED"}})
	}
	if err := s.deps.Pools.Visible(ctx, in.PoolID); err != nil {
		return out, err
	}
	p, r := new(Freelancer), new(PoolRow)
	q, err := resource.NewQuery(p, in.Paging, pageSize)
	if err != nil {
		return out, err
	}
	q.Where = append(q.Where, query.WhereLinked(link, in.PoolID))
	page, err := s.List(ctx, q)
	found := query.Page[PoolRow]{Rows: make([]PoolRow, len(page.Rows)), Total: page.Total}
	for i, one := range page.Rows {
		found.Rows[i].Freelancer = one
		if at := slices.IndexFunc(one.PoolMemberships, func(m Membership) bool { return m.PoolID == in.PoolID }); at >= 0 {
			found.Rows[i].Membership = &one.PoolMemberships[at]
		}
	}
	return resource.ShowPage(found, r, poolRow(r)), err
}
