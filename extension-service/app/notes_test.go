package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// newNote writes a note beside a record and returns its id.
func (p *product) newNote(t *testing.T, who, record, more string) int64 {
	t.Helper()
	entity, id, _ := strings.Cut(record, "/")
	body := fmt.Sprintf(`{"entity":%q,"entityId":%s%s}`, entity, id, more)
	return int64(p.expect(t, who, "POST /api/note", body, 201, "").json(t)["id"].(float64))
}

// notesOf are the texts of the notes beside a record, as somebody reads them, the newest first.
func (p *product) notesOf(t *testing.T, who, record string) (out []string) {
	t.Helper()
	entity, id, _ := strings.Cut(record, "/")
	var list struct{ Results []struct{ Text string } }
	got := p.expect(t, who, "GET /api/note/beside?entity="+entity+"&entityId="+id, "", 200, "")
	if err := json.Unmarshal(got.body, &list); err != nil {
		t.Fatal(err)
	}
	for _, one := range list.Results {
		out = append(out, one.Text)
	}
	return out
}

// staffID is the id of a demo account.
func (p *product) staffID(t *testing.T, who string) int {
	t.Helper()
	id, _ := p.account(t, who)
	return id
}

func TestNotes_ReaderOfTheRecord_WritesAndItsAuthorEditsAndDeletes(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		record := fmt.Sprint("project/", p.newProject(t, "Welder"))
		id := p.newNote(t, "csm", record, `,"text":" Call on Monday "`)
		at := fmt.Sprint("/api/note/", id)
		p.expect(t, "all", "PUT "+at, `{"text":"Call on Tuesday"}`, 200, `"text":"Call on Tuesday"`) // administers accounts
		p.expect(t, "scoped", "PUT "+at, `{"text":"Mine"}`, 403, "FORBIDDEN")
		p.expect(t, "scoped", "DELETE "+at, "", 403, "FORBIDDEN")
		p.expect(t, "csm", "PUT "+at, `{"text":"Call on Friday"}`, 200, `"editedAt":"`)
		p.expect(t, "csm", "GET /api/history/note/"+fmt.Sprint(id), "", 200, `"text":"Call on Tuesday"`)
		p.expect(t, "csm", "DELETE "+at, "", 200, "note.deleted")
		if left := p.notesOf(t, "csm", record); len(left) > 0 {
			t.Errorf("still there: %v", left)
		}
		p.expect(t, "csm", fmt.Sprint("POST /api/undo/note/delete/", id), "", 200, `"state":"NOTE"`)
		if left := p.notesOf(t, "scoped", record); len(left) != 1 || left[0] != "Call on Friday" {
			t.Errorf("back are %v", left)
		}
	})
}

func TestNotes_WrongInput_IsRefusedAtItsField(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	project := p.newProject(t, "Welder")
	tech := p.staffID(t, "tech")
	for name, tc := range map[string]struct{ more, want string }{
		"no text": {`"text":"  "`, `"text":["validation.required"]`},
		"text of 5001 characters": {
			fmt.Sprintf(`"text":%q`, strings.Repeat("ä", 5001)),
			`"text":["validation.max"]`,
		},
		"no such record": {`"text":"x","entityId":999999`, `"entityId":["validation.reference"]`},
		"records without notes": {
			`"text":"x","entity":"pool","entityId":1`,
			`"entityId":["validation.reference"]`,
		},
		"no date": {`"text":"x","dueOn":"2026-02-30"`, `"dueOn":["validation.`},
		"assigned to who may not read it": {
			fmt.Sprintf(`"text":"x","assigneeId":%d`, tech),
			`"assigneeId":["validation.staff"]`,
		},
		"assigned to nobody":               {`"text":"x","assigneeId":999999`, `"assigneeId":["validation.staff"]`},
		"mentions who may not read it":     {fmt.Sprintf(`"text":"ask @[%d]"`, tech), `"text":["note.mentionCannotRead"]`},
		"mentions an account there is not": {`"text":"ask @[999999]"`, `"text":["note.mentionCannotRead"]`},
	} {
		body := fmt.Sprintf(`{"entity":"project","entityId":%d,%s}`, project, tc.more)
		if strings.Contains(tc.more, "entityId") {
			body = fmt.Sprintf(`{"entity":"project",%s}`, tc.more)
		}
		if strings.Contains(tc.more, `"entity"`) {
			body = "{" + tc.more + "}"
		}
		if got := p.expect(t, "csm", "POST /api/note", body, 422, tc.want); t.Failed() {
			t.Fatalf("%s: %s", name, got.body)
		}
	}
	p.expect(t, "csm", "POST /api/note", fmt.Sprintf(`{"entity":"project","entityId":%d,"text":%q}`, project,
		strings.Repeat("ä", 5000)), 201, "")
}

