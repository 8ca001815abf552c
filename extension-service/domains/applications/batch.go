package applications

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Withdraw ends every open application of a project, as the system, under one batch id (A3, A6, A10, A13). What is in
// flight is withdrawn once it has been sent. It returns how many were ended.
func (s *Service) Withdraw(ctx context.Context, projectID int64, reason, batchID string) (int, error) {
	w := moveRequest{reason: Reason(reason), batchID: batchID}
	list, err := s.ofProject(ending(ctx, w), projectID, withdrawable...)
	if err != nil {
		return 0, err
	}
	return s.withdrawAll(ctx, list, w)
}

// WithdrawAll ends the applications of a talent that are in the statuses, as the system and for a machine reason (A3,
// A6, A10, A13, A16), under the caller's batch id or one of its own. All of them end, whatever of them the caller can
// see. It returns how many were ended.
func (s *Service) WithdrawAll(ctx context.Context, freelancerID int64, reason string, statuses []string) (int, error) {
	values := make([]any, len(statuses))
	for i, status := range statuses {
		values[i] = status
	}
	a, w := new(Application), moveRequest{
		reason:  Reason(reason),
		batchID: cmp.Or(role.From(ctx).BatchID, "bat_"+rand.Text()),
	}
	list, err := s.all(ending(ctx, w), query.Where(a, &a.FreelancerID, freelancerID),
		query.Where(a, &a.Status, values...))
	if err != nil {
		return 0, err
	}
	return s.withdrawAll(ctx, list, w)
}

// ending returns ctx acting as the system that ends applications.
func ending(ctx context.Context, w moveRequest) context.Context {
	return inBatch(ctx, w.batchID, resource.Act{Action: "withdraw", Reason: string(w.reason)})
}

// withdrawAll withdraws applications; what is in flight is withdrawn once it has been sent.
func (s *Service) withdrawAll(ctx context.Context, list []Application, w moveRequest) (ended int, err error) {
	ctx = ending(ctx, w)
	w.to, w.by = Withdrawn, batch
	for _, old := range list {
		if old.Status == SendPending && old.InFlight(s.Now()) {
			a := old
			a.WithdrawAfterSend, a.WithdrawReason, a.StatusBatchID = true, w.reason, w.batchID
			if err := s.Table.Update(ctx, old, &a); err != nil {
				return ended, err
			}
			continue
		}
		if _, err := s.move(ctx, old, w); err != nil {
			return ended, err
		}
		ended++
	}
	return ended, nil
}

// inBatch returns ctx acting as the system under a batch id, which the audit entries of its writes carry.
func inBatch(ctx context.Context, batchID string, act resource.Act) context.Context {
	who := *role.From(role.AsSystem(ctx, "application."+act.Action))
	who.BatchID = batchID
	return resource.WithAct(role.With(ctx, &who), act)
}

const batchLimit = 10_000 // applications of one project, which has far fewer

// Locked returns those of the applications that the caller can see, in the order of their ids, locked when inside
// Write.
func (s *Service) Locked(ctx context.Context, ids []int64) ([]Application, error) {
	a := new(Application)
	if lock := s.DB().Lock(ctx); lock != "" && len(ids) > 0 {
		var n int64
		locked := "SELECT id FROM applications WHERE id IN " + s.DB().InList(1) + " ORDER BY id" + lock
		if _, err := s.DB().Row(ctx, []any{&n}, "SELECT count(*) FROM ("+locked+") l", store.IDList(ids)); err != nil {
			return nil, err
		}
	}
	return s.all(ctx, query.Where(a, &a.ID, query.IDs(ids)...))
}

func (s *Service) ofProject(ctx context.Context, projectID int64, in ...Status) ([]Application, error) {
	a := new(Application)
	return s.all(ctx, query.Where(a, &a.ProjectID, projectID), query.Where(a, &a.Status, query.Codes(in)...))
}

func (s *Service) all(ctx context.Context, where ...query.Cond) ([]Application, error) {
	a := new(Application)
	page, err := s.List(ctx, query.All(a, batchLimit, where...))
	return page.Rows, err
}

