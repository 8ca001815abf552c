package app_test

import (
	"fmt"
	"testing"
)

// A formula changes, and its open applications follow in a job of whoever changed it.
func TestFormulas_Changed_AreAppliedToOpenApplications(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		p.expect(t, "config", "PUT /api/client/1", `{"sendChannel":"MANUAL","markupPct":10}`, 200, `"MANUAL"`)
		project := p.newProject(t, "Java developer")
		open, sent := p.newApplication(t, project, "Noor"), p.newApplication(t, project, "Tomasz")
		p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%d/status", sent),
			`{"status":"a","reason":"TALENT_DECISION"}`, 200, ``)
		p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%d/status", sent), `{"status":"s2c"}`, 200, ``)
		const bad = `{"billRateFormula":"payRate * marginPct"}`
		p.expect(t, "config", "PUT /api/rate/formula?scope=client&id=1", bad, 422,
			`"billRateFormula":["detail.E_NULL_OPERAND"]`)
		p.expect(t, "config", "PUT /api/client/1", bad, 422, `"name":"marginPct"`)
		p.expect(t, "csm", "PUT /api/rate/formula?scope=client&id=1", `{"billRateFormula":"payRate"}`, 403, `formula.write`)
		p.expect(t, "config", "PUT /api/rate/formula?scope=project&id=1", `{"billRateFormula":"payRate"}`, 403, `rate.write`)
		p.expect(t, "csm", fmt.Sprintf("PUT /api/project/%d", project), `{"payRateFormula":"billRate"}`, 422,
			`detail.E_CYCLE`)
		p.expect(t, "csm", fmt.Sprintf("PUT /api/rate/formula?scope=project&id=%d", project),
			`{"payRateFormula":"talentRate - 1"}`, 200, `"from":{"payRateFormula":"project","billRateFormula":"system"}`)
		p.expect(t, "config", "POST /api/rate/impact", `{"scope":"client","id":1,"billRateFormula":"markup(payRate, 20)"}`,
			200, `{"open":1,"changed":1,"failed":0,"min":7.3,"median":7.3,"max":7.3,"outliers":[]}`)
		job := p.expect(t, "config", "PUT /api/rate/formula?scope=client&id=1",
			`{"billRateFormula":"markup(payRate, 20)","note":"twenty","applyTo":"OPEN"}`, 202, `"statusUrl":"/api/job/`).json(t)
		if done := p.finished(t, "config", fmt.Sprint(job["statusUrl"])); done["updated"] != 1.0 || done["total"] != 1.0 {
			t.Errorf("the job: %v", done)
		}
		p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/%d", open), "", 200, `"billRate":100.8`)
		p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/%d", sent), "", 200, `"billRate":93.5`)
		p.expect(t, "config", "GET /api/rate/formula?scope=client&id=1", "", 200, `"note":"twenty"`)
		p.expect(t, "config", fmt.Sprintf("POST %v/undo", job["statusUrl"]), "", 200, `"UNDOING"`)
		if undone := p.polled(t, "config", fmt.Sprint(job["statusUrl"]), "UNDONE"); undone["updated"] != 1.0 ||
			undone["skipped"] != 0.0 {
			t.Errorf("undone: %v", undone)
		}
		p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/%d", open), "", 200, `"billRate":93.5`)
		p.expect(t, "config", "GET /api/rate/formula?scope=client&id=1", "", 200, `"billRateFormula":"markup(payRate, 20)"`)
	})
}
