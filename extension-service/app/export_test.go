package app_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/internal/example"
	"poolkeeper.example/extension-service/platform/role"
)

// ticket asks for a file of records and returns where it is fetched.
func (p *product) ticket(t *testing.T, who, entity, body string) string {
	t.Helper()
	return p.downloadPath(t, who, "export/"+entity, body)
}

// downloadPath asks for a file and returns where it is fetched.
func (p *product) downloadPath(t *testing.T, who, call, body string) string {
	t.Helper()
	url, _ := p.expect(t, who, "POST /api/"+call, body, 200, "/api/download/").json(t)["url"].(string)
	return "GET " + url
}

func TestExport_File_IsDownloadedOnceByItsReader(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.newProject(t, "=1+1")
		p.newProject(t, "a \"quoted\", long title")
		fetch := p.ticket(t, "csm", "project",
			`{"format":"csv","filters":{"status":["ACTIVE"]},"s":"title:asc","columns":["id","title"]}`)
		got := p.expect(t, "", fetch, "", 200, "")
		if want := "id,title\r\n1,'=1+1\r\n2,\"a \"\"quoted\"\", long title\"\r\n"; string(got.body) != want {
			t.Errorf("%q, want %q", got.body, want)
		}
		name := got.header.Get("Content-Disposition")
		if !strings.HasPrefix(name, `attachment; filename=project-20`) || !strings.HasSuffix(name, `.csv`) ||
			got.header.Get("Cache-Control") != "no-store" {
			t.Errorf("headers %v", got.header)
		}
		p.expect(t, "", fetch, "", 404, "NOT_FOUND")
		page, err := p.Audit.History(t.Context(), "project", 0, resource.HistoryQuery{})
		if err != nil || len(page.Rows) != 1 || page.Rows[0].Action != "export" || page.Rows[0].Actor.Name != "Clara Sommer" {
			t.Fatalf("%v %+v", err, page)
		}
		if filter := fmt.Sprintf("%s", page.Rows[0].After); !strings.Contains(filter, "ACTIVE") ||
			!strings.Contains(filter, "title:asc") || !strings.Contains(filter, "project-20") {
			t.Errorf("the entry does not say what was exported: %s", filter)
		}
	})
}

// A ticket is bound to whom it was given: shown together with somebody else's token it is spent and gives nothing.
func TestExport_TokenOfAnotherPerson_DownloadsNoFile(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.newProject(t, "Kanal")
		fetch := p.ticket(t, "csm", "project", `{"format":"csv"}`)
		p.expect(t, "scoped", fetch, "", 404, "NOT_FOUND")
		p.expect(t, "", fetch, "", 404, "NOT_FOUND")
		p.expect(t, "csm", p.ticket(t, "csm", "project", `{"format":"csv"}`), "", 200, "Kanal")
	})
}

// Whichever copy of the service a browser reaches keeps what another has promised, and only one of them does.
func TestExport_SeveralCopies_DownloadOnceFromAnyCopy(t *testing.T) {
	t.Parallel()
	for engine, copyOf := range map[string]func(testing.TB) string{
		"sqlite":   furnished.SQLite,
		"postgres": furnished.Postgres,
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			settings := settingsIn(t.TempDir(), copyOf(t))
			here, there := openProduct(t, settings), openProduct(t, settings)
			here.newProject(t, "Kanal")
			upload := here.uploaded(t, "csm", "cv.pdf", []byte(minimalPDF))
			for _, fetch := range []struct{ request, want string }{
				{
					here.ticket(t, "csm", "project", `{"format":"csv","columns":["title"],"filters":{"title":"kan"}}`),
					"title\r\nKanal\r\n",
				},
				{here.downloadPath(t, "csm", "resource/"+upload+"/ticket", ""), minimalPDF},
			} {
				there.expect(t, "", fetch.request, "", 200, fetch.want)
				here.expect(t, "", fetch.request, "", 404, "NOT_FOUND")
			}
			late := here.ticket(t, "csm", "project", `{"format":"csv"}`)
			err := here.DB.Write(t.Context(), func(ctx context.Context) error {
				_, err := here.DB.Exec(ctx, "UPDATE tickets SET until = until - 60001")
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			there.expect(t, "", late, "", 404, "NOT_FOUND")
		})
	}
}

