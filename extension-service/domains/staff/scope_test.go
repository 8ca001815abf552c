package staff

import (
	"context"
	"slices"
	"testing"

	"poolkeeper.example/extension-service/platform/role"
)

func (clients) Exist(_ context.Context, s role.Scope) (bool, error) {
	return !slices.Contains(s.ClientIDs, 404), nil
}

func TestScope_UnknownClient_IsRefused(t *testing.T) {
	each(t, func(d *fixture) {
		d.Clients = clients{}
		config, gone := d.withTokens(d.signIn("config")), role.Scope{ClientIDs: []int64{404}}
		in := Invitation{Email: "new@example.org", FirstName: "Ada", LastName: "Öberg", Scopes: gone}
		_, err := d.Invite(config, in)
		d.wantCode(err, "VALIDATION")
		in.Scopes.ClientIDs = []int64{1}
		made, err := d.Invite(config, in)
		d.wantCode(err, "")
		_, err = d.Update(config, Change{ID: made.Admin.ID, Scopes: &gone})
		d.wantCode(err, "VALIDATION")
	})
}
