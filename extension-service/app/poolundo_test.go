package app_test

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// attachedTo are the tables that imports and merges write to, or whose records hang on pools.
var attachedTo = []string{
	"pools", "pool_names", "pool_categories", "pool_members", "pool_reminders", "projects",
	"project_pools", "freelancers", "msps", "preferences",
}

// stamps are the columns that every write changes, an undo too.
var stamps = []string{"version", "last_updated", "last_updated_by"}

// poolSnapshot is every column of every record that hangs on pools, but for the stamps.
func (p *product) poolSnapshot(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, table := range attachedTo {
		rows, err := p.DB.Query(t.Context(), "SELECT * FROM "+table)
		if err != nil {
			t.Fatal(err)
		}
		names, err := rows.Columns()
		for err == nil && rows.Next() {
			values, dest := make([]any, len(names)), make([]any, len(names))
			for i := range values {
				dest[i] = &values[i]
			}
			if err = rows.Scan(dest...); err != nil {
				break
			}
			key := fmt.Sprint(table, " ", values[0])
			if names[0] != "id" { // a pair is what tells these rows from others
				key = fmt.Sprint(key, " ", values[1])
			}
			for i, name := range names {
				if !slices.Contains(stamps, name) {
					out[key+" "+name] = fmt.Sprint(values[i])
				}
			}
		}
		if err == nil {
			err = rows.Err()
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// sameSnapshot compares two moments field by field, but for fields that are known to differ.
func sameSnapshot(t *testing.T, when string, was, is map[string]string, but ...string) {
	t.Helper()
	for key := range maps.All(is) {
		if _, there := was[key]; !there {
			was[key] = "not there"
		}
	}
	for _, key := range slices.Sorted(maps.Keys(was)) {
		if differs := was[key] != is[key]; differs != slices.Contains(but, key) {
			t.Errorf("%s %s is %q, it was %q", when, key, is[key], was[key])
		}
	}
}

// rich are three pools that differ in everything a pool has, and all that can hang on them.
type rich struct {
	target, a, b, project  int
	both, invited, several int64
}

func (p *product) richPools(t *testing.T) rich {
	t.Helper()
	msp := func(name string) any {
		return p.expect(t, "csm", "POST /api/msp", fmt.Sprintf(`{"name":%q,"email":"hello@%s.example"}`, name, name), 201,
			"").json(t)["id"]
	}
	category := p.expect(t, "content", "POST /api/poolCategory", `{"key":"undone","nameKey":"pool.category.experts"}`, 201,
		"").json(t)["id"]
	made := func(name, more string) int {
		body := fmt.Sprintf(`{"clientId":1,"vmsName":%q,%s}`, name, more)
		return int(p.expect(t, "content", "POST /api/pool", body, 201, "").json(t)["id"].(float64))
	}
	first, second := msp("first"), msp("second")
	r := rich{
		target: made("Target", `"descriptionKey":"pool.sample.core","visibility":"PRIVATE","membershipTtlDays":100`),
		a: made("Alpha", fmt.Sprintf(
			`"descriptionKey":"pool.sample.alumni","visibility":"PUBLIC","membershipTtlDays":null,"externalId":"EXT-A","categoryId":%v,"mspIds":[%v]`,
			category, first)),
		b:    made("Beta", fmt.Sprintf(`"visibility":"INVITE_ONLY","externalId":"EXT-B","mspIds":[%v,%v]`, first, second)),
		both: p.consenting(t, "Both"), invited: p.named(t, "Invited"), several: p.consenting(t, "Several"),
	}
	p.join(t, r.target, r.both, `,"rating":2,"tags":["SAP"],"note":"ours","expiresAt":"2030-01-01T00:00:00.000Z"`)
	p.join(t, r.a, r.both, `,"rating":5,"tags":["sap","night"],"note":"theirs","expiresAt":"2031-01-01T00:00:00.000Z"`)
	p.join(t, r.a, r.several, `,"tags":["day"]`)
	p.join(t, r.b, r.several, `,"rating":3`)
	p.join(t, r.a, r.invited, `,"status":"INVITED"`)
	r.project = p.newProject(t, "Draws")
	p.expect(t, "csm", fmt.Sprintf("PUT /api/project/%d", r.project), fmt.Sprintf(`{"poolIds":[%d,%d]}`, r.a, r.b), 200,
		"")
	view := fmt.Sprintf(`{"value":{"views":[{"name":"Mine","query":"filter=%s"}]}}`,
		url.QueryEscape(fmt.Sprintf(`{"poolId":%d}`, r.a)))
	p.expect(t, "content", "PUT /api/preference/list.poolMember", view, 200, "")
	return r
}

// merges carries a merge out and returns its job.
func (p *product) merges(t *testing.T, target int, sources ...int) any {
	t.Helper()
	order := strings.TrimSuffix(fromPools("MERGE", sources...), "}") + `,"policies":{"NO_CONSENT":"INVITE"}}`
	run := p.expect(t, "content", importOf(target), order, 202, "").json(t)
	p.polled(t, "content", fmt.Sprintf("/api/pool/import/progress?jobId=%v", run["jobId"]), "COMPLETED",
		"COMPLETED_WITH_CONFLICTS")
	return run["jobId"]
}

// undoImport undoes an import and returns what its document lists as not restored completely, by title.
func (p *product) undoImport(t *testing.T, job any) map[string]string {
	t.Helper()
	p.expect(t, "content", fmt.Sprintf("POST /api/pool/import/%v/undo", job), "", 202, `"state":"UNDOING"`)
	p.imported(t, job, "UNDONE")
	out := map[string]string{}
	for _, one := range p.expect(t, "content", fmt.Sprintf("GET /api/job/%v?trouble=true", job), "", 200,
		"").json(t)["results"].([]any) {
		row := one.(map[string]any)
		out[fmt.Sprint(row["title"])] = fmt.Sprint(row["undo"], row["code"], row["messages"], row["params"])
	}
	return out
}

// An undone merge leaves nothing behind: every field of the pools, their names, members, projects, MSPs, invitations
// and saved searches is what it was.
func TestPoolMerge_Undone_RestoresEveryField(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		r := p.richPools(t)
		before := p.poolSnapshot(t)
		job := p.merges(t, r.target, r.a, r.b)
		during := p.poolSnapshot(t)
		for _, table := range []string{"pools", "pool_names", "pool_members", "projects", "project_pools", "preferences"} {
			if !slices.ContainsFunc(slices.Collect(maps.Keys(during)), func(key string) bool {
				return strings.HasPrefix(key, table) && before[key] != during[key]
			}) {
				t.Errorf("the merge changed nothing in %s, so that its undo proves nothing", table)
			}
		}
		if left := p.undoImport(t, job); len(left) > 0 {
			t.Errorf("it lists %v", left)
		}
		sameSnapshot(t, "after undoing", before, p.poolSnapshot(t))
	})
}

// What has changed since a merge is left as it is and listed by name with what is the matter: members, people,
// projects, saved searches, the pool itself, and a source whose name another pool has by now.
func TestPoolMerge_UndoneAfterChanges_LeavesAndListsThem(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		r := p.richPools(t)
		before := p.poolSnapshot(t)
		job := p.merges(t, r.target, r.a, r.b)
		rated := p.memberOf(t, r.target, r.both)
		p.expect(t, "content", fmt.Sprintf("POST /api/poolMember/%v/rate", rated), `{"rating":1}`, 200, "")
		p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d", r.several), `{"lastName":"Renamed"}`, 200, "")
		p.expect(t, "csm", fmt.Sprintf("PUT /api/project/%d", r.project), `{"poolIds":[]}`, 200, "")
		p.expect(t, "content", "PUT /api/preference/list.poolMember", `{"value":{"views":[]}}`, 200, "")
		p.expect(t, "content", fmt.Sprintf("DELETE /api/pool/%d", r.target), "", 200, "pool.deactivated")
		for _, name := range []string{"Alpha", "alpha (2)"} {
			p.newPool(t, name)
		}
		changed := p.poolSnapshot(t)
		left := p.undoImport(t, job)
		for title, want := range map[string]string{
			"Both Of Both":       "SKIPPEDCHANGED[pool.conflict.CHANGED.detail]",
			"Several Of Several": "SKIPPEDCHANGED[pool.conflict.CHANGED.detail]",
			"Target":             "DONECHANGED[pool.undo.targetChanged pool.undo.renamed pool.undo.projectsChanged pool.undo.searchesChanged]",
		} {
			if !strings.HasPrefix(left[title], want) {
				t.Errorf("of %s it lists %q, it should begin with %q", title, left[title], want)
			}
		}
		for _, want := range []string{"names:Alpha (3)", "projects:Draws", "smart_count:1"} {
			if !strings.Contains(left["Target"], want) {
				t.Errorf("of the pools it lists %q, which lacks %q", left["Target"], want)
			}
		}
		if len(left) != 3 {
			t.Errorf("it lists %v", left)
		}
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d", r.a), "", 200, `"vmsName":"Alpha (3)"`)
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d", r.b), "", 200, `"vmsName":"Beta","vmsAliases":[]`)
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d", r.target), "", 200, `"status":"ARCHIVED"`)
		p.checkUnchangedOrRestored(t, before, changed)
	})
}

