package rates

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"poolkeeper.example/extension-service/resource"
)

// Case is what only the application says. The rest comes from its project, that one's legal entity and client.
type Case struct {
	ProjectID    int64
	TalentRate   *resource.Decimal
	FromUnit     resource.RateUnit // of the talent's rate; "" = the project's
	HoursPerWeek *resource.Decimal // nil = the project's
	IsMSP        bool
	MSPID        *int64 // brings the tier and the fee
	Tier         *int64
	MSPFeePct    *resource.Decimal // nil = the legal entity's or the client's
}

// through is the case with what is known of its MSP.
func (c Case) through(known map[int64]MSP) Case {
	if c.MSPID == nil {
		return c
	}
	if m, there := known[*c.MSPID]; there {
		c.MSPFeePct, c.Tier = m.FeePct, &m.Tier
	}
	return c
}

// provided is the case with what is known of its MSP, asked for.
func (s *Service) provided(ctx context.Context, c Case) (Case, error) {
	if c.MSPID == nil || s.MSPs == nil {
		return c, nil
	}
	known, err := s.MSPs(ctx, *c.MSPID)
	return c.through(known), err
}

// Result is what a case comes to. A rate that cannot be computed is nil, and a warning says why: an application may be
// made and kept without rates, it only cannot be sent.
type Result struct {
	TalentRate        *resource.Decimal // per the project's unit
	Unit              resource.RateUnit // in which all three are
	PayRate, BillRate *resource.Decimal
	Breakdown         map[string]any
	VersionID         *int64 // nil for the built-in formulas
	Warnings          []Warning
}

// Warning says what stands against a rate.
type Warning struct {
	Code Code              `json:"code"`
	Key  string            `json:"key"`
	Name string            `json:"name,omitempty"`
	Min  *resource.Decimal `json:"min,omitempty"`
	Max  *resource.Decimal `json:"max,omitempty"`
}

// Step is one formula at work.
type Step struct {
	Key   string `json:"key"`
	Expr  string `json:"expr"`
	Value any    `json:"value"`           // null when there is none
	Exact string `json:"exact,omitempty"` // before the final rounding, when that changed it
}

// Breakdown explains rates: what went in, what was done with it, and what came out.
type Breakdown struct {
	Currency         resource.CurrencyCode `json:"currency"`
	Unit             resource.RateUnit     `json:"unit"`
	FormulaVersionID *int64                `json:"formulaVersionId" kind:"id"`
	Inputs           map[string]any        `json:"inputs"`
	Steps            []Step                `json:"steps"`
	Warnings         []Warning             `json:"warnings"`
}

// Compute works out the rates of a case. NOT_FOUND without its project.
func (s *Service) Compute(ctx context.Context, c Case) (Result, error) {
	p, err := s.planOf(ctx, c.ProjectID)
	if err != nil {
		return Result{}, err
	}
	if c, err = s.provided(ctx, c); err != nil {
		return Result{}, err
	}
	return p.explain(c)
}

// plan is how the rates of a project come about, ready for any number of its applications, one after the other.
type plan struct {
	Facts
	set
	style style
	vars  Vars
}

func newPlan(f Facts, s set) *plan {
	return &plan{Facts: f, set: s, style: f.style(), vars: f.vars()}
}

// outcome is what one formula came to.
type outcome struct {
	exact Number
	value *resource.Decimal
	err   *Error
}

// outcomes are those of both rules, in their order, and of the talent's rate before.
type outcomes struct {
	talent  error // it does not convert to the project's unit
	of      [2]outcome
	outside bool // the bill rate lies beyond the project's limits
}

// run computes both rates of a case.
func (p *plan) run(c Case) (out outcomes, err error) {
	if out.talent = p.enter(c); out.talent != nil {
		e, ok := errors.AsType[*Error](out.talent)
		if !ok {
			return out, out.talent
		}
		out.of[0].err, out.of[1].err = e, e
		return out, nil
	}
	for i := range p.rules {
		r := &p.rules[i]
		if out.of[i], err = p.one(r); err != nil {
			return out, err
		}
		if v := out.of[i].value; v != nil {
			p.vars[r.key] = numberOf(*v) // the other formula goes on with the rate as it is shown
		}
		if r.key == billRate && out.of[i].value != nil {
			v := *out.of[i].value
			out.outside = p.RateMin != nil && v < *p.RateMin || p.RateMax != nil && v > *p.RateMax
		}
	}
	return out, nil
}

