package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// newPool creates one of client 1 that is in use.
func (p *product) newPool(t *testing.T, name string) int {
	t.Helper()
	id, _ := p.expect(t, "content", "POST /api/pool", fmt.Sprintf(`{"clientId":1,"vmsName":%q}`, name), 201,
		`"status":"ACTIVE"`).json(t)["id"].(float64)
	return int(id)
}

// named creates a freelancer whom nobody is taken for.
func (p *product) named(t *testing.T, first string) int64 {
	t.Helper()
	body := fmt.Sprintf(
		`{"firstName":%[1]q,"lastName":"Of %[1]s","email":"%[1]s@people.example","sendVerification":false}`, first)
	id, _ := p.expect(t, "csm", "POST /api/freelancer", body, 201, "").json(t)["id"].(float64)
	return int64(id)
}

// consenting creates a freelancer who has agreed to be in pools.
func (p *product) consenting(t *testing.T, first string) int64 {
	t.Helper()
	id := p.named(t, first)
	p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%d/consent", id),
		`{"kinds":["dataProcessing","pool"],"givenAt":"2026-01-02T10:00:00.000Z","channel":"PHONE","note":"said so"}`, 200,
		"")
	return id
}

func (p *product) join(t *testing.T, pool int, freelancer int64, more string) int {
	t.Helper()
	body := fmt.Sprintf(`{"freelancerId":%d%s}`, freelancer, more)
	id, _ := p.expect(t, "content", fmt.Sprintf("POST /api/pool/%d/member", pool), body, 201,
		fmt.Sprintf(`"poolId":%d`, pool)).json(t)["id"].(float64)
	return int(id)
}

