package staff

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// repeatOf reads the key under which a call must not happen twice; nil without one.
func repeatOf(ctx context.Context) *resource.Repeat {
	r := resource.RequestOf(ctx)
	key := r.Header("Idempotency-Key")
	if key == "" {
		return nil
	}
	return &resource.Repeat{Request: r.Method + " " + r.Path, Key: key, Body: r.Body}
}

// repeated returns the outcome of an earlier attempt under the key.
func (s *Service) repeated(ctx context.Context, key *resource.Repeat) (*resource.Repeated, error) {
	if key == nil {
		return nil, nil //nolint:nilnil // the first attempt has no outcome yet
	}
	return s.DB.Repeat(ctx, *key, s.Now())
}

// done keeps the outcome under the key.
func (s *Service) done(ctx context.Context, key *resource.Repeat, id int64) error {
	if key == nil {
		return nil
	}
	stored := *key
	stored.Done = &resource.Repeated{Status: 201, RecordID: id}
	_, err := s.DB.Repeat(ctx, stored, s.Now())
	return err
}

func idOf(done *resource.Repeated) int64 {
	if done == nil {
		return 0
	}
	return done.RecordID
}
