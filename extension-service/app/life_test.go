package app_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/store"
)

// life is a person all of whose values are made up for one test, so that each is found wherever it is kept.
type life struct {
	*product
	t     *testing.T
	words map[string]string // value → what it was
}

// word makes up a value and remembers it.
func (l *life) word(what string) string {
	value := "q" + strings.ToLower(rand.Text()[:14])
	l.words[value] = what
	return value
}

func (l *life) callJSON(who, request, body string, status int) map[string]any {
	l.t.Helper()
	return l.expect(l.t, who, request, body, status, "").json(l.t)
}

func TestErasure_AfterEveryUseOfARecord_LeavesNoPersonalData(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]func(testing.TB) string{
		"sqlite": furnished.SQLite, "postgres": furnished.Postgres,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log := &lines{}
			s, err := app.Open(t.Context(), settingsIn(t.TempDir(), url(t)), slog.New(slog.NewTextHandler(log, nil)))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			l := &life{product: &product{Service: s, tokens: sessionsOf(t, s.DB)}, t: t, words: map[string]string{}}
			l.runWorkers(t)
			before := l.stored()
			id := l.lived()
			if found := l.remainingValues(nil); len(found) < len(l.words) {
				t.Fatalf("the search finds %d of %d values: %v", len(found), len(l.words), found)
			}
			plan := l.callJSON("csm", fmt.Sprintf("POST /api/freelancer/%v/erase", id), `{"reason":"Asked by letter"}`, 200)
			for _, part := range []string{
				"key:files", "key:madeFiles", "key:rateReasons", "key:messages", "key:mails",
				"key:jobResults", "key:mergedRecords",
			} {
				if got := fmt.Sprint(plan["goes"]); !strings.Contains(got, part) {
					t.Errorf("the plan does not name %s: %s", part, got)
				}
			}
			r := l.callJSON("csm", fmt.Sprintf("POST /api/freelancer/%v/erase", id),
				`{"reason":"Asked by letter","identityChecked":true,"dryRun":false}`, 202)
			l.finished(t, "csm", fmt.Sprint(r["statusUrl"]))
			l.publishIndex(t)
			if found := l.remainingValues([]byte(log.String())); len(found) > 0 {
				t.Errorf("left: %s", strings.Join(found, "\n"))
			}
			l.expect(t, "csm", "GET /api/preference/list.freelancer", "", 200, `{"perPage":50,"views":[{"name":"Everybody",`)
			l.expect(t, "csm", "GET /api/sharedView/freelancer", "", 200, `"totalResults":0`)
			if after := l.stored(); after != before {
				t.Errorf("%d files are kept, %d were before", after, before)
			}
		})
	}
}

