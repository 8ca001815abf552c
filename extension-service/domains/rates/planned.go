package rates

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

// planTarget is the record whose formulas a planned call replaces, with the version of its formulas.
func (s *Service) planTarget(ctx context.Context, r *resource.Request) (resource.PlanTarget, error) {
	at := recordRef{Scope: Scope(r.Queries["scope"])}
	if text := r.Queries["id"]; text != "" {
		var err error
		if at.ID, err = field.ParseID(text); err != nil {
			return resource.PlanTarget{}, fault.Validation().Field("id", "validation.required", nil)
		}
	}
	record, err := s.subject(ctx, at)
	if err != nil {
		return resource.PlanTarget{}, err
	}
	last, err := s.currentVersion(ctx, at.Scope, record.ID)
	out := resource.PlanTarget{Entity: systemEntity, ID: record.ID, Title: record.Name, Version: last.Version}
	for entity, scope := range entities {
		if scope == at.Scope {
			out.Entity = entity
		}
	}
	return out, err
}

// systemEntity names the formulas of the system, which belong to no record, in the audit log.
const systemEntity = "rateFormula"
