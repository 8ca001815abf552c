package store

import (
	"context"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/resource"
)

// keepUses notes which uploads a record names after a write, in the transaction of the write: who may read the record
// may read its files, and a file in use is not deleted.
func (t *Table[T, P]) keepUses(ctx context.Context, id int64, was, is reflect.Value) error {
	if !t.files {
		return nil
	}
	before, after := t.named(was), t.named(is)
	for _, file := range before {
		if slices.Contains(after, file) {
			continue
		}
		_, err := t.db.Exec(ctx, `
			DELETE FROM resource_uses
			 WHERE resource_id = $1
			   AND entity = $2
			   AND entity_id = $3`, file, t.config.Entity, id)
		if err != nil {
			return err
		}
	}
	for _, file := range after {
		if slices.Contains(before, file) {
			continue
		}
		_, err := t.db.Exec(ctx, `
			INSERT INTO resource_uses (resource_id, entity, entity_id)
			VALUES ($1, $2, $3)
			ON CONFLICT DO NOTHING`, file, t.config.Entity, id)
		if err != nil {
			return err
		}
	}
	return nil
}

func (t *Table[T, P]) named(v reflect.Value) []string {
	var out []string
	for _, n := range resource.FilesOf(t.stored, v) {
		if !slices.Contains(out, n.ID) {
			out = append(out, n.ID)
		}
	}
	return out
}
