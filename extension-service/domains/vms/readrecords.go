package vms

import (
	"context"
	"encoding/json"

	"poolkeeper.example/extension-service/platform/role"
)

// readRecords returns the fields of the records of one kind that rows are about, by id, whoever calls. A record that has been
// deleted is left out.
func readRecords[R any](
	ctx context.Context, records Records, kind string, rows []R, idOf func(row *R) int64,
) (map[int64]map[string]json.RawMessage, error) {
	ctx = role.AsSystem(ctx, "vms")
	out := map[int64]map[string]json.RawMessage{}
	for i := range rows {
		id := idOf(&rows[i])
		if _, isRead := out[id]; isRead {
			continue
		}
		fields, err := records.Read(ctx, kind, id)
		if err != nil {
			return nil, err
		}
		out[id] = fields
	}
	return out, nil
}
