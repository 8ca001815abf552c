package vms

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

type setupInput struct {
	ConnectionID int64 `query:"connectionId"`
}

// Setup is how far the set-up of a connection has come. It is read from the records that the steps have left, so that
// whoever continues needs nothing else.
type Setup struct {
	Sandbox   string        `json:"sandbox"` // address of the sandbox beside the product; "": there is none
	Mapping   *SetupMapping `json:"mapping"` // the newest for applications
	Delivered *TestDelivery `json:"delivered"`
	Waiting   int64         `json:"waiting"` // applications that go out once a mapping is in use
}

// SetupMapping is a version of a mapping.
type SetupMapping struct {
	ID     int64 `json:"id"`
	Number int64 `json:"number"`
	State  State `json:"state"`
	Rules  int64 `json:"rules"`
}

// setup answers how far the set-up of a connection has come; without one, what there is to begin with. NOT_FOUND.
func (s *Service) setup(ctx context.Context, in setupInput) (out Setup, err error) {
	out.Sandbox = s.deps.Sandbox
	if in.ConnectionID == 0 {
		return out, nil
	}
	c, err := s.Connections.Get(ctx, in.ConnectionID)
	if err != nil {
		return out, err
	}
	v := new(Mapping)
	m, err := s.Mappings.first(ctx, resource.Where(v, &v.ConnectionID, c.ID),
		resource.Where(v, &v.Entity, string(Application)))
	if err != nil {
		return out, err
	}
	if m != nil {
		out.Mapping = &SetupMapping{ID: m.ID, Number: m.Number, State: m.State, Rules: int64(len(m.Rules))}
	}
	if out.Delivered, err = s.lastTest(ctx, c); err != nil {
		return out, err
	}
	out.Waiting, err = s.countToSend(ctx, c)
	return out, err
}
