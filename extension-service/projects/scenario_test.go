package projects_test

import (
	"fmt"
	"testing"

	"poolkeeper.example/extension-service/applications"
	"poolkeeper.example/extension-service/store"
	"poolkeeper.example/extension-service/store/pgtest"
)

func TestCreateReadListAndChange(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		c := w.newClient(map[string]any{"name": "Norrsken Bank", "currency": "SEK", "autoCloseWhenFilled": true})
		p := w.call("POST /napi/create/project", map[string]any{"dataObj": map[string]any{
			"title": "  Senior Java developer, Größe ", "clientId": c, "publicDescription": `<p onclick="x()">Hi<script>alert(1)</script></p>`,
			"siteCoordinates": map[string]any{"lat": 59.329323, "lon": 18.068581}, "startPaused": true,
		}}).ok()
		want := map[string]any{
			"title": "Senior Java developer, Größe", "status": "PAUSED", "currency": "SEK", "rateUnit": "Hr", "positions": 1.0,
			"autoCloseWhenFilled": true, "publicDescription": "<p>Hi</p>", "clientName": "Norrsken Bank", "source": "MANUAL",
		}
		for name, v := range want {
			if p[name] != v {
				t.Errorf("%s = %v, want %v", name, p[name], v)
			}
		}
		if at := fmt.Sprint(p["siteCoordinates"]); at != "map[lat:59.329323 lon:18.068581]" {
			t.Errorf("coordinates %s", at)
		}
		if _, there := p["startPaused"]; there {
			t.Error("startPaused is answered")
		}
		list := rows(w.call("GET /api/project?clientName=Norrsken+Bank&title=grosse&status=PAUSED,ACTIVE&s=title:asc", nil).ok())
		if len(list) != 1 || len(list[0]) != 18 {
			t.Fatalf("list %v", list)
		}
		w.newApplication(id(p), applications.Active, nil)
		w.newApplication(id(p), applications.Active, nil)
		w.newApplication(id(p), applications.Hired, nil)
		counts := rows(w.call("GET /api/project", nil).ok())[0]["applicationCounts"]
		if fmt.Sprint(counts) != "map[a:2 h:1]" {
			t.Errorf("counts %v", counts)
		}
		done := w.call("POST /api/project/changeStatus", map[string]any{"id": p["id"], "status": "CLOSED", "reason": "BUDGET"}).ok()
		if fmt.Sprint(done["impact"]) != "map[applicationsKept:1 applicationsWithdrawn:2]" {
			t.Errorf("impact %v", done["impact"])
		}
	})
}
