package app_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/store"
)

// needle is a name that nobody else has.
const needle = "quillfeather"

func TestErasure_Freelancer_LeavesNoPersonalData(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		id := p.famous(t)
		at := fmt.Sprintf("/api/freelancer/%d", id)
		if found := p.traces(t); len(found) < 6 {
			t.Fatalf("the search does not find what is there: %v", found)
		}
		if len(p.filesWithName(t)) == 0 {
			t.Fatal("the databases do not hold what is there")
		}
		plan := p.expect(t, "csm", "POST "+at+"/erase", `{"reason":"Asked by letter"}`, 200, `"goes"`).json(t)
		if got := fmt.Sprint(plan["goes"], plan["stays"]); !strings.Contains(got, "key:files") ||
			!strings.Contains(got, "key:messages") || !strings.Contains(got, "key:applications") {
			t.Errorf("the plan names %s", got)
		}
		if len(p.traces(t)) < 6 {
			t.Fatal("the plan has erased something")
		}
		r := p.expect(t, "csm", "POST "+at+"/erase",
			`{"reason":"Frau Quillfeather asked","identityChecked":true,"dryRun":false}`, 202, `"IN_PROGRESS"`).json(t)
		p.finished(t, "csm", fmt.Sprint(r["statusUrl"]))
		p.publishIndex(t)
		if found := p.traces(t); len(found) > 0 {
			t.Errorf("left: %s", strings.Join(found, "\n"))
		}
		if found := p.filesWithName(t); len(found) > 0 {
			t.Errorf("left in databases: %s", strings.Join(found, "\n"))
		}
		for _, typ := range []string{"freelancer", "application"} {
			if n := p.indexed(t, typ, `handle:"`+needle+`"`); typ == "freelancer" && n > 0 {
				t.Errorf("%d documents of %ss", n, typ)
			}
		}
		left := p.expect(t, "csm", "GET "+at, "", 200, `"firstName":"Deleted"`).json(t)
		if left["name"] != "Deleted "+left["handle"].(string) || left["email"] != "" || left["anonymisedAt"] == nil ||
			left["hourRate"] != 85.0 {
			t.Errorf("left %v", left)
		}
		p.expect(t, "csm", "GET /api/history/freelancer/"+fmt.Sprint(id), "", 200, `"gone"`)
		p.expect(t, "csm", "GET /api/projectApplication/freelancer?freelancerId="+fmt.Sprint(id), "", 200,
			`"statusReason":"ERASURE"`)
		p.expect(t, "csm", "GET /api/erasure?state=DONE", "", 200, `"totalResults":1`)
		p.expect(t, "csm", "PUT "+at+"/status", `{"status":"DE","reason":"Take it back"}`, 409, "freelancer.block.anonymised")
	})
}

// runWorkers lets mails be sent and jobs be done while the test runs.
func (p *product) runWorkers(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.Work(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-done
	})
}

// famous creates a freelancer whose name is in every place that keeps one.
func (p *product) famous(t *testing.T) int64 {
	t.Helper()
	body := `{"firstName":"Xaverine","lastName":"Quillfeather","email":"x.quillfeather@example.org","mobileNumber":"+46701234567","linkedinHandle":"quillfeather-x",
		"homeAddress":{"street":"Quillfeather Lane 1","city":"Malmö"},"description":"Quillfeather knows boats","hourRate":85,
		"securityInfo":{"note":"Quillfeather was checked"},"externalIds":[{"system":"SAP","id":"QUILLFEATHER"}]}`
	id := int64(p.expect(t, "csm", "POST /api/freelancer", body, 201, `"UV"`).json(t)["id"].(float64))
	at := fmt.Sprintf("/api/freelancer/%d", id)
	p.expect(t, "csm", "PUT "+at+"/status",
		`{"status":"AC","reason":"Quillfeather called us","comment":"Spoke to Quillfeather herself"}`, 200, `"AC"`)
	p.expect(t, "csm", "PUT "+at, `{"email":"xq@quillfeather.example","lastName":"Quillfeather-Byron"}`, 200,
		`"pendingEmail":"xq@quillfeather.example"`)
	p.expect(t, "csm", "POST /api/boundClient", fmt.Sprintf(
		`{"freelancerId":%d,"scope":"client","clientId":1,"note":"Quillfeather is ours"}`, id), 201, "")
	project := p.newProject(t, "Boat builder")
	file := p.uploaded(t, "csm", "quillfeather.txt", []byte("The life of Quillfeather"))
	bid := p.expect(t, "csm", "POST /api/projectApplication",
		fmt.Sprintf(`{"projectId":%d,"freelancerId":%d,"message":"I am Quillfeather"}`, project, id), 201, "").json(t)
	p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%v", bid["id"]), fmt.Sprintf(`{"attachments":[%q]}`, file),
		200, "")
	p.expect(t, "config", "PUT /api/setting/portal.url", `{"value":"https://portal.example/start"}`, 200, "")
	p.expect(t, "csm", "POST /api/impersonateFreelancer",
		fmt.Sprintf(`{"id":%d,"reason":"Quillfeather cannot find her offer"}`, id), 200, "portal.example")
	export := p.expect(t, "csm", "POST "+at+"/export", `{"reason":"Quillfeather asked for it"}`, 202, "").json(t)
	p.finished(t, "csm", fmt.Sprint(export["statusUrl"]))
	p.publishIndex(t)
	return id
}

