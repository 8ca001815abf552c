package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/platform/role"
)

// Whoever looks at the panel as another role reads what that role and they themselves may, and changes nothing by any
// call.
func TestViewAs_AnyRole_ReadsOnly(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		for _, e := range p.Endpoints() {
			if e.Public {
				continue
			}
			request, body := unlikely(e)
			for who, own := range map[string]role.Role{"all": "", "config": role.ConfigManager} {
				for _, r := range roles {
					got := p.call(t, who, e.Method, strings.TrimPrefix(request, e.Method+" "), body, "X-View-As", string(r))
					switch both := grants(r, e.Needs) && grants(r, e.Also) &&
						(own == "" || bothGrant(r, own, e.Needs) && bothGrant(r, own, e.Also)); {
					case !e.ChangesNothing() && !(got.status == 403 && strings.Contains(string(got.body), "error.viewAs")):
						t.Errorf("%s by %s as %s: %d %s", request, who, r, got.status, got.body)
					case e.ChangesNothing() && !both && got.status != 403:
						t.Errorf("%s by %s as %s is open: %d", request, who, r, got.status)
					case e.ChangesNothing() && both && got.status == 403 && !strict[family(e)]:
						t.Errorf("%s by %s as %s is refused: %s", request, who, r, got.body)
					}
				}
			}
		}
	})
}

func TestViewAs_OneRole_ShowsTheViewOfTheRole(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	project := p.newProject(t, "Seen")
	as := func(who, request, role string, status int, want string) {
		t.Helper()
		got := p.call(t, who, "GET", request, "", "X-View-As", role)
		if got.status != status || !strings.Contains(string(got.body), want) {
			t.Errorf("%s by %s as %s: %d %s\nwant %d with %s", request, who, role, got.status, got.body, status, want)
		}
	}
	own := p.expect(t, "csm", "GET /api/meta", "", 200, "")
	if got := p.call(t, "config", "GET", "/api/meta", "", "X-View-As", "a"); string(got.body) != string(own.body) {
		t.Error("the metadata is not that of the role")
	}
	one := fmt.Sprintf("/api/project/%d", project)
	as("all", one, "a", 200, "Seen")
	as("all", one, "b", 403, "project.read")
	as("config", one, "a", 403, "project.read") // which they may not read by themselves
	as("csm", one, "a", 403, "adminUser.read")
	as("config", "/api/meta", "a,z", 400, "BAD_REQUEST")
}

// bothGrant says whether one of the permissions is of both roles.
func bothGrant(one, other role.Role, needs []role.Permission) bool {
	return len(needs) == 0 || slices.ContainsFunc(needs, func(n role.Permission) bool {
		return slices.Contains(role.GrantedBy(n), one) && slices.Contains(role.GrantedBy(n), other)
	})
}
