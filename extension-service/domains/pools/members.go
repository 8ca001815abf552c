package pools

import (
	"cmp"
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Members keeps the rules of memberships.
type Members struct {
	*store.Table[Member, *Member]
	pools *Service
	deps  Deps
}

func newMembers(d Deps, pools *Service) *Members {
	m := &Members{pools: pools, deps: d}
	m.Table = store.NewTable[Member](d.DB, store.Config{
		Name: "pool_members", Entity: "poolMember", Counted: []string{"pool_id", "status"}, Reach: m.scopeCondition,
		ReachOn: []string{"client_id", "legal_entity_id", "freelancer_id"},
		Subject: store.Subject{Entity: "freelancer", Field: "freelancerId"},
		Unique: []store.Unique{{
			Fields: []string{"freelancerId"}, Within: []string{"poolId"},
			While: store.While{Field: "status", Except: []string{string(Removed)}},
		}},
		Audit: d.Audit, Now: d.Now,
	})
	return m
}

// scopeCondition covers the members of pools inside a scope, but for those who are bound to somebody outside of it.
func (m *Members) scopeCondition(s role.Scope, arg func(any) string) string {
	clients, entities := store.OneOf(s.ClientIDs, arg), store.OneOf(s.LegalEntityIDs, arg)
	return "(t.client_id IN " + clients + " OR t.legal_entity_id IN " + entities + ")" +
		" AND NOT EXISTS (SELECT 1 FROM freelancer_bindings b WHERE b.id = t.freelancer_id AND (b.bound_until = '' " +
		"OR b.bound_until >= " +
		arg(string(date.FromTime(m.Now()))) + ") AND b.bound_client_id NOT IN " + clients +
		" AND coalesce(b.bound_legal_entity_id, 0) NOT IN " + entities + ")"
}

// person answers for one freelancer.
func (m *Members) person(ctx context.Context, id int64) (freelancers.Freelancer, error) {
	found, err := m.deps.freelancersByID(ctx, []int64{id})
	if p, there := found[id]; err != nil || there {
		return p, err
	}
	return freelancers.Freelancer{}, fault.New(fault.NotFound, "NOT_FOUND", "no freelancer %d", id)
}

// Check holds the rules of a new membership; resource.Checker.
func (m *Members) Check(ctx context.Context, old Member, v *Member, bad *fault.Error) error {
	v.Tags = tidyTags(v.Tags)
	for _, tag := range v.Tags {
		if len([]rune(tag)) > longestTag {
			bad.Field("tags", "validation.max", map[string]any{"max": longestTag})
		}
	}
	if old.ID != 0 {
		return nil
	}
	if v.Status = cmp.Or(v.Status, Active); v.Status != Active && v.Status != Invited {
		bad.Field("status", "validation.oneOf", map[string]any{"values": []MemberStatus{Active, Invited}})
	}
	if v.PoolID == 0 || v.FreelancerID == 0 {
		return nil
	}
	return m.checkJoining(ctx, v, bad)
}

const longestTag = 40

// checkJoining says why somebody cannot be taken into a pool.
func (m *Members) checkJoining(ctx context.Context, v *Member, bad *fault.Error) error {
	p, err := m.pools.Get(ctx, v.PoolID)
	if err != nil {
		return err
	}
	who, err := m.person(ctx, v.FreelancerID)
	if err != nil {
		return err
	}
	if p.Status != InUse {
		bad.Field("poolId", "pool.error.notInUse", nil)
	}
	if isGone(who) {
		bad.Field("freelancerId", "pool.error.userStatus", nil)
	}
	if v.Status == Active && !who.Consent.AllowsPools(m.Now()) {
		bad.Field("status", "pool.error.noConsent", nil)
	}
	owned, err := m.owned(ctx, p, who)
	if owned && !role.From(ctx).Can(role.BoundClientWrite) {
		bad.Field("freelancerId", "pool.error.bound", nil)
	}
	return err
}

// owned says whether somebody is bound elsewhere, or represented by an MSP that does not serve the pool, where that
// counts.
func (m *Members) owned(ctx context.Context, p Pool, who freelancers.Freelancer) (bool, error) {
	if !isOwned(who, p, m.Now()) {
		return false, nil
	}
	ignored, err := m.deps.Clients.IgnoresOwnership(ctx, p.ClientID, p.LegalEntityID)
	return !ignored, err
}

// tidyTags leaves out what is empty or there already, however it is written.
func tidyTags(tags []string) []string {
	var out []string
	for _, tag := range tags {
		tag = collapsed(tag)
		if tag != "" && !slices.ContainsFunc(out, func(had string) bool { return sameName(had) == sameName(tag) }) {
			out = append(out, tag)
		}
	}
	return out
}

// Create takes somebody into a pool, until its time is over unless told otherwise. DUPLICATE.
func (m *Members) Create(ctx context.Context, v *Member) error {
	p, err := m.pools.Table.Get(ctx, v.PoolID)
	if err != nil {
		return err
	}
	who, err := m.person(ctx, v.FreelancerID)
	if err != nil {
		return err
	}
	v.ClientID, v.LegalEntityID, v.FreelancerName = p.ClientID, p.LegalEntityID, who.Name
	zone, err := m.deps.Clients.Zone(ctx, p.ClientID)
	if err != nil {
		return err
	}
	m.activate(v, p, zone)
	if v.Rating != nil {
		v.RatedAt = m.Now()
	}
	if err := m.CreateAll(ctx, []*Member{v}); err != nil || v.Status != Invited {
		return err
	}
	return m.invite(ctx, *v, who)
}

// activate lets a membership begin now.
func (m *Members) activate(v *Member, p Pool, zone *time.Location) {
	now := m.Now()
	v.Status, v.Source = cmp.Or(v.Status, Active), cmp.Or(v.Source, ByStaff)
	switch {
	case v.Status == Invited && v.InvitedAt.IsZero():
		v.InvitedAt = now
	case v.Status == Active && v.JoinedAt.IsZero():
		v.JoinedAt = now
	}
	if v.ExpiresAt.IsZero() && v.Status == Active {
		v.ExpiresAt = membershipEnd(v.JoinedAt, p, zone)
	}
}

// membershipEnd is when a membership ends that began at an instant: with a day of the client. Never where the pool sets
// no time.
func membershipEnd(joined time.Time, p Pool, zone *time.Location) time.Time {
	if p.MembershipTTLDays == nil {
		return time.Time{}
	}
	return endOf(joined.In(zone).AddDate(0, 0, int(*p.MembershipTTLDays)), zone)
}

// Update saves a changed membership. One whose end is moved into the future is active again.
func (m *Members) Update(ctx context.Context, old Member, v *Member) error {
	if v.FreelancerName == "" { // it was forgotten: what stands in its place comes from the record of the person
		who, err := m.person(ctx, v.FreelancerID)
		if err != nil {
			return err
		}
		v.FreelancerName = who.Name
	}
	if rated(old.Rating) != rated(v.Rating) {
		v.RatedAt = m.Now()
	}
	if old.Status == Expired && v.Status == Expired && (v.ExpiresAt.IsZero() || v.ExpiresAt.After(m.Now())) {
		v.Status = Active
	}
	if err := resource.RestoreValues(ctx, v.ID, v); err != nil {
		return err
	}
	return m.update(ctx, old, v)
}

func rated(rating *int64) int64 {
	if rating == nil {
		return 0
	}
	return *rating
}

// Delete removes somebody from a pool; the membership stays as what has been.
func (m *Members) Delete(ctx context.Context, v *Member) error {
	if v.Status == Removed {
		return nil
	}
	return m.remove(ctx, *v, v, RemovedByStaff)
}

func (m *Members) remove(ctx context.Context, old Member, v *Member, why Removal) error {
	m.markRemoved(v, why)
	return m.update(ctx, old, v)
}

// markRemoved makes a membership one that was removed.
func (m *Members) markRemoved(v *Member, why Removal) {
	v.Status, v.Removal, v.StatusBefore, v.DeletedAt = Removed, why, v.Status, m.Now()
}

// reinstate is the status of a removed membership that is taken up again: whoever was there, unless its time is over.
func (m *Members) reinstate(v *Member) {
	v.Status, v.Removal, v.StatusBefore, v.DeletedAt = cmp.Or(v.StatusBefore, Active), "", "", time.Time{}
	if v.Status == Active && !v.ExpiresAt.IsZero() && !v.ExpiresAt.After(m.Now()) {
		v.Status = Expired
	}
}

// dropAll removes for good what is left of the members of a pool that is deleted.
func (m *Members) dropAll(ctx context.Context, poolID int64) error {
	v := new(Member)
	all := query.All(v, mostOfOne, query.Where(v, &v.PoolID, poolID))
	all.Trash = query.Both
	page, err := m.List(role.AsSystem(ctx, "pool.delete"), all)
	for i := 0; i < len(page.Rows) && err == nil; i++ {
		err = m.Table.Delete(ctx, &page.Rows[i])
	}
	return err
}

// mostOfOne are more memberships than anybody has.
const mostOfOne = 10_000
