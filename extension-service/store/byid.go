package store

import (
	"context"
	"reflect"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/resource"
)

// ByID reads records at once, by their ids, those in the trash too; what the caller cannot see is left out. Without fields
// they are read whole; with some, the id has to be among them.
func (t *Table[T, P]) ByID(ctx context.Context, ids []int64, fields ...*resource.Field) (map[int64]T, error) {
	out := make(map[int64]T, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	these := t.Where("id", resource.Is, resource.IDs(ids)...)
	page, err := t.List(ctx, resource.Query{
		Where: []resource.Cond{these}, Sort: []resource.Sort{{Field: these.Field}}, Limit: int64(len(ids)), Trash: resource.Both, NoTotal: true,
		Fields: fields,
	})
	for i := range page.Rows {
		out[P(&page.Rows[i]).Base().ID] = page.Rows[i]
	}
	return out, err
}

// CheckEntity adds to bad when the legal entity that a record names belongs to another client than the record.
func (t *Table[T, P]) CheckEntity(ctx context.Context, v *T, bad *fault.Error) error {
	return t.checkEntity(ctx, reflect.ValueOf(v).Elem(), bad)
}

func (t *table) checkEntity(ctx context.Context, row reflect.Value, bad *fault.Error) error {
	at := resource.Find(t.stored, "legalEntityId")
	var owner int64
	found, err := t.db.Row(ctx, []any{&owner}, "SELECT client_id FROM "+t.db.tableOf(at)+" WHERE id = $1", at.In(row).Int())
	if found && owner != resource.Find(t.stored, "clientId").In(row).Int() {
		bad.Field(at.Name, "validation.ofClient", nil)
	}
	return err
}
