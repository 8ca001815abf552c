package mail

import (
	"context"
	"time"
)

// Waiting counts what is still QUEUED of a template about a record.
func (s *Service) Waiting(ctx context.Context, entity string, entityID int64, template string) (n int, err error) {
	_, err = s.DB.Row(ctx, []any{&n}, `
		SELECT count(*)
		  FROM mails
		 WHERE entity = $1 AND entity_id = $2 AND template = $3 AND state = $4`, entity, entityID, template, string(Queued))
	return n, err
}

// Last is when a mail of a template about a record was written last; zero when none was. One that was taken back counts.
func (s *Service) Last(ctx context.Context, entity string, entityID int64, template string) (time.Time, error) {
	var ms int64
	_, err := s.DB.Row(ctx, []any{&ms}, `
		SELECT coalesce(max(created), 0)
		  FROM mails
		 WHERE entity = $1 AND entity_id = $2 AND template = $3`, entity, entityID, template)
	return time.UnixMilli(ms), err
}

// AllWaiting counts what is still QUEUED by template.
func (s *Service) AllWaiting(ctx context.Context) (map[string]int64, error) {
	out := map[string]int64{}
	var template string
	var n int64
	err := s.DB.Each(ctx, []any{&template, &n}, func() error {
		out[template] = n
		return nil
	}, "SELECT template, count(*) FROM mails WHERE state = $1 GROUP BY template", string(Queued))
	return out, err
}

// CancelAll takes back all that is still QUEUED, in the transaction of ctx.
func (s *Service) CancelAll(ctx context.Context) error {
	_, err := s.DB.Exec(ctx, "UPDATE mails SET state = $1 WHERE state = $2", string(Cancelled), string(Queued))
	return err
}
