package rates

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/platform/fault"
)

// Check adds to bad what prevents saving the formulas of a record: E_SYNTAX, E_UNKNOWN_VARIABLE and E_UNIT as they
// are written, E_CYCLE together with those of the record or of records below it that bring only one of the two, and
// whatever a trial with sample rates runs into.
func (s *Service) Check(ctx context.Context, of Subject, bad *fault.Error) error {
	readable := true
	for field, formula := range map[string]string{payField: of.Pay, billField: of.Bill} {
		if formula == "" {
			continue
		}
		if _, err := s.formulas.parsed(formula); err != nil {
			readable = false
			if err := formulaFieldError(bad, field, err); err != nil {
				return err
			}
		}
	}
	if !readable {
		return nil
	}
	levels, above, err := s.chain(ctx, of)
	if err != nil {
		return err
	}
	if cyclic, err := s.cycles(ctx, of, levels); err != nil || len(cyclic) > 0 {
		for _, field := range of.ownFields() {
			bad.Field(field, "detail."+string(Cycle), map[string]any{"records": names(cyclic)})
		}
		if err == nil {
			_ = bad.With("code", string(Cycle)).With("records", cyclic)
		}
		return err
	}
	return s.trial(of, levels, above, bad)
}

// formulaFieldError puts an error of a formula where the form shows it; any other error is handed back.
func formulaFieldError(bad *fault.Error, field string, err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		e.addTo(bad, field)
		return nil
	}
	return err
}

// ownFields are the fields of the formulas the record brings itself; both when it brings none.
func (of Subject) ownFields() []string {
	switch {
	case of.Pay != "" && of.Bill == "":
		return []string{payField}
	case of.Bill != "" && of.Pay == "":
		return []string{billField}
	}
	return []string{payField, billField}
}

// Cyclic is a record whose two formulas in force use each other.
type Cyclic struct {
	Scope Scope  `json:"scope"`
	ID    int64  `json:"id"`
	Name  string `json:"name"`
}

func names(list []Cyclic) string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.Name
	}
	return strings.Join(out, ", ")
}

// level is the record as one step on the way up.
func (of Subject) level() level { return level{scope: of.Scope, Pair: of.Pair} }

// chain is the way up from the record, itself first, and the facts above it.
func (s *Service) chain(ctx context.Context, of Subject) ([]level, Facts, error) {
	system, err := s.system(ctx)
	if err != nil {
		return nil, Facts{}, err
	}
	switch of.Scope {
	case OfClient:
		return []level{of.level(), system}, Facts{}, nil
	case OfLegalEntity:
		t, err := s.inheritedTerms(ctx, of.ClientID, 0)
		return []level{of.level(), t.client, system}, t.facts, err
	case OfProject:
		t, err := s.inheritedTerms(ctx, of.ClientID, of.LegalEntityID)
		return []level{of.level(), t.entity, t.client, system}, t.facts, err
	case OfSystem:
	}
	return []level{of.level()}, Facts{}, nil
}

// sample is what a trial fills in for variables that belong to narrower records.
func sample(of Scope) Facts {
	out := Facts{
		HoursPerWeek: amount(40), HoursPerDay: amount(8), DaysPerWeek: amount(5), Positions: new(int64),
		Unit: money.PerHour, Currency: "EUR",
	}
	*out.Positions = 1
	if of != OfProject {
		out.RateMin, out.RateMax = amount(40), amount(150)
	}
	return out
}

func amount(n int64) *decimal.Decimal {
	d := decimal.FromInt(n)
	return &d
}

// sampleRates are the talents' rates of a trial.
var sampleRates = []int64{50, 85, 120}

// trial computes the formulas in force with sample rates, with an MSP and without; the first failure of each is told.
func (s *Service) trial(of Subject, levels []level, above Facts, bad *fault.Error) error {
	if len(levels) == 1 && of.Pair == (Pair{}) {
		return nil // the built-in formulas
	}
	p := newPlan(of.Facts.inherit(above).inherit(sample(of.Scope)), s.resolve(levels...))
	failed := map[string]bool{}
	for _, c := range sampleCases() {
		out, err := p.run(c)
		if err != nil {
			return fmt.Errorf("trial: %w", err)
		}
		for i, r := range p.rules {
			if e := out.of[i].err; e != nil && !failed[r.key] {
				failed[r.key] = true
				e.addTo(bad, r.key+"Formula")
			}
			if out.of[i].err != nil {
				break // the other formula may only fail for want of this one
			}
		}
	}
	return nil
}

func sampleCases() []Case {
	var out []Case
	tier := int64(1)
	for _, rate := range sampleRates {
		out = append(out, Case{TalentRate: amount(rate)},
			Case{TalentRate: amount(rate), IsMSP: true, Tier: &tier, MSPFeePct: amount(5)})
	}
	return out
}
