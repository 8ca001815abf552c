package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// Who may act on records but not read them names them, and is not told what they are called.
func TestABulkChangeTellsNothingThatItsCallerMayNotRead(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.newApplication(t, p.newProject(t, "Java developer"), "Noor")
		const resend = `"input":{"status":"sp"}`
		named, found := fmt.Sprintf(`{"filters":{"id":"%d"},%s}`, id, resend), `{"filters":{"name":"haddad"},`+resend+`}`
		const call = "POST /api/bulk/application/changeStatus"
		p.expect(t, "csm", call, found, 200, `"title":"Noor Haddad"`)
		got := p.expect(t, "tech", call, named, 200, fmt.Sprintf(`"results":[{"id":%d,`, id))
		if strings.Contains(string(got.body), "Noor") {
			t.Errorf("technical support is told a name: %s", got.body)
		}
		for _, body := range []string{found, fmt.Sprintf(`{"filters":{"id":"%d","name":"haddad"},%s}`, id, resend), `{"filters":{},` + resend + `,"dryRun":false}`} {
			p.expect(t, "tech", call, body, 403, "application.read")
		}
	})
}
