package applications

import (
	"context"
	"fmt"
	"slices"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/platform/fault"
)

// Check holds the rules that look at several fields; resource.Checker.
func (s *Service) Check(ctx context.Context, old Application, a *Application, bad *fault.Error) error {
	if manual := a.markOverride(old); a.RateOverride && a.RateOverrideReason == "" && !manual.Any() {
		bad.Field("rateOverrideReason", "validation.required", nil)
	}
	for i, one := range a.Answers {
		if slices.ContainsFunc(a.Answers[:i], func(o questions.Answer) bool { return o.QuestionID == one.QuestionID }) {
			bad.Field(fmt.Sprintf("answers[%d].questionId", i), "validation.duplicate", nil)
		}
	}
	if err := s.checkAnswers(ctx, old, a, bad); err != nil {
		return err
	}
	if old.ID == 0 {
		checkProvider(a, bad)
		if err := s.checkPeople(ctx, a, bad); err != nil {
			return err
		}
	}
	if s.deps.Projects == nil || a.ProjectID == 0 || old.ID != 0 && a.Currency == old.Currency {
		return nil
	}
	p, err := s.assignment(ctx, a.ProjectID)
	switch {
	case fault.KindOf(err) == fault.NotFound: // the reference itself has been found wrong
		return nil
	case err != nil:
		return err
	case old.ID == 0 && p.Status != "ACTIVE":
		bad.Field("projectId", "validation.projectActive", nil)
	}
	if a.Currency != "" && a.Currency != p.Currency {
		bad.Field("currency", "validation.projectCurrency", map[string]any{"currency": p.Currency})
	}
	return nil
}

// checkProvider fills the kind of provider from the MSP and refuses the two that contradict each other.
func checkProvider(a *Application, bad *fault.Error) {
	switch {
	case a.ProviderKind == "" && a.MSPID != nil:
		a.ProviderKind = ByMSP
	case a.ProviderKind == "":
		a.ProviderKind = ByFreelancer
	case a.ProviderKind == ByMSP && a.MSPID == nil:
		bad.Field("mspId", "validation.required", nil)
	case a.ProviderKind == ByFreelancer && a.MSPID != nil:
		bad.Field("mspId", "validation.onlyMSP", nil)
	}
}

// checkPeople refuses talents that cannot be offered and MSPs that are not there.
func (s *Service) checkPeople(ctx context.Context, a *Application, bad *fault.Error) error {
	if a.FreelancerID != 0 && s.deps.Freelancers != nil {
		p, err := s.freelancer(ctx, a.FreelancerID)
		if err := wrongReference(bad, "freelancerId", err); err != nil {
			return err
		}
		if err == nil && p.UserStatus != freelancers.Active && p.UserStatus != freelancers.Unverified {
			bad.Field("freelancerId", "validation.talentActive", nil)
		}
	}
	if a.MSPID == nil || s.deps.MSPs == nil {
		return nil
	}
	m, err := s.msp(ctx, *a.MSPID)
	if err := wrongReference(bad, "mspId", err); err != nil {
		return err
	}
	if err == nil && m.UserStatus != msps.Active {
		bad.Field("mspId", "validation.mspActive", nil)
	}
	return nil
}

// wrongReference turns a record that is not there into a wrong field.
func wrongReference(bad *fault.Error, field string, err error) error {
	if fault.KindOf(err) != fault.NotFound {
		return err
	}
	bad.Field(field, "validation.reference", nil)
	return nil
}
