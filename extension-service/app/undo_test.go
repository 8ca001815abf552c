package app_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"
)

// statusFacts is what a record says of its status.
func (p *product) statusFacts(t *testing.T, path string) string {
	t.Helper()
	r := p.expect(t, "csm", "GET "+path, "", 200, "").json(t)
	return fmt.Sprint(r["status"], r["userStatus"], r["statusChangedAt"], r["statusChangedBy"], r["statusReason"],
		r["statusComment"], r["closedAt"])
}

// What says that it can be undone can be, and what is undone is as it was, down to since when; what could not go back
// says so before. Every class of change that people make to many records is tried: with a way back, without one, and
// with one that the rules bar.
func TestUndo_EveryClassOfBulkChange_RestoresAsPromised(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		open, over, paused := p.newProject(t, "Open"), p.newProject(t, "Over"), p.newProject(t, "Paused")
		applied := p.newApplication(t, open, "Noor")
		stuck := p.newApplication(t, paused, "Tomasz")
		p.expect(t, "csm", "POST /api/project/changeStatus", fmt.Sprintf(`{"id":%d,"status":"PAUSED"}`, paused), 200,
			"PAUSED")
		if err := p.DB.Write(t.Context(), func(ctx context.Context) error {
			_, err := p.DB.Exec(ctx, "UPDATE projects SET assignment_period_end = '2020-01-31' WHERE id = $1", over)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		var people [2]int64
		for i, name := range []string{"Willing", "Unasked"} {
			body := fmt.Sprintf(`{"firstName":%q,"lastName":"Quist","email":"%s@example.org"}`, name, name)
			people[i] = int64(p.expect(t, "csm", "POST /api/freelancer", body, 201, name).json(t)["id"].(float64))
			p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d/status", people[i]),
				`{"status":"AC","reason":"verified by phone"}`, 200, `"AC"`)
		}
		p.consents(t, people[0])
		for name, tc := range map[string]struct {
			path, call, input string
			back, stays       int64
		}{
			"projects that are paused, one past its end": {
				"/api/project", "project/changeStatus", `{"status":"PAUSED","reason":"BUDGET"}`, int64(open), int64(over),
			},
			"applications withdrawn, one of a paused project": {
				"/api/projectApplication", "application/changeStatus", `{"status":"w","reason":"RATE"}`, applied, stuck,
			},
			"freelancers deactivated, one without a consent": {
				"/api/freelancer", "freelancer/status", `{"status":"DE","reason":"CONSENT"}`, people[0], people[1],
			},
		} {
			before := p.statusFacts(t, fmt.Sprintf("%s/%d", tc.path, tc.back))
			call, ids := "POST /api/bulk/"+tc.call, fmt.Sprintf(`{"filters":{"id":[%d,%d]},"input":%s,"dryRun":`, tc.back,
				tc.stays, tc.input)
			p.expect(t, "csm", call, ids+"true}", 200, `"undoable":true,"noUndo":1,`)
			started := p.expect(t, "csm", call, ids+"false}", 202, "job_").json(t)
			status, isJob := started["statusUrl"].(string)
			if !isJob {
				t.Fatalf("%s: no job: %v", name, started)
			}
			done := p.polled(t, "csm", status, "COMPLETED")
			if done["undoable"] != 1.0 || done["canUndo"] != true {
				t.Errorf("%s: %v", name, done)
			}
			for _, row := range done["results"].([]any) {
				row := row.(map[string]any)
				if isBack := row["id"] == float64(tc.back); isBack != (row["canUndoUntil"] != nil) ||
					isBack == (row["noUndo"] != nil) {
					t.Errorf("%s: the promise for %v is %v", name, row["id"], row)
				}
			}
			p.expect(t, "csm", "POST "+status+"/undo", "", 200, "UNDOING")
			p.polled(t, "csm", status, "UNDONE")
			if now := p.statusFacts(t, fmt.Sprintf("%s/%d", tc.path, tc.back)); now != before {
				t.Errorf("%s: it was %s and is %s", name, before, now)
			}
		}
	})
}