// What a person may do is asked again when the file is fetched.
func TestExport_RightsChangedBeforeDownload_AreCheckedAgain(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.newProject(t, "Secret")
		body := `{"format":"csv","columns":["title"]}`
		moved := p.ticket(t, "csm", "project", body)
		scoped := p.ticket(t, "scoped", "project", body)
		id, version := p.account(t, "csm")
		p.expect(t, "config", fmt.Sprintf("PUT /api/admin/%d", id), fmt.Sprintf(`{"roles":["b"],"version":%d}`, version), 200,
			`"b"`)
		p.expect(t, "", moved, "", 403, `project.read`)
		p.expect(t, "scoped", "POST /api/logout", "{}", 204, "")
		p.expect(t, "", scoped, "", 401, "UNAUTHENTICATED")
	})
}

func (p *product) account(t *testing.T, who string) (id, version int) {
	t.Helper()
	found := p.expect(t, "config", "GET /api/admin?email="+who, "", 200, "results").json(t)["results"].([]any)
	for _, x := range found {
		if a := x.(map[string]any); a["email"] == who+"@poolkeeper.example" {
			return int(a["id"].(float64)), int(a["version"].(float64))
		}
	}
	t.Fatalf("no account %s in %v", who, found)
	return 0, 0
}

// Programs count on names and codes; people get the words of their screens when they name their language.
func TestExport_ReaderNamesALanguage_UsesItsTexts(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.newProject(t, "Kanal")
		names := "title,status,publicVisible,assignmentPeriodStart\r\nKanal,ACTIVE,false,\r\n"
		english := "\uFEFFTitle,Status,Public job list,Period start\r\nKanal,Active,No,\r\n"
		for parameters, want := range map[string]string{
			``:                                      names,
			`,"locale":"de"`:                        names,
			`,"headings":"names"`:                   names,
			`,"headings":"labels"`:                  english,
			`,"headings":"labels","locale":"en"`:    english,
			`,"headings":"labels","locale":"de"`:    "\uFEFFTitel,Status,Öffentliche Stellenliste,Beginn\r\nKanal,Aktiv,Nein,\r\n",
			`,"headings":"labels","locale":"fr-CH"`: english,
		} {
			fetch := p.ticket(t, "csm", "project",
				`{"format":"csv","columns":["title","status","publicVisible","assignmentPeriodStart"]`+parameters+`}`)
			if got := p.expect(t, "", fetch, "", 200, ""); string(got.body) != want {
				t.Errorf("%q: %q, want %q", parameters, got.body, want)
			}
		}
	})
}

// What the log tells of is named as its filters name it.
func TestExport_AuditLogWithHeadings_UsesLabels(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.newProject(t, "Kanal")
	fetch := p.ticket(t, "all", "audit",
		`{"format":"csv","filters":{"entity":"project"},"columns":["entity","action","actor","changed"],"headings":"labels","locale":"de"}`)
	want := "\uFEFFArt des Datensatzes,Aktion,Wer,Geänderte Felder\r\nProjekt,Angelegt,"
	got := string(p.expect(t, "", fetch, "", 200, "").body)
	if !strings.HasPrefix(got, want) || !strings.Contains(got, "Clara Sommer") ||
		!strings.Contains(got, "Kennung, Titel, Kunde") {
		t.Errorf("%q, want it to begin with %q", got, want)
	}
}

// A file holds everything that matches, in its order, however many chunks it is read in.
func TestExport_ManyRecords_ContainsEachInOrder(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		const records = 3456
		err := p.DB.Write(t.Context(), func(ctx context.Context) error {
			_, err := p.DB.Exec(ctx, `
				WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
				INSERT INTO skills (handle, version, created, created_by, last_updated, last_updated_by, client_id, name, name_fold, level, hot)
				SELECT 'S-' || i, 1, i, '', i, '', 1, 'Skill ' || (i * 7919 % 10007), 'skill ' || (i * 7919 % 10007), i % 3, 0 FROM n`, records)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		id := func(line string) string { return fmt.Sprintf("%6s", cell(line, 0)) }
		name := func(line string) string { return cell(line, 1) }
		for order, key := range map[string]func(line string) string{
			"id:asc": id, "id:desc": id, "name:asc": name,
			"name:desc": name,
		} {
			fetch := p.ticket(t, "content", "skill", `{"format":"csv","columns":["id","name"],"s":"`+order+`"}`)
			lines := strings.Split(strings.TrimSpace(string(p.expect(t, "", fetch, "", 200, "").body)), "\r\n")[1:]
			if strings.HasSuffix(order, "desc") {
				slices.Reverse(lines)
			}
			if !slices.IsSortedFunc(lines, func(a, b string) int { return strings.Compare(key(a), key(b)) }) {
				t.Errorf("%s: not in order", order)
			}
			slices.Sort(lines)
			if n := len(slices.Compact(lines)); n != records {
				t.Errorf("%s: %d different records, want %d", order, n, records)
			}
		}
	}, example.Extension)
}

