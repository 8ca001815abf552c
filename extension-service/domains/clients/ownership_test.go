package clients_test

import (
	"context"
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/role"
)

// A legal entity decides by itself, or leaves it to its client.
func TestOwnershipRule_LegalEntity_DecidesOrInheritsFromTheClient(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		client := int64(w.asCaller(config).ok("client.create", 0, "", `{"name":"A","code":"A"}`)["id"].(float64))
		entity := int64(w.asCaller(config).ok("legalEntity.create", 0, "",
			fmt.Sprintf(`{"clientId":%d,"name":"One"}`, client))["id"].(float64))
		ctx, yes, no := role.With(t.Context(), config), true, false
		for i, step := range []struct {
			ofClient             bool
			ofEntity             *bool
			wantClient, wantBoth bool
		}{{false, nil, false, false}, {true, nil, true, true}, {true, &no, true, false}, {false, &yes, false, true}} {
			err := db.Write(ctx, func(ctx context.Context) error {
				if err := w.SetIgnoreOwnership(ctx, client, &step.ofClient); err != nil {
					return err
				}
				return w.Entities.SetIgnoreOwnership(ctx, entity, step.ofEntity)
			})
			if err != nil {
				t.Fatal(err)
			}
			if got, err := w.IgnoresOwnership(t.Context(), client, 0); got != step.wantClient || err != nil {
				t.Errorf("step %d: the client %t, want %t: %v", i, got, step.wantClient, err)
			}
			if got, err := w.IgnoresOwnership(t.Context(), client, entity); got != step.wantBoth || err != nil {
				t.Errorf("step %d: the legal entity %t, want %t: %v", i, got, step.wantBoth, err)
			}
			value, inherited, err := w.Entities.IgnoreOwnership(ctx, entity)
			if err != nil || inherited != step.ofClient || (value == nil) != (step.ofEntity == nil) {
				t.Errorf("step %d: set to %v below %t: %v", i, value, inherited, err)
			}
		}
	})
}

func TestClient_UnknownTimeZone_IsUTC(t *testing.T) {
	t.Parallel()
	for zone, want := range map[string]string{"Asia/Kolkata": "Asia/Kolkata", "Mars/Base": "UTC"} {
		if got := (clients.Client{TimeZone: zone}).Zone(); got.String() != want {
			t.Errorf("%s: %v", zone, got)
		}
	}
}
