package app_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
)

const (
	chunkOfImport  = 200 // people that an import brings in one transaction
	chunksOfCancel = 4
)

// An import that somebody stops ends after the chunk at hand: what was done by then stays and is listed, nobody of the
// rest comes in, and what was done can be undone.
func TestImport_Cancelled_RetainsFinishedChunks(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		pool := p.newPool(t, "Stopped")
		var file strings.Builder
		file.WriteString("email,firstName,lastName\n")
		for i := range chunksOfCancel * chunkOfImport {
			fmt.Fprintf(&file, "s%d@stopped.example,Ida%d,Stopped%d\n", i, i, i)
		}
		run := p.expect(t, "content", importOf(pool), fromFile(p.table(t, "many.csv", []byte(file.String())), "",
			`,"policies":{"NO_CONSENT":"INVITE"}`), 202, `"state":"RUNNING"`).json(t)
		p.stopsAfter(t, run["jobId"], chunkOfImport)
		p.runWorkers(t)
		done := p.imported(t, run["jobId"], "CANCELLED")
		if fmt.Sprint(done["processed"], done["added"], done["total"], done["canCancel"],
			done["canUndo"]) != "400 400 800 false true" {
			t.Errorf("it was stopped at %v", done)
		}
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d/member", pool), "", 200, `"totalResults":400`)
		p.expect(t, "csm", "GET /api/freelancer?email=s399@stopped.example", "", 200, `"totalResults":1`)
		p.expect(t, "csm", "GET /api/freelancer?email=s400@stopped.example", "", 200, `"totalResults":0`)
		listed := p.expect(t, "content", fmt.Sprintf("GET /api/job/%v?outcome=DONE&limit=400", run["jobId"]), "", 200,
			`"totalResults":400`)
		for _, want := range []string{`"title":"Ida0 Stopped0"`, `"title":"Ida399 Stopped399"`} {
			if !strings.Contains(string(listed.body), want) {
				t.Errorf("the list of what was done lacks %s", want)
			}
		}
		p.expect(t, "content", fmt.Sprintf("GET /api/job/%v", run["jobId"]), "", 200, `"totalResults":400`)
		p.expect(t, "content", fmt.Sprintf("POST /api/pool/import/%v/cancel", run["jobId"]), "", 409,
			"TRANSITION_NOT_ALLOWED")
		p.expect(t, "content", fmt.Sprintf("POST /api/pool/import/%v/undo", run["jobId"]), "", 202, "")
		if undone := p.imported(t, run["jobId"], "UNDONE"); undone["updated"] != 400.0 || undone["skipped"] != 0.0 {
			t.Errorf("it was undone as %v", undone)
		}
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d/member", pool), "", 200, `"totalResults":0`)
	})
}

// stopsAfter has the wish to stop a job come in once so many are done, while the next chunk is at work: kept in the
// database as by the call that asks for it.
func (p *product) stopsAfter(t *testing.T, job any, processed int) {
	t.Helper()
	const on = `CREATE TRIGGER stops AFTER UPDATE OF processed ON jobs FOR EACH ROW WHEN (NEW.id = '%v' AND NEW.processed = %d) `
	stop := []string{fmt.Sprintf(on, job, processed) + "BEGIN UPDATE jobs SET cancel = 1 WHERE id = NEW.id; END"}
	if p.DB.Dialect() == store.Postgres {
		stop = []string{
			"CREATE FUNCTION stops() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE jobs SET cancel = 1 WHERE id = NEW.id; RETURN NULL; END $$",
			fmt.Sprintf(on, job, processed) + "EXECUTE FUNCTION stops()",
		}
	}
	err := p.DB.Write(t.Context(), func(ctx context.Context) error {
		for _, text := range stop {
			if _, err := p.DB.Exec(ctx, text); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
