package app_test

import (
	"fmt"
	"testing"
)

// Whoever is forgotten is gone from what a VMS has said of them too: of their application, of one that the rules held back, and
// of nobody who is known here. What it has said of others stays.
func TestWhoeverIsForgottenIsGoneFromWhatAVMSHasSaid(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		v := pushing(t, p)
		a := p.newApplication(t, p.newProject(t, "Java developer"), "Noor")
		p.change(t, "UPDATE applications SET external_id = 'X-1', status = 's2c' WHERE id = $1", a)
		gone := []int{
			v.push("APPLICATION_STATUS", "m1", `{"candidate":"X-1","status":"rv","reason":"RATE","name":"Noor Haddad"}`),
			v.push("APPLICATION_STATUS", "m2", `{"candidate":"X-1","status":"uc","name":"Noor Haddad"}`),
			v.push("APPLICATION_STATUS", "m3", `{"candidate":"X-77","status":"h","email":"NOOR@example.org"}`),
		}
		stays := v.push("APPLICATION_STATUS", "m4", `{"candidate":"X-78","status":"h","email":"ada@example.org"}`)
		v.work()
		v.is(gone[0], `"state":"PROCESSED"`)
		v.is(gone[1], `"state":"QUARANTINED"`, `"reason":"RULES"`)
		v.is(gone[2], `"reason":"UNMATCHED"`)
		person := p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/%d", a), "", 200, "").json(t)["freelancerId"]
		p.working(t)
		r := p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/erase", person), `{"reason":"Asked by letter","identityChecked":true,"dryRun":false}`, 202, `"IN_PROGRESS"`).json(t)
		p.finished(t, "csm", fmt.Sprint(r["statusUrl"]))
		for _, id := range append(gone, stays) {
			var left int64
			if _, err := p.DB.Row(t.Context(), []any{&left}, "SELECT count(*) FROM vms_exchanges WHERE message_id = $1 AND (body <> '' OR answer <> '' OR request <> '')", id); err != nil {
				t.Fatal(err)
			}
			if (left > 0) != (id == stays) {
				t.Errorf("of message %d %d bodies are left", id, left)
			}
		}
	})
}
