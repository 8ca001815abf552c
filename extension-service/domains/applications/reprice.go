package applications

import (
	"context"

	"poolkeeper.example/extension-service/domains/rates"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/platform/fault"
)

// RateCase answers what an application that the caller can see says about its rates. NOT_FOUND.
func (s *Service) RateCase(ctx context.Context, id int64) (rates.Case, error) {
	a, err := s.Table.Get(ctx, id)
	return a.rateCase(), err
}

// Reprice has the rates of applications computed anew, of those whose rates may still change, and returns a row of a
// job for each.
func (s *Service) Reprice(ctx context.Context, ids []int64, compute func(rates.Case) (rates.Result, error)) ([]jobs.Row,
	error,
) {
	list, err := s.Locked(ctx, ids)
	if err != nil {
		return nil, err
	}
	ctx = resource.WithAct(ctx, resource.Act{Action: "formula"})
	rows := make([]jobs.Row, len(list))
	for i, old := range list {
		rows[i] = jobs.Row{ID: old.ID, Title: old.Handle, OK: true} // no name: its owner may not read applications
		if !old.ratesOpen() {
			continue
		}
		a := old
		r, err := compute(a.rateCase())
		if err != nil {
			return nil, err
		}
		a.applyRates(r)
		if err := s.Table.Update(ctx, old, &a); err != nil {
			return nil, err
		}
		if a.Version != old.Version {
			rows[i].Version, rows[i].Before = a.Version, pricedOf(&old)
		}
	}
	return rows, nil
}

// priced is what Reprice changes of an application.
type priced struct {
	TalentRate       *decimal.Decimal `json:"talentRate"`
	RateUnit         money.RateUnit   `json:"rateUnit"`
	PayRate          *decimal.Decimal `json:"payRate"`
	BillRate         *decimal.Decimal `json:"billRate"`
	RateBreakdown    map[string]any   `json:"rateBreakdown"`
	FormulaVersionID *int64           `json:"formulaVersionId"`
}

func pricedOf(a *Application) priced {
	return priced{a.TalentRate, a.RateUnit, a.PayRate, a.BillRate, a.RateBreakdown, a.FormulaVersionID}
}

// RestoreRates gives an application the rates back that it had before Reprice. One that has changed since is left
// alone.
func (s *Service) RestoreRates(ctx context.Context, done jobs.Row) (jobs.Row, error) {
	old, err := s.Table.Get(ctx, done.ID)
	if fault.KindOf(err) == fault.NotFound {
		return jobs.Row{Reasons: resource.ReasonCode("NOT_FOUND")}, nil
	}
	if err != nil {
		return jobs.Row{}, err
	}
	if old.Version != done.Version {
		return jobs.Row{OK: true, Outcome: jobs.Skipped, Reasons: resource.ReasonCode("STALE_VERSION")}, nil
	}
	var had priced
	if err := done.Image(&had); err != nil {
		return jobs.Row{}, err
	}
	a := old
	a.TalentRate, a.RateUnit, a.PayRate, a.BillRate = had.TalentRate, had.RateUnit, had.PayRate, had.BillRate
	a.RateBreakdown, a.FormulaVersionID = had.RateBreakdown, had.FormulaVersionID
	return jobs.Row{OK: true}, s.Table.Update(resource.WithAct(ctx, resource.Act{Action: "formula"}), old, &a)
}
