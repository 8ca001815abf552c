package vms

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// Message is one thing that was said to a VMS, however many attempts it took.
type Message struct {
	resource.Record
	MessageID      string       `json:"messageId"      check:"readonly,max=120"` // by which the VMS knows a repetition
	ConnectionID   int64        `json:"connectionId"   kind:"ref:vmsConnection" check:"readonly"`
	ConnectionName string       `json:"connectionName" from:"connectionId.name"`
	ClientID       int64        `json:"clientId"       kind:"ref:client" check:"readonly"`
	Direction      Direction    `json:"direction"      check:"readonly"`
	Entity         Entity       `json:"entity"         check:"readonly"`
	EntityID       int64        `json:"entityId"       kind:"id" check:"readonly"`
	State          MessageState `json:"state"          check:"readonly"`
	Failure        Failure      `json:"failure"        check:"readonly"`
	// of the failure: a status, or a target and what is wrong with it
	Detail        string    `json:"detail"         check:"readonly"`
	Tries         int64     `json:"tries"          check:"readonly"`
	NextTryAt     time.Time `json:"nextTryAt"      check:"readonly"`
	MappingNumber int64     `json:"mappingNumber"  check:"readonly"`
	EarlierID     *int64    `json:"earlierId"      kind:"id" check:"readonly"` // the message that this one says again
	// why one that came in waits, or has had no effect
	Reason       Reason     `json:"reason"         check:"readonly"`
	OccurredAt   time.Time  `json:"occurredAt"     check:"readonly"` // there, as it says itself
	MatchKey     string     `json:"matchKey"       check:"readonly"` // what the VMS calls the record
	Lookup       string     `json:"lookup"         check:"readonly"` // that has no entry for UnknownValue
	UnknownValue string     `json:"unknownValue"   check:"readonly"`
	Exchanges    []Exchange `json:"exchanges"      check:"readonly" store:"-"` // of a single record
}

// MessageState says what has become of a message.
type MessageState string

// The states.
const (
	Received    MessageState = "RECEIVED"
	Queued      MessageState = "QUEUED"
	Processed   MessageState = "PROCESSED"
	Retry       MessageState = "RETRY"
	Quarantined MessageState = "QUARANTINED"
	GaveUp      MessageState = "FAILED"
	Ignored     MessageState = "IGNORED"
)

// Enum lists the states.
func (MessageState) Enum() enum.List {
	return enum.List{
		Name: "vmsMessageState", Text: "enum.vmsMessageState",
		Values: enum.Strings([]MessageState{Received, Queued, Processed, Retry, Quarantined, GaveUp, Ignored}),
	}
}

// Failure says why a message could not be delivered.
type Failure string

// The failures.
const (
	Refused       Failure = "VMS_VALIDATION"
	Duplicate     Failure = "VMS_DUPLICATE"
	Unauthorised  Failure = "VMS_AUTH"
	Unavailable   Failure = "VMS_UNAVAILABLE"
	MappingFailed Failure = "MAPPING"
)

// Enum lists the failures.
func (Failure) Enum() enum.List {
	return enum.List{
		Name: "vmsFailure", Text: "enum.applicationReason",
		Values: enum.Strings([]Failure{Refused, Duplicate, Unauthorised, Unavailable, MappingFailed}),
	}
}

// Reason says why a message that came in waits for somebody, or has had no effect.
type Reason string

// The reasons.
const (
	NotMapped    Reason = "MAPPING"
	NoEntry      Reason = "LOOKUP"
	Unmatched    Reason = "UNMATCHED"
	AgainstRules Reason = "RULES"
	Stale        Reason = "STALE"
	Repeated     Reason = "DUPLICATE"
	ByHand       Reason = "BY_HAND"
	Internal     Reason = "INTERNAL"
)

// Enum lists the reasons.
func (Reason) Enum() enum.List {
	return enum.List{
		Name: "vmsReason", Text: "enum.vmsReason",
		Values: enum.Strings([]Reason{NotMapped, NoEntry, Unmatched, AgainstRules, Stale, Repeated, ByHand, Internal}),
	}
}

