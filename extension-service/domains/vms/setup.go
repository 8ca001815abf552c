package vms

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/engine/admin/query"
)

type setupInput struct {
	ConnectionID int64 `query:"connectionId"`
	ClientID     int64 `query:"clientId"` // before there is a connection
}

// Setup is how far the set-up of a connection has come. It is read from the records that the steps have left, so that
// whoever continues needs nothing else.
type Setup struct {
	Sandbox   string        `json:"sandbox"` // address of the sandbox beside the product; "": there is none
	Mapping   *SetupMapping `json:"mapping"` // the newest for applications
	Delivered *TestDelivery `json:"delivered"`
	Entity    *Entity       `json:"entity"`  // what comes in first; null before there is a connection
	Inbound   *SetupMapping `json:"inbound"` // the newest for that
	Received  *SetupMessage `json:"received"`
	Waiting   int64         `json:"waiting"` // applications that go out once a mapping is in use
	Refused   *SetupRefusal `json:"refused"` // the last call, where it did not show whom it is from
	ByHand    bool          `json:"byHand"`  // the client sends by hand: nothing of it goes out by any VMS
}

// SetupRefusal is a call of a VMS that did not show whom it is from.
type SetupRefusal struct {
	At  time.Time  `json:"at"`
	Why RefusedWhy `json:"why"`
}

// SetupMapping is a version of a mapping.
type SetupMapping struct {
	ID     int64 `json:"id"`
	Number int64 `json:"number"`
	State  State `json:"state"`
	Rules  int64 `json:"rules"`
}

// SetupMessage is a message that has come in.
type SetupMessage struct {
	ID        int64     `json:"id" kind:"id"`
	MessageID string    `json:"messageId"`
	At        time.Time `json:"at"`
}

// setup answers how far the set-up of a connection has come; without one, what there is to begin with. NOT_FOUND.
func (s *Service) setup(ctx context.Context, in setupInput) (out Setup, err error) {
	out.Sandbox = s.deps.Sandbox
	if in.ConnectionID == 0 {
		out.ByHand, err = s.sendsByHand(ctx, in.ClientID)
		return out, err
	}
	c, err := s.Connections.Get(ctx, in.ConnectionID)
	if err == nil {
		out.ByHand, err = s.sendsByHand(ctx, c.ClientID)
	}
	if err != nil {
		return out, err
	}
	if c.RefusedWhy != "" && c.RefusedAt.After(c.HeardAt) {
		out.Refused = &SetupRefusal{c.RefusedAt, c.RefusedWhy}
	}
	first := c.firstInbound()
	out.Entity = &first
	if out.Mapping, err = s.newestVersion(ctx, c, Application); err != nil {
		return out, err
	}
	if out.Delivered, err = s.lastTest(ctx, c); err != nil {
		return out, err
	}
	if out.Inbound, err = s.newestVersion(ctx, c, first); err != nil {
		return out, err
	}
	if out.Received, err = s.lastReceived(ctx, c, first); err != nil {
		return out, err
	}
	out.Waiting, err = s.countToSend(ctx, c)
	return out, err
}

// sendsByHand says whether a client sends nothing by VMS; none is 0. NOT_FOUND.
func (s *Service) sendsByHand(ctx context.Context, clientID int64) (bool, error) {
	if clientID == 0 {
		return false, nil
	}
	c, err := s.deps.Clients.Get(ctx, clientID)
	return c.SendChannel == clients.Manually, err
}

// firstInbound is what a VMS sends first: how candidates stand that it was sent, or jobs where it takes none.
func (c *Connection) firstInbound() Entity {
	if c.supports(SubmitCandidate) {
		return ApplicationStatus
	}
	return Job
}

// newestVersion is the newest version of a mapping of a connection; none is nil.
func (s *Service) newestVersion(ctx context.Context, c Connection, entity Entity) (*SetupMapping, error) {
	v := new(Mapping)
	m, err := s.Mappings.first(ctx, query.Where(v, &v.ConnectionID, c.ID),
		query.Where(v, &v.Entity, string(entity)))
	if err != nil || m == nil {
		return nil, err
	}
	return &SetupMapping{ID: m.ID, Number: m.Number, State: m.State, Rules: int64(len(m.Rules))}, nil
}

// lastReceived is the last message of a kind that a VMS has sent; none is nil.
func (s *Service) lastReceived(ctx context.Context, c Connection, entity Entity) (*SetupMessage, error) {
	v := new(Message)
	m, err := s.Messages.first(ctx, query.Where(v, &v.ConnectionID, c.ID),
		query.Where(v, &v.Entity, string(entity)))
	if err != nil || m == nil {
		return nil, err
	}
	return &SetupMessage{ID: m.ID, MessageID: m.MessageID, At: m.Created}, nil
}
