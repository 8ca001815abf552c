package projects

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// Repoint lets the projects that draw from one pool draw from another, whoever asks, and returns what they drew from before.
func (s *Service) Repoint(ctx context.Context, from, to int64) (map[int64][]int64, error) {
	ids, err := s.DB().IDs(ctx, "SELECT project_id FROM project_pools WHERE pool_id = $1 ORDER BY project_id", from)
	out := map[int64][]int64{}
	for i := 0; i < len(ids) && err == nil; i++ {
		out[ids[i]], err = s.redraw(ctx, ids[i], func(had []int64) []int64 {
			rest := slices.DeleteFunc(slices.Clone(had), func(id int64) bool { return id == from })
			if !slices.Contains(rest, to) {
				rest = append(rest, to)
			}
			return rest
		})
	}
	return out, err
}

// Redraw gives a project back what it drew from before.
func (s *Service) Redraw(ctx context.Context, projectID int64, poolIDs []int64) error {
	_, err := s.redraw(ctx, projectID, func([]int64) []int64 { return poolIDs })
	return err
}

// redraw changes the pools of a project and returns those it had.
func (s *Service) redraw(ctx context.Context, id int64, change func(had []int64) []int64) ([]int64, error) {
	ctx = resource.Acting(role.AsSystem(ctx, "pool.import"), resource.Act{Action: "update"})
	old, err := s.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	p := old
	p.PoolIDs = change(old.PoolIDs)
	if err := s.Table.Update(ctx, old, &p); err != nil {
		return nil, err
	}
	return old.PoolIDs, s.link(ctx, old, &p)
}
