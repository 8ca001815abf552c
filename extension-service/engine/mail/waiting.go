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

// LastComposed is when a mail of a template about a record was written last; zero when none was. One that was taken
// back counts.
func (s *Service) LastComposed(ctx context.Context, entity string, entityID int64, template string) (time.Time, error) {
	var ms int64
	_, err := s.DB.Row(ctx, []any{&ms}, `
		SELECT coalesce(max(created), 0)
		  FROM mails
		 WHERE entity = $1 AND entity_id = $2 AND template = $3`, entity, entityID, template)
	return time.UnixMilli(ms), err
}

// LastSent is when a mail of a template about a record has left last; zero when none has.
func (s *Service) LastSent(ctx context.Context, entity string, entityID int64, template string) (at time.Time,
	err error,
) {
	var ms int64
	found, err := s.DB.Row(ctx, []any{&ms}, `
		SELECT sent_at
		  FROM mails
		 WHERE entity = $1 AND entity_id = $2 AND template = $3 AND state = $4
		 ORDER BY sent_at DESC
		 LIMIT 1`, entity, entityID, template, string(Sent))
	if found {
		at = time.UnixMilli(ms)
	}
	return at, err
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
	_, err := s.DB.Exec(ctx, "UPDATE mails SET state = $1, reason = $2, version = version + 1 WHERE state = $3",
		string(Cancelled), string(Dropped), string(Queued))
	return err
}

// States counts the mails of each state.
func (s *Service) States(ctx context.Context) (map[State]int64, error) {
	out := map[State]int64{Queued: 0, Sent: 0, StoredAsFile: 0, Failed: 0, Cancelled: 0}
	var state State
	var n int64
	err := s.DB.Each(ctx, []any{&state, &n}, func() error {
		out[state] = n
		return nil
	}, "SELECT "+shownState+", count(*) FROM mails m GROUP BY 1")
	return out, err
}

// Backlog says how many mails are due, and since when the first is.
func (s *Service) Backlog(ctx context.Context) (n int64, oldest time.Time, err error) {
	var ms int64
	_, err = s.DB.Row(ctx, []any{&n, &ms},
		"SELECT count(*), coalesce(min(due_at), 0) FROM mails WHERE state = 'QUEUED' AND due_at <= $1", s.Now().UnixMilli())
	return n, time.UnixMilli(ms), err
}
