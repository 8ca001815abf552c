package app_test

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// memberships are all there are as text, but for what every write stamps.
func (p *product) memberships(t *testing.T) map[string]string {
	t.Helper()
	rows, err := p.DB.Query(t.Context(), `
		SELECT id, pool_id, client_id, coalesce(legal_entity_id, 0), freelancer_id, freelancer_name, status, source, source_pool_ids, coalesce(invited_at, 0),
		       coalesce(joined_at, 0), coalesce(expires_at, 0), coalesce(rating, 0), coalesce(rated_at, 0), tags, note, removal, status_before,
		       coalesce(deleted_at, 0), created, created_by
		  FROM pool_members
		 ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	out := map[string]string{}
	for rows.Next() {
		values, dest := make([]any, 21), make([]any, 21)
		for i := range values {
			dest[i] = &values[i]
		}
		if err := rows.Scan(dest...); err != nil {
			t.Fatal(err)
		}
		out[fmt.Sprint(values[0])] = fmt.Sprintf("%v", values[1:])
	}
	return out
}

// sameMemberships compares two moments.
func sameMemberships(t *testing.T, when string, was, is map[string]string) {
	t.Helper()
	for _, id := range slices.Sorted(maps.Keys(was)) {
		if was[id] != is[id] {
			t.Errorf("%s membership %s is\n%s, it was\n%s", when, id, is[id], was[id])
		}
	}
	if len(was) != len(is) {
		t.Errorf("%s there are %d memberships, there were %d", when, len(is), len(was))
	}
}

func importOf(pool int) string { return fmt.Sprintf("PUT /api/pool/%d/import", pool) }

func fromPools(mode string, pools ...int) string {
	return fmt.Sprintf(`{"source":{"kind":"pool","poolIds":%s},"mode":%q}`,
		strings.ReplaceAll(fmt.Sprint(pools), " ", ","), mode)
}

// imported waits until an import stands in a state.
func (p *product) imported(t *testing.T, job any, state string) map[string]any {
	t.Helper()
	return p.polled(t, "content", fmt.Sprintf("/api/pool/import/progress?jobId=%v", job), state)
}

// Three pools become one: each class of conflict, single decisions and one for a class, what hangs on the sources, and
// all of it undone.
func TestPoolMerge_ThreePools_BecomeOneAndAreUndone(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		p.expect(t, "config", "POST /api/client", `{"name":"Other","code":"OT","currency":"EUR"}`, 201, "")
		target, a, b := p.newPool(t, "Target"), p.newPool(t, "Alpha"), p.newPool(t, "Beta")
		fresh, both, several := p.consenting(t, "Fresh"), p.consenting(t, "Both"), p.consenting(t, "Several")
		removed, silent, bound, gone, third := p.consenting(t, "Removed"), p.named(t, "Silent"), p.consenting(t, "Bound"),
			p.consenting(t, "Gone"), p.consenting(t, "Third")
		p.join(t, target, both, `,"rating":2,"tags":["SAP"],"note":"ours","expiresAt":"2030-01-01T00:00:00.000Z"`)
		kicked := p.join(t, target, removed, "")
		p.expect(t, "content", fmt.Sprintf("POST /api/poolMember/%d/remove", kicked), `{}`, 200, "")
		for _, who := range []int64{fresh, several, removed, bound, gone} {
			p.join(t, a, who, "")
		}
		p.join(t, a, both, `,"rating":5,"tags":["sap","night"],"note":"theirs","expiresAt":"2031-01-01T00:00:00.000Z"`)
		p.join(t, b, several, `,"rating":3`)
		p.join(t, b, third, "")
		invited := p.join(t, a, silent, `,"status":"INVITED"`)
		p.expect(t, "csm", "POST /api/boundClient", fmt.Sprintf(`{"freelancerId":%d,"scope":"client","clientId":2}`, bound),
			201, "")
		p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d/status", gone), `{"status":"AC","reason":"seen"}`, 200, "")
		p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d/status", gone), `{"status":"DE","reason":"pause"}`, 200, "")
		project := p.newProject(t, "Draws")
		p.expect(t, "csm", fmt.Sprintf("PUT /api/project/%d", project), fmt.Sprintf(`{"poolIds":[%d,%d]}`, a, b), 200, "")
		view := fmt.Sprintf(`{"value":{"views":[{"name":"Mine","query":"filter=%s"}]}}`,
			url.QueryEscape(fmt.Sprintf(`{"poolId":%d}`, a)))
		p.expect(t, "content", "PUT /api/preference/list.poolMember", view, 200, "")
		shared := fmt.Sprintf(`{"name":"Ours","query":"filter=%s"}`, url.QueryEscape(fmt.Sprintf(`{"poolId":%d}`, a)))
		p.expect(t, "content", "POST /api/sharedView/poolMember", shared, 201, "")
		before := p.memberships(t)

		plan := p.expect(t, "content", importOf(target), fromPools("MERGE", a, b), 200,
			`"classes":{"NO_CONSENT":1,"OWNERSHIP":1,"REMOVED_IN_TARGET":1,"USER_STATUS":1}`)
		for _, want := range []string{
			`"ADD":3`, `"UPDATE":1`, `"SKIP":3`, `"INVITE":1`,
			`"attached":{"projects":1,"invitations":1,"savedSearches":2,"msps":0}`, `"state":"PLANNED"`,
			fmt.Sprintf(`"sources":[{"id":%d,"vmsName":"Alpha","vmsAliases":[],"description":"","categoryName":"","visibility":"PRIVATE"},{"id":%d,"vmsName":"Beta",`,
				a, b),
		} {
			if !strings.Contains(string(plan.body), want) {
				t.Errorf("the plan lacks %s: %s", want, plan.body)
			}
		}
		sameMemberships(t, "after planning", before, p.memberships(t))
		id := plan.json(t)["planId"]
		page := p.expect(t, "content", fmt.Sprintf("GET /api/pool/import/plan/%v?class=REMOVED_IN_TARGET&limit=1", id), "",
			200, `"totalResults":1`).json(t)
		key := page["conflicts"].([]any)[0].(map[string]any)["key"]
		for filter, n := range map[string]int{
			"": 4, "all=true": 8, "outcome=ADD": 3, "outcome=UPDATE": 1,
			"outcome=INVITE": 1, "outcome=SKIP": 3, "outcome=ASK": 0, "class=OWNERSHIP": 1,
		} {
			p.expect(t, "content", fmt.Sprintf("GET /api/pool/import/plan/%v?%s", id, filter), "", 200,
				fmt.Sprintf(`"totalResults":%d`, n))
		}
		p.expect(t, "content", importOf(target), fmt.Sprintf(`{"planId":%q,"decisions":[{"key":"%v","decision":"INVITE"}]}`,
			id, key), 422, `"decisions[0].decision":["validation.oneOf"]`)
		p.expect(t, "content", importOf(target), fmt.Sprintf(`{"planId":%q,"policies":{"OWNERSHIP":"OVERRIDE"}}`, id), 403,
			`boundClient.write`)
		p.expect(t, "content", importOf(b), fmt.Sprintf(`{"planId":%q}`, id), 409, `PLAN_EXPIRED`)

		run := p.expect(t, "content", importOf(target),
			fmt.Sprintf(`{"planId":%q,"decisions":[{"key":"%v","decision":"READD"}]}`, id, key), 202, `"jobId":"imp_`).json(t)
		done := p.imported(t, run["jobId"], "COMPLETED_WITH_CONFLICTS")
		if fmt.Sprint(done["added"], done["updated"], done["skipped"], done["total"]) != "5 1 2 8" {
			t.Errorf("the merge ended with %v", done)
		}
		p.expect(t, "content", importOf(target), fmt.Sprintf(`{"planId":%q}`, id), 409, `PLAN_EXPIRED`)
		at := func(freelancer int64) string {
			return fmt.Sprintf("GET /api/pool/%d/member?freelancerId=%d", target, freelancer)
		}
		p.expect(t, "content", at(both), "", 200, `"expiresAt":"2031-01-01T00:00:00.000Z","rating":5`)
		p.expect(t, "content", at(both), "", 200, `"tags":["SAP","night"]`)
		p.expect(t, "content", at(several), "", 200, fmt.Sprintf(`"source":"MERGE","sourcePoolIds":[%d,%d]`, a, b))
		p.expect(t, "content", at(silent), "", 200, fmt.Sprintf(`{"results":[{"id":%d,`, invited))
		p.expect(t, "content", at(removed), "", 200, `"status":"ACTIVE"`)
		p.expect(t, "content", at(bound), "", 200, `"totalResults":0`)
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d", a), "", 200,
			fmt.Sprintf(`"status":"MERGED","mergedIntoId":%d`, target))
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d", target), "", 200, `"vmsAliases":["Alpha","Beta"]`)
		p.expect(t, "content", "POST /api/pool", `{"clientId":1,"vmsName":"alpha"}`, 409, `NAME_TAKEN`)
		p.expect(t, "csm", fmt.Sprintf("GET /api/project/%d", project), "", 200, fmt.Sprintf(`"poolIds":[%d]`, target))
		for _, saved := range []string{"preference/list.poolMember", "sharedView/poolMember"} {
			p.expect(t, "content", "GET /api/"+saved, "", 200, url.QueryEscape(fmt.Sprintf(`{"poolId":%d}`, target)))
		}

		p.expect(t, "csm", fmt.Sprintf("POST /api/pool/import/%v/undo", run["jobId"]), "", 403, `pool.import`)
		p.expect(t, "content", fmt.Sprintf("POST /api/pool/import/%v/undo", run["jobId"]), "", 202, `"state":"UNDOING"`)
		p.imported(t, run["jobId"], "UNDONE")
		sameMemberships(t, "after undoing", before, p.memberships(t))
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d", a), "", 200, `"status":"ACTIVE","mergedIntoId":null`)
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d", target), "", 200, `"vmsAliases":[]`)
		p.expect(t, "csm", fmt.Sprintf("GET /api/project/%d", project), "", 200, fmt.Sprintf(`"poolIds":[%d,%d]`, a, b))
		for _, saved := range []string{"preference/list.poolMember", "sharedView/poolMember"} {
			p.expect(t, "content", "GET /api/"+saved, "", 200, url.QueryEscape(fmt.Sprintf(`{"poolId":%d}`, a)))
		}
	})
}