// Whoever may not read a record meets its notes on no path: neither somebody limited to another client nor a role
// without the records.
func TestNotes_RecordOutsideTheScope_AreNotFoundOnAnyPath(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
		made := p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Hidden treasure","clientId":2}}`, 201,
			"")
		record := fmt.Sprintf("project/%.0f", made.json(t)["id"])
		_, project, _ := strings.Cut(record, "/")
		id := p.newNote(t, "csm", record, `,"text":"Kestrel nest","dueOn":"2026-01-31"`)
		beside := "GET /api/note/beside?entity=project&entityId=" + project
		at := fmt.Sprint("/api/note/", id)
		p.expect(t, "scoped", beside, "", 404, "NOT_FOUND")
		p.expect(t, "tech", beside, "", 403, "project.read")
		p.expect(t, "scoped", "POST /api/note", fmt.Sprintf(`{"entity":"project","entityId":%s,"text":"x"}`, project), 422,
			`"entityId":["validation.reference"]`)
		p.expect(t, "tech", "POST /api/note", fmt.Sprintf(`{"entity":"project","entityId":%s,"text":"x"}`, project), 403,
			"project.read")
		p.expect(t, "scoped", "GET /api/note/people?entity=project&entityId="+project, "", 404, "NOT_FOUND")
		for _, who := range []string{"scoped", "tech"} {
			for _, one := range []struct {
				request, body string
				status        int
				want          string
			}{
				{"GET /api/note", "", 200, `"totalResults":0`},
				{"GET /api/note?text=kestrel", "", 200, `"totalResults":0`},
				{"GET /api/note?deleted=true", "", 200, `"totalResults":0`},
				{fmt.Sprint("GET /api/note?id=", id), "", 200, `"totalResults":0`},
				{"POST /api/dbSearch/note", `{"filters":{"text":"kestrel"}}`, 200, `"totalResults":0`},
				{"GET /api/note/mine", "", 200, `"totalResults":0`},
				{"GET /api/find?q=kestrel", "", 200, `"results":[]`},
				{"GET " + at, "", 404, "NOT_FOUND"},
				{"PUT " + at, `{"text":"Mine"}`, 404, "NOT_FOUND"},
				{"DELETE " + at, "", 404, "NOT_FOUND"},
				{"POST " + at + "/complete", "{}", 404, "NOT_FOUND"},
				{"POST " + at + "/reopen", "{}", 404, "NOT_FOUND"},
				{"POST " + at + "/snooze", `{"dueOn":"2027-01-01"}`, 404, "NOT_FOUND"},
				{"POST " + at + "/restore", "{}", 404, "NOT_FOUND"},
				{fmt.Sprint("POST /api/undo/note/delete/", id), "{}", 404, "NOT_FOUND"},
				{fmt.Sprint("GET /api/history/note/", id), "", 404, "NOT_FOUND"},
				{
					"POST /api/bulk/note/complete", fmt.Sprintf(`{"filters":{"id":[%d]},"input":{}}`, id), 200,
					`"allowed":false,"code":"NOT_FOUND"`,
				},
			} {
				p.expect(t, who, one.request, one.body, one.status, one.want)
			}
			if file := p.ticket(t, who, "note", `{"format":"csv","filters":{}}`); strings.Contains(file, "estrel") {
				t.Errorf("the export of %s holds it: %s", who, file)
			}
		}
		if got := p.notesOf(t, "csm", record); len(got) != 1 {
			t.Errorf("its reader sees %v", got)
		}
	})
}