// What ended with a project or a person and comes back with them has stood there since it stood there, when their
// change is undone.
func TestUndo_RecordsEndedAlong_AreRestoredExactly(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		project := p.newProject(t, "Crane driver")
		bid := p.newApplication(t, project, "Noor")
		at := fmt.Sprintf("/api/projectApplication/%d", bid)
		p.expect(t, "csm", "PUT "+at+"/status", `{"status":"a","reason":"TALENT_DECISION","comment":"said yes"}`, 200, `"a"`)
		person := int64(p.expect(t, "csm", "GET "+at, "", 200, "Noor").json(t)["freelancerId"].(float64))
		p.consents(t, person)
		before := p.statusFacts(t, at)
		for _, tc := range []struct{ call, input string }{
			{"project/changeStatus", fmt.Sprintf(
				`{"filters":{"id":[%d]},"input":{"status":"CLOSED","reason":"BUDGET"},"dryRun":false}`, project)},
			{"freelancer/status", fmt.Sprintf(`{"filters":{"id":[%d]},"input":{"status":"DE","reason":"rests"},"dryRun":false}`,
				person)},
		} {
			status := fmt.Sprint(p.expect(t, "csm", "POST /api/bulk/"+tc.call, tc.input, 202, "job_").json(t)["statusUrl"])
			p.polled(t, "csm", status, "COMPLETED")
			p.expect(t, "csm", "GET "+at, "", 200, `"status":"w"`)
			p.expect(t, "csm", "POST "+status+"/undo", "", 200, "UNDOING")
			p.polled(t, "csm", status, "UNDONE")
			if now := p.statusFacts(t, at); now != before {
				t.Errorf("%s: it was %s and is %s", tc.call, before, now)
			}
		}
	})
}

// A dialog that names a day until which a change can be undone has asked the rules that will be asked then.
func TestUndo_DayShownInADialog_FollowsTheRules(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		project := p.newProject(t, "Java developer")
		id := p.newApplication(t, project, "Noor")
		at := fmt.Sprintf("/api/projectApplication/%d", id)
		withdrawn := func() map[string]any {
			t.Helper()
			answer := p.expect(t, "csm", fmt.Sprintf("GET /api/projectApplication/possibleStatuses/%d", id), "", 200,
				"results").json(t)
			for _, each := range answer["results"].([]any) {
				if c := each.(map[string]any); c["value"] == "w" {
					return c
				}
			}
			t.Fatal("nobody can withdraw")
			return nil
		}
		if c := withdrawn(); c["allowed"] != true || c["undo"] != true || c["undoUntil"] == nil || c["undoTo"] != nil {
			t.Errorf("an unconfirmed application: %v", c)
		}
		p.expect(t, "csm", "POST /api/project/changeStatus", fmt.Sprintf(`{"id":%d,"status":"PAUSED"}`, project), 200,
			"PAUSED")
		if c := withdrawn(); c["allowed"] != true || c["undo"] != false || c["undoUntil"] != nil {
			t.Errorf("one of a paused project: %v", c)
		}
		p.expect(t, "csm", "PUT "+at+"/status", `{"status":"w","reason":"RATE"}`, 200, `"w"`)
		p.expect(t, "csm", "PUT "+at+"/status", `{"status":"uc","reason":"RATE"}`, 409, "projectInactive")
		p.expect(t, "csm", "POST /api/project/changeStatus",
			fmt.Sprintf(`{"id":%d,"status":"CLOSED","reason":"BUDGET"}`, project), 200, "CLOSED")
		p.expect(t, "csm", fmt.Sprintf("GET /api/project/possibleStatuses/%d", project), "", 200, `"value":"ACTIVE"`)
	})
}