func cell(line string, n int) string { return strings.Split(line, ",")[n] }

// onFirst calls do when the first bytes come, and then takes them.
type onFirst struct {
	bytes.Buffer
	do func()
}

func (w *onFirst) Write(b []byte) (int, error) {
	if w.do != nil {
		do := w.do
		w.do = nil
		do()
	}
	return w.Buffer.Write(b)
}

// A chunk may have grown to three by the time it is read: what comes to match while a file is written is in it, in
// order and once.
func TestExport_RecordsMatchingDuringTheExport_AreIncludedOnce(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		change := func(statement string) {
			err := p.DB.Write(t.Context(), func(ctx context.Context) error {
				_, err := p.DB.Exec(ctx, statement)
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
		change(`
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
			INSERT INTO skills (handle, version, created, created_by, last_updated, last_updated_by, client_id, name, name_fold, level, hot)
			SELECT 'S-' || i, 1, i, '', i, '', 1, 'Skill', 'skill', 1, 0 FROM n`)
		for order, last := range map[string]string{"asc": "id > 9000", "desc": "id <= 3000"} {
			change("UPDATE skills SET hot = CASE WHEN id % 3 = 0 THEN 1 ELSE 0 END")
			ctx := role.AsSystem(t.Context(), "test")
			file, err := p.Registry.Named("skill").Requested(ctx,
				[]byte(`{"format":"csv","columns":["id"],"filters":{"hot":true},"s":"id:`+order+`"}`))
			if err != nil {
				t.Fatal(err)
			}
			// the last of four chunks, which is read after the first is written
			w := &onFirst{do: func() { change("UPDATE skills SET hot = 1 WHERE " + last) }}
			if err := file.Stream(ctx, w); err != nil {
				t.Fatal(err)
			}
			var want []string
			for id := range 12000 + 1 {
				grown := order == "asc" && id > 9003 || order == "desc" && id > 3 && id < 3000
				if id > 0 && (id%3 == 0 || grown) {
					want = append(want, strconv.Itoa(id))
				}
			}
			if order == "desc" {
				slices.Reverse(want)
			}
			if got := strings.Split(strings.TrimSpace(w.String()), "\r\n")[1:]; !slices.Equal(got, want) {
				t.Errorf("%s: %d records, want the %d that match in their order", order, len(got), len(want))
			}
		}
	}, example.Extension)
}

func TestExport_InvalidRequest_IsRefusedLikeAList(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t), example.Extension)
	for body, want := range map[string]string{
		`{"format":"pdf"}`:                                         "format",
		`{"format":"csv","columns":["nope"]}`:                      "columns",
		`{"format":"csv","filters":{"nope":1}}`:                    `"filters.nope":["error.unknownField"]`,
		`{"format":"csv","filters":{"hot":"maybe"}}`:               `"filters.hot":["validation.boolean"]`,
		`{"format":"csv","filters":{"name":{"a":1}}}`:              `"filters.name":["validation.text"]`,
		`{"format":"csv","filters":{"limit":1}}`:                   "error.unknownField",
		`{"format":"csv","s":"nope"}`:                              "validation.sort",
		`{"format":"csv","locale":"German"}`:                       "validation.locale",
		`{"format":"csv","headings":"both"}`:                       `"headings":["validation.`,
		`{"format":"xlsx","columns":["name","name"],"surprise":1}`: "error.unknownField",
	} {
		p.expect(t, "content", "POST /api/export/skill", body, 422, want)
	}
}

// Every column of a file for people has a title of its own, and none shows codes.
func TestExport_FileForPeople_ShowsNoCodes(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.newApplication(t, p.newProject(t, "Canal"), "Ada")
		for locale, want := range map[string]string{
			"en": "\uFEFFClient (ID),Client,Applications\r\n1,Norrsken Bank,Unconfirmed 1\r\n",
			"de": "\uFEFFKunde (ID),Kunde,Bewerbungen\r\n1,Norrsken Bank,Unbestätigt 1\r\n",
		} {
			body := fmt.Sprintf(
				`{"format":"csv","headings":"labels","locale":%q,"columns":["clientId","clientName","applicationCounts"]}`, locale)
			if got := string(p.expect(t, "", p.ticket(t, "csm", "project", body), "", 200, "").body); got != want {
				t.Errorf("%s: %q, want %q", locale, got, want)
			}
		}
	})
}