// Every call of pools and their categories once through the edge, with what prevents it.
func TestPools_EveryCallThroughTheEdge_MatchesTheDocument(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/client", `{"name":"Other","code":"OT","currency":"EUR"}`, 201, "")
		pool := p.newPool(t, "  Core   experts ")
		other := int(p.expect(t, "content", "POST /api/pool", `{"clientId":2,"vmsName":"core experts"}`, 201,
			"").json(t)["id"].(float64))
		category := int(p.expect(t, "content", "POST /api/poolCategory",
			`{"key":"experts","nameKey":"pool.category.experts"}`, 201, `"active":true`).json(t)["id"].(float64))
		own := int(p.expect(t, "content", "POST /api/poolCategory",
			`{"key":"experts","nameKey":"pool.category.experts","clientId":2}`, 201, "").json(t)["id"].(float64))
		at := fmt.Sprintf(" /api/pool/%d", pool)
		for _, step := range []struct {
			request, body string
			status        int
			want          string
		}{
			{"GET" + at, "", 200, `"vmsName":"Core experts"`},
			{"GET" + at, "", 200, `"memberCounts":{"ACTIVE":0,"INVITED":0,"EXPIRED":0}`},
			{"POST /api/pool", `{"clientId":1,"vmsName":"CORE  EXPERTS"}`, 409, `"vmsName":["error.nameTaken"]`},
			{"POST /api/pool", `{"clientId":1}`, 422, `"vmsName":["validation.required"]`},
			{"POST /api/pool", `{"clientId":9,"vmsName":"x"}`, 422, `"clientId":["validation.reference"]`},
			{"POST /api/pool", `{"clientId":1,"vmsName":"x","visibility":"SECRET"}`, 422, `"visibility":["validation.oneOf"]`},
			{
				"PUT" + at, fmt.Sprintf(
					`{"id":%d,"vmsName":"Experts","descriptionKey":"pool.sample.core","membershipTtlDays":null}`, pool), 200,
				`"membershipTtlDays":null`,
			},
			{"GET /api/pool?vmsName=exper&clientName=All&s=vmsName:asc", "", 200, `"totalResults":2`},
			{"POST /api/dbSearch/pool", `{"filters":{"status":["ACTIVE"],"clientName":"Other"}}`, 200, `"totalResults":1`},
			{"GET /api/pool/client?clientId=1", "", 200, fmt.Sprintf(
				`{"results":[{"id":%d,"vmsName":"Experts","clientName":"Norrsken Bank"}],"totalResults":1}`, pool)},
			{"GET /api/pool/client?clientId=0", "", 200, `"totalResults":2`},
			{"GET /api/pool/client?clientId=77", "", 404, `NOT_FOUND`},
			{"GET /api/search/pool/mapping", "", 200, `"type":"pool"`},
			{"PUT" + at + fmt.Sprintf("/category/%d", category), "", 200, `"categoryId":1`},
			{"PUT" + at + fmt.Sprintf("/category/%d", category), "", 200, `"categoryName"`},
			{"PUT" + at + fmt.Sprintf("/category/%d", own), "", 422, `"categoryId":["validation.ofClient"]`},
			{"PUT" + at + "/category/99", "", 404, `NOT_FOUND`},
			{"DELETE /api/poolCategory/" + fmt.Sprint(category), "", 409, `"code":"IN_USE"`},
			{"DELETE" + at + "/category", "", 200, `"categoryId":null`},
			{"DELETE" + at + "/category", "", 200, `"categoryId":null`},
			{"DELETE /api/poolCategory/" + fmt.Sprint(category) + "?dryRun=true", "", 200, `"message":"poolCategory.deleted"`},
			{"DELETE /api/poolCategory/" + fmt.Sprint(category), "", 204, ""},
			{"DELETE /api/poolCategory/" + fmt.Sprint(category), "", 404, `NOT_FOUND`},
			{"POST /api/poolCategory", `{"key":"experts","nameKey":"x","clientId":2}`, 409, `"code":"KEY_TAKEN"`},
			{"GET /api/poolCategory", "", 200, `"totalResults":1`},
			{"GET" + at + "/project", "", 200, `"totalResults":0`},
			{"GET /api/pool/99/project", "", 404, `NOT_FOUND`},
			{"GET /api/pool/99/project?status=ACTIVE", "", 404, `NOT_FOUND`},
			{"DELETE" + fmt.Sprintf(" /api/pool/%d", other), `{"reason":"empty"}`, 200, `"message":"pool.deleted"`},
			{"GET" + fmt.Sprintf(" /api/pool/%d", other), "", 404, `NOT_FOUND`},
		} {
			p.expect(t, "content", step.request, step.body, step.status, step.want)
		}
		p.expect(t, "csm", "GET /api/pool/1", "", 403, `pool.read`)
		p.expect(t, "tech", "GET /api/pool/client?clientId=1", "", 200, `"Experts"`)
		p.expect(t, "csm", "POST /api/poolCategory", `{"key":"k1","nameKey":"x"}`, 403, `pool.category`)
		p.expect(t, "config", "PUT"+at, `{"vmsName":"x"}`, 403, `pool.update`)
		p.publishIndex(t)
		if n := p.indexed(t, "pool", `vmsName:"experts"`); n != 1 {
			t.Errorf("%d documents in the index", n)
		}
	})
}

// A pool starts with the time of its client, unless somebody says otherwise.
func TestPool_Created_UsesTheMembershipTimeOfItsClient(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/client",
			`{"name":"Yearly","code":"YEARLY","currency":"EUR","membershipTtlDays":365}`, 201, "")
		p.expect(t, "config", "POST /api/client",
			`{"name":"Forever","code":"FOREVER","currency":"EUR","membershipTtlDays":null}`, 201, "")
		for _, tc := range []struct{ body, want string }{
			{`{"clientId":2,"vmsName":"as the client"}`, `"membershipTtlDays":365`},
			{`{"clientId":2,"vmsName":"otherwise","membershipTtlDays":730}`, `"membershipTtlDays":730`},
			{`{"clientId":2,"vmsName":"never","membershipTtlDays":null}`, `"membershipTtlDays":null`},
			{`{"clientId":3,"vmsName":"as the client"}`, `"membershipTtlDays":null`},
			{`{"clientId":3,"vmsName":"a day","membershipTtlDays":1}`, `"membershipTtlDays":1`},
		} {
			p.expect(t, "content", "POST /api/pool", tc.body, 201, tc.want)
		}
	})
}

