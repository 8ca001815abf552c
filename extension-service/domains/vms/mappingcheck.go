package vms

import (
	"context"
	"strconv"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/platform/role"
)

type rulesInput struct {
	Entity  Entity                    `json:"entity"  check:"required"`
	Lookups map[string]map[string]any `json:"lookups" kind:"json"`
	Rules   []transform.Rule          `json:"rules"   check:"max=200"`
}

// Checked is what is wrong with rules, or may be, before any of them runs.
type Checked struct {
	Problems []transform.Problem `json:"problems"`
	Warnings []transform.Problem `json:"warnings"`
}

// checkRules says what is wrong with rules that are being written, without running them.
func (s *Service) checkRules(_ context.Context, in rulesInput) (Checked, error) {
	rules := transform.Rules{Lookups: in.Lookups, Rules: in.Rules}
	return Checked{
		Problems: s.Mappings.problems(in.Entity, rules),
		Warnings: s.Mappings.warnings(in.Entity.direction(), rules),
	}, nil
}

type testsInput struct {
	ConnectionID int64    `json:"connectionId" kind:"id" check:"required"`
	Mapping      Document `json:"mapping"`
	Tests        []Test   `json:"tests"        check:"max=100"`
}

// TestRun is what became of one test of a mapping.
type TestRun struct {
	Failed
	Passes bool  `json:"holds"`
	TookUS int64 `json:"tookUs"` // of all rules together, in microseconds
}

// TestRuns are what became of the tests of a mapping, in their order; after one that reaches a limit none is run.
type TestRuns struct {
	Results []TestRun `json:"results"`
}

// runTests runs the tests of a mapping that is being written. NOT_FOUND, MAPPING_INVALID with rule and position,
// TOO_MANY_REQUESTS after thirty calls a minute.
func (s *Service) runTests(ctx context.Context, in testsInput) (out TestRuns, err error) {
	out.Results = []TestRun{}
	if err := s.runs.Allow(strconv.FormatInt(role.From(ctx).ID, 10), s.deps.Now()); err != nil {
		return out, err
	}
	c, err := s.Connections.Get(ctx, in.ConnectionID)
	if err != nil {
		return out, err
	}
	m := Mapping{
		ConnectionID: c.ID, Entity: in.Mapping.Entity, Direction: in.Mapping.Entity.direction(),
		Lookups: in.Mapping.Lookups, Rules: in.Mapping.Rules,
	}
	if err := s.Mappings.check(m.Entity, m.rules()); err != nil {
		return out, err
	}
	for _, t := range in.Tests {
		run, err := s.Mappings.try(ctx, &m, t)
		if err != nil {
			return out, err
		}
		run.Errors = list(run.Errors)
		out.Results = append(out.Results, run)
		if run.reachesLimit() {
			break
		}
	}
	return out, nil
}
