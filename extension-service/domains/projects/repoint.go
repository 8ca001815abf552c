package projects

import (
	"context"
	"slices"
	"strconv"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Repoint lets the projects that draw from one pool draw from another, whoever asks, and returns what they drew from
// before.
func (s *Service) Repoint(ctx context.Context, from, to int64) (map[int64][]int64, error) {
	ids, err := s.DB().IDs(ctx, "SELECT project_id FROM project_pools WHERE pool_id = $1 ORDER BY project_id", from)
	out := map[int64][]int64{}
	for i := 0; i < len(ids) && err == nil; i++ {
		var old Project
		if old, err = s.asPools(ctx, ids[i]); err != nil {
			break
		}
		rest := slices.DeleteFunc(slices.Clone(old.PoolIDs), func(id int64) bool { return id == from })
		if !slices.Contains(rest, to) {
			rest = append(rest, to)
		}
		out[old.ID], err = old.PoolIDs, s.redraw(ctx, old, rest)
	}
	return out, err
}

// Redraw lets a project that draws from some pools draw from others. One that is gone or draws from yet others by now
// is left as it is, and its title comes back.
func (s *Service) Redraw(ctx context.Context, projectID int64, from, to []int64) (left string, err error) {
	old, err := s.asPools(ctx, projectID)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return "# " + strconv.FormatInt(projectID, 10), nil
	case err != nil:
		return "", err
	case !slices.Equal(slices.Sorted(slices.Values(old.PoolIDs)), slices.Sorted(slices.Values(from))):
		return old.Title, nil
	}
	return "", s.redraw(ctx, old, to)
}

// asPools reads a project in the name of its pools.
func (s *Service) asPools(ctx context.Context, id int64) (Project, error) {
	return s.Get(role.AsSystem(ctx, "pool.import"), id)
}

// redraw changes the pools of a project.
func (s *Service) redraw(ctx context.Context, old Project, poolIDs []int64) error {
	ctx = resource.WithAct(role.AsSystem(ctx, "pool.import"), resource.Act{Action: "update"})
	p := old
	p.PoolIDs = poolIDs
	if err := s.Table.Update(ctx, old, &p); err != nil {
		return err
	}
	return s.link(ctx, old, &p)
}
