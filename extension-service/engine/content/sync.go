package content

import (
	"context"
	"errors"
	"time"

	"poolkeeper.example/extension-service/engine/schedule"
)

// SyncTexts is the job that compares the texts with those of the content service.
func (s *Service) SyncTexts() schedule.Job {
	return schedule.Job{
		Name: "translation.sync", Schedule: "*/5 * * * *", Timeout: 2 * time.Minute,
		Do: func(ctx context.Context, r *schedule.Run) error {
			before := s.Messages.Version()
			if r.DryRun {
				r.Info("the texts are at %s", before)
				return nil
			}
			n, err := s.Compare(ctx)
			r.Count("checked", int64(n))
			if now := s.Messages.Version(); now != before {
				r.Count("rebuilt", 1)
				r.Info("the texts were at %s and are at %s", before, now)
			}
			filled, failed := s.missing.deleteResolved(ctx)
			unseen, also := s.showings.deleteExpired(ctx)
			uploads, pending := s.DropUploads(ctx)
			if forgotten := filled + unseen + uploads; forgotten > 0 {
				r.Count("removed", forgotten)
			}
			return errors.Join(err, failed, also, pending)
		},
	}
}
