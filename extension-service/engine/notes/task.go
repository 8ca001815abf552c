package notes

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Snoozing asks for another due date of a task; none takes it off.
type Snoozing struct {
	DueOn date.Date `json:"dueOn"`
}

// Complete ticks a task off.
func (s *Service) Complete(ctx context.Context, n *Note, _ resource.None) (resource.Shown[Note], error) {
	return s.saveChange(ctx, n, func() { n.State, n.DoneAt, n.DoneBy = Done, s.Now(), role.From(ctx).Name })
}

// Reopen makes a finished task one that is to be done.
func (s *Service) Reopen(ctx context.Context, n *Note, _ resource.None) (resource.Shown[Note], error) {
	return s.saveChange(ctx, n, func() { n.State, n.DoneAt, n.DoneBy = Open, time.Time{}, "" })
}

// Snooze moves the due date of a task.
func (s *Service) Snooze(ctx context.Context, n *Note, in Snoozing) (resource.Shown[Note], error) {
	return s.saveChange(ctx, n, func() { n.DueOn = in.DueOn })
}
