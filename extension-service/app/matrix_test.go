package app_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

var update = flag.Bool("update", false, "write the golden files")

// roles are the demo accounts with one role each.
var roles = map[string]role.Role{
	"csm": role.CSM, "tech": role.TechSupport, "content": role.ContentEditor,
	"config": role.ConfigManager,
}

// strict calls ask for more than one permission, by what the body or another record says; the table names the least.
var strict = map[string]bool{"items": true, "session": true}

// Every call is made once by nobody, by somebody without roles and with each role, and must open exactly to the roles
// that hold one of its permissions.
func TestPermissions_EveryCallAndRole_OpensOnlyWithItsPermission(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		for _, e := range p.Endpoints() {
			if e.Public {
				continue
			}
			request, body := unlikely(e)
			p.expect(t, "", request, body, 401, `"UNAUTHENTICATED"`)
			p.expect(t, "norole", request, body, 403, `"NO_ROLES"`)
			for who, r := range roles {
				got := p.call(t, who, e.Method, strings.TrimPrefix(request, e.Method+" "), body)
				open := grants(r, e.Needs) && grants(r, e.Also)
				refused := got.status == 403 || got.status == 401
				if open && refused && !strict[family(e)] || !open && got.status != 403 {
					t.Errorf("%s as %s: %d %s, permissions %v", request, who, got.status, got.body, e.Needs)
				}
			}
		}
	})
}

func grants(r role.Role, needs []role.Permission) bool {
	return len(needs) == 0 || slices.ContainsFunc(needs, func(n role.Permission) bool {
		return slices.Contains(role.GrantedBy(n), r)
	})
}

func family(e resource.Endpoint) string {
	name, _, _ := strings.Cut(e.Name, ".")
	return name
}

// unlikely is the request for a record that does not exist, with an empty body where it takes one, so that nothing is
// changed by the walk.
func unlikely(e resource.Endpoint) (request, body string) {
	var parts []string
	for part := range strings.SplitSeq(e.Path, "/") {
		switch {
		case part == "{collection}":
			part = "d_language"
		case part == "{key}":
			part = "test"
		case strings.HasPrefix(part, "{"):
			part = "987654321"
		}
		parts = append(parts, part)
	}
	if e.Method != "GET" && e.Method != "DELETE" {
		body = "{}"
	}
	return e.Method + " " + strings.Join(parts, "/"), body
}

// The golden file is the permission column of every call, reviewed by people.
func TestPermissions_EveryCall_MatchesTheReviewedFile(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	golden(t, "testdata/permissions.txt", string(p.CallList()))
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not current; run go test ./extension-service/app -update and review the difference\n%s", file, got)
	}
}