func TestNotes_Task_IsDoneMovedAndUndone(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		record := fmt.Sprint("project/", p.newProject(t, "Welder"))
		late := p.newNote(t, "csm", record, `,"text":"Ask again","dueOn":"2026-01-31"`) // assigned to its author
		p.newNote(t, "csm", record, `,"text":"Ask first","dueOn":"2026-01-30"`)
		p.newNote(t, "scoped", record, fmt.Sprintf(`,"text":"Of somebody else","assigneeId":%d`, p.staffID(t, "scoped")))
		at := fmt.Sprint("/api/note/", late)
		mine := string(p.expect(t, "csm", "GET /api/note/mine?s=dueOn:asc", "", 200, `"totalResults":2`).body)
		if strings.Index(mine, "Ask first") > strings.Index(mine, "Ask again") {
			t.Errorf("the later one is first: %s", mine)
		}
		p.expect(t, "csm", "GET /api/dashboard", "", 200, `"key":"myTasks","count":2`)
		p.expect(t, "csm", "POST "+at+"/snooze", `{"dueOn":"2026-02-07"}`, 200, `"dueOn":"2026-02-07"`)
		p.expect(t, "csm", fmt.Sprint("POST /api/undo/note/snooze/", late), "", 200, `"dueOn":"2026-01-31"`)
		p.expect(t, "scoped", "POST "+at+"/complete", "{}", 200, `"state":"DONE"`) // whoever sees it may have done it
		p.expect(t, "csm", "GET /api/note/mine", "", 200, `"totalResults":1`)
		p.expect(t, "scoped", fmt.Sprint("POST /api/undo/note/complete/", late), "", 200, `"state":"OPEN"`)
		p.expect(t, "csm", "PUT "+at, `{"assigneeId":null,"dueOn":null}`, 200, `"state":"NOTE"`)
	})
}

func TestNotes_Mention_SendsOneMail(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		record := fmt.Sprint("project/", p.newProject(t, "Welder"))
		scoped, csm := p.staffID(t, "scoped"), p.staffID(t, "csm")
		_, project, _ := strings.Cut(record, "/")
		offered := p.expect(t, "csm", "GET /api/note/people?entity=project&entityId="+project, "", 200,
			fmt.Sprintf(`"id":%d`, scoped))
		if strings.Contains(string(offered.body), fmt.Sprintf(`"id":%d,`, p.staffID(t, "tech"))) {
			t.Errorf("offered is somebody who cannot read it: %s", offered.body)
		}
		id := p.newNote(t, "csm", record, fmt.Sprintf(`,"text":"@[%d] and @[%d]: look"`, scoped, csm))
		p.expect(t, "csm", fmt.Sprint("PUT /api/note/", id), fmt.Sprintf(`{"text":"@[%d], look again"}`, scoped), 200,
			fmt.Sprintf(`"mentions":[{"id":%d,"name":`, scoped))
		p.expect(t, "tech", "GET /api/mails?template=note.mention", "", 200, `"totalResults":1`)
	})
}

func TestNotes_MorningDigest_NamesDueTasksOnly(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	record := fmt.Sprint("project/", p.newProject(t, "Welder"))
	p.newNote(t, "csm", record, `,"text":"Secret of Quillfeather","dueOn":"2026-01-31"`)
	p.newNote(t, "csm", record, `,"text":"Later","dueOn":"2999-01-31"`)
	p.newNote(t, "csm", record, fmt.Sprintf(`,"text":"Any day","assigneeId":%d`, p.staffID(t, "csm")))
	counts, err := p.RunScheduled(t.Context(), "note.digest", false)
	if err != nil || counts["dueTasks"] != 1 || counts["told"] != 1 {
		t.Fatalf("counted %v, %v", counts, err)
	}
	mail := p.expect(t, "all", "GET /api/mails?template=note.digest", "", 200, `"count":"1"`)
	if strings.Contains(string(mail.body), "Quillfeather") {
		t.Errorf("the mail tells what the note says: %s", mail.body)
	}
}