// checkUnchangedOrRestored compares every field with its value before a merge and the one it got since: it is one of
// these.
func (p *product) checkUnchangedOrRestored(t *testing.T, before, changed map[string]string) {
	t.Helper()
	back := 0
	for key, value := range p.poolSnapshot(t) {
		switch {
		// the second name
		case strings.HasPrefix(value, "Alpha (3)") || strings.HasPrefix(value, "alpha (3)") ||
			strings.Contains(key, "alpha (3)"):
		case value != before[key] && value != changed[key]:
			t.Errorf("%s is %q, before the merge it was %q and since %q", key, value, before[key], changed[key])
		case value != changed[key]:
			back++
		}
	}
	if back == 0 {
		t.Error("nothing was put back")
	}
}

// memberOf is the membership that somebody has in a pool.
func (p *product) memberOf(t *testing.T, pool int, freelancer int64) any {
	t.Helper()
	list := p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d/member?freelancerId=%d", pool, freelancer), "", 200,
		`"totalResults":1`).json(t)
	return list["results"].([]any)[0].(map[string]any)["id"]
}

// Of two merges into one pool the first can be undone: what the second has brought stays.
func TestPoolMerge_FirstOfTwoUndone_LeavesTheSecond(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		r := p.richPools(t)
		first := p.merges(t, r.target, r.a)
		p.merges(t, r.target, r.b)
		left := p.undoImport(t, first)
		if !strings.HasPrefix(left["Target"], "DONECHANGED[pool.undo.targetChanged pool.undo.projectsChanged]") {
			t.Errorf("of the pool it lists %q", left["Target"])
		}
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d", r.target), "", 200, `"vmsAliases":["Beta"]`)
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d", r.a), "", 200, `"vmsName":"Alpha","vmsAliases":[]`)
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d", r.b), "", 200, `"status":"MERGED"`)
	})
}

