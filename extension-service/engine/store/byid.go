package store

import (
	"context"
	"reflect"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/fault"
)

// ByID reads records at once, by their ids, those in the trash too; what the caller cannot see is left out. Without
// fields they are read whole; with some, the id has to be among them.
func (t *Table[T, P]) ByID(ctx context.Context, ids []int64, fields ...*field.Field) (map[int64]T, error) {
	var rows []T
	err := t.table.byID(ctx, ids, fields, reflect.ValueOf(&rows).Elem())
	out := make(map[int64]T, len(rows))
	for i := range rows {
		out[P(&rows[i]).Base().ID] = rows[i]
	}
	return out, err
}

func (t *table) byID(ctx context.Context, ids []int64, fields []*field.Field, rows reflect.Value) error {
	if len(ids) == 0 {
		return nil
	}
	these := t.Where("id", query.Is, query.IDs(ids)...)
	_, err := t.list(ctx, query.Query{
		Where: []query.Cond{these}, Sort: []query.Sort{{Field: these.Field}}, Limit: int64(len(ids)),
		Trash: query.Both, NoTotal: true,
		Fields: fields,
	}, rows)
	return err
}

// CheckEntity adds to bad when the legal entity that a record names belongs to another client than the record.
func (t *Table[T, P]) CheckEntity(ctx context.Context, v *T, bad *fault.Error) error {
	return t.table.checkEntity(ctx, reflect.ValueOf(v).Elem(), bad)
}

func (t *table) checkEntity(ctx context.Context, row reflect.Value, bad *fault.Error) error {
	at := field.Find(t.stored, "legalEntityId")
	var owner int64
	found, err := t.db.Row(ctx, []any{&owner}, "SELECT client_id FROM "+t.db.tableOf(at)+" WHERE id = $1",
		at.In(row).Int())
	if found && owner != field.Find(t.stored, "clientId").In(row).Int() {
		bad.Field(at.Name, "validation.ofClient", nil)
	}
	return err
}