func TestNotes_RecordInTheTrash_RetainsThemAndAcceptsNoMore(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		project := p.newProject(t, "Welder")
		record := fmt.Sprint("project/", project)
		p.newNote(t, "csm", record, `,"text":"Kept"`)
		p.expect(t, "csm", fmt.Sprintf("DELETE /api/project/%d?reason=OTHER&comment=mistake", project), "", 200, "")
		p.expect(t, "csm", "POST /api/note", fmt.Sprintf(`{"entity":"project","entityId":%d,"text":"More"}`, project), 409,
			"NOT_EDITABLE")
		if left := p.notesOf(t, "csm", record); len(left) != 1 {
			t.Errorf("left are %v", left)
		}
		p.change(t, "UPDATE projects SET deleted_at = 1 WHERE id = $1", project)
		if _, err := p.RunScheduled(t.Context(), "retention.purgeDeleted", false); err != nil {
			t.Fatal(err)
		}
		p.expect(t, "csm", "GET /api/note", "", 200, `"totalResults":0`)
	})
}

func TestNotes_PersonIsMergedExportedAndErased_FollowThePerson(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		target, part := p.newPerson(t, "Xaverine", "Byron"), p.newPerson(t, "Xaverina", "Byron")
		id := p.newNote(t, "csm", fmt.Sprintf("freelancer/%v", part["id"]), `,"text":"Quillfeather prefers mornings"`)
		p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/merge", target["id"]),
			fmt.Sprintf(`{"otherId":%v,"dryRun":false}`, part["id"]), 200, "")
		if got := p.notesOf(t, "csm", fmt.Sprintf("freelancer/%v", target["id"])); len(got) != 1 {
			t.Errorf("beside the one that stays: %v", got)
		}
		made := p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/export", target["id"]), `{"reason":"Asked by mail"}`,
			202, "").json(t)
		job := p.finished(t, "csm", fmt.Sprint(made["statusUrl"]))
		if data := string(p.unpacked(t, fmt.Sprint(job["resourceId"]))["data.json"]); !strings.Contains(data,
			"prefers mornings") || strings.Contains(data, "authorId") {
			t.Errorf("the export holds %s", data)
		}
		p.erased(t, fmt.Sprint("/api/freelancer/", target["id"]))
		p.expect(t, "csm", fmt.Sprint("GET /api/note/", id), "", 404, "NOT_FOUND")
		if found := p.traces(t); len(found) > 0 {
			t.Errorf("left: %s", strings.Join(found, "\n"))
		}
		if found := p.filesWithName(t); len(found) > 0 {
			t.Errorf("left in databases: %s", strings.Join(found, "\n"))
		}
	})
}

// A note beside an application is about the person who applies, and goes with them.
func TestNotes_BesideAnApplication_AreErasedWithItsPerson(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.runWorkers(t)
	application := p.newApplication(t, p.newProject(t, "Welder"), "Xaverine")
	made := p.expect(t, "csm", fmt.Sprint("GET /api/projectApplication/", application), "", 200, "").json(t)
	id := p.newNote(t, "csm", fmt.Sprint("application/", application), `,"text":"Quillfeather prefers mornings"`)
	p.expect(t, "csm", fmt.Sprint("GET /api/note/", id), "", 200, fmt.Sprintf(`"freelancerId":%v`, made["freelancerId"]))
	p.erased(t, fmt.Sprint("/api/freelancer/", made["freelancerId"]))
	p.expect(t, "csm", fmt.Sprint("GET /api/note/", id), "", 404, "NOT_FOUND")
}

func TestNotes_BesideARecord_AreNarrowedToOneState(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	record := fmt.Sprint("project/", p.newProject(t, "Welder"))
	p.newNote(t, "csm", record, `,"text":"Plain"`)
	p.newNote(t, "csm", record, `,"text":"Ask again","dueOn":"2026-01-31"`)
	_, id, _ := strings.Cut(record, "/")
	beside := "GET /api/note/beside?entity=project&entityId=" + id
	p.expect(t, "csm", beside+"&state=OPEN", "", 200, `"totalResults":1`)
	p.expect(t, "csm", beside+"&state=DONE", "", 200, `"totalResults":0`)
	p.expect(t, "csm", beside+"&state=LATER", "", 422, "validation.")
}
