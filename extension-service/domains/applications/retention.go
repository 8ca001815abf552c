package applications

import (
	"context"
	"fmt"
	"time"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/schedule"
)

const (
	endedDays  = 180 // after which a rejected or withdrawn application says only what has happened
	hiredYears = 10  // after which one of somebody who was hired does
	perPurge   = 500 // applications in one run
)

// withoutPersonal is the application without what was written or uploaded for it: what happened when and at which rate
// stays.
func (a Application) withoutPersonal() Application {
	a.StatusComment, a.Message, a.RateOverrideReason = "", "", ""
	a.Answers, a.CVResourceID, a.Attachments, a.PDFResourceID = nil, "", nil, ""
	if e := a.LastSendError; e != nil {
		a.LastSendError = &SendError{Class: e.Class, Code: e.Code, At: e.At, Retryable: e.Retryable}
	}
	return a
}

// Purge takes out of applications that have ended long ago what was written or uploaded for them.
func (s *Service) Purge(ctx context.Context, r *schedule.Run) error {
	now := s.Now()
	due, err := s.DB().IDs(ctx, `
		SELECT id
		  FROM applications
		 WHERE (status IN ('rm', 'rv', 'w') AND status_changed_at <= $1 OR status = 'h' AND hired_at <= $2)
		   AND (status_comment <> '' OR message <> '' OR rate_override_reason <> '' OR answers NOT IN ('', '[]', 'null')
		        OR cv_resource_id <> '' OR attachments NOT IN ('', '[]', 'null') OR pdf_resource_id <> '')
		 ORDER BY id
		 LIMIT $3`, now.AddDate(0, 0, -endedDays).UnixMilli(), now.AddDate(-hiredYears, 0, 0).UnixMilli(), perPurge)
	if err != nil {
		return err
	}
	return r.Each(ctx, due, "clearedApplications", s.clear)
}

func (s *Service) clear(ctx context.Context, id int64) (label string, err error) {
	old, err := s.Get(ctx, id)
	if err != nil {
		return "", err
	}
	now := old.withoutPersonal()
	if err := s.Table.Update(resource.WithAct(ctx, resource.Act{Action: "anonymise"}), old, &now); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s cleared, ended %s", old.Handle, old.StatusChangedAt.Format(time.DateOnly)),
		s.markAnswers(ctx, old, &now)
}

// PurgeProject removes the applications and invitations of a project for good. The audit log keeps whose and for what
// they were.
func (s *Service) PurgeProject(ctx context.Context, projectID int64) error {
	invited, err := s.Invitations.List(ctx, everyOne(new(Invitation),
		s.Invitations.Where("projectId", query.Is, projectID)))
	if err != nil {
		return err
	}
	for i := range invited.Rows {
		v := invited.Rows[i]
		if err := s.Invitations.Purge(ctx, &v, Invitation{
			ProjectID: v.ProjectID, FreelancerID: v.FreelancerID,
			ClientID: v.ClientID,
		}); err != nil {
			return err
		}
	}
	made, err := s.List(ctx, everyOne(new(Application), s.Where("projectId", query.Is, projectID)))
	if err != nil {
		return err
	}
	for i := range made.Rows {
		a := made.Rows[i]
		remaining := Application{ProjectID: a.ProjectID, FreelancerID: a.FreelancerID, ClientID: a.ClientID}
		if err := s.Table.Purge(ctx, &a, remaining); err != nil {
			return err
		}
	}
	return nil
}

// everyOne asks for the records of a project, those in the trash too.
func everyOne[T any](of *T, where query.Cond) query.Query {
	q := query.All(of, batchLimit, where)
	q.Trash = query.Both
	return q
}
