package msps_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/role"
)

func TestLegalEntities_AssignedAndReleased_AreIdempotent(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		c, m := w.newClient(), w.newActive()
		first, second := w.newEntity(c), w.newEntity(c)
		for range 2 { // idempotent
			got := w.call(pathTo(m, "PUT", fmt.Sprintf("/toLegalEntity/%d", first)), nil).OK()
			if len(resourcetest.Objects(got, "legalEntities")) != 1 || got["message"] != "msp.entityAdded" {
				t.Errorf("assigned: %v", got)
			}
		}
		w.call(pathTo(m, "PUT", fmt.Sprintf("/toLegalEntity/%d", second)), nil).OK()
		w.call(pathTo(m, "PUT", "/toLegalEntity/987654"), nil).Refused("NOT_FOUND")
		w.call("PUT /api/msp/987654/toLegalEntity/1", nil).Refused("NOT_FOUND")
		w.call(pathTo(m, "POST", "/permission"), map[string]any{"grants": []any{
			map[string]any{"permission": "RATE_EDIT", "scope": "legalentity", "clientId": c, "legalEntityId": first},
			map[string]any{"permission": "REPORT_VIEW", "scope": "legalentity", "clientId": c, "legalEntityId": second},
			map[string]any{"permission": "REPORT_VIEW", "scope": "client", "clientId": c},
		}}).OK()
		got := w.call(pathTo(m, "PUT", fmt.Sprintf("/fromLegalEntity/%d", first)), nil).OK()
		if removed := texts(resourcetest.Objects(got, "removedGrants"), "permission"); !slices.Equal(removed,
			[]string{"RATE_VIEW", "RATE_EDIT"}) || len(resourcetest.Objects(got, "legalEntities")) != 1 {
			t.Errorf("released: %v", got)
		}
		again := w.call(pathTo(m, "PUT", fmt.Sprintf("/fromLegalEntity/%d", first)), nil).OK()
		if len(resourcetest.Objects(again, "removedGrants")) != 0 || len(resourcetest.Objects(again, "legalEntities")) != 1 {
			t.Errorf("released again: %v", again)
		}
		history := w.call(fmt.Sprintf("GET /api/history/msp/%d", m), nil).Objects("results")
		if what := strings.Join(texts(history, "action"),
			","); what != "fromLegalEntity,fromLegalEntity,permission,toLegalEntity,toLegalEntity,activate,create" {
			t.Errorf("history %s", what)
		}
	})
}

