package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"poolkeeper.example/extension-service/platform/role"
)

// Of applications, the nightly comparison names exactly what the VMS says something else of, and each difference is
// decided on.
func TestComparison_DifferencesWithTheVMS_AreNamedAndDecided(t *testing.T) {
	t.Parallel()
	candidates := []map[string]any{}
	sent := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			sent = r.Method + " " + r.URL.Path
			return
		}
		out := map[string]any{"applications": candidates, "cursor": "end"}
		if r.URL.Query().Get("after") != "" {
			out["applications"] = []any{}
		}
		_ = json.NewEncoder(w).Encode(out)
	}))
	t.Cleanup(server.Close)
	settings := settingsIn(t.TempDir(), furnished.SQLite(t))
	settings.PrivateHosts = []string{"127.0.0.1"}
	p := openProduct(t, settings)
	v := pushing(t, p)
	v.mapping("APPLICATION_STATUS",
		`{"target":"application.externalId","jq":".in.id","required":true},{"target":"application.status","jq":".in.state"},{"target":"application.billRate","jq":".in.rate"},{"target":"application.availabilityFrom","jq":".in.from"}`)
	p.expect(t, "config", "PUT /api/vms/connection/1",
		fmt.Sprintf(`{"baseUrl":%q,"auth":"NONE","ratePerMinute":6000,"capabilities":["STATUS_PULL","SUBMIT_CANDIDATE","UPDATE_CANDIDATE"]}`,
			server.URL), 200, `"STATUS_PULL"`)
	out := p.expect(t, "config", "POST /api/vms/mapping",
		`{"connectionId":1,"direction":"outbound","entity":"APPLICATION","rules":[{"target":"name","jq":".freelancer.firstName","required":true}]}`,
		201, `DRAFT`).json(t)
	p.expect(t, "config", fmt.Sprintf("POST /api/vms/mapping/%v/publish", out["id"]), `{}`, 200, `LIVE`)
	project := p.newProject(t, "Java developer")
	at := map[string]string{}
	for i, name := range []string{"Noor", "Ada", "Emil"} {
		id := p.newApplication(t, project, name)
		at[name] = fmt.Sprintf("/api/projectApplication/%d", id)
		p.expect(t, "csm", "PUT "+at[name],
			`{"billRate":80,"rateOverride":true,"rateOverrideReason":"agreed","availabilityFrom":"2026-12-01"}`, 200,
			`"billRate":80`)
		p.expect(t, "csm", "PUT "+at[name]+"/status", `{"status":"a","reason":"TALENT_DECISION"}`, 200, `"confirmedAt":"2`)
		p.change(t, "UPDATE applications SET external_id = $1, status = 's2c' WHERE id = $2", fmt.Sprintf("X-%d", i+1), id)
		candidates = append(candidates, map[string]any{
			"id": fmt.Sprintf("X-%d", i+1), "state": "s2c", "rate": "80.00",
			"from": "2026-12-01",
		})
	}
	compares := func(counted string) {
		t.Helper()
		got, err := p.RunScheduled(t.Context(), "vms.compare", false)
		if err != nil || fmt.Sprint(got) != counted {
			t.Errorf("it counted %v (%v), want %s", got, err, counted)
		}
	}
	open := func(n int) {
		t.Helper()
		p.expect(t, "csm", "GET /api/vms/difference?state=OPEN", "", 200, fmt.Sprintf(`"totalResults":%d`, n))
	}
	compares("map[checked:3 differing:0]")
	open(0)
	candidates[0]["rate"], candidates[1]["state"], candidates[2]["from"] = 82.5, "rv", "2026-12-15"
	candidates = append(candidates, map[string]any{"id": "X-9", "state": "s2c"}, map[string]any{"state": "s2c"})
	compares("map[checked:4 differing:3 unmatched:1 unreadable:1]")
	open(3)
	p.expect(t, "csm", "GET /api/vms/difference?state=OPEN", "", 200,
		`"field":"billRate","ours":"80","theirs":"82.5","currency":"EUR","rateUnit":"Hr"`)
	p.expect(t, "tech", "POST /api/vms/difference/1/accept", `{}`, 403, "")
	p.expect(t, "csm", "POST /api/vms/difference/1/takeTheirs", `{}`, 200, `TAKEN`)
	p.expect(t, "csm", "GET "+at["Noor"], "", 200, `"billRate":82.5`)
	p.expect(t, "csm", "POST /api/vms/difference/3/accept", `{}`, 200, `ACCEPTED`)
	compares("map[checked:4 differing:2 unmatched:1 unreadable:1]")
	open(1) // what was taken has settled, what was accepted stays so
	candidates[2]["from"] = "2026-12-20"
	compares("map[checked:4 differing:2 unmatched:1 unreadable:1]")
	open(2)
	candidates[2]["from"] = "2026-12-01"
	compares("map[checked:4 differing:1 unmatched:1 unreadable:1]")
	open(1)
	p.expect(t, "csm", "POST /api/vms/difference/2/sendOurs", `{}`, 200, `SENT`)
	if did, err := p.Deliver(role.AsSystem(t.Context(), "test"), 1); err != nil || !did ||
		sent != "PUT /applications/X-2" {
		t.Errorf("delivered %v %q: %v", did, sent, err)
	}
	p.expect(t, "csm", "POST /api/vms/difference/2/accept", `{}`, 409, "")
	candidates[1]["state"] = "s2c"
	compares("map[checked:4 differing:0 unmatched:1 unreadable:1]")
	open(0)
}
