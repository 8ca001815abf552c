package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
)

// person makes a freelancer who has confirmed the address, and gives the id.
func (p *product) person(t *testing.T, first, last, email string) any {
	t.Helper()
	id := p.expect(t, "csm", "POST /api/freelancer",
		fmt.Sprintf(`{"firstName":%q,"lastName":%q,"email":%q,"force":true}`, first, last, email), 201, "").json(t)["id"]
	p.change(t, "UPDATE freelancers SET user_status = 'AC', email_verified_at = created WHERE id = $1", id)
	return id
}

// consentEnds sets when a consent ends.
func (p *product) consentEnds(t *testing.T, id any, days int) {
	t.Helper()
	c := freelancers.Consent{
		DataProcessingAt: time.Now().AddDate(-2, 0, 0),
		ValidUntil:       time.Now().Add(time.Duration(days) * 24 * time.Hour),
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	p.change(t, "UPDATE freelancers SET consent = $1 WHERE id = $2", string(text), id)
}

// A consent that ends is reminded of three times at most, and whose consent has ended is deactivated.
func TestConsents_NearTheirEnd_AreRemindedAndDeactivated(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		id := p.person(t, "Ida", "Brandt", "ida@brandt.example")
		p.person(t, "Nils", "Never", "nils@never.example") // whose consent says no end
		for _, tc := range []struct {
			left, aged int // days until the end, and by how many the mails are older than at the last run
			counted    string
		}{
			{40, 0, "map[checked:0]"},
			{29, 0, "map[checked:1 reminded:1]"},
			{28, 1, "map[checked:1]"},
			{13, 15, "map[checked:1 reminded:1]"},
			{2, 11, "map[checked:1 reminded:1]"},
			{1, 1, "map[checked:1]"},
			{-1, 2, "map[checked:1 ended:1]"},
			{-2, 1, "map[checked:0]"},
		} {
			p.consentEnds(t, id, tc.left)
			p.change(t, "UPDATE mails SET created = created - $1", (time.Duration(tc.aged) * 24 * time.Hour).Milliseconds())
			if run := p.ran(t, `{"name":"retention.consentReminder"}`); fmt.Sprint(run["summary"]) != tc.counted {
				t.Errorf("%d days before the end: %v %v, want %s", tc.left, run["summary"], run["lines"], tc.counted)
			}
		}
		p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", id), "", 200, `"userStatus":"DE"`)
	})
}

// Who never confirms goes into the trash after a month, and who has been there for a month is forgotten, unless a legal
// hold says no.
func TestPurge_UnconfirmedOrTrashedPeople_StopsAtALegalHold(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		month := time.Now().AddDate(0, 0, -31).UnixMilli()
		never := p.expect(t, "csm", "POST /api/freelancer",
			`{"firstName":"Nora","lastName":"Silent","email":"nora@silent.example"}`, 201, `"UV"`).json(t)["id"]
		p.change(t, "UPDATE freelancers SET created = $1, status_changed_at = $1 WHERE id = $2", month, never)
		gone, onHold := p.person(t, "Quill", "Feather", "quill@feather.example"),
			p.person(t, "Hanna", "Held", "hanna@held.example")
		for _, id := range []any{gone, onHold} {
			p.expect(t, "csm", fmt.Sprintf("DELETE /api/freelancer/%v?reason=OWN_REQUEST", id), "", 200, "")
			p.change(t, "UPDATE freelancers SET deleted_at = $1 WHERE id = $2", month, id)
		}
		p.change(t, "UPDATE freelancers SET legal_hold = 1 WHERE id = $1", onHold)
		for _, dry := range []bool{true, false} {
			run := p.ran(t, fmt.Sprintf(`{"name":"retention.purgeDeleted","dryRun":%t}`, dry))
			summary, _ := run["summary"].(map[string]any)
			if run["state"] != "SUCCEEDED" || summary["unverified"] != 1.0 || summary["anonymisedFreelancers"] != 1.0 {
				t.Errorf("dry run %t: %v %v %v", dry, run["state"], summary, run["error"])
			}
			if dry {
				p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", gone), "", 200, `"firstName":"Quill"`)
			}
		}
		p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", never), "", 200, `"userStatus":"DL"`)
		p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", gone), "", 200, `"firstName":"Deleted"`)
		p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", onHold), "", 200, `"firstName":"Hanna"`)
	})
}

