package store

import (
	"context"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// ownedRecord is a record that members of staff answer for.
var ownedRecord = reflect.TypeFor[resource.OwnedRecord]()

// computeOwners has the names of the owners filled, where the records have owners.
func (t *table) computeOwners() {
	if !reflect.PointerTo(t.kind).Implements(ownedRecord) {
		return
	}
	t.computed = append(t.computed, &Computed{
		fields: []string{"ownerName", "deputyName"}, from: []string{"ownerId", "deputyId"}, fill: t.fillOwners,
	})
}

// fillOwners names the owners of rows, all with one question.
func (t *table) fillOwners(ctx context.Context, rows reflect.Value) error {
	var ids []int64
	for i := range rows.Len() {
		o := ownersIn(rows.Index(i))
		for _, id := range []*int64{o.OwnerID, o.DeputyID} {
			if id != nil && !slices.Contains(ids, *id) {
				ids = append(ids, *id)
			}
		}
	}
	if len(ids) == 0 || t.db.StaffNames == nil {
		return nil
	}
	names, err := t.db.StaffNames(ctx, t.config.Entity, ids)
	if err != nil {
		return err
	}
	for i := range rows.Len() {
		ownersIn(rows.Index(i)).SetNames(names)
	}
	return nil
}

func ownersIn(row reflect.Value) *resource.Owned {
	return row.Addr().Interface().(resource.OwnedRecord).Owners() //nolint:forcetypeassert // the table has looked
}
