package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/internal/test/stress"
)

// column is the texts of one, in the order of a statement.
func (p *product) column(t *testing.T, text string, args ...any) []string {
	t.Helper()
	out, err := p.DB.Texts(t.Context(), text, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// undone takes a job back and waits until that is over.
func (p *product) undone(t *testing.T, status string) {
	t.Helper()
	p.expect(t, "csm", "POST "+status+"/undo", "", 200, "UNDOING")
	p.polled(t, "csm", status, "UNDONE")
}

// A refusal of many that is taken back within the time its mails are held leaves every status as it was, and nobody
// hears of it.
func TestProveRefusals_ManyUndoneInTime_SendNoMail(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		project := p.newProject(t, "Java developer")
		size := stress.Size(20, 500)
		for n := range size {
			id := p.newApplication(t, project, fmt.Sprint("noor", n))
			if n%2 == 0 {
				p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%d/status", id),
					`{"status":"a","reason":"TALENT_DECISION"}`, 200, `"a"`)
			}
		}
		// those that ask to confirm
		p.change(t, "UPDATE mails SET state = 'SENT', sent_at = $1 WHERE state = 'QUEUED'", time.Now().UnixMilli())
		const statuses = "SELECT status || ' ' || status_changed_at || ' ' || coalesce(confirmed_at, 0) FROM applications ORDER BY id"
		before := p.column(t, statuses)
		had := len(p.column(t, "SELECT template FROM mails"))
		body := fmt.Sprintf(`{"filters":{"projectId":"%d"},"input":{"status":"rm","reason":"SKILLS"},"dryRun":false}`,
			project)
		status := fmt.Sprint(p.expect(t, "csm", "POST /api/bulk/application/changeStatus", body, 202,
			"job_").json(t)["statusUrl"])
		p.finished(t, "csm", status)
		if n := len(p.column(t,
			"SELECT template FROM mails WHERE template = 'application.rejected' AND state = 'QUEUED'")); n != size {
			t.Errorf("%d mails are held, want %d", n, size)
		}
		p.expect(t, "csm", "POST "+status+"/undo?dryRun=true", "", 200, `"partly":0`)
		p.undone(t, status)
		if after := p.column(t, statuses); strings.Join(after, "\n") != strings.Join(before, "\n") {
			t.Errorf("after: %v\nbefore: %v", after, before)
		}
		mails := p.column(t, "SELECT state || ' ' || reason FROM mails WHERE template = 'application.rejected'")
		for _, m := range mails {
			if m != "CANCELLED TAKEN_BACK" {
				t.Fatalf("a mail is %s", m)
			}
		}
		if now := len(p.column(t, "SELECT template FROM mails")); len(mails) != size || now != had+size {
			t.Errorf("%d refusals, %d mails, before there were %d", len(mails), now, had)
		}
	})
}

// Once the mail has left, the status still goes back, and it is said that the talent knows.
func TestRefusals_UndoneAfterTheMailWasSent_NameTheInformedFreelancer(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		project := p.newProject(t, "Java developer")
		informed := p.newApplication(t, project, "Noor")
		p.newApplication(t, project, "Tomasz")
		sent := func(where string) {
			p.change(t, "UPDATE mails SET state = 'SENT', sent_at = $1 WHERE state = 'QUEUED' AND "+where,
				time.Now().UnixMilli())
		}
		sent("template = 'application.confirm'")
		body := fmt.Sprintf(`{"filters":{"projectId":"%d"},"input":{"status":"rm","reason":"SKILLS"},"dryRun":false}`,
			project)
		status := fmt.Sprint(p.expect(t, "csm", "POST /api/bulk/application/changeStatus", body, 202,
			"job_").json(t)["statusUrl"])
		p.finished(t, "csm", status)
		sent(fmt.Sprint("template = 'application.rejected' AND entity_id = ", informed))
		p.expect(t, "csm", "POST "+status+"/undo?dryRun=true", "", 200, `"restored":2,"partly":1,`)
		p.undone(t, status)
		left := p.expect(t, "csm", "GET "+status+"?trouble=true", "", 200, `"application.refusalSent"`).json(t)
		if rows := left["results"].([]any); len(rows) != 1 || rows[0].(map[string]any)["id"] != float64(informed) {
			t.Errorf("named: %v", rows)
		}
		states := p.column(t, "SELECT status FROM applications ORDER BY id")
		again := p.column(t, "SELECT entity_id || '' FROM mails WHERE template = 'application.confirm' AND state = 'QUEUED'")
		if fmt.Sprint(states) != "[uc uc]" || fmt.Sprint(again) != fmt.Sprintf("[%d]", informed) {
			t.Errorf("statuses %v, asked again to confirm: %v", states, again)
		}
	})
}
