package app_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// plan plans a change and answers its id.
func (p *product) plan(t *testing.T, who, method, path, body string) int {
	t.Helper()
	at := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	plan := fmt.Sprintf(`{"method":%q,"path":%q,"body":%s,"effectiveAt":%q,"note":"new year"}`, method, path, body, at)
	return int(p.expect(t, who, "POST /api/planned", plan, 201, `"state":"PLANNED"`).json(t)["id"].(float64))
}

// timeComes lets the time of every planned change come, and runs the job.
func (p *product) timeComes(t *testing.T) map[string]int64 {
	t.Helper()
	p.stated(t, "UPDATE planned_changes SET effective = 1 WHERE state = 'PLANNED'")
	counts, err := p.RunScheduled(t.Context(), "planned.takeEffect", false)
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

func TestPlanned_ChangesOfEachKind_ApplyOnceInTheNameOfTheirPlanner(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.plan(t, "config", "PUT", "/api/client/1", `{"markupPct":12.5}`)
		p.plan(t, "config", "PUT", "/api/setting/portal.url", `{"value":"https://portal.example"}`)
		p.plan(t, "config", "PUT", "/api/rate/formula?scope=client&id=1", `{"billRateFormula":"payRate + 7"}`)
		p.expect(t, "config", "GET /api/client/1", "", 200, `"markupPct":null`)
		list := p.expect(t, "config", "GET /api/planned", "", 200, `"before":{"markupPct":null},"after":{"markupPct":12.5}`)
		if !strings.Contains(string(list.body), `"totalResults":3`) {
			t.Errorf("coming: %s", list.body)
		}
		p.stated(t, "UPDATE planned_changes SET effective = 1")
		var copies sync.WaitGroup
		for range 3 {
			copies.Go(func() {
				if _, err := p.RunScheduled(t.Context(), "planned.takeEffect", false); err != nil {
					t.Error(err)
				}
			})
		}
		copies.Wait()
		p.expect(t, "config", "GET /api/client/1", "", 200, `"markupPct":12.5`)
		p.expect(t, "config", "GET /api/client/1", "", 200, `"billRateFormula":"payRate + 7"`)
		p.expect(t, "config", "GET /api/setting/portal.url", "", 200, `"value":"https://portal.example"`)
		history := p.expect(t, "config", "GET /api/history/client/1?kind=changes", "", 200, `"source":"JOB"`)
		if n := strings.Count(string(history.body), `"changed":["markupPct"]`); n != 1 {
			t.Errorf("it took effect %d times: %s", n, history.body)
		}
		p.expect(t, "config", "GET /api/planned?state=DONE", "", 200, `"totalResults":3`)
	})
}

func TestPlanned_PublicationOfAMapping_PutsTheDraftInUseAtItsTime(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	v := pushing(t, p)
	at := v.draft(`{"target":"project.vmsId","jq":".in.job"}`)
	seen := p.expect(t, "config", "GET "+at+"/review", "", 200, `"groups"`).json(t)
	p.plan(t, "config", "POST", at+"/publish", fmt.Sprintf(`{"fingerprint":%q,"note":"new year"}`, seen["fingerprint"]))
	p.expect(t, "config", "GET "+at, "", 200, `"state":"DRAFT"`)
	id := at[strings.LastIndex(at, "/")+1:]
	p.expect(t, "config", "GET /api/planned?entity=vmsMapping&entityId="+id, "", 200, `"totalResults":1`)
	if counts := p.timeComes(t); counts["applied"] != 1 {
		t.Errorf("counted %v", counts)
	}
	p.expect(t, "config", "GET "+at, "", 200, `"state":"LIVE"`)
	p.expect(t, "config", "GET "+at, "", 200, `"note":"new year"`)
}

func TestPlanned_PublicationOfAMapping_IsDeferredIfAnotherVersionIsInUse(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	v := pushing(t, p)
	v.push("JOB", "m1", `{"job":"JP-1","title":"Welder"}`)
	at := v.draft(`{"target":"project.vmsId","jq":".in.job"}`)
	seen := p.expect(t, "config", "GET "+at+"/review", "", 200, `"groups"`).json(t)
	p.plan(t, "config", "POST", at+"/publish", fmt.Sprintf(`{"fingerprint":%q}`, seen["fingerprint"]))
	v.mapping("JOB", `{"target":"project.vmsId","jq":".in.job"},{"target":"project.title","jq":".in.title"}`)
	if counts := p.timeComes(t); counts["waiting"] != 1 {
		t.Errorf("counted %v", counts)
	}
	p.expect(t, "config", "GET "+at, "", 200, `"state":"DRAFT"`)
	p.expect(t, "config", "GET /api/planned?state=WAITING", "", 200, `"code":"PLAN_EXPIRED"`)
}

