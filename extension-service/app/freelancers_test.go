package app_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/store"
)

// TestErasureReachesEveryPlace looks where TestNothingPersonalIsLeftOfWhoeverIsForgotten does not: into the other
// databases and the bytes of their files, and at what work and people had written about the person before.
func TestErasureReachesEveryPlace(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.working(t)
		id := p.famous(t)
		kept := p.worked(t, id)
		if found := p.everywhere(t); len(found) < 10 {
			t.Fatalf("the search does not find what is there: %v", found)
		}
		r := p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%d/erase", id), `{"reason":"Quillfeather wrote a letter","legalBasisNote":"Quillfeather insists","identityChecked":true,"dryRun":false}`, 202, "").json(t)
		p.finished(t, "csm", fmt.Sprint(r["statusUrl"]))
		p.settled(t)
		if found := p.everywhere(t); len(found) > 0 {
			t.Errorf("left: %s", strings.Join(found, "\n"))
		}
		p.expect(t, "csm", "GET /api/resource/"+kept+"/meta", "", 404, "")
		p.expect(t, "csm", "GET /api/erasure?state=REFUSED&freelancerId="+fmt.Sprint(id), "", 200, `"totalResults":1`)
	})
}

// worked does what people do with a freelancer, each time with words of their own. It returns the file of an export.
func (p *product) worked(t *testing.T, id int64) (export string) {
	t.Helper()
	at := fmt.Sprintf("/api/freelancer/%d", id)
	bulk := p.expect(t, "csm", "POST /api/bulk/freelancer/status", `{"filters":{"name":"Quillfeather"},"input":{"status":"DE","reason":"Quillfeather rests"},"dryRun":false}`, 202, "").json(t)
	p.finished(t, "csm", fmt.Sprint(bulk["statusUrl"]))
	asked := p.expect(t, "csm", "POST "+at+"/erase", `{"reason":"Quillfeather phoned","dryRun":false}`, 200, "").json(t)
	p.expect(t, "csm", fmt.Sprintf("PUT /api/erasure/%v", asked["requestId"]), `{"state":"REFUSED","reason":"It was not Quillfeather"}`, 200, "")
	p.expect(t, "csm", "POST /api/freelancer", `{"firstName":"Ada","lastName":"Byron","email":"x.quill@example.org","linkedinHandle":"quillfeather-x"}`, 409, `"candidates"`)
	p.expect(t, "csm", "POST /api/freelancer", `{"firstName":"Ada","lastName":"Byron","email":"x.quill@example.org","mobileNumber":"+46701234567","force":true}`, 201, "")
	p.expect(t, "csm", "PUT "+at, `{"legalHold":true,"legalHoldReason":"Quillfeather is sued"}`, 200, "")
	p.expect(t, "csm", "PUT "+at, `{"legalHold":false}`, 200, "")
	p.expect(t, "csm", "DELETE "+at, `{"reason":"Quillfeather left"}`, 200, "")
	p.expect(t, "csm", "PUT "+at+"/status", `{"status":"DE","reason":"Quillfeather is back"}`, 200, "")
	made := p.expect(t, "csm", "POST "+at+"/export", `{"reason":"Quillfeather asked"}`, 202, "").json(t)
	job := p.finished(t, "csm", fmt.Sprint(made["statusUrl"]))
	p.settled(t)
	return fmt.Sprint(job["resourceId"])
}

// everywhere lists where the name is found: beside what traces sees, in every other database and in the bytes of all.
func (p *product) everywhere(t *testing.T) []string {
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
	if _, err := db.ExecContext(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{path, path + "-wal"} {
		content, err := os.ReadFile(file)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		content = bytes.ToLower(content)
		for i := bytes.Index(content, []byte(needle)); i >= 0; {
			found = append(found, fmt.Sprintf("%s at %d: %q", filepath.Base(file), i, content[max(0, i-60):min(len(content), i+60)]))
			next := bytes.Index(content[i+1:], []byte(needle))
			if next < 0 {
				break
			}
			i += 1 + next
		}
	}
	return found
}
