package freelancers

import (
	"context"

	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
)

// Check holds the rules that look at several fields; resource.Checker.
func (s *Service) Check(ctx context.Context, _ Freelancer, p *Freelancer, bad *fault.Error) error {
	skills.CheckNames(p.Skills, bad)
	skills.CheckLanguages(p.Languages, bad)
	field.CheckDistinct(p.ExternalIDs, func(x ExternalID) ExternalID { return x }, "externalIds[%d].id", bad)
	if p.MSPID != nil && *p.MSPID == 0 {
		p.MSPID = nil
	}
	return s.deps.Pools.CheckFreelancer(ctx, p.PoolIDs, bad)
}
