package app_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// queryOf is the address of a list that is filtered and has an order.
func queryOf(filter, sort, order string) string {
	return url.Values{"filter": {filter}, "sort": {sort}, "order": {order}}.Encode()
}

// sharedNames are the views of a list that somebody is shown.
func (p *product) sharedNames(t *testing.T, who, resource string) (names []string) {
	t.Helper()
	found := p.expect(t, who, "GET /api/sharedView/"+resource, "", 200, "").json(t)
	for _, one := range found["results"].([]any) {
		names = append(names, one.(map[string]any)["name"].(string))
	}
	return names
}

func TestSharedView_Audience_IsTheOnlyOneToSeeIt(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		query := queryOf(`{"state":"OPEN"}`, "dueOn", "ASC")
		body := `{"name":" %s ","query":%q,"columns":["state","dueOn"],"density":"COMPACT","role":%s}`
		p.expect(t, "csm", "POST /api/sharedView/note", fmt.Sprintf(body, "Open", query, "null"), 201,
			`"columns":["state","dueOn"],"density":"COMPACT","role":null`)
		p.expect(t, "csm", "POST /api/sharedView/note", fmt.Sprintf(body, "For support", query, `"b"`), 201,
			`"name":"For support"`)
		for who, want := range map[string][]string{
			"csm": {"For support", "Open"}, "tech": {"For support", "Open"}, "content": {"Open"},
			"config": {"For support", "Open"}, // whoever administers accounts sees what can be withdrawn
		} {
			if got := p.sharedNames(t, who, "note"); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", who, got, want)
			}
		}
		p.expect(t, "tech", "GET /api/sharedView/note", "", 200, `"isOwn":false,"canWithdraw":false`)
		p.expect(t, "tech", "GET /api/sharedView/project", "", 403, "project.read")
		p.expect(t, "tech", "POST /api/sharedView/project", `{"name":"x","query":"sort=id"}`, 403, "project.read")
		p.expect(t, "csm", "GET /api/sharedView/nothing", "", 404, "NOT_FOUND")
	})
}

func TestSharedView_RenamedOrWithdrawn_IsAllowedToItsOwnerOnly(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		made := p.expect(t, "csm", "POST /api/sharedView/note",
			`{"name":"Open","query":"sort=id&order=DESC","role":"b"}`, 201, `"version":1`).json(t)
		at := fmt.Sprintf(" /api/sharedView/note/%v", made["id"])
		renamed := `{"name":"Tasks","query":"sort=id&order=DESC","role":null}`
		p.expect(t, "content", "PUT"+at, renamed, 404, "NOT_FOUND")
		p.expect(t, "tech", "PUT"+at, renamed, 403, "FORBIDDEN")
		p.expect(t, "config", "PUT"+at, renamed, 403, "FORBIDDEN")
		p.expect(t, "tech", "DELETE"+at, "", 403, "adminUser.write")
		p.expect(t, "csm", "PUT /api/sharedView/project/"+fmt.Sprint(made["id"]), renamed, 404, "NOT_FOUND")
		path := strings.TrimSpace(at)
		if stale := p.call(t, "csm", "PUT", path, renamed, "If-Match", `"7"`); stale.status != 409 ||
			!strings.Contains(string(stale.body), "STALE_VERSION") {
			t.Errorf("%d %s", stale.status, stale.body)
		}
		p.expect(t, "csm", "PUT"+at, renamed, 200, `"version":2`)
		p.expect(t, "csm", "PUT"+at, renamed, 200, `"version":2`)
		p.expect(t, "content", "GET /api/sharedView/note", "", 200, `"name":"Tasks"`)
		p.expect(t, "csm", "POST /api/sharedView/note", renamed, 409, `"name":["panel.view.taken"]`)
		p.expect(t, "config", "GET /api/audit?entity=sharedView&s=id:asc", "", 200,
			`"name":"Open"`, // what it was
		)
		p.expect(t, "config", "DELETE"+at, "", 204, "") // whoever administers accounts may
		p.expect(t, "csm", "DELETE"+at, "", 404, "NOT_FOUND")
		for _, action := range []string{"create", "update", "delete"} {
			p.expect(t, "config", "GET /api/audit?entity=sharedView&action="+action, "", 200, `"totalResults":1`)
		}
	})
}

func TestSharedView_UnknownFilterColumnOrOrder_IsRefused(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	const newest = "sort=id&order=DESC"
	named := func(name, query, more string) string {
		return fmt.Sprintf(`{"name":%q,"query":%q%s}`, name, query, more)
	}
	for what, refused := range map[string]struct{ body, want string }{
		"a filter":          {named("x", queryOf(`{"gone":"x"}`, "id", "DESC"), ""), `"filters.gone"`},
		"a filter's value":  {named("x", queryOf(`{"status":"NEVER"}`, "id", "DESC"), ""), `"filters.status"`},
		"an order":          {named("x", queryOf(`{}`, "gone", "DESC"), ""), `"s":["validation.sort"`},
		"a direction":       {named("x", queryOf(`{}`, "id", "UP"), ""), `"s":["validation.sort"`},
		"a column":          {named("x", newest, `,"columns":["gone"]`), `"columns":["validation.oneOf"`},
		"a density":         {named("x", newest, `,"density":"WIDE"`), `"density":["validation.oneOf"`},
		"a role":            {named("x", newest, `,"role":"z"`), `"role":["validation.oneOf"`},
		"something else":    {named("x", "page=2", ""), `"query":["validation.regex"`},
		"no name":           {named(" ", newest, ""), `"name":["validation.required"`},
		"a name too long":   {named(strings.Repeat("x", 61), newest, ""), `"name":["validation.max"`},
		"an unknown member": {named("x", newest, `,"ownerId":1`), `UNKNOWN_FIELD`},
	} {
		t.Log(what)
		p.expect(t, "csm", "POST /api/sharedView/project", refused.body, 422, refused.want)
	}
	if left := p.sharedNames(t, "csm", "project"); len(left) > 0 {
		t.Errorf("%v", left)
	}
	for n := range 20 {
		p.expect(t, "csm", "POST /api/sharedView/project", named(fmt.Sprint(n), newest, ""), 201, "")
	}
	p.expect(t, "csm", "POST /api/sharedView/project", named("one more", newest, ""), 422, `"name":["sharedView.tooMany"`)
}

// What a view looks for tells nobody of what lies outside their scope, and who is in sight is read by each for
// themselves.
func TestSharedView_OutsideTheScope_IsNotShown(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		for client, name := range map[int]string{1: "Ours", 2: "Theirs"} {
			body := fmt.Sprintf(`{"name":%q,"query":%q}`, name, queryOf(fmt.Sprintf(`{"clientId":%d}`, client), "id", "DESC"))
			p.expect(t, "csm", "POST /api/sharedView/project", body, 201, "")
		}
		if got := p.sharedNames(t, "scoped", "project"); !slices.Equal(got, []string{"Ours"}) {
			t.Errorf("shown: %v", got)
		}
		p.expect(t, "scoped", "POST /api/sharedView/project",
			fmt.Sprintf(`{"name":"x","query":%q}`, queryOf(`{"clientId":2}`, "id", "DESC")), 404, "NOT_FOUND")
	})
}
