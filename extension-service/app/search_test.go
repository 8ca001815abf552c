package app_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/search"
)

// someProjects makes projects of the one client and brings them into the index.
func (p *product) someProjects(t *testing.T, n int) {
	t.Helper()
	for i := range n {
		p.expect(t, "csm", "POST /napi/create/project", fmt.Sprintf(`{"dataObj":{"title":"Crane %d","clientId":1}}`, i+1),
			201, `"id"`)
	}
	p.publishIndex(t)
}

// indexJob waits for work on an index and answers how it ended.
func (p *product) indexJob(t *testing.T, started answer) map[string]any {
	t.Helper()
	url, _ := started.json(t)["statusUrl"].(string)
	return p.polled(t, "tech", url, "SUCCEEDED", "FAILED", "CANCELLED")
}

// One document is created, found, changed and deleted by hand.
func TestIndex_OneDocument_CanBeReadWrittenAndDeleted(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.someProjects(t, 3)
		query := "POST /api/search/project/query"
		p.expect(t, "tech", query,
			`{"query":"","size":10,"offset":0,"sort":[{"field":"id","order":"desc"}],"clientIds":[],"filters":{}}`, 200,
			`"totalResults":3`)
		p.expect(t, "tech", query, `{"query":"title:\"Crane\""}`, 200, `"totalResults":0`)
		p.expect(t, "tech", query, `{"query":"title:*crane*"}`, 200, `"totalResults":3`)
		p.expect(t, "tech", query, `{"query":"status:*CTIV*"}`, 422, `"index.query.part"`)
		got := p.expect(t, "tech", query, `{"query":"id:2 AND title:\"crane 2\""}`, 200, `"totalResults":1`)
		if text := string(got.body); !strings.Contains(text, `"drift":"OK"`) || !strings.Contains(text, `"dbVersion":1`) ||
			!strings.Contains(text, `"title":"Crane 2"`) {
			t.Errorf("found %s", text)
		}
		p.expect(t, "tech", query, `{"query":"id:two"}`, 422, `"validation.integer"`)
		p.expect(t, "tech", query, `{"query":"nonsense:\"x\""}`, 422, `"UNKNOWN_FIELD"`)
		p.expect(t, "tech", query, `{"query":"title:\"a\" OR id:1"}`, 422, `"index.query.syntax"`)
		p.expect(t, "tech", query, `{"filters":{"status":["ACTIVE","PAUSED"]},"clientIds":[1]}`, 200, `"totalResults":3`)
		p.expect(t, "tech", query, `{"offset":9999,"size":10}`, 422, `"WINDOW_TOO_LARGE"`)
		p.expect(t, "tech", "POST /api/search/ship/query", `{}`, 404, `"NOT_FOUND"`)

		p.expect(t, "tech", "DELETE /api/search/project/2", "", 200, `"existsInDb":true`)
		p.expect(t, "tech", query, `{"query":"id:2"}`, 200, `"totalResults":0`)
		p.expect(t, "tech", "GET /api/search/project/2", "", 200, `"drift":"MISSING_IN_INDEX"`)
		p.expect(t, "tech", "DELETE /api/search/project/2", "", 404, `"NOT_FOUND"`)
		p.expect(t, "tech", "PUT /api/search/project/2", `{}`, 200, `"message":"index.updated"`)
		p.expect(t, "tech", query, `{"query":"id:2"}`, 200, `"totalResults":1`)
		p.expect(t, "tech", "PUT /api/search/project/99", `{}`, 404, `"NOT_FOUND"`)
		p.expect(t, "csm", "PUT /api/search/project/2", `{}`, 403, `"FORBIDDEN"`)
	})
}

// A document written by hand says so, is found by what it says, and is what its record says after the record's next
// write.
func TestIndex_DocumentWrittenByHand_LastsUntilTheNextWriteOfItsRecord(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.someProjects(t, 1)
		put, query := "PUT /api/search/project/1", "POST /api/search/project/query"
		p.expect(t, "tech", put, `{"source":{"title":"Forged"}}`, 422, `"override"`)
		p.expect(t, "tech", put, `{"override":true,"source":{"ttle":"Forged"}}`, 422, `"UNKNOWN_FIELD"`)
		p.expect(t, "tech", put, `{"override":true,"source":{"title":"Forged","positions":"many"}}`, 422,
			`"source.positions"`)
		p.expect(t, "tech", put, `{"override":true,"source":{"title":"Forged","positions":7}}`, 200, `"version":1`)
		p.expect(t, "tech", query, `{"query":"title:\"forged\""}`, 200, `"_manual":true`)
		p.expect(t, "tech", query, `{"query":"title:\"forged\""}`, 200, `"drift":"MANUAL"`)
		p.expect(t, "csm", "PUT /api/project/1", `{"title":"Crane, large"}`, 200, `"version":2`)
		p.publishIndex(t)
		got := p.expect(t, "tech", query, `{"query":"title:\"crane, large\""}`, 200, `"drift":"OK"`)
		if strings.Contains(string(got.body), "_manual") {
			t.Errorf("still by hand: %s", got.body)
		}
		p.expect(t, "config", "GET /api/audit?entity=searchIndex", "", 200, `"index.update"`)
	})
}

