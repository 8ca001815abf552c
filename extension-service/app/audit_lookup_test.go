package app_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// What the audit log is looked through by is found by its name: who acts, by name or e-mail, and batches by their first
// entry.
func TestAuditLog_ActorsAndBatches_AreFoundByName(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Looked for","clientId":1}}`, 201, `"id"`)
		body := `{"filters":{"clientName":"Norrsken Bank"},"input":{"status":"CLOSED","reason":"BUDGET"},"dryRun":false}`
		job, _ := p.expect(t, "csm", "POST /api/bulk/project/changeStatus", body, 202, "").json(t)["jobId"].(string)
		p.awaitJob(t, job, "COMPLETED")
		id, _ := p.account(t, "csm")
		actor := fmt.Sprintf("admin:%d", id)
		for _, step := range []struct{ who, query, want string }{
			{"tech", "text=SOMMER", `"actor":"` + actor + `"`},
			{"tech", "actor=" + actor, fmt.Sprintf(`"results":[{"actor":%q,"kind":"admin","id":%d,`, actor, id)},
			{"config", "text=" + url.QueryEscape("csm@"), `"actor":"` + actor + `"`},
			{"config", "text=" + url.QueryEscape("csm@"), `"email":"csm@`},
			{"tech", "text=" + url.QueryEscape("csm@"), `"results":[],"totalResults":0`}, // may not read e-mails
			{"tech", "text=nobody+at+all", `"results":[],"totalResults":0`},
			{"tech", "actor=admin:99999", `"results":[],"totalResults":0`},
		} {
			p.expect(t, step.who, "GET /api/audit/actor?"+step.query, "", 200, step.want)
		}
		if found := p.expect(t, "tech", "GET /api/audit/actor?text=sommer", "", 200, ""); strings.Contains(string(found.body),
			"@") {
			t.Errorf("it tells e-mails to who may not read them: %s", found.body)
		}
		p.expect(t, "tech", "GET /api/audit?actor="+actor+"&entity=project&action=create", "", 200, `"totalResults":1`)
		p.expect(t, "tech", "GET /api/audit?actor=freelancer:"+fmt.Sprint(id), "", 200, `"totalResults":0`)
		p.expect(t, "tech", "GET /api/audit?actor=nonsense", "", 200, `"totalResults":0`)
		p.expect(t, "tech", "GET /api/audit/batch", "", 200, `"id":"`+job+`"`)
		p.expect(t, "tech", "GET /api/audit/batch?id="+job, "", 200, `"action":"changeStatus","entity":"project"`)
		p.expect(t, "tech", "GET /api/audit/batch?until=2020-01-01T00:00:00Z", "", 200, `"totalResults":0`)
		p.expect(t, "csm", "GET /api/audit/actor", "", 403, "audit.read")
		p.expect(t, "csm", "GET /api/audit/batch", "", 403, "audit.read")
	})
}

// The parts of the product that act by themselves are found as people are, and nobody of whom no entry tells.
func TestAuditLog_PartsOfTheProduct_AreFoundAsActors(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	err := p.DB.Write(role.AsSystem(t.Context(), "follow"), func(ctx context.Context) error {
		return p.Audit.Record(ctx, store.Entry{Entity: "project", ID: 1, Act: resource.Act{Action: "follow"}})
	})
	if err != nil {
		t.Fatal(err)
	}
	p.expect(t, "tech", "GET /api/audit/actor?text=FOLL", "", 200,
		`"results":[{"actor":"system:follow","kind":"system","id":0,"name":"follow","email":""}]`)
	p.expect(t, "tech", "GET /api/audit/actor?actor=system:follow", "", 200, `"totalResults":1`)
	p.expect(t, "tech", "GET /api/audit?actor=system:follow", "", 200, `"totalResults":1`)
}

func TestAuditLog_ValueFilterWithoutField_IsRefusedByItsPath(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "all", "GET /api/audit?newValue=100", "", 422, `"field":["validation.required"]`)
		body := `{"filters":{"newValue":"100"}}`
		p.expect(t, "all", "POST /api/dbSearch/audit", body, 422, `{"filters.field":["validation.required"]}`)
	})
}