// People who are stored twice are found once, and nobody is asked again about those that were decided.
func TestDuplicates_ScheduledScan_FindsEachPairOnce(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		first := p.person(t, "Zoe", "Grimm", "zoe@grimm.example")
		second := p.person(t, "Zoé", "Grimm", "zoe@other.example")
		p.person(t, "Ada", "Byron", "ada@byron.example")
		p.change(t, "UPDATE freelancers SET linkedin_handle = 'zoe-g' WHERE id IN ($1, $2)", first, second)
		p.change(t, "DELETE FROM freelancer_duplicates")
		for _, want := range []string{"map[checked:3 found:1]", "map[checked:3]"} {
			if run := p.ran(t, `{"name":"freelancer.duplicateScan"}`); fmt.Sprint(run["summary"]) != want {
				t.Errorf("%v %v, want %s", run["summary"], run["lines"], want)
			}
		}
		p.expect(t, "csm", "GET /api/freelancer/duplicate", "", 200, `"totalResults":1`)
	})
}

// The weekly comparison reports what differs, and repairs it where the setting says so.
func TestIndex_WeeklyComparison_ReportsAndRepairsBySetting(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		id := p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Crane","clientId":1}}`, 201,
			"").json(t)["id"]
		p.publishIndex(t)
		p.change(t, "UPDATE projects SET title = 'Heron', title_fold = 'heron' WHERE id = $1", id) // behind everybody's back
		for _, tc := range []struct{ setting, want string }{
			{"false", "differing:1"},
			{"true", "differing:1 repaired:1"},
			{"true", "differing:0"},
		} {
			p.expect(t, "config", "PUT /api/setting/index.autoRepair", `{"value":`+tc.setting+`}`, 200, "")
			run := p.ran(t, `{"name":"index.fullReconcile"}`)
			if text := fmt.Sprint(run["summary"]); run["state"] != "SUCCEEDED" || !strings.Contains(text, tc.want) {
				t.Errorf("with %s: %v %s %v, want %s", tc.setting, run["state"], text, run["error"], tc.want)
			}
		}
	})
}

// A start runs at once what was due meanwhile, before an index is built that is still missing.
func TestReconcile_IndexIsMissing_IsLeftOut(t *testing.T) {
	t.Parallel()
	p := openProduct(t, ownFolder(t))
	p.jobs(t)
	p.newProject(t, "Boat builder")
	for _, name := range []string{"index.repairDrift", "index.fullReconcile"} {
		run := p.ran(t, `{"name":"`+name+`"}`)
		if text := fmt.Sprint(run["summary"]); run["state"] != "SUCCEEDED" || !strings.Contains(text, "missing:") {
			t.Errorf("%s: %v %s %v", name, run["state"], text, run["error"])
		}
	}
}

// What differs is repaired within the half hour when its record was changed during the last day, without any setting.
func TestIndex_RecentDifference_IsRepairedWithoutSetting(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		id := p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Crane","clientId":1}}`, 201,
			"").json(t)["id"]
		p.publishIndex(t)
		p.change(t, "UPDATE projects SET title = 'Heron', title_fold = 'heron' WHERE id = $1", id) // behind everybody's back
		for _, tc := range []struct{ body, want string }{
			{`{"name":"index.repairDrift","dryRun":true}`, "differing:1"},
			{`{"name":"index.repairDrift"}`, "differing:1 repaired:1"},
			{`{"name":"index.repairDrift"}`, "differing:0"},
		} {
			run := p.ran(t, tc.body)
			if text := fmt.Sprint(run["summary"]); run["state"] != "SUCCEEDED" || !strings.HasSuffix(text, tc.want+"]") {
				t.Errorf("%s: %v %s %v, want %s", tc.body, run["state"], text, run["error"], tc.want)
			}
		}
	})
}

