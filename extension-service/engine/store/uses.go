package store

import (
	"context"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
)

// storeUses notes which uploads a record names after a write, in the transaction of the write: who may read the record
// may read its files, and a file in use is not deleted.
func (t *table) storeUses(ctx context.Context, id int64, was, is reflect.Value) error {
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
	moved := t.refOf(was, t.config.Subject.Field) != t.refOf(is, t.config.Subject.Field)
	for _, file := range after {
		if slices.Contains(before, file) {
			if moved { // they are about somebody else now
				if err := t.linkFile(ctx, file, is); err != nil {
					return err
				}
			}
			continue
		}
		_, err := t.db.Exec(ctx, `
			INSERT INTO resource_uses (resource_id, entity, entity_id)
			VALUES ($1, $2, $3)
			ON CONFLICT DO NOTHING`, file, t.config.Entity, id)
		if err != nil {
			return err
		}
		if err := t.linkFile(ctx, file, is); err != nil {
			return err
		}
	}
	return nil
}

// linkFile remembers whom an upload is about that a record of theirs names. It stays so when the record names another
// one.
func (t *table) linkFile(ctx context.Context, file string, record reflect.Value) error {
	who := t.config.Subject
	if who.Entity == "" {
		return nil
	}
	_, err := t.db.Exec(ctx, `
		INSERT INTO resource_subjects (resource_id, entity, entity_id, made)
		VALUES ($1, $2, $3, 0)
		ON CONFLICT DO NOTHING`, file, who.Entity, t.refOf(record, who.Field))
	return err
}

func (t *table) named(v reflect.Value) []string {
	var out []string
	for _, n := range field.FilesOf(t.stored, v) {
		if !slices.Contains(out, n.ID) {
			out = append(out, n.ID)
		}
	}
	return out
}
