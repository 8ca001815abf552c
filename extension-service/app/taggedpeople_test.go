package app_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
)

// People are found by the tags that they have in pools, however those are written, and by no tag of a pool that the
// caller does not see.
func TestPeople_TaggedInPools_AreFoundWithinTheScope(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/client", `{"name":"Other","code":"OT","currency":"EUR"}`, 201, "")
		other := p.expect(t, "content", "POST /api/pool", `{"clientId":2,"vmsName":"Elsewhere"}`, 201, "").json(t)["id"]
		pool, elsewhere := p.newPool(t, "Core"), int(other.(float64))
		ada, bea, cleo := p.consenting(t, "ada"), p.consenting(t, "bea"), p.consenting(t, "cleo")
		first := p.join(t, pool, ada, `,"tags":["SAP","Night shift"]`)
		second := p.join(t, pool, bea, `,"tags":["sap"]`)
		p.join(t, elsewhere, cleo, `,"tags":["S\u00c0P"]`)
		invited := p.consenting(t, "dora")
		p.join(t, pool, invited, `,"status":"INVITED","tags":["SAP"]`)
		found := func(who, tags string, want ...int64) {
			t.Helper()
			list := p.expect(t, who, "GET /api/freelancer?s=id:asc&tags="+tags, "", http.StatusOK, "").json(t)
			ids := []int64{}
			for _, row := range list["results"].([]any) {
				ids = append(ids, int64(row.(map[string]any)["id"].(float64)))
			}
			if !slices.Equal(ids, want) || list["totalResults"] != float64(len(want)) {
				t.Errorf("%s finds %v of %v by %s, want %v", who, ids, list["totalResults"], tags, want)
			}
		}
		found("all", "SAP", ada, bea, cleo)
		found("all", "sap,night+shift", ada)
		found("all", "night")
		found("scoped", "sap", ada, bea)
		p.expect(t, "content", fmt.Sprintf("DELETE /api/pool/%d/member/%d", pool, second), "", 204, "")
		found("all", "sap", ada, cleo)
		p.expect(t, "content", fmt.Sprintf("POST /api/poolMember/%d/tag", first), `{"remove":["SAP"],"add":["Day"]}`, 200, "")
		found("all", "sap", cleo)
		found("all", "day,night+shift", ada)
		found("scoped", "sap")
	})
}