// A deletion that is only tried says whether the record could be brought back, as the rules that will be asked then see
// it.
func TestDeletion_DryRun_ReportsWhetherItCanBeUndone(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		made := func(path, body string) string {
			t.Helper()
			return fmt.Sprintf("%s/%v", path, p.expect(t, "csm", "POST "+path, body, 201, `"id"`).json(t)["id"])
		}
		project := p.newProject(t, "Java developer")
		p.expect(t, "csm", "POST /api/project/changeStatus",
			fmt.Sprintf(`{"id":%d,"status":"CLOSED","reason":"BUDGET"}`, project), 200, "CLOSED")
		person := made("/api/freelancer", `{"firstName":"Ada","lastName":"Byron","email":"ada@example.org"}`)
		for path, reason := range map[string]string{
			fmt.Sprintf("/api/project/%d", project): "MISTAKE", person: "left us",
			made("/api/msp", `{"name":"Kvarnen","email":"hej@kvarnen.example"}`): "left us",
		} {
			tried := p.expect(t, "csm", "DELETE "+path+"?dryRun=true", fmt.Sprintf(`{"reason":%q}`, reason), 200,
				`"undo":true,"undoUntil":"`).json(t)
			if tried["noUndo"] != nil {
				t.Errorf("%s: %v", path, tried)
			}
			p.expect(t, "csm", "GET "+path, "", 200, `"deletedAt":null`)
		}
		forgotten := made("/api/freelancer", `{"firstName":"Bo","lastName":"Byron","email":"bo@example.org"}`)
		if err := p.DB.Write(t.Context(), func(ctx context.Context) error {
			_, err := p.DB.Exec(ctx, "UPDATE freelancers SET anonymised_at = 1 WHERE email = 'bo@example.org'")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		p.expect(t, "csm", "DELETE "+forgotten+"?dryRun=true", `{"reason":"left us"}`, 200,
			`"undo":false,"noUndo":{"code":"TRANSITION_NOT_ALLOWED"`)
	})
}

// What is taken back by mistake goes out with the rates it had, though the formulas have changed meanwhile.
func TestUndo_OfARecall_RestoresTheSentRates(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		p.expect(t, "config", "PUT /api/client/1", `{"sendChannel":"VMS"}`, 200, `"VMS"`)
		h := &history{product: p, t: t, project: p.newProject(t, "Ship's cook")}
		formula := func(pay string) {
			p.expect(t, "csm", fmt.Sprintf("PUT /api/rate/formula?scope=project&id=%d", h.project),
				fmt.Sprintf(`{"payRateFormula":%q,"applyTo":"NEW"}`, pay), 200, "")
		}
		formula("talentRate - 1")
		id := p.newApplication(t, h.project, "Noor")
		at := fmt.Sprintf("PUT /api/projectApplication/%d", id)
		h.ready(id)
		p.expect(t, "csm", at, `{"talentRate":85}`, 200, `"payRate":84`)
		p.expect(t, "csm", at+"/status", `{"status":"sp"}`, 200, `"sp"`)
		formula("talentRate")
		sent := h.read(id)
		started := p.expect(t, "csm", "POST /api/bulk/application/changeStatus",
			fmt.Sprintf(`{"filters":{"id":%d},"input":{"status":"a"},"dryRun":false}`, id), 202, "").json(t)
		p.finished(t, "csm", fmt.Sprint(started["statusUrl"]))
		if open := h.read(id); open.Status != "a" || open.PayRate.String() != "85" {
			t.Fatalf("taken back it is %+v", open)
		}
		p.expect(t, "csm", fmt.Sprintf("POST %v/undo", started["statusUrl"]), "", 200, "UNDOING")
		p.polled(t, "csm", fmt.Sprint(started["statusUrl"]), "UNDONE")
		if again := h.read(id); !reflect.DeepEqual(again, sent) {
			t.Errorf("it was %+v and is %+v", sent, again)
		}
	})
}