func TestGrants_AddedReplacedAndRevoked_AreListed(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		c, m := w.newClient(), w.newActive()
		e := w.newEntity(c)
		ofClient := func(p string) map[string]any {
			return map[string]any{"permission": p, "scope": "client", "clientId": c}
		}
		got := w.call(pathTo(m, "POST", "/permission"),
			map[string]any{"grants": []any{ofClient("APPLICATION_CREATE"), ofClient("PROJECT_VIEW")}}).OK()
		for name, want := range map[string]string{
			"results": "[APPLICATION_VIEW APPLICATION_CREATE PROJECT_VIEW]",
			"added":   "[APPLICATION_VIEW APPLICATION_CREATE PROJECT_VIEW]",
			"implied": "[APPLICATION_VIEW]", "removed": "[]",
		} {
			if list := fmt.Sprint(texts(resourcetest.Objects(got, name), "permission")); list != want {
				t.Errorf("%s %s, want %s", name, list, want)
			}
		}
		grant := resourcetest.Rows(got)[0]
		if grant["grantedBy"] != "Mara Lindqvist" || grant["since"] != "2026-11-21T12:00:00.000Z" ||
			grant["scope"] != "client" || grant["legalEntityId"] != nil {
			t.Errorf("grant %v", grant)
		}
		got = w.call(pathTo(m, "POST", "/permission"), map[string]any{"replace": true, "grants": []any{
			ofClient("APPLICATION_SUBMIT"), map[string]any{
				"permission": "RATE_EDIT", "scope": "legalentity", "clientId": c,
				"legalEntityId": e,
			},
		}}).OK()
		if what := fmt.Sprint(texts(resourcetest.Rows(got), "permission"),
			texts(resourcetest.Objects(got, "removed"), "permission"),
			texts(resourcetest.Objects(got, "implied"), "permission")); what !=
			"[APPLICATION_VIEW APPLICATION_SUBMIT RATE_VIEW RATE_EDIT] [APPLICATION_CREATE PROJECT_VIEW] [RATE_VIEW]" {
			t.Errorf("replaced: %s", what)
		}
		other := w.newEntity(w.newClient())
		bad := w.call(pathTo(m, "POST", "/permission"), map[string]any{"grants": []any{
			ofClient("FLY"),
			map[string]any{"permission": "RATE_VIEW", "scope": "legalentity", "clientId": c},
			map[string]any{"permission": "RATE_VIEW", "scope": "galaxy", "clientId": c},
			map[string]any{"permission": "RATE_VIEW", "scope": "client"},
		}}).Refusal("VALIDATION")
		if bad.Fields["grants[0].permission"] == nil || bad.Fields["grants[2].scope"] == nil ||
			fmt.Sprint(bad.Fields["grants[3].clientId"]) != "[validation.required]" {
			t.Errorf("wrong words are not named: %v", bad.Fields)
		}
		bad = w.call(pathTo(m, "POST", "/permission"), map[string]any{"grants": []any{
			map[string]any{"permission": "RATE_VIEW", "scope": "legalentity", "clientId": c},
			map[string]any{"permission": "RATE_VIEW", "scope": "client", "clientId": 987654},
			map[string]any{"permission": "RATE_VIEW", "scope": "legalentity", "clientId": c, "legalEntityId": other},
			map[string]any{"permission": "RATE_VIEW", "scope": "client", "clientId": c, "legalEntityId": e},
		}}).Refusal("VALIDATION")
		for _, field := range []string{
			"grants[0].legalEntityId", "grants[1].clientId", "grants[2].legalEntityId",
			"grants[3].legalEntityId",
		} {
			if bad.Fields[field] == nil {
				t.Errorf("%s is not named: %v", field, bad.Fields)
			}
		}
		config := w.asCaller(role.Scope{}, role.ConfigManager)
		if n := config.call(pathTo(m, "GET", "/permission"), nil).OK()["totalResults"]; n != 4.0 {
			t.Errorf("a config manager reads %v grants", n)
		}
		config.call(pathTo(m, "POST", "/permission"), map[string]any{}).Refused("FORBIDDEN")
		config.call(pathTo(m, "GET", ""), nil).Refused("FORBIDDEN")
		if lines := config.call("GET /api/msp/permissions", nil).Objects("results"); len(lines) != 14 ||
			fmt.Sprint(lines[1]["implies"]) != "[APPLICATION_VIEW PROJECT_VIEW]" ||
			lines[0]["textKey"] != "enum.mspPermission.APPLICATION_VIEW" {
			t.Errorf("catalogue %v", lines)
		}
	})
}

func TestMSP_InTheTrash_OffersNoPermissions(t *testing.T) {
	t.Parallel()
	w := newFixture(t, pgtest.SQLite(t))
	var offered []any
	for _, a := range w.registry.Named("msp").Meta(w.who).Actions {
		if a.Name == "permission" && a.When != nil {
			offered = a.When.In
		}
	}
	if got := fmt.Sprint(offered); got != "[UV AC DE]" {
		t.Errorf("permissions are offered to MSPs that are %s", got)
	}
}

