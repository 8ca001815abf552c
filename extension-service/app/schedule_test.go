package app_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// ran triggers a job and waits for the end of the run.
func (p *product) ran(t *testing.T, body string) map[string]any {
	t.Helper()
	got := p.expect(t, "tech", "POST /api/scheduler/trigger", body, 202, `"message":"cron.triggered"`).json(t)
	return p.polled(t, "tech", fmt.Sprint("/api/scheduler/run/", got["runId"]), "SUCCEEDED", "FAILED", "CANCELLED",
		"TIMED_OUT")
}

// change does something to the database behind the product's back.
func (p *product) change(t *testing.T, text string, args ...any) {
	t.Helper()
	err := p.DB.Write(t.Context(), func(ctx context.Context) error {
		_, err := p.DB.Exec(ctx, text, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestScheduler_Calls_ListRunAndChangeSchedules(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		p.expect(t, "csm", "GET /api/scheduler/list", "", 403, "cron.read")
		list := p.expect(t, "tech", "GET /api/scheduler/list", "", 200, `"name":"project.closeExpired"`).json(t)
		for _, one := range list["results"].([]any) {
			item := one.(map[string]any)
			if upcoming := item["upcoming"].([]any); len(upcoming) != 3 || item["timeZone"] != "UTC" ||
				item["nextRunAt"] != upcoming[0] {
				t.Errorf("item: %v", item)
			}
		}
		p.expect(t, "tech", "GET /api/scheduler/trigger?name=auth.cleanup", "", 422, "X-Requested-With")
		for site, status := range map[string]int{"cross-site": 422, "same-site": 422, "same-origin": 202} {
			if got := p.call(t, "tech", "GET", "/api/scheduler/trigger?name=auth.cleanup", "", "X-Requested-With", "panel",
				"Sec-Fetch-Site", site); got.status != status || got.header.Get("Cache-Control") != "no-store" {
				t.Errorf("from %s: %d %s %s", site, got.status, got.header.Get("Cache-Control"), got.body)
			}
		}
		p.awaitAnswer(t, "tech", "/api/scheduler/run?name=auth.cleanup", func(got answer) bool {
			return strings.Contains(string(got.body), `"state":"SUCCEEDED"`)
		})
		p.expect(t, "tech", "GET /api/scheduler/trigger?name=auth.nothing", "", 422, "")
		p.expect(t, "tech", "POST /api/scheduler/trigger", `{"name":"auth.nothing"}`, 404, "UNKNOWN_JOB")
		run := p.ran(t, `{"name":"project.closeExpired","params":{"limit":7},"dryRun":true}`)
		if run["dryRun"] != true || run["messageKey"] != "cron.result.dryRun" ||
			fmt.Sprint(run["params"]) != "map[limit:7]" || run["trigger"] != "MANUAL" {
			t.Errorf("dry run: %v", run)
		}
		p.expect(t, "tech", "GET /api/audit?entity=scheduledJob", "", 200, `"action":"cron.trigger"`)
		p.expect(t, "config", "PUT /api/scheduler/auth.cleanup/pause", `{"reason":"not mine"}`, 403, "cron.manage")
		p.expect(t, "tech", "PUT /api/scheduler/auth.cleanup/pause", `{"reason":"while we look"}`, 200,
			`"pauseReason":"while we look"`)
		p.expect(t, "tech", "PUT /api/scheduler/auth.cleanup/resume", "", 200, `"enabled":true`)
	})
}

// Projects whose time is over are closed where their client is, and others stay open.
func TestProjects_PastTheirEnd_AreClosed(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		day := func(days int) string { return time.Now().UTC().AddDate(0, 0, days).Format(time.DateOnly) }
		for title, field := range map[string]string{
			"ended": "assignmentPeriodEnd", "open": "assignmentPeriodEnd", "old deadline": "applicationDeadline",
			"deadline": "applicationDeadline", "neither": "",
		} {
			body := fmt.Sprintf(`{"dataObj":{"title":%q,"clientId":1}}`, title)
			id := p.expect(t, "csm", "POST /napi/create/project", body, 201, `"id"`).json(t)["id"]
			if days := map[string]int{"ended": -2, "open": 2, "old deadline": -33, "deadline": -10}[title]; field != "" {
				column := map[string]string{
					"assignmentPeriodEnd": "assignment_period_end",
					"applicationDeadline": "application_deadline",
				}[field]
				p.change(t, "UPDATE projects SET "+column+" = $1 WHERE id = $2", day(days), id)
			}
		}
		dry := p.ran(t, `{"name":"project.closeExpired","dryRun":true}`)
		if fmt.Sprint(dry["summary"]) != "map[checked:2 closed:2]" {
			t.Errorf("dry run: %v", dry["summary"])
		}
		p.expect(t, "csm", "GET /api/project?status=ACTIVE", "", 200, `"totalResults":5`)
		run := p.ran(t, `{"name":"project.closeExpired"}`)
		if fmt.Sprint(run["summary"]) != "map[checked:2 closed:2]" ||
			!strings.Contains(fmt.Sprint(run["lines"]), "closed, EXPIRED") {
			t.Errorf("run: %v", run)
		}
		id := p.expect(t, "csm", "GET /api/project?status=CLOSED", "", 200,
			`"totalResults":2`).json(t)["results"].([]any)[0].(map[string]any)["id"]
		p.expect(t, "csm", fmt.Sprint("GET /api/project/", id), "", 200, `"statusReason":"EXPIRED"`)
		p.expect(t, "csm", fmt.Sprint("GET /api/history/project/", id), "", 200, fmt.Sprintf(`"batchId":%q`, run["runId"]))
		if again := p.ran(t, `{"name":"project.closeExpired"}`); fmt.Sprint(again["summary"]) != "map[checked:0]" {
			t.Errorf("again: %v", again["summary"])
		}
	})
}