// Messages is the log of what was said.
type Messages struct {
	*store.Table[Message, *Message]
	deps     Deps
	mappings *Mappings
}

// HasHistory says that messages have none of their own: they are one.
func (*Messages) HasHistory() bool { return false }

func newMessages(d Deps) *Messages {
	m := &Messages{deps: d, Table: store.NewTable[Message](d.DB, store.Config{
		Name: "vms_messages", Entity: "vmsMessage", Now: d.Now,
		Audit: func(context.Context, ...store.Entry) error { return nil },
	})}
	m.Computes(m.fillExchanges, "exchanges").From("connectionId", "direction", "entity", "mappingNumber")
	return m
}

// startAttempt counts one more attempt to deliver a task, on the message that it has from its first attempt on.
func (m *Messages) startAttempt(ctx context.Context, c Connection, t Task) (Message, error) {
	v := new(Message)
	id := t.messageID()
	found, err := m.first(ctx, query.Where(v, &v.ConnectionID, c.ID), query.Where(v, &v.Direction, string(Out)),
		query.Where(v, &v.MessageID, id))
	if err != nil {
		return Message{}, err
	}
	if found != nil {
		was := *found
		found.Tries++
		return *found, m.Update(ctx, was, found)
	}
	first, err := m.first(ctx, query.Where(v, &v.EntityID, t.ApplicationID),
		query.Where(v, &v.Entity, string(t.Entity)))
	if err != nil {
		return Message{}, err
	}
	out := Message{
		MessageID: id, ConnectionID: c.ID, ClientID: c.ClientID, Direction: Out, Entity: t.Entity,
		EntityID: t.ApplicationID, State: Queued, Tries: 1,
	}
	if first != nil {
		out.EarlierID = new(first.ID)
	}
	if err := m.Create(ctx, &out); err != nil {
		return out, err
	}
	_, err = m.DB().Exec(ctx, "UPDATE vms_messages SET request_id = $1 WHERE id = $2", t.RequestID, out.ID)
	return out, err
}

// OfRequest lists the messages that a request has had made, to whoever may read the log, within the caller's scope.
func (m *Messages) OfRequest(ctx context.Context, requestID string) ([]Message, error) {
	return m.list(ctx, "request_id = $1 AND request_id <> ''", requestID)
}

// GiveUp ends what waits to be sent, or sent again, in the transaction of ctx, because the VMS may know it already.
func (m *Messages) GiveUp(ctx context.Context, detail string) error {
	v := new(Message)
	waiting := query.Cond{
		Field: field.At(v, &v.State), Op: query.Is,
		Values: []any{string(Queued), string(Retry)},
	}
	for {
		found, err := m.first(ctx, query.Where(v, &v.Direction, string(Out)), waiting)
		if err != nil || found == nil {
			return err
		}
		was := *found
		found.State, found.Failure, found.Detail, found.NextTryAt = GaveUp, Duplicate, detail, time.Time{}
		if err := m.Update(ctx, was, found); err != nil {
			return err
		}
	}
}

// first is the newest of the messages that a condition matches; none is nil.
func (m *Messages) first(ctx context.Context, where ...query.Cond) (*Message, error) {
	v := new(Message)
	page, err := m.Table.List(ctx, query.Query{
		Where: where, Limit: 1, NoTotal: true,
		Sort: []query.Sort{{Field: field.At(v, &v.ID), Desc: true}},
	})
	if err != nil || len(page.Rows) == 0 {
		return nil, err
	}
	found, err := m.Get(ctx, page.Rows[0].ID)
	return &found, err
}

// outbox is the messages that VMS are sent. It reads through a view of the log.
type outbox struct {
	*store.Table[Message, *Message]
}

// HasHistory says that messages have none of their own: they are one.
func (*outbox) HasHistory() bool { return false }

func newOutbox(m *Messages) *outbox {
	return &outbox{m.tableForView("vms_outbox", "vmsOutbound")}
}

// release has messages read anew that are held back, and returns how many.
func (m *Messages) release(ctx context.Context, where string, args ...any) (int64, error) {
	return releaseMessages(ctx, m.DB(), where, args...)
}

