package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// Who may act on records but not read them names them, and is not told what they are called.
func TestBulk_CallerWhoMayNotRead_LearnsNoNames(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.newApplication(t, p.newProject(t, "Java developer"), "Noor")
		const resend = `"input":{"status":"sp"}`
		named, found := fmt.Sprintf(`{"filters":{"id":"%d"},%s}`, id, resend), `{"filters":{"name":"haddad"},`+resend+`}`
		const call = "POST /api/bulk/application/changeStatus"
		p.expect(t, "csm", call, found, 200, `"title":"Noor Haddad – Java developer"`)
		got := p.expect(t, "tech", call, named, 200, fmt.Sprintf(`"results":[{"id":%d,`, id))
		if strings.Contains(string(got.body), "Noor") {
			t.Errorf("technical support is told a name: %s", got.body)
		}
		for _, body := range []string{
			found, fmt.Sprintf(`{"filters":{"id":"%d","name":"haddad"},%s}`, id, resend),
			`{"filters":{},` + resend + `,"dryRun":false}`,
		} {
			p.expect(t, "tech", call, body, 403, "application.read")
		}
	})
}

// Each record tells as much as a call for it alone would: a text is nothing without the bound it mentions.
func TestBulk_RefusedRecord_ReportsTheBounds(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		id := p.newProject(t, "Java developer")
		const why = `"fieldErrors":{"comment":["validation.min"]},"params":{"comment":{"validation.min":{"min":3}}}`
		const input = `"status":"CLOSED","reason":"OTHER"`
		p.expect(t, "csm", "POST /api/project/changeStatus", fmt.Sprintf(`{"id":%d,%s}`, id, input), 422, why)
		const call = "POST /api/bulk/project/changeStatus"
		named := fmt.Sprintf(`{"filters":{"id":"%d"},"input":{%s},"dryRun":`, id, input)
		p.expect(t, "csm", call, named+"true}", 200, why)
		for _, body := range []string{
			named + "false}",
			`{"filters":{"title":"java"},"input":{` + input + `},"dryRun":false}`,
		} {
			started := p.expect(t, "csm", call, body, 202, "job_").json(t)
			status, _ := started["statusUrl"].(string)
			p.polled(t, "csm", status, "COMPLETED")
			p.expect(t, "csm", "GET "+status, "", 200, why)
		}
	})
}
