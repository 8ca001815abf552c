package app_test

import (
	"net/url"
	"testing"
)

// Who only looks pools up is shown their names, and can ask for nothing that would tell more.
func TestPools_LookUpOnly_ShowsNames(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.newPool(t, "Welders")
		p.newPool(t, "Riggers")
		all := p.expect(t, "content", "GET /api/pool?limit=2", "", 200, `"totalResults":2`).json(t)
		named := p.expect(t, "csm", "GET /api/pool?limit=2", "", 200, `"vmsName"`).json(t)
		if named["totalResults"] != all["totalResults"] {
			t.Errorf("%v pools are looked up of %v", named["totalResults"], all["totalResults"])
		}
		for i, one := range named["results"].([]any) {
			pool, record := one.(map[string]any), all["results"].([]any)[i].(map[string]any)
			if len(pool) != 3 || pool["id"] != record["id"] || pool["vmsName"] != record["vmsName"] ||
				pool["clientName"] != record["clientName"] {
				t.Errorf("%v is shown as %v", record, pool)
			}
		}
		client := all["results"].([]any)[0].(map[string]any)["clientName"].(string)
		p.expect(t, "csm", "GET /api/pool?clientName="+url.QueryEscape(client), "", 200, client)
		for _, path := range []string{
			"/api/pool?status=ACTIVE", "/api/pool?sort=memberCounts:desc", "/api/pool/1",
			`/api/pool?filter={"vmsName":"a"}`,
		} {
			p.expect(t, "csm", "GET "+path, "", 403, "pool.read")
		}
	})
}
