package projects

import (
	"context"
	"fmt"
	"slices"

	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/platform/fault"
)

// Check holds the rules that look at several fields; resource.Checker.
func (s *Service) Check(ctx context.Context, old Project, p *Project, bad *fault.Error) error {
	checkPlace(p, bad)
	if err := s.checkLists(ctx, old, p, bad); err != nil {
		return err
	}
	if s.deps.Rates != nil && (p.PayRateFormula != old.PayRateFormula || p.BillRateFormula != old.BillRateFormula) {
		if err := s.deps.Rates.Check(ctx, rateSubject(*p), bad); err != nil {
			return err
		}
	}
	if err := s.checkMSPs(ctx, old, p, bad); err != nil {
		return err
	}
	if p.LegalEntityID == 0 || p.LegalEntityID == old.LegalEntityID && p.ClientID == old.ClientID || lockedClient(old, p) {
		return nil
	}
	return s.CheckEntity(ctx, p, bad)
}

// lockedClient says whether a project would go to another client with applications that belong to the first.
func lockedClient(old Project, p *Project) bool {
	return p.ClientID != old.ClientID && len(old.ApplicationCounts) > 0
}

// checkPlace asks for both coordinates; none of them is no place.
func checkPlace(p *Project, bad *fault.Error) {
	at := p.SiteCoordinates
	switch {
	case at == nil:
	case at.Lat == nil && at.Lon == nil:
		p.SiteCoordinates = nil
	case at.Lat == nil:
		bad.Field("siteCoordinates.lat", "validation.required", nil)
	case at.Lon == nil:
		bad.Field("siteCoordinates.lon", "validation.required", nil)
	}
}

// checkLists looks into the lists. Of the pools those that are named already may stay, whatever has become of them.
func (s *Service) checkLists(ctx context.Context, old Project, p *Project, bad *fault.Error) error {
	skills.CheckNames(p.Skills, bad)
	skills.CheckLanguages(p.Languages, bad)
	if slices.Equal(old.PoolIDs, p.PoolIDs) && old.ClientID == p.ClientID {
		return nil
	}
	known := old.PoolIDs
	if p.ClientID != old.ClientID {
		known = nil
	}
	for i, id := range p.PoolIDs {
		switch {
		case slices.Contains(p.PoolIDs[:i], id):
			bad.Field(fmt.Sprintf("poolIds[%d]", i), "validation.twice", nil)
		case s.deps.Pools == nil && !slices.Contains(known, id):
			bad.Field(fmt.Sprintf("poolIds[%d]", i), "validation.reference", nil)
		}
	}
	if s.deps.Pools == nil {
		return nil
	}
	return s.deps.Pools.CheckProject(ctx, p.ClientID, Naming{Had: known, IDs: p.PoolIDs}, bad)
}
