package mail

import (
	"context"
	"encoding/json"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

// row is a mail as it is stored.
type row struct {
	Mail
	ID       int64
	State    State
	Reason   Reason
	Version  int64
	Attempts int64
	Error    string
	Created  time.Time
	DueAt    time.Time // of the next attempt
	SentAt   time.Time
	Origin   string // what it was queued for, see store.Watcher
}

const columns = `
	SELECT m.id, m.template, m.recipient, m.locale, m.client_id, m.params, m.entity, m.entity_id, ` + shownState + `, m.reason, m.version, m.attempts, m.error,
	       m.send_at, m.due_at, m.created, m.sent_at, m.link_kind, m.link_subject, m.link_valid, m.origin,
	       m.subject, m.body, m.reply_to
	  FROM mails m
	 WHERE `

func scan(rows store.Rows) (*row, error) {
	r, link := &row{}, Link{}
	var params string
	var sendAt, dueAt, created, valid int64
	var sentAt *int64
	if err := rows.Scan(&r.ID, &r.Template, &r.To, &r.Locale, &r.ClientID, &params, &r.Entity, &r.EntityID, &r.State,
		&r.Reason, &r.Version, &r.Attempts, &r.Error,
		&sendAt, &dueAt, &created, &sentAt, &link.Kind, &link.Subject, &valid, &r.Origin,
		&r.Wording.Subject, &r.Wording.Body, &r.ReplyTo); err != nil {
		return nil, err
	}
	r.SendAt, r.DueAt, r.Created = time.UnixMilli(sendAt), time.UnixMilli(dueAt), time.UnixMilli(created)
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
