package rates

import (
	"context"
	"maps"

	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

type sampleInput struct {
	ClientID int64 `query:"clientId" kind:"id" check:"required"`
}

// Sample is one application to try formulas on.
type Sample struct {
	ApplicationID int64          `json:"applicationId" kind:"id"`
	Handle        string         `json:"handle"`
	Currency      money.Currency `json:"currency"`
	Unit          money.RateUnit `json:"unit"`
	Inputs        map[string]any `json:"inputs"`
}

const samples = 10

// sample lists the latest open applications of a client with what formulas may read of them; the rates are those they
// have now. NOT_FOUND.
func (s *Service) sample(ctx context.Context, in sampleInput) (resource.List[Sample], error) {
	out := resource.List[Sample]{Results: []Sample{}}
	client := recordRef{OfClient, in.ClientID}
	if _, err := s.subject(ctx, client); err != nil {
		return out, err
	}
	var latest []open
	var ids []int64
	err := s.eachOpen(ctx, openRange{of: client, limit: samples, latest: true}, func(o *open) error {
		latest, ids = append(latest, *o), append(ids, o.id)
		return nil
	})
	if err != nil {
		return out, err
	}
	f, err := s.planSetFor(ctx, ids)
	if err != nil {
		return out, err
	}
	for i := range latest {
		if f.plans[latest[i].projectID] == nil {
			continue // its project is gone since
		}
		one, err := f.sampleOf(&latest[i])
		if err != nil {
			return out, err
		}
		out.Results = append(out.Results, one)
	}
	out.TotalResults = int64(len(out.Results))
	return out, nil
}

func (f *planSet) sampleOf(o *open) (Sample, error) {
	p := f.plans[o.projectID]
	if _, err := p.run(f.caseOf(o)); err != nil {
		return Sample{}, err
	}
	inputs := map[string]any(maps.Clone(p.vars))
	inputs[payRate], inputs[billRate] = numberOrNil(o.pay), numberOrNil(o.bill)
	if d, ok := talentRate(p.vars).decimal(); ok {
		inputs["talentRate"] = d // an amount, which has four fraction digits
	}
	delete(inputs, "unit")
	delete(inputs, "currency")
	return Sample{ApplicationID: o.id, Handle: o.handle, Currency: p.Currency, Unit: p.Unit, Inputs: inputs}, nil
}
