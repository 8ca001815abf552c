package projects_test

import (
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

func TestAPlaceHasBothItsCoordinatesOrNone(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		path := fmt.Sprintf("PUT /api/project/%d", w.newProject(nil))
		put := func(at any) answer { return w.call(path, map[string]any{"siteCoordinates": at}) }
		for want, half := range map[string]map[string]any{
			"siteCoordinates.lon": {"lat": 52.52}, "siteCoordinates.lat": {"lat": nil, "lon": 13.405},
		} {
			if got := fmt.Sprint(put(half).refusal("VALIDATION").Fields); got != "map["+want+":[validation.required]]" {
				t.Errorf("%v: %s", half, got)
			}
		}
		for want, at := range map[string]any{
			"map[lat:0 lon:0]": map[string]any{"lat": 0, "lon": 0}, "map[lat:52.52 lon:13.405]": map[string]any{"lat": 52.52, "lon": 13.405},
			"map[lat:52.520008 lon:-13.404954]": map[string]any{"lat": 52.52000751, "lon": -13.40495399}, "map[lat:90 lon:180]": map[string]any{"lat": 89.9999999, "lon": 180.0000001},
			"<nil>": map[string]any{"lat": nil, "lon": nil},
		} {
			if got := fmt.Sprint(put(at).ok()["siteCoordinates"]); got != want {
				t.Errorf("%v became %s", at, got)
			}
		}
	})
}

func TestAnotherClientIsRefusedForTheApplicationsBeforeItsLegalEntityIsLookedAt(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		c := w.newClient(nil)
		entity := id(w.call("POST /api/legalEntity", map[string]any{"clientId": c, "name": "Here AG"}).ok())
		p := w.newProject(map[string]any{"clientId": c, "legalEntityId": entity})
		other := map[string]any{"clientId": w.newClient(nil)}
		path := fmt.Sprintf("PUT /api/project/%d", p)
		w.call(path, other).refused("VALIDATION")
		w.newApplication(p, applications.Withdrawn, nil)
		w.call(path, other).refused("CLIENT_LOCKED")
	})
}
