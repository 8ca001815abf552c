package pools

import (
	"context"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

const planKey = "plan " // before the id of a job: the answer was its plan, not its progress

// Key is what a repeated call finds the plan by.
func (p Plan) Key() string { return planKey + p.JobID }

// Key is what a repeated call finds the import by.
func (p ImportProgress) Key() string { return p.JobID }

// importedBefore answers a repeated call with the import that the first one planned or started, as it is now.
func (s *Service) importedBefore(ctx context.Context, _ *Pool, was resource.Earlier[Importing]) (any, error) {
	jobID, isPlan := strings.CutPrefix(was.Key, planKey)
	b, err := s.importJobBy(ctx, "job_id", jobID)
	if err != nil {
		return nil, err
	}
	if isPlan {
		return s.planOf(ctx, b, PlanQuery{})
	}
	return s.progress(ctx, b)
}
