package projects

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/engine/schedule"
)

const perPurge = 200 // projects in one run

// Purge removes the projects whose time in the trash is over (P8), with all that belongs to them. One for which
// somebody was hired stays, and so does one that somebody under a legal hold has applied for.
func (s *Service) Purge(ctx context.Context, r *schedule.Run) error {
	due, err := s.due(ctx, 0)
	if err != nil {
		return err
	}
	return r.Each(ctx, due, "purgedProjects", func(ctx context.Context, id int64) (string, error) {
		p, err := s.Get(ctx, id)
		if err != nil {
			return "", err
		}
		still, err := s.due(ctx, id) // somebody may have been faster
		if err != nil || len(still) == 0 {
			return "", err
		}
		return p.Handle + " removed", s.purge(resource.WithAct(ctx, resource.Act{Action: "purge"}), p)
	})
}

// due lists the projects that can be removed: one of them, or all when id is 0.
func (s *Service) due(ctx context.Context, id int64) ([]int64, error) {
	return s.DB().IDs(ctx, `
		SELECT p.id
		  FROM projects p
		 WHERE p.status = 'DELETED'
		   AND p.deleted_at <= $1
		   AND CAST($2 AS BIGINT) IN (0, p.id)
		   AND NOT EXISTS (SELECT 1 FROM held_projects h WHERE h.project_id = p.id)
		 ORDER BY p.id
		 LIMIT $3`, statemachine.Purged(s.Now()).UnixMilli(), id, perPurge)
}

func (s *Service) purge(ctx context.Context, p Project) error {
	if err := s.deps.Applications.PurgeProject(ctx, p.ID); err != nil {
		return err
	}
	for _, table := range []string{"project_msps", "project_pools"} {
		if _, err := s.DB().Exec(ctx, "DELETE FROM "+table+" WHERE project_id = $1", p.ID); err != nil {
			return err
		}
	}
	return s.Table.Purge(ctx, &p, Project{Title: p.Title, ClientID: p.ClientID, ClientName: p.ClientName})
}
