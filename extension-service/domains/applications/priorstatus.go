package applications

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// priorStatus is the status of an application, with who set it when and why.
type priorStatus struct {
	Reason    Reason    `json:"reason"`
	Comment   string    `json:"comment"`
	ChangedAt time.Time `json:"changedAt"`
	ChangedBy string    `json:"changedBy"`
	BatchID   string    `json:"batchId"`
}

// storePriorStatus remembers how an application stood that ends with something else, and gives it back to one that an
// undo brings back, itself or with something else.
func (s *Service) storePriorStatus(ctx context.Context, m *move) error {
	switch {
	case m.by == batch && m.to == Withdrawn && m.batchID != "":
		return s.remember(ctx, m.old)
	case m.by == batch:
		return s.restorePriorStatus(ctx, &m.now)
	}
	return resource.RestoreValues(ctx, m.old.ID, &m.now)
}

// remember keeps how an application stood that ends with its project or its talent.
func (s *Service) remember(ctx context.Context, a Application) error {
	was, err := json.Marshal(priorStatus{
		a.StatusReason, a.StatusComment, a.StatusChangedAt, a.StatusChangedBy,
		a.StatusBatchID,
	})
	if err != nil {
		return fmt.Errorf("standing of application %d: %w", a.ID, err)
	}
	_, err = s.DB().Exec(ctx, `
		INSERT INTO application_ends (application_id, was)
		VALUES ($1, $2)
		    ON CONFLICT (application_id) DO UPDATE SET was = excluded.was`, a.ID, string(was))
	return err
}

// restorePriorStatus gives an application that comes back with an undone change how it stood before. One that comes
// back otherwise has its status from now on.
func (s *Service) restorePriorStatus(ctx context.Context, a *Application) error {
	if !resource.Undoes(ctx) {
		return nil
	}
	var text string
	found, err := s.DB().Row(ctx, []any{&text}, "SELECT was FROM application_ends WHERE application_id = $1", a.ID)
	if err != nil || !found {
		return err
	}
	var was priorStatus
	if err := json.Unmarshal([]byte(text), &was); err != nil {
		return fmt.Errorf("standing of application %d: %w", a.ID, err)
	}
	a.StatusReason, a.StatusComment, a.StatusBatchID = was.Reason, was.Comment, was.BatchID
	a.StatusChangedAt, a.StatusChangedBy = was.ChangedAt, was.ChangedBy
	return nil
}

// forgetEnds removes what is remembered of the ends of a talent's applications.
func (s *Service) forgetEnds(ctx context.Context, freelancerID int64) error {
	_, err := s.DB().Exec(ctx, `
		DELETE FROM application_ends
		 WHERE application_id IN (SELECT id FROM applications WHERE freelancer_id = $1)`, freelancerID)
	return err
}
