package freelancers

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/platform/role"
)

// waiting are the states in which a request for erasure waits for people.
var waiting = []ErasureState{Received, IdentityCheck}

// Cards are what the start page shows of freelancers.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{
		{
			Key: "duplicatesToReview", Needs: role.FreelancerMerge, Steps: []dashboard.Step{dashboard.Open},
			Link: dashboard.Filtered("/users/duplicates", map[string]any{"state": []PairState{PairOpen}}),
			Load: func(ctx context.Context) (dashboard.Content, error) {
				n, err := s.pairs.Count(ctx, inState([]PairState{PairOpen}))
				return dashboard.Content{Count: n}, err
			},
		},
		{
			Key: "erasuresDue", Needs: role.FreelancerErase, Steps: []dashboard.Step{dashboard.Open},
			Link: dashboard.Filtered("/users/erasures", map[string]any{"state": waiting}),
			Load: func(ctx context.Context) (dashboard.Content, error) {
				e := new(Erasure)
				n, err := s.erasures.Count(ctx, resource.Where(e, &e.State, string(Received), string(IdentityCheck)))
				return dashboard.Content{Count: n}, err
			},
		},
	}
}
