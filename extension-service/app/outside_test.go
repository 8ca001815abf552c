package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

const outsideBlock = "block.outsideScope"

func TestScope_MSPNeededByAnotherClient_RemainsActive(t *testing.T) {
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
		msp := p.expect(t, "csm", "POST /api/msp", `{"name":"Own Talents","email":"own@talents.example"}`, 201,
			"").json(t)["id"]
		at := fmt.Sprintf("PUT /api/msp/%v/", msp)
		p.expect(t, "scoped", at+"activate", `{}`, 200, `"AC"`)
		p.expect(t, "scoped", at+"deactivate", `{}`, 200, `"DE"`)
	})
}

// What concerns everybody is refused to whoever sees some clients only, by every call that says so, and said
// beforehand.
func TestScope_CallForEverybody_IsRefusedAndShownBeforehand(t *testing.T) {
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
		if len(meta.OutsideScope) < 9 {
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
		p.expect(t, "scoped", "POST /api/search/project/rebuild/2", `{}`, 404, "NOT_FOUND")
		p.expect(t, "all", "GET /api/meta", "", 200, `"outsideScope":[]`)
	})
}

// ofResource are the calls that the engine adds to every resource, or that a domain adds about several records of one.
var ofResource = []string{
	".export", ".bulk", ".create", ".add", ".delete", ".changeStatus", ".changeStatusOf",
	".import", ".runImport",
}

const (
	ofCaller  = "about the caller's own account, session or settings"
	ofTexts   = "texts of the default set are refused by the gateway, those of another client are not there"
	ofRecords = "names a record in its body, which the caller has to see"
)

// withoutRecord are the writing calls that name no record by its id and are not closed to whoever sees some clients
// only, each with what keeps them within the caller's clients.
var withoutRecord = map[string]string{
	"planned.create":        "the call that is planned is tried, within its own scope",
	"session.resetPassword": ofCaller, "session.end": ofCaller + ", or that of an account within the reach",
	"session.prove":  ofCaller,
	"session.endAll": "ends the sessions of accounts within the reach",
	"totp.begin":     ofCaller, "totp.confirm": ofCaller, "totp.end": ofCaller, "preference.set": ofCaller,
	"sharedView.create": "shows no record: what it shows is read by each within their own scope",
	"passkey.begin":     ofCaller, "passkey.confirm": ofCaller,
	"resource.create": ofCaller,
	"items.create":    ofTexts, "items.update": ofTexts, "items.delete": ofTexts, "translation.moveToTrash": ofTexts,
	"translation.setAside": ofTexts,
	"translation.restore":  ofTexts, "translation.import": ofTexts, "translation.replace": ofTexts,
	"translation.review":           ofTexts,
	"translation.export":           "reads, and keeps no more than who has read",
	"impersonation.freelancer":     ofRecords,
	"impersonation.msp":            ofRecords,
	"impersonation.freelancer.get": ofRecords, "impersonation.msp.get": ofRecords,
	"vms.decideValue":      "names a connection, which the caller has to see",
	"pool.cancelImport":    "the job of a pool, which the caller has to see",
	"pool.undoImport":      "the job of a pool, which the caller has to see",
	"rate.putFormula":      "the formulas of the system are refused, others are those of a record that the caller sees",
	"setting.update":       "every setting holds for all clients: refused in the call, after the value is looked at",
	"restore.release":      "not there for whoever does not see everything",
	"search.rebuildClient": "a client outside the scope is not there",
	"search.repair":        "only what the report lists within the scope",
}

// A new call that writes is closed for a scope, is about records, whose reach the rights matrix walks, or says above
// what keeps it within the caller's clients.
func TestScope_EveryWritingCall_IsRefusedOrLimitedToTheClients(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	resources := map[string]bool{}
	for _, r := range p.Registry.All() {
		resources[r.Facts().Name] = true
	}
	left := maps.Clone(withoutRecord)
	for _, e := range p.Endpoints() {
		of, _, _ := strings.Cut(e.Name, ".")
		isSuffix := func(suffix string) bool { return strings.HasSuffix(e.Name, suffix) }
		switch {
		case e.ChangesNothing() || e.Public || e.Everybody || strings.Contains(e.Path, "{id}"):
		case left[e.Name] != "":
			delete(left, e.Name)
		case !resources[of] || !slices.ContainsFunc(ofResource, isSuffix):
			t.Errorf("%s %s (%s): neither Everybody, nor about records, nor a reason why it stays within the caller's clients",
				e.Method, e.Path, e.Name)
		}
	}
	for name := range left {
		t.Errorf("%s has a reason and is no such call", name)
	}
}

func (p *product) schedules(t *testing.T) string {
	t.Helper()
	return strings.Join(p.column(t, "SELECT name || schedule || overlap || params FROM schedules ORDER BY name"), "\n") +
		strings.Join(p.column(t, "SELECT name || reason FROM schedule_pauses ORDER BY id"), "\n")
}
