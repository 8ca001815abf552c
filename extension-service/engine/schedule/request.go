package schedule

import (
	"context"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// shownLength is how much of the id of a run lists show.
const shownLength = 12

// WithID is a run and the request that has started it, for whoever may read runs. What lists show of an id is enough
// where no other run begins with that. NOT_FOUND.
func (s *Service) WithID(ctx context.Context, id string) (out RunAnswer, requestID string, err error) {
	if !role.From(ctx).Can(role.CronRead) {
		return out, "", nil
	}
	r, err := s.run(ctx, id)
	if fault.KindOf(err) == fault.NotFound && len(id) >= shownLength {
		r, err = s.runBeginningWith(ctx, id, err)
	}
	if err != nil {
		return out, "", err
	}
	return r.answer(), r.RequestID, nil
}

// runBeginningWith is the only run whose id begins with that; otherwise it is the error given.
func (s *Service) runBeginningWith(ctx context.Context, id string, notFound error) (*row, error) {
	found, err := s.rows(ctx, "substr(id, 1, $2) = $1 LIMIT 2", id, len(id))
	if err != nil {
		return nil, err
	}
	if len(found) != 1 {
		return nil, notFound
	}
	return &found[0], nil
}
