package resource

import (
	"context"
	"errors"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
)

// files holds every upload that a write names anew against those the caller may use.
func (c *served) files(ctx context.Context, r field.Change, bad *fault.Error) error {
	if c.rt.File == nil {
		return nil
	}
	var had []string
	if !r.Creating {
		for _, n := range field.FilesOf(c.fields, r.Before) {
			had = append(had, n.ID)
		}
	}
	for _, n := range field.FilesOf(c.fields, r.After) {
		if slices.Contains(had, n.ID) {
			continue
		}
		err := c.rt.File(ctx, n)
		if fault.KindOf(err) == fault.NotFound {
			bad.Field(n.Path, "validation.reference", nil)
			continue
		}
		if e, ok := errors.AsType[*fault.Error](err); ok && e.Kind == fault.Unsupported {
			return e.Field(n.Path, fault.Key(e.Code), nil).With("accept", n.Accept)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
