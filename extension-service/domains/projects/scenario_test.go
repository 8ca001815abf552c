package projects_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/role"
)

func TestProject_Created_IsReadListedAndChanged(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		c := w.newClient(map[string]any{"name": "Norrsken Bank", "currency": "SEK", "autoCloseWhenFilled": true})
		p := w.call("POST /napi/create/project", map[string]any{"dataObj": map[string]any{
			"title": "  Senior Java developer, Größe ", "clientId": c,
			"publicDescription": `<p onclick="x()">Hi<script>alert(1)</script></p>`,
			"siteCoordinates":   map[string]any{"lat": 59.329323, "lon": 18.068581}, "startPaused": true,
		}}).OK()
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
		list := w.call("GET /api/project?clientName=Norrsken+Bank&title=grosse&status=PAUSED,ACTIVE&s=title:asc",
			nil).Rows()
		if len(list) != 1 || len(list[0]) != 23 {
			t.Fatalf("list %v", list)
		}
		w.newApplication(resourcetest.ID(p), applications.Active, nil)
		w.newApplication(resourcetest.ID(p), applications.Active, nil)
		w.newApplication(resourcetest.ID(p), applications.Hired, nil)
		counts := w.call("GET /api/project", nil).Rows()[0]["applicationCounts"]
		if fmt.Sprint(counts) != "map[a:2 h:1]" {
			t.Errorf("counts %v", counts)
		}
		done := w.call("POST /api/project/changeStatus",
			map[string]any{"id": p["id"], "status": "CLOSED", "reason": "BUDGET"}).OK()
		if fmt.Sprint(done["impact"]) != "map[applicationsKept:1 applicationsWithdrawn:2]" {
			t.Errorf("impact %v", done["impact"])
		}
	})
}

func TestProject_SeveralWrongFields_AreAllNamed(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		c, other := w.newClient(nil), w.newClient(nil)
		entity := w.call("POST /api/legalEntity", map[string]any{"clientId": other, "name": "Elsewhere AG"}).ID()
		refused := w.call("POST /napi/create/project", map[string]any{"dataObj": map[string]any{
			"title": " ", "clientId": c, "legalEntityId": entity, "assignmentPeriodStart": "2027-02-01",
			"assignmentPeriodEnd": "2027-01-31",
			"applicationDeadline": "2027-02-01", "hoursPerWeek": 60.5, "remoteSharePct": 101, "xmlVisible": true, "rateMin": 90,
			"rateMax":     89.99,
			"fixedBudget": 1000, "siteCoordinates": map[string]any{"lat": 90.000001, "lon": -180}, "siteCountry": "ZZ",
			"positions": 0,
			"skills":    []string{"Go", ""}, "languages": []any{
				map[string]any{"code": "en", "level": "C1"},
				map[string]any{"code": "en", "level": "D1"},
			},
			"poolIds": []int{1}, "msps": []any{map[string]any{"mspId": 1, "tier": 4}}, "contactEmail": "nobody",
		}}).Refusal("VALIDATION")
		want := map[string]string{
			"title": "validation.required", "legalEntityId": "validation.ofClient", "assignmentPeriodEnd": "validation.after",
			"applicationDeadline": "validation.before", "hoursPerWeek": "validation.maxValue",
			"remoteSharePct": "validation.maxValue",
			"xmlVisible":     "validation.xmlNeedsPublic", "rateMax": "validation.minValue",
			"fixedBudget":         "validation.fixedPriceOnly",
			"siteCoordinates.lat": "validation.maxValue", "siteCountry": "validation.country",
			"positions": "validation.minValue",
			"skills[1]": "validation.required", "languages[1].code": "validation.duplicate",
			"languages[1].level": "validation.oneOf",
			"poolIds[0]":         "validation.reference", "msps[0].mspId": "validation.reference",
			"msps[0].tier": "validation.maxValue",
			"contactEmail": "validation.email",
		}
		for field, message := range want {
			if got := refused.Fields["dataObj."+field]; len(got) == 0 || got[0] != message {
				t.Errorf("%s: %v, want %s", field, got, message)
			}
		}
		for field, got := range refused.Fields {
			if want[strings.TrimPrefix(field, "dataObj.")] == "" {
				t.Errorf("unexpected %s: %v", field, got)
			}
		}
		if min := refused.Params["dataObj.assignmentPeriodEnd"]["validation.after"]; fmt.Sprint(
			min) != "map[min:2027-02-01]" {
			t.Errorf("params %v", min)
		}
		w.call("POST /napi/create/project", map[string]any{"dataObj": map[string]any{
			"title": "x", "clientId": c,
			"titel": "y",
		}}).Refused("UNKNOWN_FIELD")
		w.call("POST /napi/create/project", map[string]any{"dataObj": map[string]any{
			"title":    "x",
			"clientId": 999,
		}}).Refused("VALIDATION")
	})
}

