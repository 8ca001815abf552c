package freelancers

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/engine/schedule"
)

const (
	unverifiedDays       = 30
	minRetentionDays     = 30  // days; no client may set fewer
	defaultRetentionDays = 730 // where no client says for how long
	perPurge             = 500 // of each kind in one run
)

// Purge puts those into the trash who have not confirmed their address for a month (U2) and those of whom nothing was
// heard for as long as their clients keep people (U5), and forgets those whose time in the trash is over (U7). It says
// whether anybody was forgotten.
func (s *Service) Purge(ctx context.Context, r *schedule.Run) (forgot bool, err error) {
	if err := s.trashUnverified(ctx, r); err != nil {
		return false, err
	}
	if err := s.trashSilent(ctx, r); err != nil {
		return false, err
	}
	deleted, err := s.DB().IDs(ctx, `
		SELECT id FROM freelancers
		 WHERE user_status = 'DL' AND anonymised_at IS NULL AND legal_hold = 0 AND merged_into_id IS NULL AND deleted_at <= $1
		 ORDER BY id LIMIT $2`, statemachine.Purged(s.Now()).UnixMilli(), perPurge)
	if err != nil {
		return false, err
	}
	var files []string
	err = r.Each(ctx, deleted, "anonymisedFreelancers", func(ctx context.Context, id int64) (string, error) {
		handle, gone, err := s.purge(ctx, id)
		files = append(files, gone...)
		return handle, err
	})
	if err != nil || r.DryRun {
		return false, err
	}
	return len(deleted) > 0, s.dropAll(ctx, files)
}

func (s *Service) trashUnverified(ctx context.Context, r *schedule.Run) error {
	ids, err := s.DB().IDs(ctx, `
		SELECT id FROM freelancers WHERE user_status = 'UV' AND coalesce(status_changed_at, created) <= $1 AND created <= $1 ORDER BY id LIMIT $2`,
		s.Now().AddDate(0, 0, -unverifiedDays).UnixMilli(), perPurge)
	if err != nil {
		return err
	}
	return r.Each(ctx, ids, "unverified", func(ctx context.Context, id int64) (string, error) {
		return s.trash(ctx, id, Unverified, "never confirmed")
	})
}

// trashSilent looks for those who, like all their applications, have not changed for as long as the most patient of
// their clients keeps people. Whose assignment runs stays.
func (s *Service) trashSilent(ctx context.Context, r *schedule.Run) error {
	now := s.Now()
	ids, err := s.DB().IDs(ctx, `
		WITH silent AS (
			SELECT f.id, f.last_updated,
			       coalesce((SELECT max(c.retention_days)
			                   FROM client_retention c
			                  WHERE c.id = f.bound_client_id
			                     OR c.id IN (SELECT a.client_id FROM application_activity a WHERE a.freelancer_id = f.id)), $1) AS days
			  FROM freelancers f
			 WHERE f.user_status IN ('AC', 'DE') AND f.legal_hold = 0 AND f.last_updated <= $2
		)
		SELECT s.id
		  FROM silent s
		 WHERE s.last_updated <= $3 - s.days * 86400000
		   AND NOT EXISTS (SELECT 1 FROM application_activity a WHERE a.freelancer_id = s.id AND a.last_updated > $3 - s.days * 86400000)
		 ORDER BY s.id
		 LIMIT $4`, defaultRetentionDays, now.AddDate(0, 0, -minRetentionDays).UnixMilli(), now.UnixMilli(), perPurge)
	if err != nil {
		return err
	}
	return r.Each(ctx, ids, "silent", func(ctx context.Context, id int64) (string, error) {
		if n, err := s.deps.Applications.AssignmentsOf(ctx, id); err != nil || n > 0 {
			return "", err
		}
		return s.trash(ctx, id, "", "nothing heard for long")
	})
}

// trash deletes somebody who is still in a status; "" is any but deleted.
func (s *Service) trash(ctx context.Context, id int64, in Status, why string) (label string, err error) {
	p, err := s.Get(ctx, id)
	if err != nil || p.UserStatus == Deleted || in != "" && p.UserStatus != in {
		return "", err
	}
	ctx = resource.WithAct(ctx, resource.Act{Action: "delete", Reason: "NO_RESPONSE"})
	return p.Handle + " deleted, " + why, s.move(ctx, &p, Change{Status: Deleted, Reason: "NO_RESPONSE"},
		statemachine.System)
}