// Who does not confirm is reminded on the third and the tenth day, once each, and withdrawn after two weeks.
func TestApplications_Unconfirmed_AreRemindedAndWithdrawn(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		project := p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Crane","clientId":1}}`, 201,
			"").json(t)["id"]
		person := p.expect(t, "csm", "POST /api/freelancer",
			`{"firstName":"Ida","lastName":"Brandt","email":"ida@brandt.example"}`, 201, "").json(t)["id"]
		a := p.expect(t, "csm", "POST /api/projectApplication",
			fmt.Sprintf(`{"projectId":%v,"freelancerId":%v}`, project, person), 201, `"status":"uc"`).json(t)["id"]
		mails := func(want int) {
			t.Helper()
			p.expect(t, "csm", fmt.Sprintf("GET /api/mail?entity=application&id=%v", a), "", 200,
				fmt.Sprintf(`"totalResults":%d`, want))
		}
		mails(1)
		for _, tc := range []struct {
			passed, mails int
			counted       string
		}{
			{2, 1, "map[checked:0]"},
			{2, 2, "map[checked:1 reminded:1]"},
			{0, 2, "map[checked:1]"},
			{7, 3, "map[checked:1 reminded:1]"},
			{2, 3, "map[checked:1]"},
			{2, 3, "map[checked:1 expired:1]"},
			{1, 3, "map[checked:0]"},
		} {
			for _, table := range []string{"mails", "applications"} {
				p.change(t, "UPDATE "+table+" SET created = created - $1",
					(time.Duration(tc.passed) * 24 * time.Hour).Milliseconds())
			}
			if run := p.ran(t, `{"name":"application.expireUnconfirmed"}`); fmt.Sprint(run["summary"]) != tc.counted {
				t.Errorf("%d days later: %v %v, want %s", tc.passed, run["summary"], run["lines"], tc.counted)
			}
			mails(tc.mails)
		}
		p.expect(t, "csm", fmt.Sprint("GET /api/projectApplication/", a), "", 200, `"statusReason":"UNCONFIRMED_EXPIRED"`)
	})
}
