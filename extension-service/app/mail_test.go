package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// Technical support finds a mail that has failed, without learning whom it was for, and sends it again.
func TestMail_Failed_IsResentByTechnicalSupport(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.newApplication(t, p.newProject(t, "Java developer"), "Noor")
		p.change(t, "UPDATE mails SET state = 'FAILED', reason = 'GAVE_UP', attempts = 6, error = 'for Noor' WHERE entity = 'application' AND entity_id = $1",
			id)
		list := p.expect(t, "tech", "GET /api/mails?state=FAILED", "", 200, `"totalResults":1`)
		mail := list.json(t)["results"].([]any)[0].(map[string]any)
		at := fmt.Sprint("/api/mails/", mail["id"])
		shown := p.expect(t, "tech", "GET "+at, "", 200, `"subject":"Confirm your application for •••"`)
		for _, a := range []answer{list, shown} {
			if strings.Contains(strings.ToLower(string(a.body)), "noor") {
				t.Errorf("a name is told: %s", a.body)
			}
		}
		p.expect(t, "csm", "GET "+at, "", 200, `Hello Noor Haddad`)
		p.expect(t, "tech", "GET /api/dashboard", "", 200, `{"key":"mailsFailed","count":1,`)
		for who, status := range map[string]int{"content": 403, "config": 403} {
			p.expect(t, who, "GET /api/mails", "", status, "mail.manage")
		}
		p.expect(t, "tech", fmt.Sprintf("POST /api/mail/%v/resend", mail["id"]), "", 200, `"state":"QUEUED"`)
		p.expect(t, "tech", fmt.Sprintf("POST /api/mail/%v/resend", mail["id"]), "", 409, "TRANSITION_NOT_ALLOWED")
		p.expect(t, "csm", fmt.Sprint("GET /api/history/application/", id), "", 200, `"action":"mail.resend"`)
		body := fmt.Sprintf(`{"filters":{"id":"%v"},"input":{},"dryRun":true}`, mail["id"])
		p.expect(t, "tech", "POST /api/bulk/mail/cancel", body, 200, `"wouldFail":0`)
	})
}
