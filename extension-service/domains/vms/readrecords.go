package vms

import (
	"context"
	"encoding/json"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// readRecords returns the fields of records of one kind by id, whoever calls. A record that has been deleted is left
// out.
func (d Deps) readRecords(ctx context.Context, kind string, ids []int64) (map[int64]map[string]json.RawMessage, error) {
	ctx = role.AsSystem(ctx, "vms")
	out := map[int64]map[string]json.RawMessage{}
	for _, id := range ids {
		if _, isRead := out[id]; isRead {
			continue
		}
		fields, err := d.Records.Read(ctx, kind, id)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, err
		}
		out[id] = fields
	}
	return out, nil
}

// idsOf lists the ids of the records that rows are about.
func idsOf[R any](rows []R, idOf func(row *R) int64) []int64 {
	out := make([]int64, len(rows))
	for i := range rows {
		out[i] = idOf(&rows[i])
	}
	return out
}
