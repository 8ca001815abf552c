package projects

import (
	"context"

	"poolkeeper.example/extension-service/domains/rates"
)

// RateSubject answers a project that the caller can see, with its formulas and variables. NOT_FOUND.
func (s *Service) RateSubject(ctx context.Context, projectID int64) (rates.Subject, error) {
	p, err := s.Get(ctx, projectID)
	return rateSubject(p), err
}

// SaveFormulas saves the formulas of a project, as a PUT of the two fields would. NOT_FOUND, VALIDATION.
func (s *Service) SaveFormulas(ctx context.Context, projectID int64, to rates.Pair) error {
	return rates.SaveFormulas(ctx, s, projectID, func(p *Project) {
		p.PayRateFormula, p.BillRateFormula = to.Pay, to.Bill
	})
}

func rateSubject(p Project) rates.Subject {
	return rates.Subject{
		Scope: rates.OfProject, ID: p.ID, ClientID: p.ClientID, LegalEntityID: p.LegalEntityID, Name: p.Title,
		Pair: rates.Pair{Pay: p.PayRateFormula, Bill: p.BillRateFormula},
		Facts: rates.Facts{
			HoursPerWeek: p.HoursPerWeek, RateMin: p.RateMin, RateMax: p.RateMax, Positions: &p.Positions, Unit: p.RateUnit,
			Currency: p.Currency,
		},
	}
}
