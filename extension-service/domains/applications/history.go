package applications

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/store"
)

// History are what there was between somebody and a project or its client.
type History struct {
	Applied         bool // for the project, and not withdrawn
	WorkedForClient bool
}

const dealingsAtOnce = 500 // parameters of one statement

// HistoryWith tells them of people, by their ids, whoever asks; of those without any there is no entry.
func (s *Service) HistoryWith(ctx context.Context, p projects.Project, freelancerIDs []int64) (map[int64]History,
	error,
) {
	out := map[int64]History{}
	for ids := range slices.Chunk(freelancerIDs, dealingsAtOnce) {
		if err := s.addDealings(ctx, out, p, ids); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *Service) addDealings(ctx context.Context, to map[int64]History, p projects.Project, ids []int64) error {
	args := store.Args{p.ID, p.ClientID, string(Withdrawn), string(Hired)}
	people := store.OneOf(ids, args.Add)
	var id int64
	var one History
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