func TestProject_Updated_ChangesOnlyTheSentFields(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		other := w.newClient(nil)
		p := w.newProject(nil)
		path := fmt.Sprintf("/api/project/%d", p)
		// The specification's own payload.
		after := w.call("PUT "+path, map[string]any{
			"clientId": other, "publicDescription": `<a href="javascript:x">a</a><a href="https://e.org">b</a>`,
			"publicVisible": true, "xmlVisible": true,
			"assignmentPeriodStart": "2027-01-01", "assignmentPeriodEnd": "2027-06-30", "siteAddress": "Kungsgatan 1",
			"siteAddress2": nil,
			"siteCity":     "Stockholm", "sitePostalCode": "111 56", "hoursPerWeek": 37.5,
			"siteCoordinates": map[string]any{"lat": 59.3, "lon": 18},
		}).OK()
		if after["publicDescription"] != `a<a href="https://e.org" rel="nofollow">b</a>` ||
			after["clientId"] != float64(other) || after["version"] != 2.0 {
			t.Errorf("updated: %v", after)
		}
		if again := w.call("PUT "+path, after).OK(); again["version"] != 2.0 {
			t.Error("sending a record back unchanged is a write")
		}
		w.newApplication(p, applications.RejectedByMSP, nil)
		if refused := w.call("PUT "+path, map[string]any{"clientId": w.newClient(nil)}).
			Refusal("CLIENT_LOCKED"); refused.Fields["clientId"] == nil {
			t.Errorf("no field: %v", refused)
		}
		w.call("PUT "+path, map[string]any{"title": "Renamed"}).OK()
		if got := w.call(fmt.Sprintf("GET /api/project/projectApplications/%d?status=rm,a", p),
			nil).Rows(); len(got) != 1 || got[0]["sentAt"] != nil {
			t.Errorf("applications of the project: %v", got)
		}
		if got := w.call("GET /api/projectApplication?jobTitle=renam", nil).Rows(); len(got) != 1 {
			t.Errorf("applications by the new title: %v", got)
		}
	})
}

func TestProject_FromAVMS_RetainsTheTitleOfTheVMS(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := projects.NewProject()
		p.Title, p.ClientID, p.Source, p.VMSID = "From outside", w.newClient(nil), projects.FromVMS, "V-1"
		if err := db.Write(role.AsSystem(t.Context(), "vms"), func(ctx context.Context) error {
			return w.projects.Create(ctx, &p)
		}); err != nil {
			t.Fatal(err)
		}
		after := w.call(fmt.Sprintf("PUT /api/project/%d", p.ID), map[string]any{"title": "Mine", "siteCity": "Bern"}).OK()
		if after["title"] != "From outside" || after["siteCity"] != "Bern" {
			t.Errorf("updated: %v", after)
		}
	})
}

func TestProjects_Lookups_FindByClientTitleAndPool(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		c := w.newClient(nil)
		first := w.newProject(map[string]any{"clientId": c, "title": "Java developer"})
		w.newProject(map[string]any{"clientId": c, "title": "Scrum master"})
		w.newProject(nil)
		found := w.call(fmt.Sprintf("GET /api/project/client/%d?title=JAVA&limit=5", c), nil).OK()
		got := resourcetest.Rows(found)
		if len(got) != 1 || len(got[0]) != 6 || resourcetest.ID(got[0]) != first || found["totalResults"] != 1.0 {
			t.Errorf("found %v", found)
		}
		if got := w.call(fmt.Sprintf("GET /api/project/client/%d?s=title:desc", c), nil).Rows(); len(got) != 2 ||
			got[1]["title"] != "Java developer" {
			t.Errorf("by title %v", got)
		}
		if got := w.call("GET /api/pool/7/project", nil).OK(); got["totalResults"] != 0.0 {
			t.Errorf("of a pool nobody draws from: %v", got)
		}
		link := func(ctx context.Context) error {
			_, err := db.Exec(ctx, "INSERT INTO project_pools (project_id, pool_id) VALUES ($1, 7)", first)
			return err
		}
		if err := db.Write(t.Context(), link); err != nil {
			t.Fatal(err)
		}
		if got := w.call("GET /api/pool/7/project?status=ACTIVE", nil).OK(); got["totalResults"] != 1.0 {
			t.Errorf("of a pool: %v", got)
		}
		if got := w.call("GET /api/pool/7/project?status=CLOSED,PAUSED", nil).OK(); got["totalResults"] != 0.0 {
			t.Errorf("of a pool, closed: %v", got)
		}
		w.call(fmt.Sprintf("GET /api/project/client/%d?limit=1001", c), nil).Refused("VALIDATION")
	})
}
