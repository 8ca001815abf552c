package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// explains asks why somebody may do something, or may not: whether they may, and by which keys they are blocked.
func (p *product) explains(t *testing.T, who, query string) (allowed bool, blocks []string) {
	t.Helper()
	got := p.expect(t, who, "GET /api/access/explain?"+query, "", 200, `"allowed"`).json(t)
	for _, b := range got["blockedBy"].([]any) {
		blocks = append(blocks, fmt.Sprint(b.(map[string]any)["key"]))
	}
	return got["allowed"] == true, blocks
}

// What is explained of a right is what the calls enforce: every call by every role.
func TestExplanations_Permissions_MatchEnforcement(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	for who := range roles {
		known := map[role.Permission]bool{}
		hasAny := func(needs []role.Permission) bool {
			return len(needs) == 0 || slices.ContainsFunc(needs, func(n role.Permission) bool {
				if _, cached := known[n]; !cached {
					known[n], _ = p.explains(t, who, "permission="+string(n))
				}
				return known[n]
			})
		}
		for _, e := range p.Endpoints() {
			if e.Public || strict[family(e)] {
				continue
			}
			request, body := unlikely(e)
			got := p.call(t, who, e.Method, strings.TrimPrefix(request, e.Method+" "), body)
			if explained := hasAny(e.Needs) && hasAny(e.Also); explained == (got.status == 403) {
				t.Errorf("%s by %s: explained %v, answered %d", request, who, explained, got.status)
			}
		}
	}
}

// What is explained of a scope is what the calls enforce: every kind of record, on either side of it.
func TestExplanations_Scopes_MatchEnforcement(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		sides := p.fillBothSides(t)
		scoped, _ := p.account(t, "scoped")
		compared := 0
		for _, r := range p.Registry.All() {
			name := r.Facts().Name
			get := slices.IndexFunc(p.Endpoints(), func(e resource.Endpoint) bool { return e.Name == name+".get" })
			for side, ids := range map[string]map[string]any{"inside": sides.inside, "beyond": sides.beyond} {
				id, there := ids[name]
				if get < 0 || !there {
					continue
				}
				path := strings.ReplaceAll(p.Endpoints()[get].Path, "{id}", fmt.Sprint(id))
				got := p.call(t, "scoped", "GET", path, "")
				allowed, blocks := p.explains(t, "all", fmt.Sprintf("userId=%d&entity=%s&id=%v", scoped, name, id))
				outside := slices.Contains(blocks, "access.scope")
				if allowed != (got.status == 200) || outside != (got.status == 404) && got.status != 403 {
					t.Errorf("%s %s: explained %v %v, answered %d %s", name, side, allowed, blocks, got.status, got.body)
				}
				compared++
			}
		}
		if compared < 12 {
			t.Errorf("only %d records were compared", compared)
		}
	})
}

// What is explained of a state is what the actions enforce.
func TestExplanations_States_MatchEnforcement(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		sides := p.fillBothSides(t)
		msp, freelancer := sides.inside["msp"], sides.inside["freelancer"]
		pool := p.expect(t, "content", "POST /api/pool", `{"clientId":1,"vmsName":"Explained"}`, 201, "").json(t)["id"]
		for _, step := range []struct {
			who, entity, action string
			id                  any
			request, body       string
		}{
			{"csm", "msp", "deactivate", msp, "PUT /api/msp/%v/deactivate", `{"reason":"papers ran out"}`},
			{"csm", "msp", "restore", msp, "PUT /api/msp/%v/restore", `{"reason":"a mistake"}`},
			{"csm", "msp", "activate", msp, "PUT /api/msp/%v/activate", `{"reason":"papers seen"}`},
			{"csm", "freelancer", "verification", freelancer, "POST /api/freelancer/%v/verification", ""},
			{"content", "pool", "restore", pool, "PUT /api/pool/%v/restore", "{}"},
		} {
			allowed, blocks := p.explains(t, step.who, fmt.Sprintf("entity=%s&id=%v&action=%s", step.entity, step.id,
				step.action))
			method, path, _ := strings.Cut(fmt.Sprintf(step.request, step.id), " ")
			got := p.call(t, step.who, method, path, step.body)
			if allowed != (got.status < 300) || got.status >= 300 && got.status != 409 {
				t.Errorf("%s %s: explained %v %v, answered %d %s", step.entity, step.action, allowed, blocks, got.status, got.body)
			}
		}
	})
}