// traces lists where the name is found: in every table, and in every file beside the databases.
func (p *product) traces(t *testing.T) []string {
	t.Helper()
	var found []string
	for _, table := range p.tables(t) {
		for _, row := range p.rowsWith(t, table) {
			found = append(found, table+": "+row)
		}
	}
	err := filepath.WalkDir(p.Settings.DataDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(d.Name(), ".db") {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return nil //nolint:nilerr // it was removed meanwhile
		}
		if bytes.Contains(bytes.ToLower(content), []byte(needle)) {
			found = append(found, "file "+path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// filesWithName lists the files of databases and their logs in which the name is found, byte by byte, as a thief of the
// disk would. Parts of it are looked for too, since an index keeps words in a shortened form.
func (p *product) filesWithName(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(p.Settings.DataDir, "*.db*"))
	if err != nil {
		t.Fatal(err)
	}
	if p.DB.Dialect() == store.SQLite {
		own, err := filepath.Glob(p.Settings.DatabaseURL + "*")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, own...)
	}
	var found []string
	for _, path := range files {
		content, err := os.ReadFile(path)
		if err != nil {
			continue // it was removed meanwhile
		}
		if at := bytes.Index(bytes.ToLower(content), []byte(needle[3:])); at >= 0 {
			found = append(found, fmt.Sprintf("%s at %d", path, at))
		}
	}
	return found
}

func (p *product) tables(t *testing.T) []string {
	t.Helper()
	text := "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
	if p.DB.Dialect() == store.Postgres {
		text = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'"
	}
	rows, err := p.DB.Query(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var out []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		out = append(out, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// rowsWith returns the rows of a table that hold the name in any column.
func (p *product) rowsWith(t *testing.T, table string) (found []string) {
	t.Helper()
	rows, err := p.DB.Query(t.Context(), `SELECT * FROM "`+table+`"`)
	if err != nil {
		t.Fatalf("%s: %v", table, err)
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values, dest := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		dest[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			t.Fatal(err)
		}
		if row := fmt.Sprintf("%s", values); strings.Contains(strings.ToLower(row), needle) {
			found = append(found, row)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", table, err)
	}
	return found
}

func TestErasure_MSPPastItsTimeInTheTrash_LeavesNoPersonalData(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		body := `{"name":"Quillfeather Boats","legalName":"Quillfeather AB","email":"hej@quillfeather.example","website":"https://quillfeather.example",
			"contactFirstName":"Xaverine","contactLastName":"Quillfeather","address":{"street":"Quillfeather Lane 1"},"invite":true}`
		id := int64(p.expect(t, "csm", "POST /api/msp", body, 201, `"UV"`).json(t)["id"].(float64))
		at := fmt.Sprintf("/api/msp/%d", id)
		p.expect(t, "csm", "PUT "+at, `{"name":"Quillfeather & Daughters"}`, 200, "")
		p.expect(t, "csm", "PUT "+at+"/activate", `{"reason":"Quillfeather called"}`, 200, "")
		p.expect(t, "csm", "DELETE "+at+"?reason=Quillfeather+sold+it", "", 200, "")
		p.publishIndex(t)
		if found := p.traces(t); len(found) < 3 {
			t.Fatalf("the search does not find what is there: %v", found)
		}
		err := p.DB.Write(t.Context(), func(ctx context.Context) error {
			_, err := p.DB.Exec(ctx, "UPDATE msps SET deleted_at = $1 WHERE id = $2", time.Now().AddDate(0, 0, -31).UnixMilli(),
				id)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.RunScheduled(t.Context(), "retention.purgeDeleted", false); err != nil {
			t.Fatal(err)
		}
		p.publishIndex(t)
		if found := p.traces(t); len(found) > 0 {
			t.Errorf("left: %s", strings.Join(found, "\n"))
		}
		if found := p.filesWithName(t); len(found) > 0 {
			t.Errorf("left in databases: %s", strings.Join(found, "\n"))
		}
	})
}
