package store

import (
	"context"
	"reflect"

	"poolkeeper.example/extension-service/platform/fault"
)

// Purge removes the row for good, and leaves of it in the audit log what remaining still has.
func (t *Table[T, P]) Purge(ctx context.Context, v *T, remaining T) error {
	return t.table.purge(ctx, reflect.ValueOf(v).Elem(), reflect.ValueOf(&remaining).Elem())
}

// refuseReferred says of a row that others refer to that it is in use. IN_USE.
func (t *table) refuseReferred(err error) error {
	if !isReferred(err) {
		return err
	}
	return fault.New(fault.Conflict, "IN_USE", "other records refer to this %s", t.config.Entity)
}

func (t *table) purge(ctx context.Context, was, remaining reflect.Value) error {
	b := baseOf(was)
	if _, err := t.db.Exec(ctx, "DELETE FROM "+t.config.Name+" WHERE id = $1", b.ID); err != nil {
		return t.refuseReferred(t.domainFault(err))
	}
	t.db.Touched(ctx, t.config.Name)
	b.Version++
	*baseOf(remaining) = *b
	if err := t.storeUses(ctx, b.ID, was, remaining); err != nil {
		return err
	}
	if err := t.recordChanges(ctx, "delete", []change{{remaining, t.emptyRecord()}}); err != nil {
		return err
	}
	return t.follow(ctx, []change{{was, t.emptyRecord()}}) // kept may name less
}