func TestPlanned_ConflictingChangeMeanwhile_NeedsADecision(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	independent := p.plan(t, "config", "PUT", "/api/client/1", `{"marginPct":3}`)
	same := p.plan(t, "config", "PUT", "/api/client/1", `{"markupPct":12.5}`)
	p.expect(t, "config", "PUT /api/client/1", `{"markupPct":9}`, 200, "")
	if counts := p.timeComes(t); counts["applied"] != 1 || counts["waiting"] != 1 {
		t.Errorf("counted %v", counts)
	}
	p.expect(t, "config", "GET /api/client/1", "", 200, `"markupPct":9`)
	p.expect(t, "config", "GET /api/client/1", "", 200, `"marginPct":3`)
	waiting := p.expect(t, "config", "GET /api/planned?state=WAITING", "", 200, `"code":"STALE_VERSION"`)
	if !strings.Contains(string(waiting.body), `"changed":["markupPct"`) {
		t.Errorf("who has changed what is not told: %s", waiting.body)
	}
	decide := fmt.Sprintf("POST /api/planned/%d/decide", same)
	p.expect(t, "config", fmt.Sprintf("POST /api/planned/%d/decide", independent), `{"decision":"APPLY"}`, 409,
		"TRANSITION_NOT_ALLOWED")
	p.expect(t, "config", decide, `{"decision":"LATER"}`, 422, `"decision"`)
	p.expect(t, "config", decide, `{"decision":"APPLY"}`, 200, `"state":"DONE"`)
	p.expect(t, "config", "GET /api/client/1", "", 200, `"markupPct":12.5`)
}

func TestPlannedChange_BeforeItsDate_CanBeCancelled(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	id := p.plan(t, "config", "PUT", "/api/client/1", `{"markupPct":12.5}`)
	cancel := fmt.Sprintf("POST /api/planned/%d/cancel", id)
	p.expect(t, "csm", cancel, "", 403, "client.update")
	p.expect(t, "config", cancel, "", 200, `"state":"CANCELLED"`)
	p.expect(t, "config", cancel, "", 409, "TRANSITION_NOT_ALLOWED")
	p.expect(t, "config", "POST /api/planned/99/cancel", "", 404, "NOT_FOUND")
	if counts := p.timeComes(t); len(counts) != 0 {
		t.Errorf("counted %v", counts)
	}
	p.expect(t, "config", "GET /api/history/client/1", "", 200, `"action":"planned.cancel"`)
}

func TestPlannedChange_PlannerHasLostTheRight_IsNotApplied(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.plan(t, "all", "PUT", "/api/client/1", `{"markupPct":12.5}`)
	all, _ := p.account(t, "all")
	p.expect(t, "config", fmt.Sprintf("PUT /api/admin/%d", all), `{"roles":["a"]}`, 200, "")
	p.timeComes(t)
	p.expect(t, "config", "GET /api/client/1", "", 200, `"markupPct":null`)
	p.expect(t, "config", "GET /api/planned", "", 200, `"code":"FORBIDDEN"`)
}

func TestPlanned_ChangeRefusedToday_IsNotPlanned(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	later := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	for name, step := range map[string]struct {
		who, plan string
		status    int
		want      string
	}{
		"a wrong value":  {"config", `"method":"PUT","path":"/api/client/1","body":{"currency":"XXX"}`, 422, `"currency"`},
		"no such record": {"config", `"method":"PUT","path":"/api/client/99","body":{"markupPct":1}`, 404, "NOT_FOUND"},
		"no right":       {"csm", `"method":"PUT","path":"/api/client/1","body":{"markupPct":1}`, 403, "client.update"},
		"nothing":        {"config", `"method":"PUT","path":"/api/client/1","body":{}`, 422, "planned.nothing"},
		"a call of no plans": {
			"config", `"method":"DELETE","path":"/api/client/1","body":{}`, 422, "planned.notPlannable",
		},
		"an old version": {
			"config", `"method":"PUT","path":"/api/client/1","ifMatch":"\"77\"","body":{"markupPct":1}`, 409, "STALE_VERSION",
		},
	} {
		p.expect(t, step.who, "POST /api/planned", fmt.Sprintf(`{%s,"effectiveAt":%q}`, step.plan, later), step.status,
			step.want)
		if t.Failed() {
			t.Fatal(name)
		}
	}
	p.expect(t, "config", "POST /api/planned",
		`{"method":"PUT","path":"/api/client/1","body":{"markupPct":1},"effectiveAt":"2020-01-01T00:00:00Z"}`, 422,
		`"effectiveAt":["validation.after"]`)
	p.expect(t, "config", "GET /api/planned", "", 200, `"totalResults":0`)
	p.expect(t, "config", "GET /api/client/1", "", 200, `"markupPct":null`)
}

