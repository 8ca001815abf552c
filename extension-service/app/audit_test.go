package app_test

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/role"
)

// offered lists what the filters of the audit log let people choose from.
func (p *product) offered(filter string) []string {
	for _, f := range p.Registry.Named("audit").Meta(&role.Caller{Kind: role.System}).Filters {
		if f.Name == filter {
			return f.Enumeration().Values
		}
	}
	return nil
}

// checkAuditIsSearchable fails the test when the log tells of something that nobody could look for.
func (p *product) checkAuditIsSearchable(t *testing.T) {
	t.Helper()
	kinds, actions := p.offered("entity"), p.offered("action")
	rows, err := p.DB.Query(context.Background(), "SELECT DISTINCT entity, action FROM audit")
	if err != nil {
		t.Error(err)
		return
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var entity, action string
		if err := rows.Scan(&entity, &action); err != nil {
			t.Error(err)
		}
		if !slices.Contains(kinds, entity) || !slices.Contains(actions, action) {
			t.Errorf("the audit log tells of %s %s, which no filter offers", entity, action)
		}
	}
	if err := rows.Err(); err != nil {
		t.Error(err)
	}
}

// What is done under a name that stands in the source can be looked for in the audit log.
func TestAuditLog_EveryRecordedAction_IsOfferedAsAFilter(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	actions, done := p.offered("action"), map[string]string{}
	sourceKeys(t, "..", regexp.MustCompile(`\b[aA]ction(?::| :?=) +"([a-zA-Z.]*[a-zA-Z])"`), ".go", done)
	if len(done) < 20 {
		t.Fatalf("found only %v", done)
	}
	for recorded, file := range done {
		if !slices.Contains(actions, recorded) {
			t.Errorf("no filter offers %s, see %s", recorded, file)
		}
	}
}

// The log is no record with a history of its own, and what is only indexed has no list.
func TestMetadata_EveryPromisedCall_IsServed(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	served := map[string]bool{}
	for _, e := range p.Endpoints() {
		served[e.Name] = true
	}
	verbs := map[string]string{"read": "list"}
	for _, r := range p.Registry.All() {
		m := r.Meta(&role.Caller{Kind: role.System})
		for _, ability := range m.Can {
			can := string(ability)
			if can == "restore" { // a change of status
				continue
			}
			if name := m.Name + "." + cmp.Or(verbs[can], can); !served[name] {
				t.Errorf("%s promises %s, but there is no call %s", m.Name, can, name)
			}
		}
		if m.Handle != "" && field.Find(m.Fields, m.Handle) == nil {
			t.Errorf("%s names its records by %s, which is no field", m.Name, m.Handle)
		}
	}
}

// Who is refused a call for want of a right stands in the log, with the call and the right.
func TestAuditLog_RefusedCall_IsRecorded(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		refused := p.call(t, "content", "DELETE", "/api/project/7?reason=x", "")
		p.call(t, "norole", "GET", "/api/project", "")
		p.call(t, "", "GET", "/api/project", "")
		p.expect(t, "content", "GET /api/pool", "", 200, "")
		got := p.expect(t, "tech", "GET /api/audit?action=auth.denied", "", 200, `"totalResults":2`)
		one := p.expect(t, "tech", "GET /api/audit?action=auth.denied&requestId="+refused.header.Get("X-Request-Id"), "", 200,
			`"totalResults":1`)
		for _, want := range []string{
			`"entity":"call"`, `"call":"project.delete"`, `"path":"/api/project/7"`,
			`"missing":["project.delete"]`, `"reason":"FORBIDDEN"`, `"kind":"admin"`,
		} {
			if !strings.Contains(string(one.body), want) {
				t.Errorf("no %s in %s", want, one.body)
			}
		}
		if !strings.Contains(string(got.body), `"reason":"NO_ROLES"`) {
			t.Errorf("%s", got.body)
		}
	})
}

// Every kind of refusal stands in the log: a right, a scope, roles, a proof, a view, a session that has ended. A token
// that names nobody leaves no entry, so that nobody fills the log from outside.
func TestAuditLog_EveryKindOfRefusal_IsRecorded(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
		other := p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Hidden","clientId":2}}`, 201,
			"").json(t)["id"]
		beyond := fmt.Sprint("/api/project/", other)
		stale := p.token(t, "config")
		p.expect(t, "config", "POST /api/logout", "{}", 204, "")
		for name, refused := range map[string]struct {
			who, method, path string
			headers           []string
			status            int
			reason, call      string
		}{
			"permission": {
				who: "csm", method: "GET", path: "/api/audit", status: 403, reason: "FORBIDDEN",
				call: "audit.list",
			},
			"scope": {who: "scoped", method: "GET", path: beyond, status: 404, reason: "NOT_FOUND", call: "project.get"},
			"roles": {
				who: "norole", method: "GET", path: "/api/project", status: 403, reason: "NO_ROLES",
				call: "project.list",
			},
			"view": {
				who: "all", method: "DELETE", path: beyond, headers: []string{"X-View-As", "a"}, status: 403,
				reason: "FORBIDDEN", call: "project.delete",
			},
			"guarded field": {
				who: "content", method: "GET", path: "/api/client?ownFormulas=false", status: 403,
				reason: "FORBIDDEN", call: "client.list",
			},
			"ended session": {
				method: "GET", path: "/api/pool", headers: []string{"Authorization", "Bearer " + stale},
				status: 401, reason: "UNAUTHENTICATED", call: "pool.list",
			},
		} {
			got := p.call(t, refused.who, refused.method, refused.path, "", refused.headers...)
			if got.status != refused.status {
				t.Errorf("%s: %d %s", name, got.status, got.body)
			}
			one := p.expect(t, "tech", "GET /api/audit?action=auth.denied&requestId="+got.header.Get("X-Request-Id"), "", 200,
				`"totalResults":1`)
			for _, want := range []string{`"call":"` + refused.call + `"`, `"reason":"` + refused.reason + `"`} {
				if !strings.Contains(string(one.body), want) {
					t.Errorf("%s: no %s in %s", name, want, one.body)
				}
			}
		}
		nobody := p.call(t, "", "GET", "/api/pool", "", "Authorization", "Bearer nonsense")
		p.expect(t, "tech", "GET /api/audit?requestId="+nobody.header.Get("X-Request-Id"), "", 200, `"totalResults":0`)
		missing := p.call(t, "csm", "GET", "/api/project/99999", "")
		p.expect(t, "tech", "GET /api/audit?requestId="+missing.header.Get("X-Request-Id"), "", 200, `"totalResults":0`)
	})
}