// LastBatch returns the latest batch of a project whose applications may be restored; an empty one when there is none.
func (s *Service) LastBatch(ctx context.Context, projectID int64) (batchID string, count int, err error) {
	return s.lastBatch(ctx, "project_id", projectID, ProjectClosed)
}

// EndedWith returns the latest batch of applications that ended with their talent and may be restored with the talent,
// as far as the caller can see them; an empty one when there is none.
func (s *Service) EndedWith(ctx context.Context, freelancerID int64) (batchID string, count int, err error) {
	return s.lastBatch(ctx, "freelancer_id", freelancerID, UserDeactivated)
}

func (s *Service) lastBatch(ctx context.Context, column string, id int64, reason Reason) (batchID string, count int,
	err error,
) {
	_, err = s.DB().Row(ctx, []any{&batchID, &count}, `
		SELECT status_batch_id, count(*)
		  FROM applications a
		 WHERE `+column+` = $1
		   AND status = 'w'
		   AND status_reason = $2
		   AND status_batch_id <> ''
		   AND deleted_at IS NULL
		   AND `+store.WithinScope(ctx, "a")+`
		 GROUP BY status_batch_id
		 ORDER BY max(status_changed_at) DESC, status_batch_id
		 LIMIT 1`, id, string(reason))
	return batchID, count, err
}

// Restore puts the applications of a batch back, as the system, each checked against its own guards (A20). It returns
// how many came back and how many could not. VALIDATION for a batch the project does not have.
func (s *Service) Restore(ctx context.Context, projectID int64, batchID string) (restored, refused int, err error) {
	a := new(Application)
	return s.restore(ctx, batchID, query.Where(a, &a.ProjectID, projectID))
}

// RestoreOf puts back what ended with a talent who is active again, as the system, each checked against its own guards
// (A20); what was to end once it is sent may stay. It returns how many came back and how many could not. VALIDATION for
// a batch the talent does not have.
func (s *Service) RestoreOf(ctx context.Context, freelancerID int64, batchID string) (restored, refused int,
	err error,
) {
	a := new(Application)
	return s.restore(ctx, batchID, query.Where(a, &a.FreelancerID, freelancerID))
}

func (s *Service) restore(ctx context.Context, batchID string, of query.Cond) (restored, refused int, err error) {
	a := new(Application)
	ctx = inBatch(ctx, batchID, resource.Act{Action: "restore"})
	list, err := s.all(ctx, of, query.Where(a, &a.StatusBatchID, batchID))
	if err != nil {
		return 0, 0, err
	}
	if len(list) == 0 {
		return 0, 0, fault.Validation().Field("restoreApplicationsBatch", "validation.reference", nil)
	}
	for _, old := range list {
		switch err := s.revertEnd(ctx, old); fault.CodeOf(err) {
		case "":
			restored++
		case "TRANSITION_NOT_ALLOWED":
			refused++
		default:
			return restored, refused, fmt.Errorf("restore application %d: %w", old.ID, err)
		}
	}
	return restored, refused, nil
}

// revertEnd takes the end of one application back, or the plan to end it.
func (s *Service) revertEnd(ctx context.Context, old Application) error {
	if old.WithdrawAfterSend {
		a := old
		a.WithdrawAfterSend, a.WithdrawReason, a.StatusBatchID = false, "", ""
		return s.Table.Update(ctx, old, &a)
	}
	w := moveRequest{to: Unconfirmed, by: batch}
	if !old.ConfirmedAt.IsZero() {
		w.to = Active
	}
	_, err := s.move(ctx, old, w)
	return err
}

// SetSendingPaused keeps applications that wait to be sent from being sent, or lets them go again, and returns how many
// changed.
func (s *Service) SetSendingPaused(ctx context.Context, projectID int64, paused bool) (int, error) {
	action := "release"
	if paused {
		action = "hold"
	}
	ctx = inBatch(ctx, "", resource.Act{Action: action})
	pending, err := s.ofProject(ctx, projectID, SendPending)
	if err != nil {
		return 0, err
	}
	changed := 0
	for _, old := range pending {
		if old.SendHold == paused {
			continue
		}
		a := old
		a.SendHold = paused
		if err := s.Table.Update(ctx, old, &a); err != nil {
			return changed, err
		}
		changed++
	}
	return changed, nil
}