// lived does everything with a person that can be done, and returns the record that is left of two.
func (l *life) lived() any {
	t, w := l.t, l.word
	last := w("last name")
	person := fmt.Sprintf(
		`{"firstName":%q,"lastName":%q,"email":"%s@people.example","linkedinHandle":%q,"homeAddress":{"street":%q,"city":%q},"description":%q,"hourRate":85,
		"securityInfo":{"note":%q},"externalIds":[{"system":"SAP","id":%q}]}`, w("first name"), last, w("address"), w("linkedin"), w("street"), w("city"), w("description"), w("security"), w("external id"))
	id := l.callJSON("csm", "POST /api/freelancer", person, 201)["id"]
	at := fmt.Sprint("/api/freelancer/", id)
	l.callJSON("csm", "PUT "+at+"/status", fmt.Sprintf(`{"status":"AC","reason":%q,"comment":%q}`, w("reason"),
		w("comment")), 200)
	l.callJSON("csm", "PUT "+at, fmt.Sprintf(`{"email":"%s@people.example","academicTitle":%q}`, w("new address"),
		w("title")), 200)
	l.callJSON("csm", "POST "+at+"/consent", fmt.Sprintf(
		`{"kinds":["dataProcessing","share"],"givenAt":"2026-01-05T09:00:00.000Z","channel":"PHONE","note":%q}`,
		w("consent")), 200)
	l.callJSON("csm", "POST /api/boundClient", fmt.Sprintf(`{"freelancerId":%v,"scope":"client","clientId":1,"note":%q}`,
		id, w("binding")), 201)

	bid := l.applied(id)
	l.callJSON("csm", "PUT "+bid, fmt.Sprintf(`{"cvResourceId":%q}`,
		l.uploaded(t, "csm", "one.txt", []byte(w("replaced CV")))), 200)
	l.callJSON("csm", "PUT "+bid, fmt.Sprintf(`{"cvResourceId":%q,"attachments":[%q]}`,
		l.uploaded(t, "csm", "two.txt", []byte(w("CV"))), l.uploaded(t, "csm", "three.txt", []byte(w("attachment")))), 200)
	l.callJSON("csm", "PUT "+bid, `{"attachments":[]}`, 200)
	l.callJSON("csm", "PUT "+bid, fmt.Sprintf(`{"rateOverride":true,"billRate":120,"payRate":90,"rateOverrideReason":%q}`,
		w("rate reason")), 200)
	l.callJSON("csm", "POST "+bid+"/pdf", "", 200)
	search := fmt.Sprintf(`{"format":"csv","columns":["name"],"filters":{"name":%q}}`, last)
	l.expect(t, "", l.ticket(t, "csm", "freelancer", search), "", 200, "")
	l.ticket(t, "csm", "freelancer", search) // nobody fetches it
	consent := fmt.Sprintf(`{"kinds":["share"],"givenAt":"2026-01-06T09:00:00.000Z","channel":"PHONE","note":%q}`,
		w("second consent"))
	got := l.call(t, "csm", "POST", at+"/consent", consent, "Idempotency-Key", w("idempotency key"))
	if got.status != 200 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	l.viewed(last)

	bulk := l.callJSON("csm", "POST /api/bulk/freelancer/status",
		fmt.Sprintf(`{"filters":{"name":%q},"input":{"status":"DE","reason":%q},"dryRun":false}`, last, w("bulk reason")),
		202)
	l.finished(t, "csm", fmt.Sprint(bulk["statusUrl"]))
	missed := l.callJSON("csm", "POST /api/bulk/freelancer/status",
		fmt.Sprintf(`{"filters":{"name":%q,"state":"UV"},"input":{"status":"DE","reason":"Gone"},"dryRun":false}`, last), 202)
	l.finished(t, "csm", fmt.Sprint(missed["statusUrl"]))
	l.callJSON("csm", "PUT "+at+"/status", fmt.Sprintf(`{"status":"UV","reason":%q}`, w("asked again")), 409)
	request := l.callJSON("csm", "POST "+at+"/erase",
		fmt.Sprintf(`{"reason":%q,"legalBasisNote":%q,"dryRun":false}`, w("wish"), w("basis")), 200)
	l.callJSON("csm", fmt.Sprintf("PUT /api/erasure/%v", request["requestId"]),
		fmt.Sprintf(`{"state":"REFUSED","reason":%q}`, w("refusal")), 200)
	made := l.callJSON("csm", "POST "+at+"/export", fmt.Sprintf(`{"reason":%q}`, w("export")), 202)
	l.finished(t, "csm", fmt.Sprint(made["statusUrl"]))

	body := fmt.Sprintf(`{"firstName":%q,"lastName":%q,"email":"%s@people.example","sendVerification":false}`,
		w("other first name"), w("other last name"), w("other address"))
	survivor := l.callJSON("csm", "POST /api/freelancer", body, 201)["id"]
	l.callJSON("csm", fmt.Sprintf("POST /api/freelancer/%v/merge", survivor),
		fmt.Sprintf(`{"otherId":%v,"dryRun":false}`, id), 200)
	for value, what := range l.words { // what was never taken is nowhere
		if what == "asked again" {
			delete(l.words, value)
		}
	}
	l.publishIndex(t)
	return survivor
}

