package applications

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/store"
)

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB    *store.DB
	Audit func(ctx context.Context, e store.Entry) error
	Now   func() time.Time
	// Project answers NOT_FOUND when the caller cannot see the project.
	Project func(ctx context.Context, id int64) error
}

// Service keeps the rules of applications.
type Service struct {
	*store.Table[Application, *Application]
	Invitations *store.Table[Invitation, *Invitation]
	project     func(ctx context.Context, id int64) error
}

// New returns the applications.
func New(d Deps) *Service {
	return &Service{
		project: d.Project,
		Table: store.NewTable[Application](d.DB, store.Config{
			Name: "applications", Entity: "application", Handle: "A", Indexed: true, Counted: []string{"client_id", "status"},
			Refs: map[string]string{"projectId": "projects", "clientId": "clients"},
			Taken: map[string]*fault.Error{
				"applications_project_id_freelancer_id_unique": fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "the freelancer has been sent for this project").
					With("blockedBy", []resource.Block{{Key: "application.block.duplicate"}}),
			},
			Audit: d.Audit, Now: d.Now,
		}),
		Invitations: store.NewTable[Invitation](d.DB, store.Config{
			Name: "invitations", Entity: "invitation", Audit: d.Audit, Now: d.Now,
		}),
	}
}

// Counts returns the number of applications per status of each project, all with one statement. A project without any
// is left out.
func (s *Service) Counts(ctx context.Context, projectIDs []int64) (map[int64]map[string]int, error) {
	out := make(map[int64]map[string]int, len(projectIDs))
	if len(projectIDs) == 0 {
		return out, nil
	}
	list := make([]string, len(projectIDs)) // numbers of our own, inlined
	for i, id := range projectIDs {
		list[i] = strconv.FormatInt(id, 10)
	}
	rows, err := s.DB().Query(ctx, `
		SELECT project_id, status, n
		  FROM project_application_count
		 WHERE project_id IN (`+strings.Join(list, ", ")+`)
		   AND live = 1
		   AND n > 0
		 ORDER BY project_id, status`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var status string
		var n int
		if err := rows.Scan(&id, &status, &n); err != nil {
			return nil, err
		}
		if out[id] == nil {
			out[id] = map[string]int{}
		}
		out[id][status] = n
	}
	return out, rows.Err()
}

// InFlight says how many applications of a project are being sent at this moment.
func (s *Service) InFlight(ctx context.Context, projectID int64) (n int, err error) {
	_, err = s.DB().Row(ctx, []any{&n}, `
		SELECT count(*)
		  FROM applications
		 WHERE project_id = $1
		   AND status IN ('sp', 's2c')
		   AND send_lease_until > $2`, projectID, s.Now().UnixMilli())
	return n, err
}

// AcceptedInvitations says how many invitations to a project were accepted.
func (s *Service) AcceptedInvitations(ctx context.Context, projectID int64) (n int, err error) {
	_, err = s.DB().Row(ctx, []any{&n}, `
		SELECT count(*)
		  FROM invitations
		 WHERE project_id = $1
		   AND state = 'ACCEPTED'
		   AND deleted_at IS NULL`, projectID)
	return n, err
}

// Withdraw ends every open application of a project, as the system, under one batch id (A3, A6, A10, A13). What is in
// flight is withdrawn once it has been sent. It returns how many were ended.
func (s *Service) Withdraw(ctx context.Context, projectID int64, reason, batchID string) (int, error) {
	ctx = inBatch(ctx, batchID, resource.Act{Action: "withdraw", Reason: reason})
	open, err := s.ofProject(ctx, projectID, withdrawable...)
	if err != nil {
		return 0, err
	}
	ended := 0
	for _, old := range open {
		a := old
		if a.Status == SendPending && a.InFlight(s.Now()) {
			a.WithdrawAfterSend = true
		} else {
			s.move(ctx, &a, Withdrawn, Reason(reason))
			a.WithdrawnAt, a.NextAttemptAt, a.SendHold = s.Now().Truncate(time.Millisecond), time.Time{}, false
			a.StatusBatchID = batchID
			ended++
		}
		if err := s.Update(ctx, old, &a); err != nil {
			return ended, err
		}
	}
	return ended, nil
}

// move sets the status of an application and who changed it why.
func (s *Service) move(ctx context.Context, a *Application, to Status, reason Reason) {
	a.Status, a.StatusReason, a.StatusComment = to, reason, ""
	a.StatusChangedAt, a.StatusChangedBy = s.Now().Truncate(time.Millisecond), role.From(ctx).Name
}

