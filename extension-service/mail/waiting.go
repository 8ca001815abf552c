package mail

import "context"

// Waiting counts what is still QUEUED of a template about a record.
func (s *Service) Waiting(ctx context.Context, entity string, entityID int64, template string) (n int, err error) {
	_, err = s.DB.Row(ctx, []any{&n}, `
		SELECT count(*)
		  FROM mails
		 WHERE entity = $1 AND entity_id = $2 AND template = $3 AND state = $4`, entity, entityID, template, string(Queued))
	return n, err
}
