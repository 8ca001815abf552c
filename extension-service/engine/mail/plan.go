package mail

import (
	"context"
	"encoding/json"
	"maps"
)

// Plan writes a mail in the transaction of ctx, or gives the one that waits for the same recipient, record and instant
// these values: a digest grows until it is sent, and none of its rows is taken back.
func (s *Service) Plan(ctx context.Context, m Mail) (id int64, err error) {
	params, err := json.Marshal(maps.Clone(m.Params))
	if err != nil {
		return 0, err
	}
	found, err := s.DB.Row(ctx, []any{&id}, `
		UPDATE mails
		   SET params = $1, version = version + 1
		 WHERE entity = $2 AND entity_id = $3 AND template = $4 AND recipient_key = $5 AND send_at = $6 AND state = $7
		RETURNING id`,
		string(params), m.Entity, m.EntityID, m.Template, addressKey(m.To), m.SendAt.UnixMilli(), string(Queued))
	if err != nil || found {
		return id, err
	}
	return s.Queue(ctx, m)
}
