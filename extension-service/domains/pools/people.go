package pools

import (
	"context"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// MembershipsOf lists the memberships of freelancers in the pools that the caller can see.
func (s *Service) MembershipsOf(ctx context.Context, freelancerIDs []int64) (map[int64][]freelancers.Membership,
	error,
) {
	m, v := s.Members, new(Member)
	out := map[int64][]freelancers.Membership{}
	page, err := m.List(ctx, query.All(v, mostOfOne,
		m.Where("freelancerId", query.Is, query.IDs(freelancerIDs)...)))
	for _, one := range page.Rows {
		out[one.FreelancerID] = append(out[one.FreelancerID], freelancers.Membership{
			PoolID: one.PoolID, PoolName: one.PoolName, Status: string(one.Status), ExpiresAt: one.ExpiresAt,
		})
	}
	return out, err
}

// Join takes a new freelancer into pools, as somebody who is invited until they consent.
func (s *Service) Join(ctx context.Context, freelancerID int64, poolIDs []int64) error {
	for _, id := range poolIDs {
		v := NewMember()
		v.PoolID, v.FreelancerID, v.Status = id, freelancerID, Invited
		if err := s.Members.Create(resource.WithAct(ctx, resource.Act{Action: "create"}), &v); err != nil {
			return err
		}
	}
	return nil
}

// Follow brings what memberships repeat of a freelancer up to date. Whoever is deleted leaves every pool, and comes
// back when restored.
func (s *Service) Follow(ctx context.Context, freelancerID int64, name string, isGone bool) error {
	m, v := s.Members, new(Member)
	ctx = resource.WithAct(role.AsSystem(ctx, "freelancer.follow"), resource.Act{Action: "follow"})
	all := query.All(v, mostOfOne, query.Where(v, &v.FreelancerID, freelancerID))
	all.Trash = query.Both
	page, err := m.List(ctx, all)
	if err != nil {
		return err
	}
	for _, old := range page.Rows {
		now := old
		now.FreelancerName = name
		switch {
		case isGone && old.Status != Removed:
			err = m.remove(ctx, old, &now, RemovedAsGone)
		case !isGone && old.Removal == RemovedAsGone:
			err = m.rejoin(ctx, old, &now)
		default:
			err = m.update(ctx, old, &now)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rejoin lets somebody who was restored be in a pool again, unless they are in it by now.
func (m *Members) rejoin(ctx context.Context, old Member, v *Member) error {
	_, in, err := m.currentMembership(ctx, old.PoolID, old.FreelancerID)
	if err != nil {
		return err
	}
	if !in {
		m.reinstate(v)
	}
	return m.update(ctx, old, v)
}

// currentMembership is the membership that somebody has in a pool and was not removed from.
func (m *Members) currentMembership(ctx context.Context, poolID, freelancerID int64) (Member, bool, error) {
	v := new(Member)
	page, err := m.List(role.AsSystem(ctx, "pool"),
		query.All(v, 1, query.Where(v, &v.PoolID, poolID), query.Where(v, &v.FreelancerID, freelancerID)))
	if err != nil || len(page.Rows) == 0 {
		return Member{}, false, err
	}
	return page.Rows[0], true, nil
}

// MoveTo makes a membership another person's when two records become one; resource.Mover. What the record that ends has
// left by its end is taken up again; where both are in the pool, the one that stays goes on with the stronger.
func (m *Members) MoveTo(ctx context.Context, old Member, person int64) error {
	who, err := m.person(ctx, person)
	if err != nil {
		return err
	}
	v := old
	v.FreelancerID, v.FreelancerName = person, who.Name
	if old.Status != Removed || old.Removal != RemovedAsGone {
		return m.update(ctx, old, &v)
	}
	has, both, err := m.currentMembership(ctx, old.PoolID, person)
	if err != nil {
		return err
	}
	if !both {
		m.reinstate(&v)
		return m.update(ctx, old, &v)
	}
	came := old
	m.reinstate(&came)
	became := mergeMemberships(has, []part{{member: came}})
	became.Source, became.SourcePoolIDs = has.Source, has.SourcePoolIDs
	v.Removal = RemovedByMerge
	if err := m.update(ctx, old, &v); err != nil {
		return err
	}
	return m.update(ctx, has, &became)
}

// Candidates lists people by a part of their name who are not in a pool.
func (m *Members) Candidates(ctx context.Context, in candidatesInput) (out resource.List[Candidate], err error) {
	if err := m.pools.Visible(ctx, in.ID); err != nil {
		return out, err
	}
	people, err := m.deps.findByName(ctx, in.Name, mostCandidates)
	if err != nil {
		return out, err
	}
	out.Results = []Candidate{}
	for _, p := range people {
		_, isIn, err := m.currentMembership(ctx, in.ID, p.ID)
		if err != nil {
			return out, err
		}
		if !isGone(p) {
			out.Results = append(out.Results, Candidate{
				ID: p.ID, Handle: p.Handle, Name: p.Name,
				Consents: p.Consent.AllowsPools(m.Now()), IsMember: isIn,
			})
		}
	}
	out.TotalResults = int64(len(out.Results))
	return out, nil
}

const mostCandidates = 20

type candidatesInput struct {
	ID   int64  `path:"id"`
	Name string `query:"name" check:"max=120"`
}

// Candidate is somebody who could be taken into a pool.
type Candidate struct {
	ID       int64  `json:"id" kind:"id"`
	Handle   string `json:"handle"`
	Name     string `json:"name"`
	Consents bool   `json:"consents"`
	IsMember bool   `json:"isMember"`
}
