package questions

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/platform/role"
)

// Cards are what the start page shows of questions: those that nobody has ever answered.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{{
		Key: "unusedQuestions", Needs: role.QuestionRead,
		Link: dashboard.Filtered("/questions/list", map[string]any{"used": false}),
		Load: func(ctx context.Context) (dashboard.Content, error) {
			n, err := s.Count(ctx, s.Where("used", query.Is, false))
			return dashboard.Content{Count: n}, err
		},
	}}
}
