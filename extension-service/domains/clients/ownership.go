package clients

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/platform/role"
)

// IgnoresOwnership says whether a client, or more narrowly a legal entity of it, disregards to whom people are bound,
// whoever asks. Without a legal entity, which is 0, the client decides.
func (s *Service) IgnoresOwnership(ctx context.Context, clientID, legalEntityID int64) (bool, error) {
	ctx = role.AsSystem(ctx, "ownership")
	if legalEntityID != 0 {
		value, inherited, err := s.Entities.IgnoreOwnership(ctx, legalEntityID)
		if value != nil {
			inherited = *value
		}
		return err == nil && inherited, err
	}
	c, err := s.Get(ctx, clientID)
	return c.IgnoreOwnershipRestriction, err
}

// MembershipTTL is after how many days memberships in pools of a client end where nobody says otherwise, whoever asks;
// nil for never.
func (s *Service) MembershipTTL(ctx context.Context, clientID int64) (*int64, error) {
	c, err := s.Get(role.AsSystem(ctx, "membership"), clientID)
	return c.MembershipTTLDays, err
}

// Zone is where the days of a client begin and end, whoever asks.
func (s *Service) Zone(ctx context.Context, clientID int64) (*time.Location, error) {
	c, err := s.Get(role.AsSystem(ctx, "zone"), clientID)
	return c.Zone(), err
}

// IgnoreOwnership is the setting of one client, which inherits nothing.
func (s *Service) IgnoreOwnership(ctx context.Context, id int64) (value *bool, inherited bool, err error) {
	c, err := s.Get(ctx, id)
	return &c.IgnoreOwnershipRestriction, false, err
}

// SetIgnoreOwnership changes the setting of one client.
func (s *Service) SetIgnoreOwnership(ctx context.Context, id int64, value *bool) error {
	old, err := s.Get(ctx, id)
	if err != nil {
		return err
	}
	c := old
	c.IgnoreOwnershipRestriction = *value
	return s.Update(ctx, old, &c)
}

// IgnoreOwnership is the setting of one legal entity, nil where the client's counts, which is inherited.
func (s *Entities) IgnoreOwnership(ctx context.Context, id int64) (value *bool, inherited bool, err error) {
	e, err := s.Get(ctx, id)
	if err != nil {
		return nil, false, err
	}
	c, err := s.of.Table.Get(role.AsSystem(ctx, "ownership"), e.ClientID)
	return e.IgnoreOwnershipRestriction, c.IgnoreOwnershipRestriction, err
}

// SetIgnoreOwnership changes the setting of one legal entity; nil inherits the client's.
func (s *Entities) SetIgnoreOwnership(ctx context.Context, id int64, value *bool) error {
	old, err := s.Get(ctx, id)
	if err != nil {
		return err
	}
	e := old
	e.IgnoreOwnershipRestriction = value
	return s.Update(ctx, old, &e)
}