// An undone import of a file gives the records it changed back what they were, but for one that has changed since,
// which it lists; those who were new stay.
func TestImport_Undone_RestoresChangedRecords(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		pool := p.newPool(t, "File")
		same, later := p.consenting(t, "Same"), p.consenting(t, "Later")
		for _, id := range []int64{same, later} { // somebody is known by an address that was confirmed
			p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d/status", id), `{"status":"AC","reason":"seen"}`, 200, "")
			p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d", id),
				fmt.Sprintf(`{"hourRate":80,"currency":"EUR","externalIds":[{"system":"CLIENT1","id":"X%d"}]}`, id), 200, "")
		}
		was := p.join(t, pool, same, `,"tags":["old"],"note":"kept"`)
		file := p.table(t, "rates.csv", fmt.Appendf(nil,
			"email,firstName,lastName,hourRate,currency,tags\nsame@people.example,Same,Of Same,95,EUR,new\nlater@people.example,Later,Of Later,95,EUR,\nnew@people.example,New,Stranger,95,EUR,\n"))
		before := p.poolSnapshot(t)
		run := p.expect(t, "content", importOf(pool), fromFile(file, "",
			`,"policies":{"NO_CONSENT":"INVITE","POSSIBLE_DUPLICATE":"CREATE"}`), 202, "").json(t)
		p.polled(t, "content", fmt.Sprintf("/api/pool/import/progress?jobId=%v", run["jobId"]), "COMPLETED",
			"COMPLETED_WITH_CONFLICTS")
		p.expect(t, "csm", fmt.Sprintf("GET /api/freelancer/%d", same), "", 200, `"hourRate":95`)
		p.expect(t, "content", fmt.Sprintf("GET /api/poolMember/%d", was), "", 200, `"tags":["old","new"]`)
		p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d", later), `{"hourRate":100}`, 200, "")
		changed := p.poolSnapshot(t)
		left := p.undoImport(t, run["jobId"])
		if want := "DONECHANGED[pool.undo.personChanged]"; len(left) != 1 ||
			!strings.HasPrefix(left["Later Of Later"], want) {
			t.Errorf("it lists %v, it should be %q of Later", left, want)
		}
		after := p.poolSnapshot(t)
		for key, value := range after {
			person, isPerson := strings.CutPrefix(key, "freelancers ")
			isLater := isPerson && strings.HasPrefix(person, fmt.Sprint(later, " "))
			_, isOld := before[key]
			if want := before[key]; isLater || !isOld {
				if want = changed[key]; value != want && !strings.Contains(key, "deleted_at") &&
					!strings.HasPrefix(key, "pool_members") {
					t.Errorf("%s is %q, it was %q before the undo", key, value, want)
				}
			} else if value != want {
				t.Errorf("%s is %q, it was %q", key, value, want)
			}
		}
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d/member", pool), "", 200, `"totalResults":1`)
	})
}

// A pool that nobody is in, but that others have become part of, is archived when somebody deletes it, and these come
// back.
func TestPoolMerge_UndoneWithDeletedTarget_RestoresTheSources(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		target, a := p.newPool(t, "Target"), p.newPool(t, "Alpha")
		job := p.merges(t, target, a)
		p.expect(t, "content", fmt.Sprintf("DELETE /api/pool/%d", target), "", 200, "pool.deactivated")
		if left := p.undoImport(t, job); len(left) != 1 ||
			!strings.HasPrefix(left["Target"], "DONECHANGED[pool.undo.targetChanged]") {
			t.Errorf("it lists %v", left)
		}
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d", a), "", 200, `"status":"ACTIVE","mergedIntoId":null`)
		p.expect(t, "content", fmt.Sprintf("DELETE /api/pool/%d", target), "", 409, "NOT_EDITABLE")
		p.expect(t, "content", fmt.Sprintf("PUT /api/pool/%d/restore", target), "", 200, `"vmsAliases":[]`)
		p.expect(t, "content", fmt.Sprintf("DELETE /api/pool/%d", target), "", 200, "pool.deleted")
	})
}
