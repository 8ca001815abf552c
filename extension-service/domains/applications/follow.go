package applications

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// CountOpen counts the open applications of a talent by status, as far as the caller can see them.
func (s *Service) CountOpen(ctx context.Context, freelancerID int64) (map[string]int, error) {
	out := map[string]int{}
	var status string
	var n int
	err := s.DB().Each(ctx, []any{&status, &n}, func() error {
		out[status] = n
		return nil
	}, `
		SELECT status, count(*)
		  FROM applications a
		 WHERE freelancer_id = $1
		   AND status IN ('uc', 'a', 'sp', 'sf', 's2c')
		   AND deleted_at IS NULL
		   AND `+store.WithinScope(ctx, "a")+`
		 GROUP BY status
		 ORDER BY status`, freelancerID)
	return out, err
}

// AssignmentsOf counts the hires of a talent whose assignment has not ended, as far as the caller can see them.
func (s *Service) AssignmentsOf(ctx context.Context, freelancerID int64) (n int, err error) {
	_, err = s.DB().Row(ctx, []any{&n}, `
		SELECT count(*)
		  FROM applications a
		  JOIN project_facts p ON p.id = a.project_id
		 WHERE a.freelancer_id = $1
		   AND a.status = 'h'
		   AND a.deleted_at IS NULL
		   AND (p.assignment_period_end = '' OR p.assignment_period_end >= $2)
		   AND `+store.WithinScope(ctx, "a"), freelancerID, string(date.FromTime(s.Now())))
	return n, err
}

// BusyBeyond says whether a talent has open applications or a running assignment that the caller cannot see.
func (s *Service) BusyBeyond(ctx context.Context, freelancerID int64) (bool, error) {
	if role.From(ctx).Scope.IsUnlimited() {
		return false, nil
	}
	return s.DB().Row(ctx, []any{new(int)}, `
		SELECT 1
		  FROM applications a
		  JOIN project_facts p ON p.id = a.project_id
		 WHERE a.freelancer_id = $1
		   AND a.deleted_at IS NULL
		   AND (a.status IN ('uc', 'a', 'sp', 'sf', 's2c')
		        OR a.status = 'h' AND (p.assignment_period_end = '' OR p.assignment_period_end >= $2))
		   AND NOT `+store.WithinScope(ctx, "a")+`
		 LIMIT 1`, freelancerID, string(date.FromTime(s.Now())))
}

// FollowFreelancer brings what applications repeat of a talent up to date, in the index too. It is no change of theirs:
// the talent's own history tells it, and their versions stay.
func (s *Service) FollowFreelancer(ctx context.Context, freelancerID int64, name, status string) error {
	_, err := s.DB().Exec(ctx, `
		UPDATE applications
		   SET freelancer_name = $1, freelancer_name_fold = $2, freelancer_status = $3
		 WHERE freelancer_id = $4`, name, store.Fold(name), status, freelancerID)
	if err != nil {
		return err
	}
	s.DB().Touched(ctx, "applications", "freelancer_name", "freelancer_status")
	return s.Reindex(ctx, "freelancer_id", freelancerID)
}

// Anonymise takes everything out of a talent's applications that says who it is, as the system; name is what stands
// there instead. What happened when and at which rate stays.
func (s *Service) Anonymise(ctx context.Context, freelancerID int64, name string) error {
	a := new(Application)
	ctx = inBatch(ctx, "", resource.Act{Action: "anonymise"})
	list, err := s.all(ctx, query.Where(a, &a.FreelancerID, freelancerID))
	if err != nil {
		return err
	}
	for _, old := range list {
		now := old.withoutPersonal()
		now.FreelancerName, now.FreelancerStatus, now.ExternalID, now.PayloadHash = name, "DL", "", ""
		for _, by := range []*string{&now.CreatedBy, &now.StatusChangedBy} { // the talent may have done it
			if *by == old.FreelancerName {
				*by = name
			}
		}
		if err := s.Table.Update(ctx, old, &now); err != nil {
			return err
		}
		if err := s.markAnswers(ctx, old, &now); err != nil {
			return err
		}
	}
	_, err = s.DB().Exec(ctx, `
		UPDATE application_attempts
		   SET message = '', external_id = ''
		 WHERE application_id IN (SELECT id FROM applications WHERE freelancer_id = $1)`, freelancerID)
	if err != nil {
		return err
	}
	return s.forgetEnds(ctx, freelancerID)
}
