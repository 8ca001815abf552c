package mail

import (
	"context"

	"poolkeeper.example/extension-service/engine/store"
)

// EraseRecipient removes what the mails about a record, and those to an address, say of a person; to may be "". What
// waits is cancelled, links stop working, kept files go after the commit. The rows stay, as counts.
func (s *Service) EraseRecipient(ctx context.Context, entity string, entityID int64, to string) (int, error) {
	ids, err := s.DB.IDs(ctx, `
		UPDATE mails
		   SET recipient = '', recipient_key = '', params = '{}', subject = '', body = '', reply_to = '', error = '', link_subject = '', version = version + 1,
		       reason = CASE WHEN state = $1 THEN $2 ELSE reason END, state = CASE WHEN state = $1 THEN $3 ELSE state END
		 WHERE recipient <> '' AND (entity = $4 AND entity_id = $5 OR recipient_key = $6)
		RETURNING id`, string(Queued), string(Forgotten), string(Cancelled), entity, entityID, addressKey(to))
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		if _, err := s.DB.Exec(ctx, `DELETE FROM mail_links WHERE mail_id = $1`, id); err != nil {
			return 0, err
		}
		store.AfterCommit(ctx, func() { s.Send.Discard(id) })
	}
	return len(ids), nil
}
