package vms

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

// Exchange is one attempt: what was sent, and what came back.
type Exchange struct {
	Number        int64             `json:"number"`
	At            time.Time         `json:"at"`
	Request       string            `json:"request"` // method and address
	Headers       map[string]string `json:"headers" kind:"json"`
	Body          string            `json:"body"    kind:"longtext"`
	Status        int64             `json:"status"` // 0 when nothing came back
	Answer        string            `json:"answer"  kind:"longtext"`
	DurationMS    int64             `json:"durationMs"`
	MappingNumber int64             `json:"mappingNumber"`
	Outcome       string            `json:"outcome"`
}

func exchangeID(message, number int64, column string) string {
	return fmt.Sprintf("message %d.%d.%s", message, number, column)
}

// storeAttempt writes down one attempt.
func (m *Messages) storeAttempt(ctx context.Context, message int64, e Exchange) error {
	headers, err := json.Marshal(e.Headers)
	if err != nil {
		return err
	}
	body, err := m.deps.Box.Encrypt(exchangeID(message, e.Number, "body"), []byte(e.Body))
	if err != nil {
		return err
	}
	answer, err := m.deps.Box.Encrypt(exchangeID(message, e.Number, "answer"), []byte(e.Answer))
	if err != nil {
		return err
	}
	_, err = m.DB().Exec(ctx, `
		INSERT INTO vms_exchanges (message_id, number, at, request, headers, body, status, answer, duration_ms, mapping_number, outcome)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		message, e.Number, e.At.UnixMilli(), e.Request, string(headers), body, e.Status, answer, e.DurationMS,
		e.MappingNumber, e.Outcome)
	return err
}

// fillExchanges reads the attempts of messages, and masks what the caller may not read of the records that they are
// about.
func (m *Messages) fillExchanges(ctx context.Context, rows []Message) error {
	at := map[int64]int{}
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i], at[rows[i].ID] = rows[i].ID, i
	}
	var e Exchange
	var id, ms int64
	var headers, body, answer string
	err := m.DB().Each(ctx, []any{
		&id, &e.Number, &ms, &e.Request, &headers, &body, &e.Status, &answer, &e.DurationMS, &e.MappingNumber, &e.Outcome,
	}, func() error {
		one := e
		one.At, one.Headers = time.UnixMilli(ms).UTC(), nil
		if err := json.Unmarshal([]byte(headers), &one.Headers); err != nil {
			return err
		}
		for column, into := range map[string]struct {
			sealed string
			text   *string
		}{"body": {body, &one.Body}, "answer": {answer, &one.Answer}} {
			opened, err := m.deps.Box.Open(exchangeID(id, e.Number, column), into.sealed)
			if err != nil {
				return err
			}
			*into.text = string(opened)
		}
		rows[at[id]].Exchanges = append(rows[at[id]].Exchanges, one)
		return nil
	}, `
		SELECT message_id, number, at, request, headers, body, status, answer, duration_ms, mapping_number, outcome
		  FROM vms_exchanges
		 WHERE message_id IN `+m.DB().InList(1)+`
		 ORDER BY message_id, number`, store.IDList(ids))
	for i := range rows {
		if err == nil {
			err = m.mask(ctx, &rows[i])
		}
	}
	return err
}

// EraseApplications empties what was said of applications in either direction, and what came back.
func (m *Messages) EraseApplications(ctx context.Context, applicationIDs ...int64) error {
	_, err := m.DB().Exec(ctx, clearExchanges+`
		 WHERE message_id IN (SELECT id
		                        FROM vms_messages
		                       WHERE (direction = 'outbound' OR entity = 'APPLICATION_STATUS')
		                         AND entity_id IN `+m.DB().InList(1)+")", store.IDList(applicationIDs))
	return err
}

const clearExchanges = "UPDATE vms_exchanges SET body = '', answer = '', request = ''"

// EraseUnmatched empties messages about candidates that were never brought together with an application: those that
// name an address, and those that name a candidate as a VMS does.
func (m *Messages) EraseUnmatched(ctx context.Context, address string, known ...ApplicationRef) error {
	var id int64
	var a ApplicationRef
	named := map[int64]bool{}
	err := m.DB().Each(ctx, []any{&id, &a.ClientID, &a.ExternalID}, func() error {
		named[id] = slices.Contains(known, a)
		return nil
	}, "SELECT id, client_id, match_key FROM vms_messages WHERE direction = 'inbound' "+
		"AND entity = 'APPLICATION_STATUS' AND entity_id = 0")
	if err != nil {
		return err
	}
	for id, isNamed := range named {
		if isNamed || address == "" {
			continue
		}
		body, err := m.raw(ctx, id)
		if err != nil {
			return err
		}
		named[id] = bytes.Contains(bytes.ToLower(body), bytes.ToLower([]byte(address)))
	}
	maps.DeleteFunc(named, func(_ int64, isNamed bool) bool { return !isNamed })
	ids := slices.Sorted(maps.Keys(named))
	_, err = m.DB().Exec(ctx, clearExchanges+" WHERE message_id IN "+m.DB().InList(1), store.IDList(ids))
	return err
}

// messageRetention is how long messages are kept.
const messageRetention = 180 * 24 * time.Hour

// Cleanup removes messages that are kept long enough, and says how many.
func (m *Messages) Cleanup(ctx context.Context) (int64, error) {
	var gone int64
	err := m.DB().Write(ctx, func(ctx context.Context) (err error) {
		gone, err = m.DB().Exec(ctx, "DELETE FROM vms_messages WHERE created < $1 AND state NOT IN ('QUEUED', 'RETRY')",
			m.Now().Add(-messageRetention).UnixMilli())
		if err == nil {
			_, err = m.DB().Exec(ctx, "DELETE FROM vms_events WHERE until < $1", m.Now().Add(-messageRetention).UnixMilli())
		}
		return err
	})
	return gone, err
}
