package freelancers

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

// Check holds the rules that look at several fields; resource.Checker.
func (s *Service) Check(ctx context.Context, old Freelancer, p *Freelancer, bad *fault.Error) error {
	resource.CheckSkills(p.Skills, bad)
	resource.CheckLanguages(p.Languages, bad)
	resource.CheckDistinct(p.ExternalIDs, func(x ExternalID) ExternalID { return x }, "externalIds[%d].id", bad)
	if err := s.deps.Pools.CheckFreelancer(ctx, p.PoolIDs, bad); err != nil {
		return err
	}
	return s.represented(ctx, old, p, bad)
}

// represented names the MSP that stands behind a freelancer.
func (s *Service) represented(ctx context.Context, old Freelancer, p *Freelancer, bad *fault.Error) error {
	switch {
	case p.MSPID == nil || *p.MSPID == 0:
		p.MSPID, p.MSPName = nil, ""
		return nil
	case old.MSPID != nil && *old.MSPID == *p.MSPID:
		return nil
	}
	m, err := s.deps.MSPs.Get(ctx, *p.MSPID)
	if fault.KindOf(err) == fault.NotFound {
		bad.Field("mspId", "validation.reference", nil)
		return nil
	}
	p.MSPName = m.Name
	return err
}
