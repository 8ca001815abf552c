package freelancers

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"poolkeeper.example/extension-service/fault"
)

const maxSkill = 60

// Check holds the rules that look at several fields; resource.Checker.
func (s *Service) Check(ctx context.Context, old Freelancer, p *Freelancer, bad *fault.Error) error {
	for i, skill := range p.Skills {
		at := fmt.Sprintf("skills[%d]", i)
		switch {
		case skill == "":
			bad.Field(at, "validation.required", nil)
		case utf8.RuneCountInString(skill) > maxSkill:
			bad.Field(at, "validation.max", map[string]any{"max": maxSkill})
		}
	}
	for i, l := range p.Languages {
		if slices.ContainsFunc(p.Languages[:i], func(o Language) bool { return o.Code == l.Code }) {
			bad.Field(fmt.Sprintf("languages[%d].code", i), "validation.duplicate", nil)
		}
	}
	for i, x := range p.ExternalIDs {
		if slices.ContainsFunc(p.ExternalIDs[:i], func(o ExternalID) bool { return o.System == x.System }) {
			bad.Field(fmt.Sprintf("externalIds[%d].system", i), "validation.duplicate", nil)
		}
	}
	if p.LegalHold && p.LegalHoldReason == "" {
		bad.Field("legalHoldReason", "validation.required", nil)
	}
	for i := range p.PoolIDs { // there are no pools yet
		bad.Field(fmt.Sprintf("poolIds[%d]", i), "validation.reference", nil)
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
	name, err := s.deps.MSP(ctx, *p.MSPID)
	if fault.KindOf(err) == fault.NotFound {
		bad.Field("mspId", "validation.reference", nil)
		return nil
	}
	p.MSPName = name
	return err
}
