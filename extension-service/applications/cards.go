package applications

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/dashboard"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

const lateAfter = 7 * 24 * time.Hour

// Cards are what the start page shows of applications.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{
		{Key: "sendFailed", Needs: role.ApplicationRead, Load: func(ctx context.Context) (dashboard.Figures, error) {
			n, err := s.Count(ctx, s.Where("status", resource.Is, string(SendFailed)))
			return dashboard.Figures{Count: n}, err
		}},
		{Key: "unconfirmed", Needs: role.ApplicationRead, Load: func(ctx context.Context) (dashboard.Figures, error) {
			late := s.Where("created", resource.AtMost, s.Now().Add(-lateAfter).UnixMilli())
			n, err := s.Count(ctx, s.Where("status", resource.Is, string(Unconfirmed)), late)
			return dashboard.Figures{Count: n}, err
		}},
		{Key: "applicationsByStatus", Needs: role.ApplicationRead, Load: s.byStatus},
	}
}

func (s *Service) byStatus(ctx context.Context) (f dashboard.Figures, err error) {
	for _, status := range Statuses {
		n, err := s.Count(ctx, s.Where("status", resource.Is, string(status.Code)))
		if err != nil {
			return f, err
		}
		f.Count += n
		f.Items = append(f.Items, dashboard.Item{Label: "application.status." + string(status.Code), Count: n})
	}
	return f, nil
}
