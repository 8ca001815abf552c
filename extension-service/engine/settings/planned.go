package settings

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

// planTarget is the setting that a planned call writes. That of one client or legal entity is planned with its record.
func (s *Service) planTarget(ctx context.Context, r *resource.Request) (resource.PlanTarget, error) {
	key := r.Param("key")
	if defined(key) == nil {
		return resource.PlanTarget{}, fault.Validation().Field("path", "planned.notPlannable", nil)
	}
	version, err := s.version(ctx, key)
	return resource.PlanTarget{Entity: Entity, Title: key, Version: version}, err
}

// version is how often a setting was written.
func (s *Service) version(ctx context.Context, key string) (n int64, err error) {
	_, err = s.DB.Row(ctx, []any{&n}, "SELECT version FROM settings WHERE key = $1", key)
	return n, err
}

// matchVersion refuses to write a setting over a value that the caller has not seen. STALE_VERSION.
func (s *Service) matchVersion(ctx context.Context, in Change) error {
	version, err := s.version(ctx, in.Key)
	if err != nil {
		return err
	}
	base, _, isStale := resource.MatchVersion(in.Base, version)
	if !isStale {
		return nil
	}
	return fault.New(fault.Conflict, "STALE_VERSION", "the setting is at version %d", version).
		With("yourBase", base).With("changedFields", []string{in.Key})
}
