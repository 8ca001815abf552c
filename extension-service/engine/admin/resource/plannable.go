package resource

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// Plannable is the ability of a call to be planned: it is tried at once and takes effect at a later time.
type Plannable struct {
	// Target is what the call changes, as it stands now. NOT_FOUND beyond the caller's scope.
	Target func(ctx context.Context, r *Request) (PlanTarget, error)
	// ByField says that the members of the body are fields of the record: what others change in other fields until then
	// is no conflict.
	ByField bool
}

// PlanTarget is what a planned call changes: a record, or something of an entity without records, whose ID is 0.
type PlanTarget struct {
	Entity  string
	ID      int64
	Title   string
	Version int64
}

// planTarget is the record that the path of a call names.
func (c *served) planTarget(ctx context.Context, r *Request) (PlanTarget, error) {
	id, err := field.ParseID(r.Param("id"))
	if err != nil {
		return PlanTarget{}, err
	}
	v, err := c.Store.get(ctx, id)
	if err != nil {
		return PlanTarget{}, err
	}
	return PlanTarget{Entity: c.Name, ID: id, Title: c.titleOf(valueOf(v)), Version: v.Base().Version}, nil
}

// plannable is the ability of calls about one record, where it is declared.
func (c *served) plannable(isDeclared, byField bool) *Plannable {
	if !isDeclared {
		return nil
	}
	return &Plannable{Target: c.planTarget, ByField: byField}
}
