package rates

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/platform/role"
)

// Case is what only the application says. The rest comes from its project, that one's legal entity and client.
type Case struct {
	ProjectID    int64
	TalentRate   *decimal.Decimal
	FromUnit     money.RateUnit   // of the talent's rate; "" = the project's
	Manual       ManualRates      // take the place of formulas
	HoursPerWeek *decimal.Decimal // nil = the project's
	IsMSP        bool
	MSPID        *int64 // brings the tier and the fee
	Tier         *int64
	MSPFeePct    *decimal.Decimal // nil = the legal entity's or the client's
}

// ManualRates are the rates that somebody has set instead of a formula; nil is computed.
type ManualRates struct{ Pay, Bill *ManualRate }

// Any says whether a rate was set.
func (m ManualRates) Any() bool { return m.Pay != nil || m.Bill != nil }

// ManualRate is a rate that somebody has set; no unit is the project's.
type ManualRate struct {
	Rate decimal.Decimal
	Unit money.RateUnit
}

// withMSP is the case with what is known of its MSP.
func (c Case) withMSP(known map[int64]msps.MSP) Case {
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
	if c.MSPID == nil {
		return c, nil
	}
	known, err := s.mspFees(ctx, *c.MSPID)
	return c.withMSP(known), err
}

// mspFees are the fees and tiers of MSPs by id, of all without ids, whoever asks.
func (s *Service) mspFees(ctx context.Context, ids ...int64) (map[int64]msps.MSP, error) {
	return s.MSPs.Fees(role.AsSystem(ctx, "rates"), ids...)
}

// Result is what a case comes to. A rate that cannot be computed is nil, and a warning says why: an application may be
// made and kept without rates, it only cannot be sent.
type Result struct {
	TalentRate        *decimal.Decimal // per the project's unit
	Unit              money.RateUnit   // in which all three are
	PayRate, BillRate *decimal.Decimal
	Breakdown         map[string]any
	VersionID         *int64 // nil for the built-in formulas
	Warnings          []Warning
}

// Warning says what prevents a rate.
type Warning struct {
	Code Code             `json:"code"`
	Key  string           `json:"key"`
	Name string           `json:"name,omitempty"`
	Min  *decimal.Decimal `json:"min,omitempty"`
	Max  *decimal.Decimal `json:"max,omitempty"`
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
	Currency         money.Currency `json:"currency"`
	Unit             money.RateUnit `json:"unit"`
	FormulaVersionID *int64         `json:"formulaVersionId" kind:"id"`
	Inputs           map[string]any `json:"inputs"`
	Steps            []Step         `json:"steps"`
	Warnings         []Warning      `json:"warnings"`
	ByHand           []string       `json:"byHand,omitempty"` // rates that have no step
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
	hand  map[string]manualRate // of the case at hand, by key
}

// manualRate is a rate set by hand, and what it is in the project's unit.
type manualRate struct {
	as decimal.Decimal
	is Number
}

func newPlan(f Facts, s set) *plan {
	return &plan{Facts: f, set: s, style: f.style(), vars: f.vars()}
}

// outcome is what one formula came to.
type outcome struct {
	exact Number
	value *decimal.Decimal
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
		for i, r := range p.rules {
			out.of[i].err = e
			if g, set := p.hand[r.key]; set { // it stays as it was written
				out.of[i].value = &g.as
			}
		}
		return out, nil
	}
	for i := range p.rules {
		r := &p.rules[i]
		if out.of[i], err = p.computeRule(r); err != nil {
			return out, err
		}
		if v := out.of[i].value; v != nil {
			p.vars[r.key] = numberOf(*v) // the other formula goes on with the rate as it is shown
		}
		if v := out.of[i].value; r.key == billRate && v != nil {
			out.outside = p.isOutOfRange(*v)
		}
	}
	return out, nil
}

// enter puts the case's own variables into place.
func (p *plan) enter(c Case) error {
	p.vars[payRate], p.vars[billRate] = nil, nil
	p.vars["isMsp"], p.vars["tier"] = c.IsMSP, nil
	if c.Tier != nil {
		p.vars["tier"] = numberOf(decimal.FromInt(*c.Tier))
	}
	p.vars["hoursPerWeek"], p.vars["mspFeePct"] = numberOrNil(first(c.HoursPerWeek, p.HoursPerWeek)),
		numberOrNil(first(c.MSPFeePct, p.MSPFeePct))
	p.vars["talentRate"], p.hand = nil, map[string]manualRate{}
	for key, g := range map[string]*ManualRate{payRate: c.Manual.Pay, billRate: c.Manual.Bill} {
		if g != nil {
			p.hand[key] = manualRate{as: g.Rate}
		}
	}
	for key, g := range map[string]*ManualRate{payRate: c.Manual.Pay, billRate: c.Manual.Bill} {
		if g == nil {
			continue
		}
		n, err := p.converted(g.Rate, g.Unit)
		if err != nil {
			return err
		}
		p.hand[key] = manualRate{g.Rate, n}
	}
	if c.TalentRate == nil {
		return nil
	}
	n, err := p.converted(*c.TalentRate, c.FromUnit)
	if err != nil {
		return err
	}
	p.vars["talentRate"] = n
	return nil
}

