package app_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// Who is told of an error by the id of its request finds what came of it: entries, jobs, mails, the index, and the log.
func TestTheSupportBundleOfARequest(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		bundle := func(id string, wants ...string) {
			t.Helper()
			got := p.expect(t, "tech", "GET /api/support/"+id, "", 200, `"requestId":"`+id+`"`)
			for _, want := range wants {
				if !strings.Contains(string(got.body), want) {
					t.Errorf("no %s in %s", want, got.body)
				}
			}
		}
		as := func(who, method, path, body string, status int) string {
			t.Helper()
			id := uuid.NewString()
			if got := p.call(t, who, method, path, body, "X-Request-Id", id); got.status != status {
				t.Errorf("%s %s: %d %s", method, path, got.status, got.body)
			}
			return id
		}
		made := as("csm", "POST", "/napi/create/project", `{"dataObj":{"title":"Supported","clientId":1}}`, 201)
		p.settled(t)
		bundle(made, `"action":"create"`, `"entity":"project"`, `"state":"OK"`, `"lines":[]`, `"jobs":[]`, `"mails":[]`)
		if got := p.expect(t, "tech", "GET /api/support/"+made, "", 200, ""); strings.Contains(string(got.body), "Supported") {
			t.Error("it tells of values that its reader may not read")
		}
		refused := as("content", "DELETE", "/api/project/7", "", 403)
		bundle(refused, `"text":"refused"`, `"call":"project.delete"`, `"action":"auth.denied"`)
		reported := as("", "POST", "/api/clientError", fmt.Sprintf(`{"message":"x is undefined","requestId":%q}`, refused), 204)
		bundle(reported, "x is undefined")
		bundle(refused, "x is undefined")
		invited := as("csm", "POST", "/api/msp", `{"name":"Nord AB","email":"supported@nord.example","invite":true}`, 201)
		bundle(invited, `"mails":[{`)
		if got := p.expect(t, "tech", "GET /api/support/"+invited, "", 200, ""); strings.Contains(string(got.body), "supported@nord.example") {
			t.Error("it tells to whom a mail went")
		}
		p.expect(t, "csm", "GET /api/support/"+made, "", 403, "audit.read")
		p.expect(t, "tech", "GET /api/support/nonsense", "", 404, "NOT_FOUND")
		bundle(uuid.NewString(), `"lines":[],"entries":[],"jobs":[],"mails":[],"index":[]`)
	})
}
