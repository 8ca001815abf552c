package rates

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Key names the rate a formula is for.
type Key string

// Enum lists the keys.
func (Key) Enum() enum.List {
	return enum.List{Name: "rateKey", Text: "enum.rateKey", Values: []string{payRate, billRate}}
}

type previewInput struct {
	Formula       string                     `json:"formula" kind:"longtext" check:"required,max=2000"`
	Inputs        map[string]json.RawMessage `json:"inputs"`
	Currency      money.Currency             `json:"currency"`
	Unit          money.RateUnit             `json:"unit"`
	Key           Key                        `json:"key"`
	ApplicationID int64                      `json:"applicationId" kind:"id"`
}

// Preview is what one formula comes to.
type Preview struct {
	Currency money.Currency `json:"currency"`
	Unit     money.RateUnit `json:"unit"`
	Inputs   map[string]any `json:"inputs"`
	Steps    []Step         `json:"steps"`
	Warnings []Warning      `json:"warnings"`
}

// preview computes exactly one formula, without holding the result against a range. VALIDATION with the code, the name
// and the position of what is wrong with it.
func (s *Service) preview(ctx context.Context, in previewInput) (Preview, error) {
	out := Preview{Warnings: []Warning{}, Inputs: map[string]any{}}
	p, err := s.stage(ctx, in)
	if err != nil {
		return out, err
	}
	p.Facts.Unit, p.Facts.Currency = cmp.Or(in.Unit, p.Facts.Unit, money.PerHour),
		cmp.Or(in.Currency, p.Facts.Currency, "EUR")
	p.vars["unit"], p.vars["currency"] = string(p.Facts.Unit), string(p.Facts.Currency)
	out.Unit, out.Currency = p.Facts.Unit, p.Facts.Currency
	if err := read(in.Inputs, p.vars); err != nil {
		return out, err
	}
	f, err := s.formulas.parsed(in.Formula)
	if err != nil {
		return out, refused(err)
	}
	exactly, err := f.Run(p.vars)
	if err != nil {
		return out, refused(err)
	}
	rounded, err := p.Facts.style().rounded(exactly)
	if err != nil {
		return out, refused(err)
	}
	one := Step{Key: cmp.Or(string(in.Key), billRate), Expr: in.Formula, Value: rounded}
	if rounded.d.Cmp(exactly.d) != 0 {
		one.Exact = exactly.String()
	}
	out.Steps = []Step{one}
	for _, name := range f.uses {
		out.Inputs[name] = p.vars[name]
	}
	if d, ok := rounded.decimal(); ok && one.Key == billRate {
		if p.Facts.isOutOfRange(d) {
			out.Warnings = append(out.Warnings, p.Facts.rangeWarning())
		}
	}
	return out, nil
}

// refused is the answer to a formula that has no result.
func refused(err error) error {
	bad := fault.Validation()
	if err := formulaFieldError(bad, "formula", err); err != nil {
		return err
	}
	return bad
}

// stage is the plan of the named application, with its own variables in place; an empty one without an application.
func (s *Service) stage(ctx context.Context, in previewInput) (*plan, error) {
	if in.ApplicationID == 0 {
		return newPlan(Facts{}, set{}), nil
	}
	if who := role.From(ctx); !who.Can(role.RateRead) {
		return nil, resource.Forbidden(role.RateRead)
	}
	c, err := s.Applications.RateCase(ctx, in.ApplicationID)
	if err != nil {
		return nil, err
	}
	if c, err = s.provided(ctx, c); err != nil {
		return nil, err
	}
	p, err := s.planOf(ctx, c.ProjectID)
	if err != nil {
		return nil, err
	}
	out, err := p.run(c)
	if out.talent != nil {
		return nil, refused(out.talent)
	}
	return p, err
}

// read puts the inputs of a request into place, exactly as they are written.
func read(inputs map[string]json.RawMessage, into Vars) error {
	bad := fault.Validation()
	var unknown *fault.Error
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		raw := string(inputs[name])
		k, known := variables[name]
		switch {
		case !known || k == text:
			unknown = cmp.Or(unknown, fault.New(fault.Invalid, "UNKNOWN_FIELD", "unknown variable"))
			unknown.Field("inputs."+name, "error.unknownField", nil)
		case raw == "null" && k == number:
			into[name] = nil
		case k == boolean && (raw == "true" || raw == "false"):
			into[name] = raw == "true"
		case k == number && raw != "" && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9'):
			n, ok := literal(raw)
			if !ok {
				bad.Field("inputs."+name, "validation.numeric", nil)
			}
			into[name] = n
		default:
			bad.Field("inputs."+name, map[kind]string{number: "validation.numeric", boolean: "validation.boolean"}[k], nil)
		}
	}
	if unknown != nil {
		return unknown
	}
	return bad.OrNil()
}
