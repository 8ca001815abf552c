package store

import (
	"context"
	"reflect"
)

// Purge removes the row for good, and leaves of it in the audit log what kept still says.
func (t *Table[T, P]) Purge(ctx context.Context, v *T, kept T) error {
	b := P(v).Base()
	if _, err := t.db.Exec(ctx, "DELETE FROM "+t.config.Name+" WHERE id = $1", b.ID); err != nil {
		return t.taken(err)
	}
	t.db.Touched(ctx, t.config.Name)
	b.Version++
	was, of := reflect.ValueOf(v).Elem(), reflect.ValueOf(&kept).Elem()
	*P(&kept).Base() = *b
	if err := t.keepUses(ctx, b.ID, was, of); err != nil {
		return err
	}
	var none T
	return t.note(ctx, "delete", []change{{of, reflect.ValueOf(&none).Elem()}})
}
