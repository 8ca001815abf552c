package mail

import (
	"context"
	"encoding/json"
	"time"

	"poolkeeper.example/extension-service/store"
)

// row is a mail as it is stored.
type row struct {
	Mail
	ID       int64
	State    State
	Attempts int64
	Error    string
	Created  time.Time
	SentAt   time.Time
}

const columns = `
	SELECT id, template, recipient, locale, client_id, params, entity, entity_id, state, attempts, error, send_at, created, sent_at,
	       link_kind, link_subject, link_valid
	  FROM mails
	 WHERE `

func scan(rows store.Rows) (*row, error) {
	r, link := &row{}, Link{}
	var params string
	var sendAt, created, valid int64
	var sentAt *int64
	if err := rows.Scan(&r.ID, &r.Template, &r.To, &r.Locale, &r.ClientID, &params, &r.Entity, &r.EntityID, &r.State, &r.Attempts, &r.Error,
		&sendAt, &created, &sentAt, &link.Kind, &link.Subject, &valid); err != nil {
		return nil, err
	}
	r.SendAt, r.Created = time.UnixMilli(sendAt), time.UnixMilli(created)
	if sentAt != nil {
		r.SentAt = time.UnixMilli(*sentAt)
	}
	if link.Valid = time.Duration(valid) * time.Millisecond; link.Kind != "" {
		r.Link = &link
	}
	return r, json.Unmarshal([]byte(params), &r.Params)
}

// find returns the mails of a condition.
func (s *Service) find(ctx context.Context, where string, args ...any) ([]*row, error) {
	return store.All(ctx, s.DB, scan, columns+where, args...)
}
