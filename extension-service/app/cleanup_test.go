package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// An upload that no record names goes after a week, and one that a record names stays; trying it out removes nothing.
func TestCleanup_UnreferencedUploads_AreRemovedAfterAWeek(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		project := p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Crane","clientId":1}}`, 201,
			"").json(t)["id"]
		person := p.person(t, "Ida", "Brandt", "ida@brandt.example")
		named, lost, young := p.uploaded(t, "csm", "cv.pdf", []byte(minimalPDF)),
			p.uploaded(t, "csm", "lost.pdf", []byte(minimalPDF+"\n")),
			p.uploaded(t, "csm", "young.pdf", []byte(minimalPDF+"\n\n"))
		p.expect(t, "csm", "POST /api/projectApplication",
			fmt.Sprintf(`{"projectId":%v,"freelancerId":%v,"cvResourceId":%q}`, project, person, named), 201, "")
		p.change(t, "UPDATE resources SET created = created - $1 WHERE id <> $2",
			(7*24*time.Hour + time.Minute).Milliseconds(), young)
		for _, step := range []struct {
			body, want string
			left       int
		}{
			{`{"name":"resource.orphanCleanup","dryRun":true}`, "checked:1 removed:1", 200},
			{`{"name":"resource.orphanCleanup"}`, "checked:1 leftovers:0 removed:1", 404},
			{`{"name":"resource.orphanCleanup"}`, "checked:0 leftovers:0 removed:0", 404},
		} {
			if run := p.ran(t, step.body); run["state"] != "SUCCEEDED" || fmt.Sprint(run["summary"]) != "map["+step.want+"]" {
				t.Errorf("%s: %v %v %v, want %s", step.body, run["state"], run["summary"], run["error"], step.want)
			}
			for id, status := range map[string]int{named: 200, young: 200, lost: step.left} {
				p.expect(t, "csm", "GET /api/resource/"+id, "", status, "")
			}
		}
	})
}

// What lets people in and has run out is removed every hour; what has not stays.
func TestCleanup_ExpiredSessions_AreRemoved(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		p.token(t, "csm")
		run := p.ran(t, `{"name":"auth.cleanup"}`)
		if text := fmt.Sprint(run["summary"]); run["state"] != "SUCCEEDED" || !strings.Contains(text, "sessions:0") {
			t.Errorf("while all are valid: %v %s %v", run["state"], text, run["error"])
		}
		p.token(t, "content")
		p.expect(t, "config", "PUT /api/setting/portal.url", `{"value":"https://portal.example/start"}`, 200, "")
		p.expect(t, "csm", "POST /api/impersonateFreelancer",
			fmt.Sprintf(`{"id":%d,"reason":"Cannot find her offer"}`, p.consenting(t, "Ida")), 200, "portal.example")
		p.change(t, "UPDATE staff_sessions SET idle_until = 1 WHERE staff_id = (SELECT id FROM staff WHERE email LIKE 'content@%')")
		p.change(t, "UPDATE impersonations SET code_until = 1")
		run = p.ran(t, `{"name":"auth.cleanup"}`)
		var left, codes, all int64
		_, err := p.DB.Row(t.Context(), []any{&left, &codes, &all}, `
			SELECT (SELECT count(*) FROM staff_sessions WHERE idle_until = 1), (SELECT count(*) FROM impersonations),
			       (SELECT count(*) FROM staff_sessions)`)
		if text := fmt.Sprint(run["summary"]); err != nil || left != 0 || codes != 0 || all == 0 ||
			strings.Contains(text, "sessions:0") {
			t.Errorf("%s, with %d sessions that have ended, %d codes and %d sessions left: %v", text, left, codes, all, err)
		}
		p.expect(t, "csm", "GET /api/project", "", 200, "")
	})
}

// Whoever is bound to another client joins a pool only where the setting lifts that, as the client or its legal entity
// says.
func TestPools_OwnershipRuleLifted_AcceptBoundFreelancers(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		other := p.expect(t, "config", "POST /api/client", `{"name":"Other","code":"OTHER","currency":"EUR"}`, 201,
			"").json(t)["id"]
		pool, person := p.newPool(t, "Experts"), p.consenting(t, "Ida")
		p.change(t, "UPDATE freelancers SET user_status = 'AC', email_verified_at = created WHERE id = $1", person)
		p.expect(t, "csm", "POST /api/boundClient", fmt.Sprintf(
			`{"freelancerId":%d,"scope":"client","clientId":%v,"note":"theirs"}`, person, other), 201, "")
		join := fmt.Sprintf("POST /api/pool/%d/member", pool)
		for _, step := range []struct {
			setting string
			status  int
			want    string
		}{
			{"false", 422, "pool.error.bound"},
			{"true", 201, `"status":"ACTIVE"`},
		} {
			p.expect(t, "config", "PUT /api/setting/ignoreOwnershipRestriction",
				fmt.Sprintf(`{"value":%s,"scope":"client","id":1}`, step.setting), 200, "")
			p.expect(t, "content", join, fmt.Sprintf(`{"freelancerId":%d}`, person), step.status, step.want)
		}
	})
}
