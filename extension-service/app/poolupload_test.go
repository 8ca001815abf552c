package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// Nothing of a file stays where it was planned once it has been imported.
func TestImport_Completed_ErasesTheTextsOfTheFile(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		pool := p.newPool(t, "Forgotten")
		file := p.table(t, "a.csv", []byte(
			"email,firstName,lastName,note\nquill@b.example,Quillfeather,B,x\nwrong,Inkpot,C,x\n"))
		plan := p.expect(t, "content", importOf(pool), fromFile(file, "", ""), 200, `Quillfeather`).json(t)
		run := p.expect(t, "content", importOf(pool), fmt.Sprintf(`{"planId":%q}`, plan["planId"]), 202, "").json(t)
		p.imported(t, run["jobId"], "COMPLETED_WITH_CONFLICTS")
		for _, table := range []string{"pool_imports", "pool_plan_rows", "job_rows", "jobs"} {
			text, err := p.dump(t.Context(), table)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), "Inkpot") {
				t.Errorf("%s still holds what the file said", table)
			}
		}
		var remembered []map[string]any
		var stored string
		if _, err := p.DB.Row(t.Context(), []any{&stored},
			"SELECT columns FROM pool_import_columns WHERE client_id = 1"); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(stored), &remembered); err != nil || len(remembered) != 4 {
			t.Errorf("the columns were not remembered: %s", stored)
		}
	})
}

// An upload stays while its file can be planned again, and goes when a plan of it is used, discarded or over.
func TestImport_PlanUsedDiscardedOrExpired_RemovesTheUpload(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		pool := p.newPool(t, "Gone")
		content := []byte("email,firstName,lastName\nida@gone.example,Ida,Gone\n")
		planned := func(file string) map[string]any {
			return p.expect(t, "content", importOf(pool), fromFile(file, "", ""), 200, "").json(t)
		}
		shows := func(when, file string, status int) {
			t.Helper()
			if got := p.call(t, "content", "GET", "/api/resource/"+file, ""); got.status != status {
				t.Errorf("%s the upload gets %d, not %d", when, got.status, status)
			}
		}
		used := p.table(t, "used.csv", content)
		first, second := planned(used), planned(used)
		p.ran(t, `{"name":"auth.cleanup"}`)
		shows("planned twice,", used, 200)
		run := p.expect(t, "content", importOf(pool), fmt.Sprintf(`{"planId":%q}`, second["planId"]), 202, "").json(t)
		p.imported(t, run["jobId"], "COMPLETED")
		shows("once a plan was used,", used, 404)
		p.expect(t, "content", importOf(pool), fmt.Sprintf(`{"planId":%q}`, first["planId"]), 409, "PLAN_EXPIRED")

		discarded := p.table(t, "discarded.csv", content)
		p.expect(t, "content", fmt.Sprintf("POST /api/pool/import/%v/cancel", planned(discarded)["jobId"]), "", 202,
			`"CANCELLED"`)
		shows("once its plan was discarded,", discarded, 404)

		over, living := p.table(t, "over.csv", content), p.table(t, "living.csv", content)
		plan := planned(over)
		planned(living)
		p.change(t, "UPDATE pool_imports SET expires = 1 WHERE job_id = $1", plan["jobId"])
		if done := p.ran(t, `{"name":"auth.cleanup"}`); !strings.Contains(fmt.Sprint(done["summary"]), "uploads:1") {
			t.Errorf("the sweep has done %v", done["summary"])
		}
		shows("once its plan was over,", over, 404)
		shows("while its plan can be used,", living, 200)
	})
}