// viewed saves views that look for the person, or are called after them, and one that does not.
func (l *life) viewed(last string) {
	l.t.Helper()
	filter := func(name string) string { return "filter=" + url.QueryEscape(fmt.Sprintf(`{"name":%q}`, name)) }
	views := []map[string]string{
		{"name": "One", "query": filter(last)},
		{"name": "About " + strings.ToUpper(last), "query": filter("")},
		{"name": "Everybody", "query": filter("else")},
	}
	text, err := json.Marshal(map[string]any{"value": map[string]any{"perPage": 50, "views": views}})
	if err != nil {
		l.t.Fatal(err)
	}
	l.callJSON("csm", "PUT /api/preference/list.freelancer", string(text), 200)
	for _, view := range views[:2] {
		shared := l.callJSON("csm", "POST /api/sharedView/freelancer",
			fmt.Sprintf(`{"name":%q,"query":%q}`, view["name"], view["query"]), 201)
		at := fmt.Sprintf(" /api/sharedView/freelancer/%v", shared["id"])
		l.callJSON("csm", "PUT"+at, fmt.Sprintf(`{"name":"Called otherwise","query":%q}`, view["query"]), 200)
		l.callJSON("csm", "PUT"+at, fmt.Sprintf(`{"name":%q,"query":%q}`, view["name"], view["query"]), 200)
	}
	gone := l.callJSON("csm", "POST /api/sharedView/freelancer",
		fmt.Sprintf(`{"name":%q,"query":"sort=id&order=DESC"}`, "Once "+last), 201)
	l.expect(l.t, "csm", fmt.Sprintf("DELETE /api/sharedView/freelancer/%v", gone["id"]), "", 204, "")
}

// applied applies for a project and returns the address of the application.
func (l *life) applied(id any) string {
	l.t.Helper()
	project := l.newProject(l.t, "Boat builder")
	bid := l.callJSON("csm", "POST /api/projectApplication",
		fmt.Sprintf(`{"projectId":%d,"freelancerId":%v,"message":%q}`, project, id, l.word("message")), 201)
	return fmt.Sprint("/api/projectApplication/", bid["id"])
}

// stored counts the files that are kept.
func (l *life) stored() (n int) {
	l.t.Helper()
	if _, err := l.DB.Row(l.t.Context(), []any{&n}, "SELECT count(*) FROM resources"); err != nil {
		l.t.Fatal(err)
	}
	return n
}

// remainingValues lists which of the values are found: in every table, in the bytes of every file and in a log. Before
// anything is forgotten, what lies under a key counts as found.
func (l *life) remainingValues(log []byte) (found []string) {
	l.t.Helper()
	seen := map[string]bool{}
	look := func(where string, content []byte) {
		content = bytes.ToLower(content)
		for value, what := range l.words {
			if line := what + " in " + where; !seen[line] && bytes.Contains(content, []byte(value)) {
				seen[line] = true
				found = append(found, line)
			}
		}
	}
	for _, table := range l.tables(l.t) {
		rows, err := l.dump(l.t.Context(), table)
		if err != nil {
			l.t.Fatalf("%s: %v", table, err)
		}
		look("table "+table, rows)
	}
	if l.DB.Dialect() == store.SQLite {
		l.bytesOf(l.t, l.Settings.DatabaseURL) // what waits in its log is in the file then
		if content, err := os.ReadFile(l.Settings.DatabaseURL); err == nil {
			look("the database", content)
		}
	}
	others, _ := filepath.Glob(filepath.Join(l.Settings.DataDir, "*.db"))
	for _, path := range others {
		l.bytesOf(l.t, path)
	}
	err := filepath.WalkDir(l.Settings.DataDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err == nil { // otherwise it was removed meanwhile
			look("file "+filepath.Base(path), content)
		}
		return nil
	})
	if err != nil {
		l.t.Fatal(err)
	}
	look("the log", log)
	slices.Sort(found)
	return found
}

// dump is every value of a table.
func (p *product) dump(ctx context.Context, table string) (all []byte, err error) {
	rows, err := p.DB.Query(ctx, `SELECT * FROM "`+table+`"`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	values, dest := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		dest[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return nil, err
		}
		all = fmt.Appendf(all, "%s\n", values)
	}
	return all, rows.Err()
}
