package vms

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Inbox is the messages that VMS have sent. It reads through a view of the log.
type Inbox struct {
	*store.Table[Message, *Message]
	messages    *Messages
	connections *Connections
	records     Records
}

// HasHistory says that messages have none of their own: they are one.
func (*Inbox) HasHistory() bool { return false }

func newInbox(d Deps, m *Messages, c *Connections) *Inbox {
	return &Inbox{messages: m, connections: c, records: d.Records, Table: m.tableForView("vms_inbox", "vmsInbound")}
}

// stoppedError is why a message waits for somebody, or has no effect.
type stoppedError struct {
	reason Reason
	detail string
	words  []string // of a refusal: the key of its message, and what stands in the way
}

func (h stoppedError) Error() string { return string(h.reason) + " " + h.detail }

// waiting are the connections with messages that nobody has worked on yet.
func (s *Service) waiting(ctx context.Context) ([]int64, error) {
	if held, err := s.deps.Held(ctx); err != nil || held {
		return nil, err
	}
	return s.deps.DB.IDs(ctx,
		"SELECT DISTINCT connection_id FROM vms_messages WHERE state = 'RECEIVED' AND direction = 'inbound' "+
			"ORDER BY connection_id")
}

// mostTries is how often a message is begun anew that fails for a reason of ours.
const mostTries = 5

// ProcessNext does what the first message that waits on a connection says, and says whether there was one. What comes
// later on the connection waits for it.
func (s *Service) ProcessNext(ctx context.Context, connection int64) (bool, error) {
	ctx = role.AsSystem(ctx, "vms.inbound")
	var id int64
	found, err := s.deps.DB.Row(ctx, []any{&id}, `
		SELECT id
		  FROM vms_messages
		 WHERE connection_id = $1
		   AND state = 'RECEIVED'
		   AND direction = 'inbound'
		 ORDER BY id
		 LIMIT 1`, connection)
	if err != nil || !found {
		return false, err
	}
	c, err := s.Connections.Get(ctx, connection)
	if err != nil {
		return true, err
	}
	m, err := s.Messages.Get(ctx, id)
	if err != nil {
		return true, err
	}
	return true, s.processMessage(ctx, c, m)
}

// processMessage reads a message and has it change its record, or writes down why it does not.
func (s *Service) processMessage(ctx context.Context, c Connection, m Message) error {
	e := Exchange{Number: m.Tries + 1, At: s.deps.Now(), Headers: map[string]string{}}
	v, held, err := s.read(ctx, c, m, &e)
	if err == nil && held == nil {
		held, err = quarantineReason(s.deps.DB.Write(ctx, func(ctx context.Context) error {
			return s.ifWaiting(ctx, m.ID, e, func(ctx context.Context, m *Message) error { return s.apply(ctx, c, m, v) })
		}))
	}
	if err != nil && m.Tries+1 >= mostTries && ctx.Err() == nil {
		s.deps.Log.Error("vms message", "id", m.ID, "err", err)
		held, err = &stoppedError{reason: Internal}, nil
	}
	ctx = context.WithoutCancel(ctx)
	if err != nil {
		_, counted := s.deps.DB.Exec(ctx, "UPDATE vms_messages SET tries = tries + 1 WHERE id = $1 AND state = 'RECEIVED'",
			m.ID)
		return errors.Join(err, counted)
	}
	if held == nil {
		return nil
	}
	e.Outcome = string(held.reason)
	return s.deps.DB.Write(ctx, func(ctx context.Context) error {
		return s.ifWaiting(ctx, m.ID, e, func(_ context.Context, m *Message) error {
			v.mark(m)
			held.mark(m)
			return nil
		})
	})
}

// mark writes down why a message has no effect; what has only come too late waits for nobody.
func (h stoppedError) mark(m *Message) {
	m.State, m.Reason, m.Detail = Quarantined, h.reason, h.detail
	if slices.Contains([]Reason{Stale, Repeated}, h.reason) || h.detail == aboutTest {
		m.State = Ignored
	}
	if h.reason == NoEntry {
		m.Lookup, m.UnknownValue, _ = strings.Cut(h.detail, " ")
	}
}

// ifWaiting changes a message together with what it does, unless another copy has done so meanwhile.
func (s *Service) ifWaiting(ctx context.Context, id int64, e Exchange,
	change func(ctx context.Context, m *Message) error,
) error {
	was, err := s.Messages.Get(ctx, id)
	if err != nil || was.State != Received {
		return err
	}
	m := was
	m.Tries, m.MappingNumber, m.State, m.Reason, m.Detail, m.Lookup, m.UnknownValue = e.Number, e.MappingNumber, Processed,
		"", "", "", ""
	if err := change(ctx, &m); err != nil {
		return err
	}
	if err := s.Messages.storeAttempt(ctx, id, e); err != nil {
		return err
	}
	return s.Messages.Update(ctx, was, &m)
}

