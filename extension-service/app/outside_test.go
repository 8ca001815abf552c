package app_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

const outsideBlock = "block.outsideScope"

func TestScope_MSPNeededByAnotherClient_StaysActive(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		x := p.ofTwoClients(t)
		at := fmt.Sprint(" /api/msp/", x.msp)
		const confirmed = `{"reason":"x","confirmImpact":true}`
		p.expect(t, "scoped", "PUT"+at+"/deactivate?dryRun=true", confirmed, 409, outsideBlock)
		refused := p.expect(t, "scoped", "PUT"+at+"/deactivate", confirmed, 409, outsideBlock)
		if strings.Contains(string(refused.body), `"count":2`) {
			t.Errorf("counts what is beyond the reach: %s", refused.body)
		}
		p.expect(t, "scoped", "PUT"+at+"/deactivate", `{}`, 409, outsideBlock)
		many := fmt.Sprintf(`{"filters":{"id":"%v"},"input":{"confirmImpact":true},"dryRun":true}`, x.msp)
		p.expect(t, "scoped", "POST /api/bulk/msp/deactivate", many, 200, outsideBlock)
		explain := fmt.Sprintf("GET /api/access/explain?entity=msp&id=%v&action=deactivate", x.msp)
		p.expect(t, "scoped", explain, "", 200, outsideBlock)
		p.expect(t, "csm", "GET"+at, "", 200, `"userStatus":"AC"`)
		p.expect(t, "csm", fmt.Sprint("GET /api/projectApplication/", x.beyond), "", 200, `"mspStatus":"AC"`)
		p.expect(t, "csm", "PUT"+at+"/deactivate", confirmed, 200, `"openApplicationsKept":2`)
	})
}

func TestScope_MSPOfOwnClientOnly_IsDeactivated(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		msp := p.expect(t, "csm", "POST /api/msp", `{"name":"Own Talents","email":"own@talents.example"}`, 201, "").json(t)["id"]
		at := fmt.Sprintf("PUT /api/msp/%v/", msp)
		p.expect(t, "scoped", at+"activate", `{}`, 200, `"AC"`)
		p.expect(t, "scoped", at+"deactivate", `{}`, 200, `"DE"`)
	})
}

// What concerns everybody is refused to whoever sees some clients only, by every call that says so, and said beforehand.
func TestScope_CallForEverybody_IsRefusedAndSaidBeforehand(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id, _ := p.account(t, "scoped")
		p.expect(t, "config", fmt.Sprintf("PUT /api/admin/%d", id), `{"roles":["a","b","c","d"]}`, 200, "")
		delete(p.tokens, "scoped")
		var meta struct{ OutsideScope []string }
		if err := json.Unmarshal(p.expect(t, "scoped", "GET /api/meta", "", 200, "").body, &meta); err != nil {
			t.Fatal(err)
		}
		before := p.schedules(t)
		for _, e := range p.Endpoints() {
			if !e.Everybody {
				continue
			}
			path := strings.NewReplacer("{name}", "mail.send", "{type}", "project", "{runId}", "run_1").Replace(e.Path)
			p.expect(t, "scoped", e.Method+" "+path, `{"reason":"a pause","name":"mail.send"}`, 409, outsideBlock)
			p.expect(t, "scoped", "GET /api/access/explain?call="+e.Name, "", 200, outsideBlock)
			if !slices.Contains(meta.OutsideScope, e.Name) {
				t.Errorf("the panel is not told that %s is closed", e.Name)
			}
		}
		if len(meta.OutsideScope) < 8 {
			t.Errorf("only %v are closed", meta.OutsideScope)
		}
		if after := p.schedules(t); after != before {
			t.Errorf("a schedule has changed: %s, was %s", after, before)
		}
		for request, body := range map[string]string{
			"PUT /api/setting/portal.url":        `{"value":"https://portal.example/start"}`,
			"PUT /api/rate/formula?scope=system": `{"payRateFormula":"talentRate"}`,
		} {
			p.expect(t, "scoped", request, body, 409, outsideBlock)
		}
		p.expect(t, "scoped", "POST /api/search/project/rebuild/1", `{}`, 202, "jobId")
		p.expect(t, "all", "GET /api/meta", "", 200, `"outsideScope":[]`)
	})
}

func (p *product) schedules(t *testing.T) string {
	t.Helper()
	return strings.Join(p.column(t, "SELECT name || schedule || overlap || params FROM schedules ORDER BY name"), "\n") +
		strings.Join(p.column(t, "SELECT name || reason FROM schedule_pauses ORDER BY id"), "\n")
}
