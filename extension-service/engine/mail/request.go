package mail

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// OfRequest lists the mails that a request has queued, within the clients of the caller's scope. Nobody can be told
// from them.
func (s *Service) OfRequest(ctx context.Context, requestID string) ([]Message, error) {
	return s.ofScope(ctx, "m.request_id = $1 AND m.request_id <> ''", requestID)
}

// OfRecord lists the mails about a record, the oldest first, within the caller's scope.
func (s *Service) OfRecord(ctx context.Context, entity string, id int64) ([]Message, error) {
	return s.ofScope(ctx, "m.entity = $1 AND m.entity_id = $2", entity, id)
}

// ofScope lists the mails of a condition within the caller's scope.
func (s *Service) ofScope(ctx context.Context, where string, values ...any) ([]Message, error) {
	args := store.Args(values)
	if scope := role.From(ctx).Scope; !scope.IsUnlimited() {
		where += " AND m.client_id IN " + store.OneOf(query.IDs(scope.ClientIDs), args.Add)
	}
	found, err := s.find(ctx, where+" ORDER BY m.id", args...)
	out := make([]Message, len(found))
	for i, r := range found {
		out[i] = r.message()
		out[i].mask()
	}
	return out, err
}

// WithID is a mail within the clients of the caller's scope, and the request that has queued it; none is empty.
func (s *Service) WithID(ctx context.Context, id int64) (out []Message, requestID string, err error) {
	args := store.Args{id}
	where := "m.id = $1"
	if scope := role.From(ctx).Scope; !scope.IsUnlimited() {
		where += " AND m.client_id IN " + store.OneOf(query.IDs(scope.ClientIDs), args.Add)
	}
	found, err := s.find(ctx, where, args...)
	if err != nil || len(found) == 0 {
		return nil, "", err
	}
	one := found[0].message()
	one.mask()
	_, err = s.DB.Row(ctx, []any{&requestID}, "SELECT request_id FROM mails WHERE id = $1", id)
	return []Message{one}, requestID, err
}