// A project leaves the trash for good after a month, with all that belongs to it; not one for which somebody was hired,
// or for which somebody under a legal hold has applied.
func TestPurge_TrashedProjects_SparesHiredAndLegalHold(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		month := time.Now().AddDate(0, 0, -31).UnixMilli()
		ids := map[string]any{}
		for _, name := range []string{"gone", "fresh", "hired", "held"} {
			id := p.expect(t, "csm", "POST /napi/create/project",
				fmt.Sprintf(`{"dataObj":{"title":"Project %s","clientId":1}}`, name), 201, "").json(t)["id"]
			person := p.person(t, "Ann", name, name+"@people.example")
			application := p.expect(t, "csm", "POST /api/projectApplication",
				fmt.Sprintf(`{"projectId":%v,"freelancerId":%v,"message":"Hello"}`, id, person), 201, "").json(t)["id"]
			p.expect(t, "csm", "POST /api/project/changeStatus",
				fmt.Sprintf(`{"id":%v,"status":"CLOSED","reason":"BUDGET"}`, id), 200, "")
			p.expect(t, "csm", fmt.Sprintf("DELETE /api/project/%v?reason=MISTAKE", id), "", 200, "")
			if name != "fresh" {
				p.change(t, "UPDATE projects SET deleted_at = $1 WHERE id = $2", month, id)
			}
			if name == "hired" {
				p.change(t, "UPDATE applications SET hired_at = $1 WHERE id = $2", month, application)
			}
			if name == "held" {
				p.change(t, "UPDATE freelancers SET legal_hold = 1 WHERE id = $1", person)
			}
			ids[name] = id
		}
		for _, dry := range []bool{true, false} {
			run := p.ran(t, fmt.Sprintf(`{"name":"retention.purgeDeleted","dryRun":%t}`, dry))
			if summary, _ := run["summary"].(map[string]any); run["state"] != "SUCCEEDED" || summary["purgedProjects"] != 1.0 {
				t.Errorf("dry run %t: %v %v %v %v", dry, run["state"], summary, run["error"], run["lines"])
			}
			p.expect(t, "csm", fmt.Sprint("GET /api/project/", ids["gone"]), "", map[bool]int{true: 200, false: 404}[dry], "")
		}
		for _, name := range []string{"fresh", "hired", "held"} {
			p.expect(t, "csm", fmt.Sprint("GET /api/project/", ids[name]), "", 200, `"DELETED"`)
		}
		for _, table := range []string{"applications", "project_msps", "project_pools", "invitations"} {
			var n int64
			if _, err := p.DB.Row(t.Context(), []any{&n}, "SELECT count(*) FROM "+table+" WHERE project_id = $1",
				ids["gone"]); err != nil || n > 0 {
				t.Errorf("%s: %d left, %v", table, n, err)
			}
		}
		var before string
		if _, err := p.DB.Row(t.Context(), []any{&before},
			"SELECT before FROM audit WHERE entity = 'project' AND action = 'purge'"); err != nil ||
			!strings.Contains(before, "Project gone") {
			t.Errorf("the audit log does not say what was removed: %s %v", before, err)
		}
		p.expect(t, "config", "GET /api/audit?entity=application&action=purge", "", 200, `"totalResults":1`)
	})
}

// Of an application that has ended long ago stays what happened when, not what was written for it.
func TestPurge_EndedApplications_RetainsDatesAndRemovesTexts(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		project := p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Crane","clientId":1}}`, 201,
			"").json(t)["id"]
		for _, tc := range []struct {
			name, set string
			days      int
			clears    bool
		}{
			{"withdrawn", "status = 'w', status_changed_at = $1", 181, true},
			{"lately", "status = 'w', status_changed_at = $1", 179, false},
			{"open", "status_changed_at = $1", 400, false},
			{"hired", "status = 'h', hired_at = $1", 400, false},
			{"bookkept", "status = 'h', hired_at = $1", 3700, true},
		} {
			person := p.person(t, "Ann", tc.name, tc.name+"@people.example")
			id := p.expect(t, "csm", "POST /api/projectApplication",
				fmt.Sprintf(`{"projectId":%v,"freelancerId":%v,"message":"Hello"}`, project, person), 201, "").json(t)["id"]
			p.change(t, "UPDATE applications SET "+tc.set+" WHERE id = $2", time.Now().AddDate(0, 0, -tc.days).UnixMilli(), id)
			for _, again := range []string{"first", "second"} {
				run := p.ran(t, `{"name":"retention.purgeDeleted"}`)
				summary, _ := run["summary"].(map[string]any)
				if cleared := summary["clearedApplications"] == 1.0; run["state"] != "SUCCEEDED" ||
					cleared != (tc.clears && again == "first") {
					t.Errorf("%s, %s run: %v %v %v", tc.name, again, run["state"], summary, run["error"])
				}
			}
			p.expect(t, "csm", fmt.Sprint("GET /api/projectApplication/", id), "", 200,
				fmt.Sprintf(`"message":%q`, map[bool]string{true: "", false: "Hello"}[tc.clears]))
		}
	})
}