// A rebuild is work that is watched: it ends equal to the database, and the index before it can be read again.
func TestIndex_Rebuild_IsAJobThatEndsEqualToTheDatabase(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		p.someProjects(t, 3)
		before := p.expect(t, "tech", "GET /api/search/project/status", "", 200, `"documents":3`).json(t)
		if before["engine"] != "fts5" || before["rows"] != 3.0 || before["rebuild"] != nil || before["drift"] != nil ||
			before["waiting"] != 0.0 {
			t.Errorf("status %v", before)
		}
		p.expect(t, "tech", "POST /api/search/project/rollback", `{"reason":"a try"}`, 404, `"NOT_FOUND"`)
		started := p.expect(t, "tech", "POST /api/search/project/rebuild", `{}`, 202, `"clientId":0`)
		if got := p.indexJob(t, started); got["state"] != "SUCCEEDED" || got["percent"] != 100.0 ||
			got["type"] != "project" || got["total"] != 3.0 {
			t.Errorf("rebuilt: %v", got)
		}
		after := p.expect(t, "tech", "GET /api/search/project/status", "", 200, `"documents":3`).json(t)
		if after["index"] == before["index"] || after["previousIndex"] != before["index"] {
			t.Errorf("status %v", after)
		}
		p.expect(t, "tech", "POST /api/search/project/rollback", `{}`, 422, `"REASON_REQUIRED"`)
		p.expect(t, "tech", "POST /api/search/project/rollback", `{"reason":"a try"}`, 200,
			fmt.Sprintf(`"index":%q`, before["index"]))
		p.expect(t, "tech", "POST /api/search/project/query", `{}`, 200, `"totalResults":3`)
		p.expect(t, "csm", "POST /api/search/project/rebuild", `{}`, 403, `"FORBIDDEN"`)
		p.expect(t, "tech", "POST /api/search/ship/rebuild", `{}`, 404, `"NOT_FOUND"`)
	})
}

// A rebuild for a client that does not exist is refused, and starts no job.
func TestRebuildOfAClient_Unknown_NotFound(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		for _, client := range []string{"2", "999", "9007199254740991"} {
			for _, typ := range []string{"project", "pool", "client"} {
				p.expect(t, "tech", "POST /api/search/"+typ+"/rebuild/"+client, "", 404, `"NOT_FOUND"`)
			}
		}
		if left := p.column(t, "SELECT id FROM jobs"); len(left) > 0 {
			t.Errorf("jobs were started: %v", left)
		}
		p.expect(t, "tech", "POST /api/search/project/rebuild/1", "", 202, `"clientId":1`)
	})
}

// One rebuild of a type at a time, unless it is forced.
func TestIndex_SecondRebuild_IsRefusedUnlessForced(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.someProjects(t, 1)
		first := p.expect(t, "tech", "POST /api/search/project/rebuild", "", 202, `"jobId"`).json(t)
		p.expect(t, "tech", "POST /api/search/project/rebuild", "", 409, fmt.Sprintf(`"jobId":%q`, first["jobId"]))
		p.expect(t, "tech", "POST /api/search/project/rebuild/1", "", 409, `"REBUILD_RUNNING"`)
		p.expect(t, "tech", "POST /api/search/msp/rebuild", "", 202, `"jobId"`)
		forced := p.expect(t, "tech", "POST /api/search/project/rebuild", `{"force":true}`, 202, `"jobId"`)
		p.jobs(t)
		if got := p.indexJob(t, forced); got["state"] != "SUCCEEDED" && got["state"] != "FAILED" {
			t.Errorf("forced: %v", got)
		}
		p.expect(t, "tech", "GET /api/search/rebuild/job_none", "", 404, `"NOT_FOUND"`)
	})
}

