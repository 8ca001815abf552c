package store

import (
	"context"
	"reflect"
)

// Purge removes the row for good, and leaves of it in the audit log what kept still says.
func (t *Table[T, P]) Purge(ctx context.Context, v *T, kept T) error {
	return t.table.purge(ctx, reflect.ValueOf(v).Elem(), reflect.ValueOf(&kept).Elem())
}

func (t *table) purge(ctx context.Context, was, kept reflect.Value) error {
	b := baseOf(was)
	if _, err := t.db.Exec(ctx, "DELETE FROM "+t.config.Name+" WHERE id = $1", b.ID); err != nil {
		return t.domainFault(err)
	}
	t.db.Touched(ctx, t.config.Name)
	b.Version++
	*baseOf(kept) = *b
	if err := t.storeUses(ctx, b.ID, was, kept); err != nil {
		return err
	}
	if err := t.recordChanges(ctx, "delete", []change{{kept, t.emptyRecord()}}); err != nil {
		return err
	}
	return t.follow(ctx, []change{{was, t.emptyRecord()}}) // kept may name less
}