// converted is a rate in the project's unit.
func (p *plan) converted(rate decimal.Decimal, from money.RateUnit) (Number, error) {
	n := numberOf(rate)
	if from == "" || from == p.Unit {
		return n, nil
	}
	return toUnit(n, from, p.Unit, p.hours())
}

func first(list ...*decimal.Decimal) *decimal.Decimal {
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

// computeRule computes a rule; what is wrong with its formula is part of the outcome.
func (p *plan) computeRule(r *rule) (outcome, error) {
	if _, set := p.hand[r.key]; p.cyclic && !set {
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
	g, set := p.hand[r.key]
	switch {
	case set:
		o.exact = g.is
	case r.err != nil:
		return o, r.err
	default:
		if o.exact, err = r.formula.Run(p.vars); err != nil {
			return o, err
		}
	}
	n, err := p.style.rounded(o.exact)
	if err != nil {
		return o, err
	}
	d, err := p.style.roundRate(n, p.hours())
	if err != nil {
		return o, err
	}
	o.value = &d
	return o, nil
}

// explain computes a case and tells how.
func (p *plan) explain(c Case) (Result, error) {
	out, err := p.run(c)
	if err != nil {
		return Result{}, err
	}
	b := Breakdown{
		Currency: p.Currency, Unit: p.Unit, FormulaVersionID: p.versionID(), Inputs: p.inputs(c), Steps: []Step{},
		Warnings: []Warning{},
	}
	if c.TalentRate != nil && c.FromUnit != "" && c.FromUnit != p.Unit {
		o := outcome{exact: talentRate(p.vars)}
		if d, ok := o.exact.decimal(); ok {
			o.value = &d
		}
		b.Steps = append(b.Steps, step("talentRate", fmt.Sprintf("toUnit(talentRate, '%s', '%s')", c.FromUnit, p.Unit), o))
	}
	r := Result{TalentRate: c.TalentRate, Unit: p.Unit, VersionID: b.FormulaVersionID}
	if out.talent != nil {
		r.Unit = c.FromUnit
	} else if d, ok := talentRate(p.vars).decimal(); ok {
		r.TalentRate = &d
	}
	for i, rule := range p.rules {
		o := out.of[i]
		if _, set := p.hand[rule.key]; set {
			b.ByHand = append(b.ByHand, rule.key)
		} else {
			b.Steps = append(b.Steps, step(rule.key, rule.text, o))
		}
		if o.err != nil {
			b.Warnings = append(b.Warnings, Warning{Code: o.err.Code, Key: rule.key, Name: o.err.Name})
		}
		if rule.key == payRate {
			r.PayRate = o.value
		} else {
			r.BillRate = o.value
		}
	}
	slices.Sort(b.ByHand)
	if out.outside {
		b.Warnings = append(b.Warnings, p.rangeWarning())
	}
	if _, isUsed := b.Inputs[vmsFee]; isUsed && p.IsFeeLeftOut {
		b.Warnings = append(b.Warnings, feeLeftOut())
	}
	r.Warnings = b.Warnings
	r.Breakdown, err = storedBreakdown(b)
	return r, err
}

func talentRate(vars Vars) Number {
	n, _ := vars["talentRate"].(Number)
	return n
}

func step(key, text string, o outcome) Step {
	s := Step{Key: key, Expr: text}
	if o.value != nil {
		s.Value = *o.value
		if e := o.exact.String(); e != o.value.String() {
			s.Exact = e
		}
	}
	return s
}

// inputs are the variables the formulas read, as they were before any step.
func (p *plan) inputs(c Case) map[string]any {
	out := map[string]any{}
	for _, r := range p.rules {
		if _, set := p.hand[r.key]; set || r.formula == nil {
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

// storedBreakdown is the breakdown as an application keeps it: what its JSON reads back as.
func storedBreakdown(b Breakdown) (map[string]any, error) {
	text, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	var out map[string]any
	return out, json.Unmarshal(text, &out)
}
