package demo

import (
	"context"

	"poolkeeper.example/extension-service/engine/settings"
	"poolkeeper.example/extension-service/platform/role"
)

// portal is where the links of the demonstration's mails lead: to nobody.
const portal = "https://portal.poolkeeper.example/start"

// fillSettings sets what a new installation would set first.
func (f *generator) fillSettings(ctx context.Context) error {
	return f.settings.Save(role.With(ctx, f.actors[0]), settings.PortalURL, portal)
}