// quarantineReason tells what a message is held back for from what is ours to mend.
func quarantineReason(err error) (*stoppedError, error) {
	if h, isOurs := errors.AsType[stoppedError](err); isOurs {
		return &h, nil
	}
	refused, err := resource.Refusal(err)
	if refused == nil {
		return nil, err
	}
	words := []string{fault.Key(refused.Code)}
	if blocks, ok := refused.Details["blockedBy"].([]resource.Block); ok {
		for _, b := range blocks {
			words = append(words, b.Key)
		}
	}
	for field, codes := range refused.Fields {
		words = append(words, field+": "+strings.Join(codes, ", "))
	}
	slices.Sort(words[1:])
	text := strings.Join(words, "; ")
	return &stoppedError{AgainstRules, text[:min(len(text), 500)], words}, nil
}

// mappedMessage is what a mapping has made of a message.
type mappedMessage struct {
	MessageID   string                     `json:"messageId"`
	OccurredAt  json.RawMessage            `json:"occurredAt"`
	Project     map[string]json.RawMessage `json:"project"`
	Application struct {
		ExternalID vmsID  `json:"externalId"`
		Status     string `json:"status"`
		Reason     string `json:"reason"`
	} `json:"application"`
	Candidate struct {
		Email string `json:"email"`
	} `json:"candidate"`

	at time.Time
}

// vmsID is how a VMS calls a record: a text, or a number.
type vmsID string

// UnmarshalJSON refuses what is neither.
func (v *vmsID) UnmarshalJSON(value []byte) error {
	var parsed any
	if err := transform.Decode(value, &parsed); err != nil {
		return err
	}
	id, isID := idText(parsed)
	if !isID {
		return errors.New("it is neither a text nor a number")
	}
	*v = vmsID(id)
	return nil
}

func (v *mappedMessage) vmsID() string { return text(v.Project["vmsId"]) }

// mark writes down what a message is known by.
func (v *mappedMessage) mark(m *Message) {
	if v == nil {
		return
	}
	if m.MatchKey = v.vmsID(); v.Application.ExternalID != "" {
		m.MatchKey = string(v.Application.ExternalID)
	}
	m.MatchKey = m.MatchKey[:min(len(m.MatchKey), mostMatchKey)]
	m.OccurredAt = v.at
}

// noMapping is why a message is held back that came when no mapping for it was in use.
const noMapping = "no mapping in use"

// read runs the mapping in use on a message.
func (s *Service) read(ctx context.Context, c Connection, m Message, e *Exchange) (*mappedMessage, *stoppedError,
	error,
) {
	live, err := s.Mappings.live(ctx, c.ID, m.Entity)
	if err != nil {
		return nil, nil, err
	}
	if live == nil {
		return nil, &stoppedError{reason: NotMapped, detail: noMapping}, nil
	}
	e.MappingNumber = live.Number
	body, err := s.Messages.raw(ctx, m.ID)
	if err != nil {
		return nil, nil, err
	}
	made, held, err := s.translated(ctx, *live, body, m.Created)
	if err != nil || held != nil {
		return nil, held, err
	}
	e.Body = string(made.Output)
	out, held := understood(made, m.Created)
	return out, held, nil
}

// translated runs a mapping on the bytes of a message that came at an instant.
func (s *Service) translated(ctx context.Context, by Mapping, body []byte, came time.Time) (out transform.Result,
	held *stoppedError, err error,
) {
	input, err := inboundInput(body)
	if err != nil {
		return out, &stoppedError{reason: NotMapped, detail: unreadableBody(err)}, nil
	}
	out, err = s.deps.Runner.Run(ctx, by.ConnectionID, by.rules(), transform.Message{Input: input, At: came})
	return out, nil, err
}

// missingEntry is the value without an entry that is all that is wrong with a message.
func missingEntry(made transform.Result) (lookup, value string, only bool) {
	for _, p := range made.Errors {
		name, isText := p.Params["lookup"].(string)
		key, _ := p.Params["value"].(string)
		if !isText || lookup != "" && (name != lookup || key != value) || strings.Contains(name, " ") {
			return "", "", false
		}
		lookup, value = name, key
	}
	for _, target := range made.Missing { // for want of the same entry
		if !slices.ContainsFunc(made.Errors, func(p transform.Problem) bool { return p.Target == target }) {
			return "", "", false
		}
	}
	return lookup, value, lookup != "" && len(value) <= 200
}