// enter puts the case's own variables into place.
func (p *plan) enter(c Case) error {
	p.vars[payRate], p.vars[billRate] = nil, nil
	p.vars["isMsp"], p.vars["tier"] = c.IsMSP, nil
	if c.Tier != nil {
		p.vars["tier"] = numberOf(resource.Whole(*c.Tier))
	}
	p.vars["hoursPerWeek"], p.vars["mspFeePct"] = numberOrNil(first(c.HoursPerWeek, p.HoursPerWeek)), numberOrNil(first(c.MSPFeePct, p.MSPFeePct))
	p.vars["talentRate"] = nil
	if c.TalentRate == nil {
		return nil
	}
	n := numberOf(*c.TalentRate)
	if c.FromUnit != "" && c.FromUnit != p.Unit {
		var err error
		if n, err = toUnit(n, c.FromUnit, p.Unit, p.hours()); err != nil {
			return err
		}
	}
	p.vars["talentRate"] = n
	return nil
}

func first(list ...*resource.Decimal) *resource.Decimal {
	for _, d := range list {
		if d != nil {
			return d
		}
	}
	return nil
}

func (p *plan) hours() hours {
	return hours{perDay: p.vars["hoursPerDay"], perWeek: p.vars["hoursPerWeek"], daysPerWeek: p.vars["daysPerWeek"]}
}

// one computes a rule; what is wrong with its formula is part of the outcome.
func (p *plan) one(r *rule) (outcome, error) {
	if p.cyclic {
		return outcome{err: &Error{Code: Cycle, Position: -1}}, nil
	}
	o, err := p.try(r)
	if err == nil {
		return o, nil
	}
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return o, fmt.Errorf("%s %q: %w", r.key, r.text, err)
	}
	return outcome{err: e}, nil
}

func (p *plan) try(r *rule) (o outcome, err error) {
	if r.err != nil {
		return o, r.err
	}
	if o.exact, err = r.formula.Run(p.vars); err != nil {
		return o, err
	}
	n, err := p.style.rounded(o.exact)
	if err != nil {
		return o, err
	}
	d, err := p.style.settled(n, p.hours())
	o.value = &d
	return o, err
}

// explain computes a case and tells how.
func (p *plan) explain(c Case) (Result, error) {
	out, err := p.run(c)
	if err != nil {
		return Result{}, err
	}
	b := Breakdown{
		Currency: p.Currency, Unit: p.Unit, FormulaVersionID: p.versionID(), Inputs: p.inputs(c), Steps: []Step{}, Warnings: []Warning{},
	}
	if c.TalentRate != nil && c.FromUnit != "" && c.FromUnit != p.Unit {
		b.Steps = append(b.Steps, step("talentRate", fmt.Sprintf("toUnit(talentRate, '%s', '%s')", c.FromUnit, p.Unit), outcome{exact: talent(p.vars)}))
	}
	r := Result{TalentRate: c.TalentRate, Unit: p.Unit, VersionID: b.FormulaVersionID}
	if out.talent != nil {
		r.Unit = c.FromUnit
	} else if d, ok := talent(p.vars).decimal(); ok {
		r.TalentRate = &d
	}
	for i, rule := range p.rules {
		o := out.of[i]
		b.Steps = append(b.Steps, step(rule.key, rule.text, o))
		if o.err != nil {
			b.Warnings = append(b.Warnings, Warning{Code: o.err.Code, Key: rule.key, Name: o.err.Name})
		}
		if rule.key == payRate {
			r.PayRate = o.value
		} else {
			r.BillRate = o.value
		}
	}
	if out.outside {
		b.Warnings = append(b.Warnings, Warning{Code: OutOfRange, Key: billRate, Min: p.RateMin, Max: p.RateMax})
	}
	r.Warnings = b.Warnings
	r.Breakdown, err = plain(b)
	return r, err
}

func talent(vars Vars) Number {
	n, _ := vars["talentRate"].(Number)
	return n
}

func step(key, text string, o outcome) Step {
	s := Step{Key: key, Expr: text}
	switch {
	case o.value != nil:
		s.Value = *o.value
		if e := o.exact.String(); e != o.value.String() {
			s.Exact = e
		}
	case o.err == nil && o.exact.d != nil:
		s.Value = o.exact
	}
	return s
}

// inputs are the variables the formulas read, as they were before any step.
func (p *plan) inputs(c Case) map[string]any {
	out := map[string]any{}
	for _, r := range p.rules {
		if r.formula == nil {
			continue
		}
		for _, name := range r.formula.uses {
			if name != payRate && name != billRate {
				out[name] = p.vars[name]
			}
		}
	}
	if _, used := out["talentRate"]; used {
		out["talentRate"] = numberOrNil(c.TalentRate)
	}
	return out
}

// plain is the breakdown as an application keeps it: what its JSON reads back as.
func plain(b Breakdown) (map[string]any, error) {
	text, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	var out map[string]any
	return out, json.Unmarshal(text, &out)
}