// Who is in a pool: taken in, rated, tagged, extended, removed and taken back, alone and many at once, by the rules.
func TestMembers_Changes_FollowTheRulesAndAreUndone(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		pool := p.newPool(t, "Experts")
		ida, ben, silent := p.consenting(t, "Ida"), p.consenting(t, "Ben"), p.named(t, "Silent")
		at := fmt.Sprintf(" /api/pool/%d/member", pool)
		first := p.join(t, pool, ida, `,"rating":4,"tags":["SAP"," sap ","remote"]`)
		one := at + fmt.Sprintf("/%d", first)
		p.expect(t, "content", "POST"+at, fmt.Sprintf(`{"freelancerId":%d}`, ida), 409, `"code":"DUPLICATE"`)
		p.expect(t, "content", "POST"+at, fmt.Sprintf(`{"freelancerId":%d}`, silent), 422,
			`"status":["pool.error.noConsent"]`)
		p.expect(t, "content", "POST"+at, `{"freelancerId":999}`, 422, `"freelancerId":["validation.reference"]`)
		p.expect(t, "content", "POST"+at, fmt.Sprintf(`{"freelancerId":%d,"status":"REMOVED"}`, ben), 422,
			`"status":["validation.oneOf"]`)
		p.expect(t, "content", "POST"+at, fmt.Sprintf(`{"freelancerId":%d,"rating":6}`, ben), 422,
			`"rating":["validation.maxValue"]`)
		p.expect(t, "csm", "POST"+at, fmt.Sprintf(`{"freelancerId":%d}`, ben), 403, `pool.member.write`)
		p.expect(t, "content", "POST /api/pool/999/member", fmt.Sprintf(`{"freelancerId":%d}`, ben), 404, `NOT_FOUND`)
		second := p.join(t, pool, ben, "")
		p.join(t, pool, silent, `,"status":"INVITED"`)
		p.expect(t, "csm", fmt.Sprintf("GET /api/mail?entity=freelancer&id=%d", silent), "", 200, `"template":"pool.invite"`)
		p.expect(t, "content", "GET"+at+"?name=ida&status=ACTIVE", "", 200, `"tags":["SAP","remote"]`)
		p.expect(t, "content", "GET"+at+"?poolId=7", "", 422, `"poolId":["error.unknownField"]`)
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d/candidate?name=ida", pool), "", 200, `"isMember":true`)
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d", pool), "", 200,
			`"memberCounts":{"ACTIVE":2,"INVITED":1,"EXPIRED":0}`)
		p.expect(t, "csm", fmt.Sprintf("GET /api/freelancer/%d", ida), "", 200,
			fmt.Sprintf(`"poolMemberships":[{"poolId":%d,"poolName":"Experts","status":"ACTIVE"`, pool))
		p.expect(t, "csm", fmt.Sprintf("GET /api/freelancer/pool?poolId=%d", pool), "", 200, `"totalResults":3`)
		p.expect(t, "csm", fmt.Sprintf("GET /api/freelancer/pool?poolId=%d&status=INVITED", pool), "", 200,
			`"totalResults":1`)
		p.expect(t, "csm", "GET /api/freelancer/client?clientId=1", "", 200, `"totalResults":2`)
		p.expect(t, "content", "PUT"+one, `{"rating":null,"note":"Speaks Finnish"}`, 200, `"rating":null`)
		p.expect(t, "content", fmt.Sprintf("PUT /api/pool/%d/member/%d", p.newPool(t, "Second"), first), `{"rating":1}`, 404,
			`NOT_FOUND`)
		p.expect(t, "content", fmt.Sprintf("POST /api/poolMember/%d/extend", first), `{"expiresAt":"2020-01-01"}`, 422,
			`"expiresAt":["validation.after"]`)
		p.expect(t, "content", fmt.Sprintf("POST /api/poolMember/%d/extend", first), `{"expiresAt":"2099-12-31"}`, 200,
			`"expiresAt":"2099-12-31T22:59:59.999Z"`)

		before := p.expect(t, "content", fmt.Sprintf("GET /api/poolMember/%d", second), "", 200, "").json(t)
		for _, change := range []struct{ action, input string }{
			{"tag", `{"add":["night"],"remove":["SAP"]}`},
			{"rate", `{"rating":5}`},
			{"extend", `{}`},
			{"remove", `{"reason":"tidy"}`},
		} {
			r := p.expect(t, "content", "POST /api/bulk/poolMember/"+change.action,
				fmt.Sprintf(`{"filters":{"poolId":%d,"status":["ACTIVE"]},"input":%s,"dryRun":false}`, pool, change.input), 202,
				"").json(t)
			done := p.finished(t, "content", fmt.Sprint(r["statusUrl"]))
			if done["updated"] != 2.0 {
				t.Errorf("%s: %v", change.action, done)
			}
			p.expect(t, "content", "POST "+fmt.Sprint(r["statusUrl"])+"/undo", "", 200, "")
			p.polled(t, "content", fmt.Sprint(r["statusUrl"]), "UNDONE")
			after := p.expect(t, "content", fmt.Sprintf("GET /api/poolMember/%d", second), "", 200, "").json(t)
			for name, was := range before {
				if stamp := strings.HasPrefix(name, "lastUpdated") || name == "version"; !stamp &&
					fmt.Sprint(after[name]) != fmt.Sprint(was) {
					t.Errorf("undoing %s leaves %s at %v, it was %v", change.action, name, after[name], was)
				}
			}
		}
		p.expect(t, "content", "DELETE"+one+"?reason=left", "", 204, "")
		p.expect(t, "content", "PUT"+one, `{"rating":1}`, 409, `NOT_EDITABLE`)
		history := p.expect(t, "content", fmt.Sprintf("GET /api/history/poolMember/%d", first), "", 200,
			"").json(t)["results"].([]any)[0].(map[string]any)
		p.expect(t, "content", fmt.Sprintf("POST /api/history/poolMember/%d/restore", first),
			fmt.Sprintf(`{"entryId":%v}`, history["id"]), 409, `NOT_EDITABLE`)
		p.expect(t, "content", "GET"+at+"?status=REMOVED", "", 200, `"removal":"STAFF"`)
		p.join(t, pool, ida, "")
		p.expect(t, "content", fmt.Sprintf("POST /api/poolMember/%d/readmit", first), `{}`, 409, `"code":"DUPLICATE"`)
		p.expect(t, "content", fmt.Sprintf("DELETE /api/pool/%d", pool), `{"reason":"done"}`, 200,
			`"message":"pool.deactivated"`)
		p.expect(t, "content", "POST"+at, fmt.Sprintf(`{"freelancerId":%d}`, p.consenting(t, "Late")), 422,
			`"poolId":["pool.error.notInUse"]`)
		p.newPool(t, "Experts") // the name is free again
		p.expect(t, "content", fmt.Sprintf("PUT /api/pool/%d/restore", pool), "", 409, `NAME_TAKEN`)
	})
}

