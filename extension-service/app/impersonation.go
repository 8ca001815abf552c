package app

import (
	"context"

	"poolkeeper.example/extension-service/domains/staff"
	"poolkeeper.example/extension-service/engine/settings"
)

// portalPeople are those whom staff may look at the portal as.
type portalPeople struct{ s *Service }

// Target finds somebody inside the caller's scope.
func (x portalPeople) Target(ctx context.Context, kind staff.UserKind, id int64) (staff.Target, error) {
	if kind == "msp" {
		m, err := x.s.parts.domains.msps.Get(ctx, id)
		return staff.Target{ID: m.ID, Name: m.Name, Email: m.Email, Status: staff.Status(m.UserStatus)}, err
	}
	f, err := x.s.parts.domains.freelancers.Get(ctx, id)
	return staff.Target{ID: f.ID, Name: f.Name, Email: f.Email, Status: staff.Status(f.UserStatus)}, err
}

// Portal is the setting portal.url.
func (x portalPeople) Portal(ctx context.Context) (string, error) {
	return x.s.parts.settings.Text(ctx, settings.PortalURL)
}
