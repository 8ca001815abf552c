package projects

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

// Extension says until when a project lasts.
type Extension struct {
	End date.Date `json:"assignmentPeriodEnd" check:"required"`
}

// Extend moves the end of a project to a later day.
func (s *Service) Extend(ctx context.Context, p *Project, in Extension) (resource.Shown[Project], error) {
	if first := s.earliestEnd(*p); in.End < first && !resource.Undoes(ctx) {
		return resource.Shown[Project]{}, fault.Validation().Field("assignmentPeriodEnd", "validation.after",
			map[string]any{"min": first})
	}
	old := *p
	p.AssignmentPeriodEnd = in.End
	if err := resource.RestoreValues(ctx, p.ID, p); err != nil {
		return resource.Shown[Project]{}, err
	}
	if err := s.Update(ctx, old, p); err != nil {
		return resource.Shown[Project]{}, err
	}
	now, err := s.Get(ctx, p.ID)
	return resource.Show(&now), err
}

// fillEarliestEnd says of each project how early an extension may end.
func (s *Service) fillEarliestEnd(_ context.Context, rows []Project) error {
	for i := range rows {
		rows[i].EarliestEnd = s.earliestEnd(rows[i])
	}
	return nil
}

// earliestEnd is the first day that a project can be extended to: after its end, not before its start, nor in the
// past.
func (s *Service) earliestEnd(p Project) date.Date {
	first := max(p.AssignmentPeriodStart, date.FromTime(s.Now()))
	if p.AssignmentPeriodEnd != "" {
		first = max(first, p.AssignmentPeriodEnd.AddDays(1))
	}
	return first
}

// previousEnd leads back to the end that a project had. Restoring gives it back, as it may be none.
func previousEnd(_ context.Context, was Project) (*resource.WayBack, error) {
	return &resource.WayBack{Input: Extension{End: was.AssignmentPeriodEnd}}, nil
}