// What becomes of memberships when somebody is deleted, comes back, becomes part of another record, and is forgotten.
func TestMemberships_PersonDeletedMergedOrErased_FollowThePerson(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		pool, second := p.newPool(t, "Experts"), p.newPool(t, "Reserve")
		ida, twin := p.consenting(t, "Ida"), p.consenting(t, "Twin")
		p.join(t, pool, ida, `,"note":"Quillfeather is quick"`)
		p.join(t, pool, twin, `,"rating":5,"tags":["night"]`)
		p.join(t, second, twin, "")
		members := func(of int) string { return fmt.Sprintf("GET /api/pool/%d/member", of) }
		p.expect(t, "csm", fmt.Sprintf("DELETE /api/freelancer/%d?reason=gone", ida), "", 200, "")
		p.expect(t, "content", members(pool), "", 200, `"totalResults":1`)
		p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d/status", ida), `{"status":"DE","reason":"back"}`, 200, "")
		p.expect(t, "content", members(pool), "", 200, `"totalResults":2`)
		p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%d/merge", ida),
			fmt.Sprintf(`{"otherId":%d,"fields":{},"dryRun":false}`, twin), 200, "")
		p.expect(t, "content", members(pool), "", 200, `"totalResults":1`)
		p.expect(t, "content", members(pool), "", 200, `"rating":5`)
		p.expect(t, "content", members(pool), "", 200, `"tags":["night"]`)
		p.expect(t, "content", members(second), "", 200, fmt.Sprintf(`"freelancerId":%d`, ida))
		p.erased(t, fmt.Sprintf("/api/freelancer/%d", ida))
		p.expect(t, "content", members(pool), "", 200, `"totalResults":0`)
		p.expect(t, "content", members(pool)+"?status=REMOVED", "", 200, `"freelancerName":"Deleted F-`)
		if found := p.rowsWith(t, "pool_members"); len(found) > 0 {
			t.Errorf("pool_members still holds %v", found)
		}
	})
}
