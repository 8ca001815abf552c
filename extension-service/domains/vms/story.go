package vms

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// Attempt is one at a message, without anything that was said.
type Attempt struct {
	Number, Status, DurationMS int64
	At                         time.Time
	Outcome                    string
}

// WithMessageID lists the messages that are named so, to whoever may read the log, within the caller's scope.
func (m *Messages) WithMessageID(ctx context.Context, messageID string) ([]Message, error) {
	return m.list(ctx, "message_id = $1", messageID)
}

// OfApplication lists the messages about an application in either direction, to whoever may read the log, within the
// caller's scope.
func (m *Messages) OfApplication(ctx context.Context, id int64) ([]Message, error) {
	return m.list(ctx, "entity_id = $1 AND entity IN ('APPLICATION', 'APPLICATION_WITHDRAW', 'APPLICATION_STATUS')", id)
}

// list lists messages by a condition on their table, to whoever may read the log, within the caller's scope.
func (m *Messages) list(ctx context.Context, where string, args ...any) ([]Message, error) {
	if !role.From(ctx).Can(role.VMSMessageRead) {
		return nil, nil
	}
	ids, err := m.DB().IDs(ctx, "SELECT id FROM vms_messages WHERE "+where+" ORDER BY id LIMIT 200", args...)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	v := new(Message)
	wanted := make([]any, len(ids))
	for i, id := range ids {
		wanted[i] = id
	}
	page, err := m.Table.List(ctx, query.Query{
		Where: []query.Cond{query.Where(v, &v.ID, wanted...)},
		Limit: int64(len(ids)), NoTotal: true, Sort: []query.Sort{{Field: field.At(v, &v.ID)}},
	})
	return page.Rows, err
}

// RequestOf is the request that has had a message made; none is "".
func (m *Messages) RequestOf(ctx context.Context, id int64) (requestID string, err error) {
	_, err = m.DB().Row(ctx, []any{&requestID}, "SELECT request_id FROM vms_messages WHERE id = $1", id)
	return requestID, err
}

// Attempts are those at messages, by message.
func (m *Messages) Attempts(ctx context.Context, ids []int64) (map[int64][]Attempt, error) {
	out := map[int64][]Attempt{}
	var a Attempt
	var id, at int64
	err := m.DB().Each(ctx, []any{&id, &a.Number, &at, &a.Status, &a.DurationMS, &a.Outcome}, func() error {
		one := a
		one.At = time.UnixMilli(at).UTC()
		out[id] = append(out[id], one)
		return nil
	}, `
		SELECT message_id, number, at, status, duration_ms, outcome
		  FROM vms_exchanges
		 WHERE message_id IN `+m.DB().InList(1)+`
		 ORDER BY message_id, number`, store.IDList(ids))
	return out, err
}