// farAhead is how far ahead of ours a VMS's clock may be: a message from the future would hold all later ones back.
const farAhead = 24 * time.Hour

// understood reads what a mapping has made, and says why it cannot be done if it cannot. What does not say when it
// happened has happened when it came.
func understood(made transform.Result, came time.Time) (*mappedMessage, *stoppedError) {
	v, held := parsed(made.Output, came)
	if made.OK {
		return v, held
	}
	if lookup, value, only := missingEntry(made); only {
		return v, &stoppedError{reason: NoEntry, detail: lookup + " " + value}
	}
	return v, &stoppedError{reason: NotMapped, detail: failureReason(made)}
}

func parsed(output json.RawMessage, came time.Time) (*mappedMessage, *stoppedError) {
	v := &mappedMessage{at: came}
	if err := json.Unmarshal(output, v); err != nil {
		return nil, &stoppedError{reason: NotMapped, detail: "a target has a value of another type"}
	}
	var id vmsID
	if raw := v.Project["vmsId"]; raw != nil && id.UnmarshalJSON(raw) != nil {
		return nil, &stoppedError{reason: NotMapped, detail: "project.vmsId: no id"}
	}
	if occurred := text(v.OccurredAt); occurred != "" {
		at, err := time.Parse(time.RFC3339, occurred)
		if seconds, failed := strconv.ParseFloat(occurred, 64); err != nil && failed == nil {
			at, err = time.UnixMilli(int64(seconds*1000)), nil
		}
		if err != nil || at.After(came.Add(farAhead)) || at.Year() < 2000 {
			return v, &stoppedError{reason: NotMapped, detail: "occurredAt: no instant"}
		}
		v.at = at.UTC().Truncate(time.Millisecond)
	}
	return v, nil
}

// text is a value as a text; null is "".
func text(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) == nil {
		return s
	}
	return strings.TrimSpace(string(value))
}

// raw is a message as it came.
func (m *Messages) raw(ctx context.Context, id int64) ([]byte, error) {
	var sealed string
	found, err := m.DB().Row(ctx, []any{&sealed}, "SELECT body FROM vms_exchanges WHERE message_id = $1 AND number = 0",
		id)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fmt.Errorf("message %d has no body", id)
	}
	return m.deps.Box.Open(exchangeID(id, 0, "body"), sealed)
}

// hasDuplicateID says whether another message has the id that this one gives itself.
func (s *Service) hasDuplicateID(ctx context.Context, m Message, id string) (bool, error) {
	if id == "" || id == m.MessageID {
		return false, nil
	}
	v := new(Message)
	other, err := s.Messages.first(ctx, query.Where(v, &v.ConnectionID, m.ConnectionID),
		query.Where(v, &v.Direction, string(In)), query.Where(v, &v.MessageID, id))
	return err == nil && other != nil && other.ID != m.ID, err
}

// match finds the record that a message is about, unless somebody has said which it is.
func (s *Service) match(ctx context.Context, c Connection, m *Message, v *mappedMessage) (err error) {
	switch {
	case m.EntityID > 0:
	case m.Entity == ApplicationStatus:
		m.EntityID, err = s.deps.Records.Application(ctx,
			ApplicationRef{
				ClientID: c.ClientID, ExternalID: string(v.Application.ExternalID), VMSID: v.vmsID(),
				Email: v.Candidate.Email,
			})
	case v.vmsID() != "":
		m.EntityID, err = s.deps.Records.Project(ctx, c.ID, v.vmsID())
	}
	return err
}

// apply has a message change the record that it is about, by the rules that hold for people, in the name of the
// connection.
func (s *Service) apply(ctx context.Context, c Connection, m *Message, v *mappedMessage) error {
	v.mark(m)
	isTwin, err := s.hasDuplicateID(ctx, *m, v.MessageID)
	if err != nil {
		return err
	}
	if isTwin {
		return stoppedError{reason: Repeated, detail: v.MessageID}
	}
	if id := v.MessageID; id != "" && len(id) <= longestID {
		m.MessageID = id
	}
	ctx = resource.WithAct(role.With(ctx, sender(c)), resource.Act{Action: "vmsMessage"})
	if err := s.match(ctx, c, m, v); err != nil {
		return err
	}
	var did bool
	if m.Entity == ApplicationStatus {
		did, err = s.applyToApplication(ctx, m, v)
	} else {
		did, err = s.applyToProject(ctx, c, m, v)
	}
	if err == nil && !did {
		err = stoppedError{reason: Stale}
	}
	if err != nil {
		return err
	}
	return s.retryDependents(ctx, *m)
}
