package app_test

import (
	"archive/zip"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
)

// Searches where TestErasure_Freelancer_LeavesNoPersonalData does not: in the other databases and the bytes of their
// files, and in what work and people had written about the person before.
func TestErasure_FreelancerInUse_ReachesEveryDatabaseAndFile(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		id := p.famous(t)
		retained := p.useFreelancer(t, id)
		if found := p.allTraces(t); len(found) < 10 {
			t.Fatalf("the search does not find what is there: %v", found)
		}
		r := p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%d/erase", id),
			`{"reason":"Quillfeather wrote a letter","legalBasisNote":"Quillfeather insists","identityChecked":true,"dryRun":false}`,
			202, "").json(t)
		p.finished(t, "csm", fmt.Sprint(r["statusUrl"]))
		p.publishIndex(t)
		if found := p.allTraces(t); len(found) > 0 {
			t.Errorf("left: %s", strings.Join(found, "\n"))
		}
		p.expect(t, "csm", "GET /api/resource/"+retained+"/meta", "", 404, "")
		p.expect(t, "csm", "GET /api/erasure?state=REFUSED&freelancerId="+fmt.Sprint(id), "", 200, `"totalResults":1`)
	})
}

// A record that was merged is deleted for thirty days and still says who somebody is.
func TestErasure_MergedRecords_AreErasedToo(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		part := p.famous(t)
		body := `{"firstName":"Ada","lastName":"Byron","email":"ada@byron.example","linkedinHandle":"ada-byron","force":true}`
		target := int64(p.expect(t, "csm", "POST /api/freelancer", body, 201, "").json(t)["id"].(float64))
		p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%d/merge", target),
			fmt.Sprintf(`{"otherId":%d,"dryRun":false}`, part), 200, `"Ada Byron"`)
		erase := `{"reason":"Asked by letter","identityChecked":true,"dryRun":false}`
		p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%d/erase", part), erase, 409, "freelancer.block.merged")
		r := p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%d/erase", target), erase, 202, "").json(t)
		p.finished(t, "csm", fmt.Sprint(r["statusUrl"]))
		p.publishIndex(t)
		if found := p.allTraces(t); len(found) > 0 {
			t.Errorf("left: %s", strings.Join(found, "\n"))
		}
		p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", part), "", 200, `"anonymisedAt":"`)
	})
}

// Each erasure empties the logs of the databases, for which all others have to pause: those that end together do it
// together.
func TestErasures_ManyAtTheSameTime_EachSucceedsAtItsFirstAttempt(t *testing.T) {
	t.Parallel()
	var log lines
	p := openLogged(t, settingsIn(t.TempDir(), furnished.SQLite(t)), slog.New(slog.NewTextHandler(&log, nil)))
	var people []any
	for i := range 24 {
		body := fmt.Sprintf(`{"firstName":"Ada","lastName":"Byron %c","email":"ada%d@byron.example","force":true}`, 'a'+i, i)
		people = append(people, p.expect(t, "csm", "POST /api/freelancer", body, 201, "").json(t)["id"])
	}
	var jobs []string
	for _, id := range people {
		r := p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/erase", id),
			`{"reason":"Asked by letter","identityChecked":true,"dryRun":false}`, 202, "").json(t)
		jobs = append(jobs, fmt.Sprint(r["statusUrl"]))
	}
	p.runWorkers(t)
	for _, url := range jobs {
		p.finished(t, "csm", url)
	}
	if text := log.String(); strings.Contains(text, "after a failure") {
		t.Errorf("an erasure had to be repeated:\n%s", text)
	}
}

// An address is free again at once: mails to it may be those of somebody else by now.
func TestErasure_AddressReusedBySomebodyElse_LeavesTheirMails(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		body := `{"firstName":"Ada","lastName":"Byron","email":"ada@byron.example"}`
		first := p.expect(t, "csm", "POST /api/freelancer", body, 201, "").json(t)["id"]
		p.expect(t, "csm", fmt.Sprint("DELETE /api/freelancer/", first), `{"reason":"left us"}`, 200, "")
		second := p.expect(t, "csm", "POST /api/freelancer", body, 201, "").json(t)["id"]
		r := p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/erase", first),
			`{"reason":"Asked by letter","identityChecked":true,"dryRun":false}`, 202, "").json(t)
		p.finished(t, "csm", fmt.Sprint(r["statusUrl"]))
		p.expect(t, "csm", fmt.Sprintf("GET /api/mail?entity=freelancer&id=%v", first), "", 200, `"recipient":""`)
		p.expect(t, "csm", fmt.Sprintf("GET /api/mail?entity=freelancer&id=%v", second), "", 200,
			`"recipient":"ada@byron.example"`)
	})
}

// useFreelancer does what people do with a freelancer, each time with words of their own. It returns the file of an
// export.
func (p *product) useFreelancer(t *testing.T, id int64) (export string) {
	t.Helper()
	at := fmt.Sprintf("/api/freelancer/%d", id)
	bulk := p.expect(t, "csm", "POST /api/bulk/freelancer/status",
		`{"filters":{"name":"Quillfeather"},"input":{"status":"DE","reason":"Quillfeather rests"},"dryRun":false}`, 202,
		"").json(t)
	p.finished(t, "csm", fmt.Sprint(bulk["statusUrl"]))
	request := p.expect(t, "csm", "POST "+at+"/erase", `{"reason":"Quillfeather phoned","dryRun":false}`, 200, "").json(t)
	p.expect(t, "csm", fmt.Sprintf("PUT /api/erasure/%v", request["requestId"]),
		`{"state":"REFUSED","reason":"It was not Quillfeather"}`, 200, "")
	p.expect(t, "csm", "POST /api/freelancer",
		`{"firstName":"Ada","lastName":"Byron","email":"x.quill@example.org","linkedinHandle":"quillfeather-x"}`, 409,
		`"candidates"`)
	p.expect(t, "csm", "POST /api/freelancer",
		`{"firstName":"Ada","lastName":"Byron","email":"x.quill@example.org","mobileNumber":"+46701234567","force":true}`,
		201, "")
	p.expect(t, "csm", "PUT "+at, `{"legalHold":true,"legalHoldReason":"Quillfeather is sued"}`, 200, "")
	p.expect(t, "csm", "PUT "+at, `{"legalHold":false}`, 200, "")
	p.expect(t, "csm", "DELETE "+at, `{"reason":"Quillfeather left"}`, 200, "")
	p.expect(t, "csm", "PUT "+at+"/status", `{"status":"DE","reason":"Quillfeather is back"}`, 200, "")
	made := p.expect(t, "csm", "POST "+at+"/export", `{"reason":"Quillfeather asked"}`, 202, "").json(t)
	job := p.finished(t, "csm", fmt.Sprint(made["statusUrl"]))
	p.publishIndex(t)
	return fmt.Sprint(job["resourceId"])
}

// allTraces lists where the name is found: beside what traces sees, in every other database and in the bytes of all.
func (p *product) allTraces(t *testing.T) []string {
	t.Helper()
	found := p.traces(t)
	files, err := filepath.Glob(filepath.Join(p.Settings.DataDir, "*.db"))
	if err != nil {
		t.Fatal(err)
	}
	if p.DB.Dialect() == store.SQLite {
		files = append(files, p.Settings.DatabaseURL)
	}
	for _, path := range files {
		found = append(found, p.bytesOf(t, path)...)
	}
	return found
}

// bytesOf brings what waits in the log of a database into its file and looks for the name there.
func (p *product) bytesOf(t *testing.T, path string) (found []string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for busy := 1; busy > 0; { // whoever reads just then keeps the log as it is
		var pages, moved int
		if err := db.QueryRowContext(t.Context(), "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &moved); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{path, path + "-wal"} {
		content, err := os.ReadFile(file)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		content = bytes.ToLower(content)
		for i := bytes.Index(content, []byte(needle)); i >= 0; {
			found = append(found, fmt.Sprintf("%s at %d: %q", filepath.Base(file), i,
				content[max(0, i-60):min(len(content), i+60)]))
			next := bytes.Index(content[i+1:], []byte(needle))
			if next < 0 {
				break
			}
			i += 1 + next
		}
	}
	return found
}

func TestSubjectAccess_Export_ContainsEverythingAboutThePerson(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		id := p.famous(t)
		at := fmt.Sprintf("/api/freelancer/%d", id)
		p.expect(t, "csm", "POST /api/freelancer",
			`{"firstName":"Noor","lastName":"Otherwise","email":"noor@otherwise.example","linkedinHandle":"quillfeather-x","force":true}`,
			201, "")
		p.expect(t, "csm", "POST "+at+"/erase", `{"reason":"Asked by phone","dryRun":false}`, 200, "")
		request := func() answer {
			return p.call(t, "csm", "POST", at+"/export", `{"reason":"Asked by mail"}`, "Idempotency-Key", "once")
		}
		first, again := request(), request()
		if first.status != 202 || again.status != 202 || string(first.body) != string(again.body) {
			t.Errorf("asked twice under one key: %d %s, then %d %s", first.status, first.body, again.status, again.body)
		}
		made := first.json(t)
		job := p.finished(t, "csm", fmt.Sprint(made["statusUrl"]))
		files := p.unpacked(t, fmt.Sprint(job["resourceId"]))

		if got := string(files["files/quillfeather.txt"]); got != "The life of Quillfeather" {
			t.Errorf("the file says %q", got)
		}
		if !bytes.HasPrefix(files["summary.pdf"], []byte("%PDF-")) {
			t.Errorf("the summary begins %.8q", files["summary.pdf"])
		}
		var data map[string]any
		if err := json.Unmarshal(files["data.json"], &data); err != nil {
			t.Fatal(err)
		}
		for _, section := range []string{"bindings", "applications", "mails", "erasureRequests", "history"} {
			if list, _ := data[section].([]any); len(list) == 0 {
				t.Errorf("%s: %v", section, data[section])
			}
		}
		person := data["freelancer"].(map[string]any)
		for name, want := range map[string]any{
			"mobileNumber": "+46701234567", "hourRate": 85.0,
			"description": "Quillfeather knows boats",
		} {
			if person[name] != want {
				t.Errorf("%s is %v", name, person[name])
			}
		}
		for _, want := range []string{
			"Quillfeather Lane 1", "I am Quillfeather", "application.confirm",
			"Quillfeather is ours", "Asked by phone",
		} {
			if !bytes.Contains(files["data.json"], []byte(want)) {
				t.Errorf("nothing says %q", want)
			}
		}
		for _, other := range []string{"Clara", "Otherwise", "otherwise.example", "duplicates"} {
			if bytes.Contains(files["data.json"], []byte(other)) {
				t.Errorf("it speaks of others: %s", other)
			}
		}
	})
}

// unpacked fetches an archive as a browser does.
func (p *product) unpacked(t *testing.T, resource string) map[string][]byte {
	t.Helper()
	url, _ := p.expect(t, "csm", "POST /api/resource/"+resource+"/ticket", "", 200,
		"/api/download/").json(t)["url"].(string)
	content := p.expect(t, "csm", "GET "+url, "", 200, "").body
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, f := range z.File {
		body, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if out[f.Name], err = io.ReadAll(body); err != nil {
			t.Fatal(err)
		}
		_ = body.Close()
	}
	return out
}

// Contacts of projects are people too: what the log keeps of them lies under a key that can be deleted.
func TestAuditLog_ContactsOfProjects_AreEncryptedUnderAnErasableKey(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.newProject(t, "Boat builder")
		p.expect(t, "csm", fmt.Sprint("PUT /api/project/", id),
			`{"contactName":"Xaverine Quillfeather","contactEmail":"xq@quillfeather.example"}`, 200, "")
		p.expect(t, "csm", fmt.Sprint("GET /api/history/project/", id), "", 200, `"contactEmail":"xq@quillfeather.example"`)
		if found := p.rowsWith(t, "audit"); len(found) > 0 {
			t.Errorf("the log itself holds %v", found)
		}
	})
}

func TestFreelancers_ManyDeactivated_AreReactivatedByUndo(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		var ids [2]int64
		for i := range ids {
			body := fmt.Sprintf(`{"firstName":"Ada","lastName":"Manifold%d","email":"many%d@example.org"}`, i, i)
			ids[i] = int64(p.expect(t, "csm", "POST /api/freelancer", body, 201, `"UV"`).json(t)["id"].(float64))
			p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d/status", ids[i]),
				`{"status":"AC","reason":"CHECKED_BY_PHONE"}`, 200, `"AC"`)
		}
		p.consents(t, ids[0]) // the other one has given none, so that there is no way back to active
		application := p.expect(t, "csm", "POST /api/projectApplication",
			fmt.Sprintf(`{"projectId":%d,"freelancerId":%d}`, p.newProject(t, "Java developer"), ids[0]), 201,
			`"uc"`).json(t)["id"]
		job := p.expect(t, "csm", "POST /api/bulk/freelancer/status",
			`{"filters":{"name":"Manifold"},"input":{"status":"DE","reason":"NO_RESPONSE"},"dryRun":false}`, 202, "").json(t)
		done := p.finished(t, "csm", fmt.Sprint(job["statusUrl"]))
		if done["canUndo"] != true || done["updated"] != 2.0 {
			t.Fatalf("done %v", done)
		}
		p.expect(t, "csm", fmt.Sprint("GET /api/projectApplication/", application), "", 200, `"status":"w"`)
		p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/possibleStatuses/", ids[0]), "", 200,
			`"impact":{"applicationsRestorable":1}`)
		p.expect(t, "csm", fmt.Sprintf("POST /api/job/%v/undo", done["jobId"]), "", 200, `"UNDOING"`)
		undone := p.awaitJob(t, fmt.Sprint(done["jobId"]), "UNDONE")
		if got := fmt.Sprint(undone["results"]); !strings.Contains(got, "freelancer.block.noConsent") {
			t.Errorf("results %s", got)
		}
		p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", ids[0]), "", 200, `"userStatus":"AC"`)
		p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", ids[1]), "", 200, `"userStatus":"DE"`)
		p.expect(t, "csm", fmt.Sprint("GET /api/projectApplication/", application), "", 200, `"status":"uc"`)
	})
}

// consents lets somebody agree, which happens at the portal.
func (p *product) consents(t *testing.T, id int64) {
	t.Helper()
	err := p.DB.Write(t.Context(), func(ctx context.Context) error {
		_, err := p.DB.Exec(ctx, "UPDATE freelancers SET consent = $1 WHERE id = $2",
			`{"dataProcessingAt":"2026-01-01T00:00:00Z"}`, id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