// Who was not heard of for as long as the most patient client keeps people goes into the trash.
func TestPurge_InactivePeople_FollowsTheLongestRetention(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		p.change(t, "UPDATE clients SET retention_days = 100 WHERE id = 1")
		project := p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Crane","clientId":1}}`, 201,
			"").json(t)["id"]
		for _, tc := range []struct {
			name            string
			quiet           int // days since the person was changed
			applied         int // and the application; -1: none
			isHired, onHold bool
			want            string
		}{
			{"never applied, two years", 731, -1, false, false, "DL"},
			{"never applied, not yet", 729, -1, false, false, "AC"},
			{"the client keeps less", 101, 101, false, false, "DL"},
			{"not long enough", 99, 99, false, false, "AC"},
			{"applied lately", 101, 50, false, false, "AC"},
			{"at work", 400, 400, true, false, "AC"},
			{"under a legal hold", 800, -1, false, true, "AC"},
		} {
			at := func(days int) int64 { return time.Now().AddDate(0, 0, -days).UnixMilli() }
			person := p.person(t, "Ann", strings.ReplaceAll(tc.name, ",", ""),
				strings.NewReplacer(" ", ".", ",", "").Replace(tc.name)+"@people.example")
			if tc.applied >= 0 {
				id := p.expect(t, "csm", "POST /api/projectApplication",
					fmt.Sprintf(`{"projectId":%v,"freelancerId":%v}`, project, person), 201, "").json(t)["id"]
				p.change(t, "UPDATE applications SET last_updated = $1 WHERE id = $2", at(tc.applied), id)
				if tc.isHired {
					p.change(t, "UPDATE applications SET status = 'h', hired_at = $1 WHERE id = $2", at(tc.applied), id)
				}
			}
			p.change(t, "UPDATE freelancers SET last_updated = $1, legal_hold = $2 WHERE id = $3", at(tc.quiet),
				map[bool]int{true: 1}[tc.onHold], person)
			if run := p.ran(t, `{"name":"retention.purgeDeleted"}`); run["state"] != "SUCCEEDED" {
				t.Errorf("%s: %v %v", tc.name, run["state"], run["error"])
			}
			p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", person), "", 200, fmt.Sprintf(`"userStatus":%q`, tc.want))
		}
	})
}

// Whoever is in a pool is reminded three times before the time is over, and is out of it then.
func TestMemberships_NearTheirEnd_AreRemindedAndEnded(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		pool := p.newPool(t, "Experts")
		person := p.consenting(t, "Ida")
		p.change(t, "UPDATE freelancers SET user_status = 'AC', email_verified_at = created WHERE id = $1", person)
		member := p.join(t, pool, person, "")
		p.join(t, pool, p.consenting(t, "Noor"), "") // whose membership goes on for two years
		for _, tc := range []struct {
			left, aged int // days until the end, and by how many the reminder is older than at the last run
			counted    string
		}{
			{40, 0, "map[checked:0]"},
			{29, 0, "map[checked:1 reminded:1]"},
			{28, 1, "map[checked:0]"},
			{6, 22, "map[checked:1 reminded:1]"},
			{5, 1, "map[checked:0]"},
			{0, 5, "map[checked:1 reminded:1]"},
			{-1, 1, "map[checked:1 ended:1]"},
			{-2, 1, "map[checked:0]"},
		} {
			end := time.Now().Add(time.Duration(tc.left)*24*time.Hour + time.Hour)
			p.change(t, "UPDATE pool_members SET expires_at = $1 WHERE id = $2", end.UnixMilli(), member)
			p.change(t, "UPDATE pool_reminders SET sent = sent - $1", (time.Duration(tc.aged) * 24 * time.Hour).Milliseconds())
			if run := p.ran(t, `{"name":"pool.membershipExpiry"}`); fmt.Sprint(run["summary"]) != tc.counted {
				t.Errorf("%d days before the end: %v %v %v, want %s", tc.left, run["summary"], run["lines"], run["error"],
					tc.counted)
			}
		}
		p.expect(t, "content", fmt.Sprint("GET /api/poolMember/", member), "", 200, `"status":"EXPIRED"`)
		p.expect(t, "csm", fmt.Sprintf("GET /api/mail?entity=freelancer&id=%d", person), "", 200, `"pool.membershipReminder"`)
		p.expect(t, "content", fmt.Sprintf("POST /api/poolMember/%d/extend", member), `{"expiresAt":"2099-12-31"}`, 200,
			`"status":"ACTIVE"`)
	})
}