// Whoever is forgotten is in no plan of an import any more: the rows about the person are empty and skipped, and the
// uploads gone.
func TestErasure_PlannedImports_ContainNoPersonalData(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		pool := p.newPool(t, "Erased")
		id := p.expect(t, "csm", "POST /api/freelancer",
			`{"firstName":"Xaverine","lastName":"Quillfeather","email":"xq@people.example","force":true}`, 201, "").json(t)["id"]
		p.change(t, "UPDATE freelancers SET user_status = 'AC', email_verified_at = created WHERE id = $1", id)
		certain := p.table(t, "certain.csv", []byte(
			"email,firstName,lastName\nxq@people.example,Xaverine,Quillfeather\nida@people.example,Ida,Other\n"))
		likely := p.table(t, "likely.csv", []byte("email,firstName,lastName\nxq@elsewhere.example,Quillfeather,Xaverine\n"))
		unread := p.table(t, "unread.csv", []byte("Adresse,Wer,Wie\nxq@people.example,Xaverine,Quillfeather\n"))
		plan := p.expect(t, "content", importOf(pool), fromFile(certain, "", ""), 200,
			fmt.Sprintf(`"freelancerId":%v`, id)).json(t)
		p.expect(t, "content", importOf(pool), fromFile(likely, "", ""), 200, `"POSSIBLE_DUPLICATE":1`)
		p.expect(t, "content", importOf(pool), fromFile(unread, "", ""), 200, `"missing":["email"`)
		r := p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/erase", id),
			`{"reason":"Asked by letter","identityChecked":true,"dryRun":false}`, 202, "").json(t)
		p.finished(t, "csm", fmt.Sprint(r["statusUrl"]))
		for _, table := range []string{"pool_imports", "pool_plan_rows"} {
			if found := p.rowsWith(t, table); len(found) > 0 {
				t.Errorf("%s still holds %s", table, strings.Join(found, "\n"))
			}
		}
		for _, file := range []string{certain, likely, unread} {
			p.expect(t, "content", "GET /api/resource/"+file, "", 404, "")
		}
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/import/plan/%v", plan["planId"]), "", 200,
			`"counts":{"INVITE":1,"SKIP":1}`)
		run := p.expect(t, "content", importOf(pool), fmt.Sprintf(`{"planId":%q}`, plan["planId"]), 202, "").json(t)
		if done := p.imported(t, run["jobId"], "COMPLETED_WITH_CONFLICTS"); fmt.Sprint(done["added"],
			done["skipped"]) != "1 1" {
			t.Errorf("the import ended with %v", done)
		}
	})
}

// The file with the faulty rows of an import goes a day after the import, and at once with a person whom it names by an
// address or the whole name; it stays when it names somebody else of the same last name.
func TestPoolImport_ErrorFile_IsRemovedAfterADayOrWithItsPerson(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		pool := p.newPool(t, "Faulty")
		id := p.expect(t, "csm", "POST /api/freelancer",
			`{"firstName":"Xaverine","lastName":"Quillfeather","email":"xq@people.example","force":true}`, 201, "").json(t)["id"]
		p.change(t, "UPDATE freelancers SET user_status = 'AC', email_verified_at = created WHERE id = $1", id)
		errorFile := func(row string) (job, file string) {
			up := p.table(t, "a.csv", []byte("email,firstName,lastName,hourRate\n"+row+",many\n"))
			run := p.expect(t, "content", importOf(pool), fromFile(up, "", `,"dryRun":false,"policies":{"INVALID_ROW":"SKIP"}`),
				202, "").json(t)
			done := p.imported(t, run["jobId"], "COMPLETED_WITH_CONFLICTS")
			file, _ = done["errorFileResourceId"].(string)
			p.expect(t, "content", "GET /api/resource/"+file, "", 200, "many")
			return fmt.Sprint(run["jobId"]), file
		}
		isGone := func(job, file string) {
			t.Helper()
			p.expect(t, "content", "GET /api/resource/"+file, "", 404, "")
			p.expect(t, "content", "GET /api/job/"+job, "", 200, `"errorFileResourceId":""`)
		}
		overJob, over := errorFile("ida@people.example,Ida,Other")
		_, other := errorFile("ada@people.example,Ada,Other")
		_, sameLastName := errorFile("otto@people.example,Otto,Quillfeather")
		byEmailJob, byEmail := errorFile("XQ@people.example,X.,Q.")
		byNameJob, byName := errorFile("elsewhere@people.example,XAVERINE,Quillfeather")
		var until int64
		if _, err := p.DB.Row(t.Context(), []any{&until}, "SELECT error_until FROM pool_imports WHERE job_id = $1",
			overJob); err != nil || time.Until(time.UnixMilli(until)).Round(time.Hour) != 24*time.Hour {
			t.Errorf("the file stays until %s, %v, want a day", time.UnixMilli(until), err)
		}
		p.change(t, "UPDATE pool_imports SET error_until = 1 WHERE job_id = $1", overJob)
		p.ran(t, `{"name":"auth.cleanup"}`)
		isGone(overJob, over)
		r := p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/erase", id),
			`{"reason":"Asked by letter","identityChecked":true,"dryRun":false}`, 202, "").json(t)
		p.finished(t, "csm", fmt.Sprint(r["statusUrl"]))
		isGone(byEmailJob, byEmail)
		isGone(byNameJob, byName)
		p.expect(t, "content", "GET /api/resource/"+other, "", 200, "Other")
		p.expect(t, "content", "GET /api/resource/"+sameLastName, "", 200, "Otto")
	})
}
