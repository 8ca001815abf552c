package applications

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/store"
)

// Dealings are what there was between somebody and a project or its client.
type Dealings struct {
	Applied         bool // for the project, and not withdrawn
	WorkedForClient bool
}

const dealingsAtOnce = 500 // parameters of one statement

// DealingsWith tells them of people, by their ids, whoever asks; of those without any there is no entry.
func (s *Service) DealingsWith(ctx context.Context, p projects.Project, freelancerIDs []int64) (map[int64]Dealings, error) {
	out := map[int64]Dealings{}
	for ids := range slices.Chunk(freelancerIDs, dealingsAtOnce) {
		if err := s.addDealings(ctx, out, p, ids); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *Service) addDealings(ctx context.Context, to map[int64]Dealings, p projects.Project, ids []int64) error {
	args := store.Args{p.ID, p.ClientID, string(Withdrawn), string(Hired)}
	people := store.OneOf(ids, args.Add)
	var id int64
	var one Dealings
	return s.DB().Each(ctx, []any{&id, &one.Applied, &one.WorkedForClient}, func() error {
		to[id] = one
		return nil
	}, `
		SELECT freelancer_id, max(CASE WHEN project_id = $1 AND status <> $3 THEN 1 ELSE 0 END), max(CASE WHEN client_id = $2 AND status = $4 THEN 1 ELSE 0 END)
		  FROM applications
		 WHERE freelancer_id IN `+people+`
		   AND deleted_at IS NULL
		 GROUP BY freelancer_id`, args...)
}
