package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// Jobs show what their reader may see today, whatever that was when they began: rows, counts, lists and files, own ones
// too.
func TestJobs_ScopeThatChanged_HidesRowsCountsAndFiles(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		sides := p.fillBothSides(t)
		const who = "mover@reach.example"
		id, token := p.joined(t, who, `"roles":["a","c"],"scopes":{"clientIds":[1,2]}`)
		p.tokens[who] = token
		moves := func(scope string) {
			t.Helper()
			p.expect(t, "config", fmt.Sprintf("PUT /api/admin/%v", id), `{"scopes":`+scope+`}`, 200, "")
		}
		inside, beyond := sides.inside["project"], sides.beyond["project"]
		body := fmt.Sprintf(`{"filters":{"id":"%v,%v"},"input":{"status":"PAUSED"},"dryRun":false}`, inside, beyond)
		both := p.jobOf(t, who, "POST /api/bulk/project/changeStatus", body)
		far := p.jobOf(t, who, "POST /api/bulk/project/changeStatus",
			fmt.Sprintf(`{"filters":{"id":"%v"},"input":{"status":"ACTIVE"},"dryRun":false}`, beyond))
		export := p.jobOf(t, who, fmt.Sprintf("POST /api/freelancer/%v/export", sides.beyond["freelancer"]),
			`{"reason":"asked by letter"}`)
		archive, _ := export["resourceId"].(string)
		errors := p.faultyImport(t, who)
		p.expect(t, who, "GET /api/job?mine=true", "", 200, `"totalResults":4`)
		ticket := p.downloadPath(t, who, "resource/"+archive+"/ticket", "")

		moves(`{"clientIds":[1]}`)
		seen := p.expect(t, who, fmt.Sprint("GET /api/job/", both["jobId"]), "", 200, `"totalResults":1`)
		if strings.Contains(string(seen.body), beyondMark) ||
			!strings.Contains(string(seen.body), `"total":1,"processed":1`) {
			t.Errorf("the job shows more than its reader may see: %s", seen.body)
		}
		list := p.expect(t, who, "GET /api/job?mine=true", "", 200, `"totalResults":1`)
		if strings.Contains(string(list.body), fmt.Sprint(far["jobId"])) {
			t.Errorf("lists a job about another client: %s", list.body)
		}
		for _, job := range []any{far["jobId"], export["jobId"], errors["jobId"]} {
			p.expect(t, who, fmt.Sprint("GET /api/job/", job), "", 404, "NOT_FOUND")
			p.expect(t, who, fmt.Sprintf("POST /api/job/%v/cancel", job), "", 404, "NOT_FOUND")
			p.expect(t, who, fmt.Sprintf("POST /api/job/%v/undo", job), "", 404, "NOT_FOUND")
		}
		for _, file := range []any{archive, errors["errorFileResourceId"]} {
			p.expect(t, who, fmt.Sprintf("POST /api/resource/%v/ticket", file), "", 404, "NOT_FOUND")
			p.expect(t, who, fmt.Sprintf("GET /api/resource/%v", file), "", 404, "NOT_FOUND")
		}
		p.expect(t, "", ticket, "", 404, "NOT_FOUND")
		p.expect(t, who, fmt.Sprintf("GET /api/pool/import/progress?jobId=%v", errors["jobId"]), "", 404, "NOT_FOUND")

		moves(`{"clientIds":[1,2]}`)
		p.expect(t, who, fmt.Sprint("GET /api/job/", both["jobId"]), "", 200, `"totalResults":2`)
		p.expect(t, who, fmt.Sprintf("POST /api/resource/%v/ticket", archive), "", 200, "/api/download/")
	})
}

// jobOf starts a job and waits for its end.
func (p *product) jobOf(t *testing.T, who, request, body string) map[string]any {
	t.Helper()
	started := p.expect(t, who, request, body, 202, "jobId").json(t)
	return p.finished(t, who, fmt.Sprint(started["statusUrl"]))
}

// faultyImport imports a file with a faulty row into a pool of client 2.
func (p *product) faultyImport(t *testing.T, who string) map[string]any {
	t.Helper()
	pool := int(p.expect(t, who, "POST /api/pool", `{"clientId":2,"vmsName":"Pool `+beyondMark+`"}`, 201,
		"").json(t)["id"].(float64))
	file := p.uploaded(t, who, "people.csv", []byte(
		"E-Mail;Vorname;Nachname\r\nanna@people.example;Anna;Arbeit\r\nben@;Ben;Bahn\r\n"))
	plan := p.expect(t, who, importOf(pool), fromFile(file, "", `,"policies":{"NO_CONSENT":"INVITE"},"dryRun":true`), 200,
		"").json(t)
	run := p.expect(t, who, importOf(pool), fmt.Sprintf(`{"planId":%q}`, plan["planId"]), 202, "").json(t)
	return p.polled(t, who, fmt.Sprint("/api/job/", run["jobId"]), "COMPLETED_WITH_CONFLICTS", "FAILED")
}