// inBatch returns ctx acting as the system under a batch id, which the audit entries of its writes carry.
func inBatch(ctx context.Context, batchID string, act resource.Act) context.Context {
	who := *role.From(role.AsSystem(ctx, "project.status"))
	who.BatchID = batchID
	return resource.Acting(role.With(ctx, &who), act)
}

const batchLimit = 10_000 // applications of one project, which has far fewer

func (s *Service) ofProject(ctx context.Context, projectID int64, in ...Status) ([]Application, error) {
	a := new(Application)
	values := make([]any, len(in))
	for i, status := range in {
		values[i] = string(status)
	}
	return s.all(ctx, resource.Where(a, &a.ProjectID, projectID), resource.Where(a, &a.Status, values...))
}

func (s *Service) all(ctx context.Context, where ...resource.Cond) ([]Application, error) {
	a := new(Application)
	page, err := s.List(ctx, resource.Query{
		Where: where, Sort: []resource.Sort{{Field: resource.FieldAt(a, &a.ID)}}, Limit: batchLimit, NoTotal: true,
	})
	return page.Rows, err
}

// LastBatch returns the latest batch of a project whose applications may be restored; an empty one when there is none.
func (s *Service) LastBatch(ctx context.Context, projectID int64) (batchID string, count int, err error) {
	_, err = s.DB().Row(ctx, []any{&batchID, &count}, `
		SELECT status_batch_id, count(*)
		  FROM applications
		 WHERE project_id = $1
		   AND status = 'w'
		   AND status_reason = 'PROJECT_CLOSED'
		   AND status_batch_id <> ''
		   AND deleted_at IS NULL
		 GROUP BY status_batch_id
		 ORDER BY max(status_changed_at) DESC, status_batch_id
		 LIMIT 1`, projectID)
	return batchID, count, err
}

// Restore puts the applications of a batch back, as the system, each checked against its own guards (A20). It returns
// how many came back and how many could not. VALIDATION for a batch the project does not have.
func (s *Service) Restore(ctx context.Context, projectID int64, batchID string) (restored, refused int, err error) {
	a := new(Application)
	ctx = inBatch(ctx, batchID, resource.Act{Action: "restore"})
	batch, err := s.all(ctx, resource.Where(a, &a.ProjectID, projectID), resource.Where(a, &a.StatusBatchID, batchID))
	if err != nil {
		return 0, 0, err
	}
	if len(batch) == 0 {
		return 0, 0, fault.Validation().Field("restoreApplicationsBatch", "validation.reference", nil)
	}
	for _, old := range batch {
		if !s.restorable(old) {
			refused++
			continue
		}
		back := old
		s.move(ctx, &back, Unconfirmed, "")
		if !back.ConfirmedAt.IsZero() {
			back.Status = Active
		}
		back.StatusBatchID, back.WithdrawnAt = "", time.Time{}
		if err := s.Update(ctx, old, &back); err != nil {
			return restored, refused, fmt.Errorf("restore application %d: %w", old.ID, err)
		}
		restored++
	}
	return restored, refused, nil
}

// reactivateDays is how long a withdrawn application may come back.
const reactivateDays = 30

// restorable is the guard of A20 that the application itself can answer; its project has been checked by the caller.
func (s *Service) restorable(a Application) bool {
	return a.Status == Withdrawn && a.StatusReason == ProjectClosed && a.FreelancerStatus == "AC" &&
		s.Now().Before(a.StatusChangedAt.AddDate(0, 0, reactivateDays))
}

// Hold keeps applications that wait to be sent from being sent, or lets them go again, and returns how many changed.
func (s *Service) Hold(ctx context.Context, projectID int64, hold bool) (int, error) {
	action := "release"
	if hold {
		action = "hold"
	}
	ctx = inBatch(ctx, "", resource.Act{Action: action})
	pending, err := s.ofProject(ctx, projectID, SendPending)
	if err != nil {
		return 0, err
	}
	changed := 0
	for _, old := range pending {
		if old.SendHold == hold {
			continue
		}
		a := old
		a.SendHold = hold
		if err := s.Update(ctx, old, &a); err != nil {
			return changed, err
		}
		changed++
	}
	return changed, nil
}

// Follow brings what the applications of a project repeat of it up to date, as the system.
func (s *Service) Follow(ctx context.Context, projectID int64, title string, legalEntityID int64) error {
	a := new(Application)
	ctx = inBatch(ctx, "", resource.Act{Action: "follow"})
	list, err := s.all(ctx, resource.Where(a, &a.ProjectID, projectID))
	if err != nil {
		return err
	}
	for _, old := range list {
		now := old
		now.ProjectTitle, now.LegalEntityID = title, legalEntityID
		if err := s.Update(ctx, old, &now); err != nil {
			return err
		}
	}
	return nil
}
