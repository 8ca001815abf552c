package projects_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
)

func TestPlace_OneCoordinateMissing_IsRefused(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		path := fmt.Sprintf("PUT /api/project/%d", w.newProject(nil))
		put := func(at any) resourcetest.Answer { return w.call(path, map[string]any{"siteCoordinates": at}) }
		for want, half := range map[string]map[string]any{
			"siteCoordinates.lon": {"lat": 52.52}, "siteCoordinates.lat": {"lat": nil, "lon": 13.405},
		} {
			if got := fmt.Sprint(put(half).Refusal("VALIDATION").Fields); got != "map["+want+":[validation.required]]" {
				t.Errorf("%v: %s", half, got)
			}
		}
		for want, at := range map[string]any{
			"map[lat:0 lon:0]":                  map[string]any{"lat": 0, "lon": 0},
			"map[lat:52.52 lon:13.405]":         map[string]any{"lat": 52.52, "lon": 13.405},
			"map[lat:52.520008 lon:-13.404954]": map[string]any{"lat": 52.52000751, "lon": -13.40495399},
			"map[lat:90 lon:180]":               map[string]any{"lat": 89.9999999, "lon": 180.0000001},
			"<nil>":                             map[string]any{"lat": nil, "lon": nil},
			"map[lat:1e-06 lon:-52.52]": map[string]any{
				"lat": json.RawMessage("1E-6"),
				"lon": json.RawMessage("-5.252e1"),
			},
			"map[lat:7 lon:-1.2e-05]": map[string]any{
				"lat": json.RawMessage("0.07e+2"),
				"lon": json.RawMessage("-1.2e-5"),
			},
		} {
			if got := fmt.Sprint(put(at).OK()["siteCoordinates"]); got != want {
				t.Errorf("%v became %s", at, got)
			}
		}
		for _, small := range []string{"1e-7", "-1e-7", "4.9e-7", "0e9", "1e-400", "-3E-99999999999"} {
			if got := fmt.Sprint(put(map[string]any{
				"lat": json.RawMessage(small),
				"lon": json.RawMessage(small),
			}).OK()["siteCoordinates"]); got != "map[lat:0 lon:0]" {
				t.Errorf("%s became %s", small, got)
			}
		}
		for _, large := range []string{"9.1e1", "1e3", "1e99999999999", "-1e101"} {
			if got := put(map[string]any{
				"lat": json.RawMessage(large),
				"lon": 0,
			}).Refusal("VALIDATION").Fields["siteCoordinates.lat"]; len(got) != 1 {
				t.Errorf("%s: %v", large, got)
			}
		}
	})
}

func TestProject_OtherClientWithApplications_IsRefusedBeforeItsLegalEntityIsChecked(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		c := w.newClient(nil)
		entity := w.call("POST /api/legalEntity", map[string]any{"clientId": c, "name": "Here AG"}).ID()
		p := w.newProject(map[string]any{"clientId": c, "legalEntityId": entity})
		other := map[string]any{"clientId": w.newClient(nil)}
		path := fmt.Sprintf("PUT /api/project/%d", p)
		w.call(path, other).Refused("VALIDATION")
		w.newApplication(p, applications.Withdrawn, nil)
		w.call(path, other).Refused("CLIENT_LOCKED")
	})
}
