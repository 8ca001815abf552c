package audit

import (
	"context"

	"poolkeeper.example/extension-service/platform/role"
)

// mostOfRequest is how many entries of one request are listed: a bulk change has thousands, all alike.
const mostOfRequest = 200

// OfRequest lists the first entries of a request, as a list shows them to the caller.
func (s *Entries) OfRequest(ctx context.Context, requestID string) ([]Line, error) {
	s.Log.latest(ctx)
	lines, err := s.Log.lines(ctx, "a.request_id = $1"+scoped(role.From(ctx).Scope)+" ORDER BY a.id LIMIT $2", requestID,
		mostOfRequest)
	for i := range lines {
		s.Mask(ctx, &lines[i])
	}
	return lines, err
}
