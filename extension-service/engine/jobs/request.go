package jobs

import (
	"context"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// OfRequest lists the jobs that a request has started, as far as the caller may see them.
func (s *Service) OfRequest(ctx context.Context, requestID string) ([]Document, error) {
	who, out := role.From(ctx), []Document{}
	where, args := "WHERE request_id = $1", store.Args{requestID}
	if !readsAll(who) {
		where += " AND owner_id = " + args.Add(who.ID)
	}
	found, err := s.jobs(ctx, where+" ORDER BY created, id", args...)
	if err == nil {
		found, err = s.confineAll(ctx, found)
	}
	for i := range found {
		out = append(out, s.document(ctx, &found[i], owns(who, &found[i]) || s.permits(who, &found[i])))
	}
	return out, err
}

// RequestOf is the request that has started a job. NOT_FOUND.
func (s *Service) RequestOf(ctx context.Context, id string) (string, error) {
	j, err := s.byID(ctx, id)
	return j.RequestID, err
}