// What prevents an import, and what has changed since it was planned.
func TestPoolMerge_ChangesSinceThePlan_AreRefusedOrSkipped(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/client", `{"name":"Other","code":"OT","currency":"EUR"}`, 201, "")
		target, a := p.newPool(t, "Target"), p.newPool(t, "Alpha")
		other := int(p.expect(t, "content", "POST /api/pool", `{"clientId":2,"vmsName":"Foreign"}`, 201,
			"").json(t)["id"].(float64))
		ida, ben := p.consenting(t, "Ida"), p.consenting(t, "Ben")
		first := p.join(t, a, ida, "")
		p.join(t, a, ben, "")
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/import/progress?poolId=%d", target), "", 200, `"state":"NONE"`)
		p.expect(t, "content", importOf(target), fromPools("MERGE", other), 422, `OTHER_CLIENT`)
		p.expect(t, "content", importOf(target), fromPools("MERGE", target), 422,
			`"source.poolIds[0]":["validation.reference"]`)
		p.expect(t, "content", importOf(target), `{"mode":"MERGE"}`, 422, `"source.kind"`)
		p.expect(t, "content", importOf(target), `{"planId":"pln_NONE"}`, 409, `PLAN_EXPIRED`)
		p.expect(t, "csm", importOf(target), fromPools("COPY", a), 403, `pool.import`)
		plan := func() any {
			return p.expect(t, "content", importOf(target), fromPools("COPY", a), 200, "").json(t)["planId"]
		}
		outdated := plan()
		p.expect(t, "content", fmt.Sprintf("PUT /api/pool/%d", a), `{"externalId":"x"}`, 200, "")
		p.expect(t, "content", importOf(target), fmt.Sprintf(`{"planId":%q}`, outdated), 409, `PLAN_EXPIRED`)

		second := plan()
		p.expect(t, "content", fmt.Sprintf("POST /api/poolMember/%d/rate", first), `{"rating":4}`, 200, "")
		run := p.expect(t, "content", importOf(target), fmt.Sprintf(`{"planId":%q}`, second), 202,
			`"state":"RUNNING"`).json(t)
		p.expect(t, "content", importOf(target), fromPools("COPY", a), 409, `"code":"POOL_BUSY"`)
		running := fmt.Sprintf(
			`{"key":"runningImports","count":1,"link":"/pools/list?filter=%%7B%%22id%%22%%3A%%5B%d%%5D%%7D","items":[{"label":"Target","count":1,"link":"/pools/list/%d/import","percent":0}]}`,
			target, target)
		p.expect(t, "content", "GET /api/dashboard", "", 200, running)
		p.runWorkers(t)
		if done := p.imported(t, run["jobId"], "COMPLETED_WITH_CONFLICTS"); done["added"] != 1.0 || done["skipped"] != 1.0 {
			t.Errorf("the copy ended with %v", done)
		}
		p.expect(t, "content", fmt.Sprintf("GET /api/job/%v?outcome=SKIPPED", run["jobId"]), "", 200, `"code":"CHANGED"`)
		third := p.expect(t, "content", importOf(target),
			strings.TrimSuffix(fromPools("COPY", a), "}")+`,"policies":{"CHANGED":"APPLY"}}`, 202, "").json(t)
		p.imported(t, third["jobId"], "COMPLETED")
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d/member?freelancerId=%d", target, ida), "", 200, `"rating":4`)
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d", a), "", 200, `"status":"ACTIVE"`)

		p.setJobState(t, third["jobId"], "RUNNING")
		for _, undo := range []string{"POST /api/pool/import/%v/undo", "POST /api/job/%v/undo"} {
			p.expect(t, "content", fmt.Sprintf(undo, run["jobId"]), "", 409, `"code":"POOL_BUSY"`)
		}
		p.setJobState(t, third["jobId"], "COMPLETED")

		fourth := plan()
		job := p.expect(t, "content", fmt.Sprintf("GET /api/pool/import/plan/%v", fourth), "", 200, "").json(t)["jobId"]
		p.expect(t, "content", fmt.Sprintf("POST /api/pool/import/%v/cancel", job), "", 202, `"state":"CANCELLED"`)
		p.expect(t, "content", fmt.Sprintf("POST /api/pool/import/%v/cancel", job), "", 409, `TRANSITION_NOT_ALLOWED`)
		p.expect(t, "content", fmt.Sprintf("POST /api/pool/import/%v/undo", job), "", 409, `TRANSITION_NOT_ALLOWED`)
	})
}

