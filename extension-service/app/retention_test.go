package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/freelancers"
)

// person makes a freelancer who has confirmed the address, and gives the id.
func (p *product) person(t *testing.T, first, last, email string) any {
	t.Helper()
	id := p.expect(t, "csm", "POST /api/freelancer", fmt.Sprintf(`{"firstName":%q,"lastName":%q,"email":%q,"force":true}`, first, last, email), 201, "").json(t)["id"]
	p.change(t, "UPDATE freelancers SET user_status = 'AC', email_verified_at = created WHERE id = $1", id)
	return id
}

// consentEnds sets when a consent ends.
func (p *product) consentEnds(t *testing.T, id any, days int) {
	t.Helper()
	c := freelancers.Consent{DataProcessingAt: time.Now().AddDate(-2, 0, 0), ValidUntil: time.Now().Add(time.Duration(days) * 24 * time.Hour)}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	p.change(t, "UPDATE freelancers SET consent = $1 WHERE id = $2", string(text), id)
}

// A consent that ends is reminded of three times at most, and whose consent has ended is deactivated.
func TestConsentsThatEnd(t *testing.T) {
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

// Who never confirms goes into the trash after a month, and who has been there for a month is forgotten, unless a legal hold says no.
func TestThePurgeOfPeople(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		month := time.Now().AddDate(0, 0, -31).UnixMilli()
		never := p.expect(t, "csm", "POST /api/freelancer", `{"firstName":"Nora","lastName":"Silent","email":"nora@silent.example"}`, 201, `"UV"`).json(t)["id"]
		p.change(t, "UPDATE freelancers SET created = $1, status_changed_at = $1 WHERE id = $2", month, never)
		gone, held := p.person(t, "Quill", "Feather", "quill@feather.example"), p.person(t, "Hanna", "Held", "hanna@held.example")
		for _, id := range []any{gone, held} {
			p.expect(t, "csm", fmt.Sprintf("DELETE /api/freelancer/%v?reason=OWN_REQUEST", id), "", 200, "")
			p.change(t, "UPDATE freelancers SET deleted_at = $1 WHERE id = $2", month, id)
		}
		p.change(t, "UPDATE freelancers SET legal_hold = 1 WHERE id = $1", held)
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
		p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", held), "", 200, `"firstName":"Hanna"`)
	})
}

// People who are stored twice are found once, and nobody is asked again about those that were decided.
func TestTheScanForDuplicates(t *testing.T) {
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
func TestTheIndexIsReconciled(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.jobs(t)
		id := p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Crane","clientId":1}}`, 201, "").json(t)["id"]
		p.settled(t)
		p.change(t, "UPDATE projects SET title = 'Heron', title_fold = 'heron' WHERE id = $1", id) // behind everybody's back
		for _, tc := range []struct{ setting, want string }{{"false", "differing:1"}, {"true", "differing:1 repaired:1"}, {"true", "differing:0"}} {
			p.expect(t, "config", "PUT /api/setting/index.autoRepair", `{"value":`+tc.setting+`}`, 200, "")
			run := p.ran(t, `{"name":"index.fullReconcile"}`)
			if text := fmt.Sprint(run["summary"]); run["state"] != "SUCCEEDED" || !strings.Contains(text, tc.want) {
				t.Errorf("with %s: %v %s %v, want %s", tc.setting, run["state"], text, run["error"], tc.want)
			}
		}
	})
}
