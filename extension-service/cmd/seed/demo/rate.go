package demo

import (
	"context"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/rates"
)

// computeRates computes the rates of an application by the formulas of its project, as at the time it was made.
func (f *generator) computeRates(ctx context.Context, a *applications.Application) error {
	c := rates.Case{
		ProjectID: a.ProjectID, TalentRate: a.TalentRate, HoursPerWeek: a.HoursPerWeek,
		IsMSP: a.ProviderKind == applications.ByMSP,
	}
	for i := range f.firms {
		if a.MSPID != nil && f.firms[i].ID == *a.MSPID {
			c.MSPFeePct, c.Tier = f.firms[i].FeePct, &f.firms[i].Tier
		}
	}
	r, err := f.rates.Compute(ctx, c)
	a.PayRate, a.BillRate, a.RateBreakdown, a.FormulaVersionID = r.PayRate, r.BillRate, r.Breakdown, r.VersionID
	return err
}