// setJobState sets the state of a job.
func (p *product) setJobState(t *testing.T, job any, state string) {
	t.Helper()
	err := p.DB.Write(t.Context(), func(ctx context.Context) error {
		_, err := p.DB.Exec(ctx, "UPDATE jobs SET state = $1 WHERE id = $2", state, job)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A plan made on one copy of the service is shown and runs on another, of pools as of a file, and is followed and
// undone from either.
func TestPlan_SeveralCopies_RunsOnAnyCopy(t *testing.T) {
	t.Parallel()
	settings := settingsIn(t.TempDir(), furnished.Postgres(t))
	here, there := openProduct(t, settings), openProduct(t, settings)
	there.runWorkers(t)
	target, source := here.newPool(t, "Target"), here.newPool(t, "Alpha")
	here.join(t, source, here.consenting(t, "Ida"), "")
	before := here.memberships(t)
	file := here.table(t, "team.csv", []byte("E-Mail,First name,Last name\r\nben@copies.example,Ben,Bahn\r\n"))
	for _, source := range []string{fromPools("MERGE", source), fromFile(file, "", "")} {
		plan := here.expect(t, "content", importOf(target), source, 200, "").json(t)["planId"]
		there.expect(t, "content", fmt.Sprintf("GET /api/pool/import/plan/%v", plan), "", 200,
			fmt.Sprintf(`"planId":%q`, plan))
		run := there.expect(t, "content", importOf(target), fmt.Sprintf(`{"planId":%q}`, plan), 202,
			`"state":"RUNNING"`).json(t)
		if done := here.imported(t, run["jobId"], "COMPLETED"); done["added"] != 1.0 {
			t.Errorf("the import ended with %v", done)
		}
		here.expect(t, "content", importOf(target), fmt.Sprintf(`{"planId":%q}`, plan), 409, `PLAN_EXPIRED`)
		here.expect(t, "content", fmt.Sprintf("POST /api/pool/import/%v/undo", run["jobId"]), "", 202, "")
		there.imported(t, run["jobId"], "UNDONE")
		sameMemberships(t, "undone from the other copy", before, here.memberships(t))
	}
}
