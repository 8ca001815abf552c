package clients

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/platform/role"
)

// Cards are what the start page shows of clients.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{{
		Key: "clientsWithoutFormulas", Needs: role.FormulaWrite, Steps: []dashboard.Step{dashboard.Open},
		Link: dashboard.Filtered("/platform/clients", map[string]any{"ownFormulas": false}),
		Load: func(ctx context.Context) (dashboard.Content, error) {
			n, err := s.Count(ctx, s.Where("payRateFormula", query.Is, ""), s.Where("billRateFormula", query.Is, ""))
			return dashboard.Content{Count: n}, err
		},
	}}
}
