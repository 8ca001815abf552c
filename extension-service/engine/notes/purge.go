package notes

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/platform/role"
)

// perPurge is how many notes of a kind are removed in one run.
const perPurge = 1000

// Purge removes the notes whose time in the trash is over, and those beside records that are gone.
func (s *Service) Purge(ctx context.Context, r *schedule.Run) error {
	ctx = resource.WithAct(role.AsSystem(ctx, "retention.purgeDeleted"), resource.Act{Action: "purge"})
	due, err := s.DB().IDs(ctx, `
		SELECT n.id
		  FROM notes n
		 WHERE n.deleted_at <= $1
		 ORDER BY n.id
		 LIMIT $2`, statemachine.Purged(s.Now()).UnixMilli(), perPurge)
	if err != nil {
		return err
	}
	for _, kind := range s.kinds() {
		more, err := s.Orphans(ctx, kind, perPurge)
		if err != nil {
			return err
		}
		due = append(due, more...)
	}
	return r.Each(ctx, due, "purgedNotes", func(ctx context.Context, id int64) (string, error) {
		n, err := s.Get(ctx, id)
		if err != nil {
			return "", err
		}
		return "", s.remove(ctx, &n)
	})
}