// damaged forges, deletes and ages documents behind everybody's back and returns the ids by how they differ.
func (p *product) damaged(t *testing.T) {
	t.Helper()
	x := p.Indexes()
	state, err := x.Engine.State(t.Context(), "project")
	if err != nil {
		t.Fatal(err)
	}
	live := state.Aliases["project"].Indexes[0]
	err = x.Engine.Write(t.Context(), live, []search.Document{
		{ID: 2, Version: 1, ClientID: 1, Contents: search.ContentsOf(map[string]any{
			"title":    "Forged",
			"clientId": int64(1),
		})},
		{ID: 700, Version: 5, ClientID: 1, Contents: search.ContentsOf(map[string]any{"title": "Nobody's"})},
		{ID: 701, Version: 1, Contents: search.ContentsOf(map[string]any{"title": "Nobody's"})},
	})
	if err == nil {
		err = x.Engine.Remove(t.Context(), live, []int64{3})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// An index that was damaged is reported exactly, and what is chosen of the report is repaired and nothing else.
func TestIndex_Damaged_IsReportedAndRepairedAsChosen(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		p.someProjects(t, 5)
		p.expect(t, "tech", "GET /api/search/project/drift", "", 404, `"NOT_FOUND"`)
		p.damaged(t)
		p.expect(t, "tech", "PUT /api/search/project/5", `{"override":true,"source":{"title":"By hand"}}`, 200, "")
		if got := p.indexJob(t, p.expect(t, "tech", "POST /api/search/project/drift", "", 202,
			`"jobId"`)); got["state"] != "SUCCEEDED" {
			t.Fatalf("compared: %v", got)
		}
		drift := "GET /api/search/project/drift"
		got := p.expect(t, "tech", drift, "", 200, `"totalResults":4`)
		for _, want := range []string{
			`"MANUAL":1`, `"MISSING_IN_DB":2`, `"MISSING_IN_INDEX":1`, `"OK":2`, `"STALE":1`,
			`{"name":"title","index":"Forged","db":"Crane 2"}`,
		} {
			if !strings.Contains(string(got.body), want) {
				t.Errorf("no %s in %s", want, got.body)
			}
		}
		p.expect(t, "tech", drift+"?kind=MISSING_IN_DB", "", 200, `"id":700`)
		p.expect(t, "scoped", drift, "", 403, `"FORBIDDEN"`)
		report, _ := got.json(t)["reportId"].(string)
		repair := "POST /api/search/project/drift/" + report + "/repair"
		p.expect(t, "tech", repair, `{"ids":[1]}`, 422, `"index.repair.notListed"`)
		p.expect(t, "tech", "POST /api/search/project/drift/rep_old/repair", "", 404, `"NOT_FOUND"`)
		if got := p.indexJob(t, p.expect(t, "tech", repair, `{"ids":[2,701]}`, 202,
			`"jobId"`)); got["state"] != "SUCCEEDED" || got["total"] != 2.0 {
			t.Fatalf("repaired: %v", got)
		}
		p.expect(t, "tech", drift, "", 200, `"open":2`)
		if want := []int64{3, 700}; !slices.Equal(p.differing(t), want) {
			t.Errorf("left %v, want %v", p.differing(t), want)
		}
		if got := p.indexJob(t, p.expect(t, "tech", repair, "", 202, `"jobId"`)); got["state"] != "SUCCEEDED" ||
			got["total"] != 4.0 {
			t.Fatalf("repaired: %v", got)
		}
		if left := p.differing(t); len(left) > 0 {
			t.Errorf("left %v", left)
		}
		p.expect(t, "tech", "POST /api/search/project/query", `{"query":"title:\"by hand\""}`, 200, `"totalResults":1`)
		p.expect(t, "tech", "GET /api/search", "", 200, `"open":0`)
	})
}

func (p *product) differing(t *testing.T) []int64 {
	t.Helper()
	r, err := p.Drift(context.Background(), "project")
	if err != nil {
		t.Fatal(err)
	}
	return r.IDs
}

// The documents of one client are indexed again in place; those of others stay as they are.
func TestIndex_DocumentsOfOneClient_AreRebuiltInPlace(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		p.someProjects(t, 4)
		p.damaged(t)
		got := p.indexJob(t, p.expect(t, "tech", "POST /api/search/project/rebuild/1", "", 202, `"clientId":1`))
		if got["state"] != "SUCCEEDED" || got["total"] != 4.0 || got["clientId"] != 1.0 {
			t.Fatalf("refreshed: %v", got)
		}
		if left := p.differing(t); !slices.Equal(left, []int64{701}) { // it is of no client
			t.Errorf("left %v", left)
		}
	})
}
