package vms

import (
	"context"
	"errors"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

const (
	mostForeseen = 4 // pages that are read to say what moving a cursor would do
	longestLook  = 15 * time.Second
)

type moveInput struct {
	ID     int64  `path:"id"`
	Cursor string `json:"cursor" check:"max=500"` // "": from the beginning
	DryRun bool   `json:"dryRun"`
}

// CursorMove says what lies behind a cursor, and what it would do.
type CursorMove struct {
	Cursor   string        `json:"cursor"`
	Read     int64         `json:"read"`
	Known    int64         `json:"known"` // of them: in the log already, so that they do nothing
	Created  int64         `json:"created"`
	Changed  int64         `json:"changed"`
	Proposed int64         `json:"proposed"`
	Held     int64         `json:"held"`  // would wait, or have no effect
	More     bool          `json:"more"`  // there is more than was looked at
	Moved    bool          `json:"moved"` // the next poll begins there
	Messages []CursorEntry `json:"messages"`
}

// CursorEntry is one message behind a cursor.
type CursorEntry struct {
	MessageID string  `json:"messageId"`
	Entity    Entity  `json:"entity"`
	Known     bool    `json:"known"`
	Effect    *Effect `json:"effect"` // of one that is not known
}

// moveCursor has a connection be asked from another place on, or says what that would do. NOT_FOUND, VMS_UNAVAILABLE.
func (s *Service) moveCursor(ctx context.Context, in moveInput) (out CursorMove, err error) {
	c, err := s.Connections.Get(ctx, in.ID)
	if err != nil {
		return out, err
	}
	out = CursorMove{Cursor: in.Cursor, Messages: []CursorEntry{}}
	if in.DryRun {
		return out, s.readAhead(ctx, c, &out)
	}
	now := c
	now.Cursor, out.Moved = in.Cursor, true
	return out, s.deps.DB.Write(resource.WithAct(ctx, resource.Act{Action: "moveCursor"}),
		func(ctx context.Context) error {
			return s.Connections.Table.Update(ctx, c, &now)
		})
}

// readAhead reads what lies behind a cursor.
func (s *Service) readAhead(ctx context.Context, c Connection, out *CursorMove) error {
	cursor := out.Cursor
	within, done := context.WithTimeout(ctx, longestLook)
	defer done()
	for range mostForeseen {
		p, _, err := s.page(within, c, cursor)
		if errors.Is(err, errNoTime) && cursor != out.Cursor { // what has been read so far is told
			break
		}
		if err != nil {
			return fault.New(fault.Conflict, "VMS_UNAVAILABLE", "%v", err)
		}
		if err := s.foreseePage(ctx, c, p, out); err != nil {
			return err
		}
		if len(p.Messages) == 0 || p.Cursor == "" {
			return nil
		}
		cursor = p.Cursor
	}
	out.More = true
	return nil
}

func (s *Service) foreseePage(ctx context.Context, c Connection, p page, out *CursorMove) error {
	known, err := s.knownIDs(ctx, c, p)
	if err != nil {
		return err
	}
	for _, m := range p.Messages {
		line := CursorEntry{MessageID: m.ID, Entity: m.Entity, Known: slices.Contains(known, m.ID)}
		if !line.Known {
			if line.Effect, err = s.effectOf(ctx, c, m.Entity, m.Body); err != nil {
				return err
			}
		}
		out.add(line)
	}
	return nil
}

// knownIDs are the ids of a page that are in the log.
func (s *Service) knownIDs(ctx context.Context, c Connection, p page) ([]string, error) {
	ids := make([]string, len(p.Messages))
	for i, m := range p.Messages {
		ids[i] = m.ID
	}
	return s.deps.DB.Texts(ctx, `
		SELECT message_id
		  FROM vms_messages
		 WHERE connection_id = $1
		   AND direction = 'inbound'
		   AND message_id IN `+s.deps.DB.AmongTexts(2), c.ID, store.TextList(ids))
}

// effectOf is what the bytes of a message would do, read by the mapping in use.
func (s *Service) effectOf(ctx context.Context, c Connection, entity Entity, body []byte) (*Effect, error) {
	live, err := s.Mappings.live(ctx, c.ID, entity)
	if err != nil {
		return nil, err
	}
	if live == nil {
		return withoutEffect(entity, stoppedError{reason: NotMapped, detail: noMapping}), nil
	}
	made, isDeferred, err := s.translated(ctx, *live, body, s.deps.Now())
	if err != nil {
		return nil, err
	}
	if isDeferred != nil {
		return withoutEffect(entity, *isDeferred), nil //nolint:nilerr // it is the message that is wrong
	}
	return s.effect(ctx, c, entity, made)
}

func withoutEffect(entity Entity, why stoppedError) *Effect {
	return &Effect{
		Entity: entity, FieldChanges: []FieldChange{}, Proposals: []FieldChange{}, Reason: &why.reason,
		Detail: why.detail,
	}
}

func (m *CursorMove) add(line CursorEntry) {
	m.Read++
	switch e := line.Effect; {
	case line.Known:
		m.Known++
	case e.Reason != nil:
		m.Held++
	case e.WouldCreate:
		m.Created++
	default:
		if len(e.FieldChanges) > 0 || e.StatusChange != nil {
			m.Changed++
		}
		if len(e.Proposals) > 0 {
			m.Proposed++
		}
	}
	m.Messages = append(m.Messages, line)
}