func TestPlannedChange_OfSettings_IsRefusedToManagersOfOneClient(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.plan(t, "config", "PUT", "/api/setting/auth.totpRequired", `{"value":true}`)
		formula := p.plan(t, "config", "PUT", "/api/rate/formula?scope=system", `{"billRateFormula":"payRate + 7"}`)
		all, _ := p.account(t, "all")
		p.expect(t, "config", fmt.Sprintf("PUT /api/admin/%d", all), `{"scopes":{"clientIds":[1],"legalEntityIds":[]}}`, 200, "")
		own := p.plan(t, "all", "PUT", "/api/client/1", `{"markupPct":12.5}`)
		list := p.expect(t, "all", "GET /api/planned", "", 200, `"totalResults":1`)
		if strings.Contains(string(list.body), "auth.totpRequired") {
			t.Errorf("listed: %s", list.body)
		}
		for _, one := range []int{id, formula} {
			p.expect(t, "all", fmt.Sprintf("POST /api/planned/%d/cancel", one), "", 409, "access.block.outsideScope")
			p.stated(t, fmt.Sprintf("UPDATE planned_changes SET state = 'WAITING' WHERE id = %d", one))
			for _, decision := range []string{"DROP", "APPLY"} {
				p.expect(t, "all", fmt.Sprintf("POST /api/planned/%d/decide", one), fmt.Sprintf(`{"decision":%q}`, decision), 409,
					"access.block.outsideScope")
			}
		}
		p.expect(t, "all", fmt.Sprintf("POST /api/planned/%d/cancel", own), "", 200, `"state":"CANCELLED"`)
		p.expect(t, "config", "GET /api/planned?state=WAITING", "", 200, `"totalResults":2`)
	})
}

func TestPlanned_AddressWithMoreThanPathAndQuery_IsRefused(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	at := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	for _, path := range []string{
		"https://evil.example/api/client/1", "javascript://x/api/client/1", "//evil.example/api/client/1",
		"//user@/api/client/1", "/api/client/1#x", "/api/client/1#", "mailto:/api/client/1",
	} {
		p.expect(t, "config", "POST /api/planned", fmt.Sprintf(
			`{"method":"PUT","path":%q,"body":{"markupPct":12.5},"effectiveAt":%q}`, path, at), 422,
			`"path":["planned.notPlannable"]`)
	}
}

// fillPlanned makes 2,048 of the one planned change that there is, each later than those before, in the name of an
// account.
func (p *product) fillPlanned(t *testing.T, account int) {
	t.Helper()
	const same = "state, method, path, body, base, entity, record_id, title, lines, note, created, problem, ended_by"
	for range 11 {
		p.stated(t, fmt.Sprintf(`
			INSERT INTO planned_changes (%s, effective, by_id, by_name)
			SELECT %s, effective + 1000 * (SELECT count(*) FROM planned_changes), %d, 'Somebody' FROM planned_changes`,
			same, same, account))
	}
}

// Nobody hides a change that comes soon behind many that come late.
func TestPlanned_ManyLaterOnes_HideNoEarlierOne(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.plan(t, "config", "PUT", "/api/client/1", `{"markupPct":12.5}`)
		p.fillPlanned(t, 99)
		p.expect(t, "config", "GET /api/planned?limit=1", "", 200, fmt.Sprintf(`"results":[{"id":%d,`, id))
	})
}

func TestPlanned_TooManyOfOnePerson_AreRefused(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.plan(t, "config", "PUT", "/api/client/1", `{"markupPct":12.5}`)
		config, _ := p.account(t, "config")
		p.fillPlanned(t, config)
		at := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
		plan := fmt.Sprintf(`{"method":"PUT","path":"/api/client/1","body":{"markupPct":9},"effectiveAt":%q}`, at)
		p.expect(t, "config", "POST /api/planned", plan, 422, `"path":["planned.tooMany"]`)
		p.expect(t, "all", "POST /api/planned", plan, 201, "")
		p.stated(t, fmt.Sprintf("UPDATE planned_changes SET state = 'CANCELLED', ended = 1 WHERE id <> %d", id))
		p.expect(t, "config", "POST /api/planned", plan, 201, "")
	})
}

// What is planned is read whole to list it, so that nobody fills the memory by the bodies of calls.
func TestPlanned_LongBody_IsRefusedAndBlanksAreNotStored(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	at := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	const plan = `{"method":"PUT","path":"/api/setting/portal.url","body":%s,"effectiveAt":%q}`
	long := fmt.Sprintf(`{"value":"https://portal.example","default":%q}`, strings.Repeat("x", 300_000))
	p.expect(t, "config", "POST /api/planned", fmt.Sprintf(plan, long, at), 422, `"body":["validation.max"]`)
	blanks := `{"value":"https://portal.example"` + strings.Repeat(" ", 300_000) + `}`
	p.expect(t, "config", "POST /api/planned", fmt.Sprintf(plan, blanks, at), 201, "")
	if got := p.column(t, "SELECT body FROM planned_changes"); len(got) != 1 ||
		got[0] != `{"value":"https://portal.example"}` {
		t.Errorf("%d are stored: %.200q", len(got), got)
	}
}
