package schedule

import (
	"context"

	"poolkeeper.example/extension-service/platform/role"
)

// WithID is a run and the request that has started it, for whoever may read runs. NOT_FOUND.
func (s *Service) WithID(ctx context.Context, id string) (out RunAnswer, requestID string, err error) {
	r, err := s.run(ctx, id)
	if err != nil || !role.From(ctx).Can(role.CronRead) {
		return out, "", err
	}
	return r.answer(), r.RequestID, nil
}