func TestScope_MSPsOfAnotherClient_AreHiddenOrReduced(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		c, far := w.newClient(), w.newClient()
		near, away := w.newEntity(c), w.newEntity(far)
		inside, outside, free := w.newActive(), w.newActive(), w.newActive()
		w.call(pathTo(inside, "PUT", fmt.Sprintf("/toLegalEntity/%d", near)), nil).OK()
		w.call(pathTo(inside, "PUT", fmt.Sprintf("/toLegalEntity/%d", away)), nil).OK()
		w.call(pathTo(outside, "PUT", fmt.Sprintf("/toLegalEntity/%d", away)), nil).OK()
		w.call(pathTo(inside, "POST", "/permission"), map[string]any{"grants": []any{
			map[string]any{"permission": "RATE_VIEW", "scope": "client", "clientId": far},
			map[string]any{"permission": "RATE_VIEW", "scope": "legalentity", "clientId": c, "legalEntityId": near},
		}}).OK()
		for name, scope := range map[string]role.Scope{
			"client": {ClientIDs: []int64{c}},
			"entity": {LegalEntityIDs: []int64{near}},
		} {
			s := w.asCaller(scope, role.CSM)
			if got := texts(s.call("GET /api/msp", nil).Objects("results"), "id"); !slices.Equal(got,
				[]string{fmt.Sprint(free), fmt.Sprint(inside)}) {
				t.Errorf("%s: sees %v", name, got)
			}
			s.call(pathTo(outside, "GET", ""), nil).Refused("NOT_FOUND")
			s.call(pathTo(outside, "PUT", "/deactivate"), nil).Refused("NOT_FOUND")
			s.call(pathTo(inside, "PUT", fmt.Sprintf("/toLegalEntity/%d", away)), nil).Refused("NOT_FOUND")
			m := s.call(pathTo(inside, "GET", ""), nil).OK()
			if len(resourcetest.Objects(m, "legalEntities")) != 1 || len(resourcetest.Objects(m, "permissions")) != 1 {
				t.Errorf("%s: sees too much of an MSP: %v %v", name, m["legalEntities"], m["permissions"])
			}
			got := s.call(pathTo(inside, "POST", "/permission"), map[string]any{"replace": true, "grants": []any{
				map[string]any{"permission": "RATE_VIEW", "scope": "legalentity", "clientId": c, "legalEntityId": near},
			}}).OK()
			if len(resourcetest.Objects(got, "removed")) != 0 {
				t.Errorf("%s: takes away what it cannot see: %v", name, got["removed"])
			}
			s.call(fmt.Sprintf("GET /api/msp/client?clientId=%d", far), nil).Refused("NOT_FOUND")
		}
		byEntity := w.asCaller(role.Scope{LegalEntityIDs: []int64{near}}, role.CSM)
		byEntity.call(pathTo(inside, "POST", "/permission"),
			map[string]any{"grants": []any{map[string]any{
				"permission": "RATE_VIEW", "scope": "client",
				"clientId": c,
			}}}).Refused("VALIDATION")
		if n := len(w.call(pathTo(inside, "GET", "/permission"), nil).Objects("results")); n != 2 {
			t.Errorf("%d grants are left", n)
		}
		byEntity.call(pathTo(free, "PUT", fmt.Sprintf("/toLegalEntity/%d", near)), nil).OK()
		w.asCaller(role.Scope{ClientIDs: []int64{far}}, role.CSM).call(pathTo(free, "GET", ""), nil).Refused("NOT_FOUND")
	})
}

func TestMSP_ProjectsAssigned_AreValidatedAndCounted(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		m, gone := w.newActive(), w.newMSP(nil)
		w.call(pathTo(gone, "DELETE", ""), nil).OK()
		p := w.assigned(m)
		if n := w.call(pathTo(m, "GET", ""), nil).OK()["activeProjectCount"]; n != 1.0 {
			t.Errorf("%v active projects", n)
		}
		bad := w.call(fmt.Sprintf("PUT /api/project/%d", p), map[string]any{"msps": []any{
			map[string]any{"mspId": m, "tier": 1},
			map[string]any{"mspId": m, "tier": 2},
			map[string]any{"mspId": gone, "tier": 1},
			map[string]any{"mspId": 987654, "tier": 4},
		}}).Refusal("VALIDATION")
		for _, field := range []string{"msps[1].mspId", "msps[2].mspId", "msps[3].mspId", "msps[3].tier"} {
			if bad.Fields[field] == nil {
				t.Errorf("%s is not named: %v", field, bad.Fields)
			}
		}
		only := *w.who
		only.Permissions = []role.Permission{role.ProjectRead, role.ProjectUpdate}
		lesser := *w
		lesser.who = &only
		lesser.call(fmt.Sprintf("PUT /api/project/%d", p), map[string]any{"msps": []any{}}).Refused("FORBIDDEN")
		w.call(fmt.Sprintf("PUT /api/project/%d", p), map[string]any{"msps": []any{}}).OK()
		if n := w.call(pathTo(m, "GET", ""), nil).OK()["activeProjectCount"]; n != 0.0 {
			t.Errorf("%v active projects after the last was taken away", n)
		}
	})
}