// releaseMessages is what release does, for whoever has the database only.
func releaseMessages(ctx context.Context, db *store.DB, where string, args ...any) (int64, error) {
	db.Touched(ctx, "vms_messages", "state")
	return db.Exec(ctx,
		"UPDATE vms_messages SET state = 'RECEIVED' WHERE state = 'QUARANTINED' AND direction = 'inbound' AND "+where,
		args...)
}

// tableForView reads the messages of a view.
func (m *Messages) tableForView(view, entity string) *store.Table[Message, *Message] {
	t := store.NewTable[Message](m.deps.DB, store.Config{
		Name: view, Written: "vms_messages", Entity: entity,
		Now: m.deps.Now, Audit: func(context.Context, ...store.Entry) error {
			return nil
		},
	})
	t.Computes(m.fillExchanges, "exchanges").From("connectionId", "direction", "entity", "mappingNumber")
	return t
}

// MessageResource declares the whole log to the admin; its screens show one direction each.
func MessageResource(m *Messages) resource.Declaration {
	v := new(Message)
	return resource.Declare(resource.Spec[Message]{
		Name: "vmsMessage", Path: "/vms/message", Of: v, Store: m, Title: &v.MessageID, Status: &v.State,
		Row: resource.Refs{
			&v.ID, &v.MessageID, &v.ConnectionID, &v.ConnectionName, &v.ClientID, &v.Direction, &v.Entity, &v.EntityID, &v.State,
			&v.Failure, &v.Reason, &v.Detail, &v.MatchKey, &v.OccurredAt, &v.Tries, &v.NextTryAt, &v.MappingNumber, &v.EarlierID,
			&v.Created, &v.LastUpdated, &v.Version,
		},
		Sortable: resource.Refs{&v.ConnectionID, &v.ClientID, &v.State, &v.Created},
		Filters:  append(messageFilters(v), &v.Direction),
		Form:     []resource.Group{resource.Section("general", &v.MessageID), resource.Section("exchanges", &v.Exchanges)},
		Access:   resource.Access{Read: role.VMSMessageRead},
	})
}

// messageFilters is what every list of messages may be narrowed by.
func messageFilters(v *Message) resource.Refs {
	return resource.Refs{
		&v.ConnectionID, &v.State, &v.Entity, &v.EntityID, resource.Filter("since", query.AtLeast, &v.Created),
		resource.Filter("until", query.AtMost, &v.Created),
		resource.Filter("detail", query.Is, &v.Detail),
	}
}

// OutboxResource declares the messages that go out to the admin.
func OutboxResource(s *Service) resource.Declaration {
	v := new(Message)
	return resource.Declare(resource.Spec[Message]{
		Name: "vmsOutbound", Path: "/vms/outbound", Route: "/platform/vms/outbound", Of: v, Store: s.outbox,
		Title: &v.MessageID, Status: &v.State,
		Columns: resource.Refs{
			&v.MessageID, &v.ConnectionName, &v.Entity, &v.State, &v.Failure, &v.Tries, &v.NextTryAt, &v.Created,
		},
		Hidden: resource.Refs{&v.Detail, &v.MappingNumber, &v.LastUpdated},
		Row: resource.Refs{
			&v.ID, &v.MessageID, &v.ConnectionID, &v.ConnectionName, &v.ClientID, &v.Entity, &v.EntityID, &v.State, &v.Failure,
			&v.Detail, &v.Tries, &v.NextTryAt, &v.MappingNumber, &v.EarlierID, &v.Created, &v.LastUpdated, &v.Version,
		},
		Sortable: resource.Refs{&v.State, &v.Created},
		Filters:  append(messageFilters(v), &v.Failure),
		Finds:    resource.Refs{&v.MessageID},
		Form: []resource.Group{
			resource.Section("general", &v.MessageID, &v.ConnectionID, &v.Entity, &v.Failure, &v.Detail, &v.Tries, &v.NextTryAt,
				&v.MappingNumber),
			resource.Section("exchanges", &v.Exchanges),
		},
		Access: resource.Access{Read: role.VMSMessageRead, Sidebar: Operators},
	})
}
