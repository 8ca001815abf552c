package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

// everybody is an account for each role, for all of them, and one that sees a single client.
var everybody = []string{"all", "csm", "scoped", "config", "tech", "content"}

// A number one cannot follow is no help: each leads to the list of exactly what it counts.
func TestCards_EveryNumber_LeadsToWhatItCounts(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.somethingToCount(t)
		_, p.tokens["narrow"] = p.joined(t, "narrow@poolkeeper.example", `"roles":["d"],"scopes":{"clientIds":[1]}`)
		for _, who := range append([]string{"narrow"}, everybody...) { // one who keeps the formulas of a single client, too
			paths := p.lists(t, who)
			var start struct {
				Cards []struct {
					Key   string
					Count int
					Link  string
					Items []struct {
						Label, Link string
						Count       int
					}
				}
			}
			if err := json.Unmarshal(p.expect(t, who, "GET /api/dashboard", "", 200, `"cards"`).body, &start); err != nil {
				t.Fatal(err)
			}
			for _, card := range start.Cards {
				p.follow(t, who, paths, card.Key, card.Link, card.Count)
				for _, item := range card.Items {
					p.follow(t, who, paths, card.Key+" "+item.Label, item.Link, item.Count)
				}
			}
		}
	})
}

// The number on a tab is that of the rows one finds behind it: of the views over a list, and of a project's
// applications.
func TestTabs_Counts_EqualTheRowsBehindThem(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.somethingToCount(t)
		tabs := 0
		for _, who := range everybody {
			for route, path := range p.lists(t, who) {
				if route == "/users/admins" && who != "config" && who != "all" {
					continue // not theirs
				}
				views := []string{""}
				if route == "/projects/list" || route == "/users/freelancers" || route == "/users/msp" {
					views = append(views, "&deleted=true")
				}
				for _, view := range views {
					shown := p.expect(t, who, "GET "+path+"?limit=1"+view, "", 200, "").json(t)["totalResults"]
					rows := p.expect(t, who, "GET "+path+"?limit=1000"+view, "", 200, "").json(t)["results"].([]any)
					if tabs++; shown != float64(len(rows)) {
						t.Errorf("%s%s as %s: the tab says %v of %d rows", path, view, who, shown, len(rows))
					}
					if route == "/projects/list" {
						p.followApplications(t, who, rows)
					}
				}
			}
		}
		if tabs < 30 {
			t.Errorf("only %d tabs", tabs)
		}
	})
}

// followApplications holds the number that each project shows of its applications against their lists.
func (p *product) followApplications(t *testing.T, who string, projects []any) {
	t.Helper()
	for _, row := range projects {
		project, count := row.(map[string]any), 0.0
		for _, n := range project["applicationCounts"].(map[string]any) {
			count += n.(float64)
		}
		want := fmt.Sprintf(`"totalResults":%v`, count)
		p.expect(t, who, fmt.Sprintf("GET /api/project/projectApplications/%v?size=1", project["id"]), "", 200, want)
		p.expect(t, who, fmt.Sprintf("GET /api/projectApplication?limit=1&jobId=%v", project["handle"]), "", 200, want)
	}
}

// somethingToCount makes records in states that cards count, some of another client than the scope of one account
// covers.
func (p *product) somethingToCount(t *testing.T) {
	t.Helper()
	p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
	inside := p.newProject(t, "Here")
	p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"There","clientId":2,"startPaused":true}}`, 201,
		"")
	p.expect(t, "csm", fmt.Sprintf("DELETE /api/project/%d?reason=OTHER&comment=mistake", p.newProject(t, "Gone")), "",
		200, "")
	p.expect(t, "", "POST /api/translation/missing",
		`{"locale":"de","keys":[{"messageKey":"panel.lost","route":"/dashboard","count":1},{"messageKey":"panel.gone","route":"/dashboard","count":1}]}`,
		204, "")
	p.poolsToCount(t)
	p.expect(t, "config", "POST /api/vms/connection",
		`{"name":"Counted","clientId":1,"baseUrl":"https://vms.example","auth":"NONE"}`, 201, `"id":1`)
	p.expect(t, "config", "POST /api/vms/mapping",
		`{"connectionId":1,"direction":"outbound","entity":"APPLICATION","rules":[{"target":"a","jq":".b"}],"tests":[{"name":"b","input":{"b":1},"expected":{"a":2}}]}`,
		201, `"failingTests":1`)
	late, young, failed := p.newApplication(t, inside, "Noor"), p.newApplication(t, inside, "Tomasz"),
		p.newApplication(t, inside, "Ines")
	stuck := p.newApplication(t, inside, "Bram")
	p.expiringToCount(t)
	err := p.DB.Write(t.Context(), func(ctx context.Context) error {
		defer p.DB.Touched(ctx, "applications")
		ago := func(days int) int64 { return time.Now().AddDate(0, 0, -days).UnixMilli() }
		const warned = `UPDATE applications SET rate_breakdown = '{"warnings":[{"code":"RATE_OUT_OF_RANGE"}]}' WHERE id = $1`
		if _, err := p.DB.Exec(ctx, warned, late); err != nil {
			return err
		}
		for text, args := range map[string][]any{
			"UPDATE applications SET created = $1 WHERE id = $2":                            {ago(9), late},
			"UPDATE applications SET created = $1  WHERE id = $2":                           {ago(5), young},
			"UPDATE applications SET status = 'sf' WHERE id = $1":                           {failed},
			"UPDATE applications SET status = 'sf', freelancer_status = 'DE' WHERE id = $1": {stuck},
			failedRun("job_1", "FAILED", 0):                                                 {ago(0)},
			failedRun("job_2", "TIMED_OUT", 0):                                              {ago(0)},
			failedRun("job_3", "FAILED", 1):                                                 {ago(0)},
			failedRun("job_4", "FAILED", 0):                                                 {ago(2)},
			"INSERT INTO staff_blocks (kind, account, network, started, until) SELECT 'account', account, '', 1, $1 FROM staff WHERE email = 'tech@poolkeeper.example'": {ago(
				-1)},
		} {
			if _, err := p.DB.Exec(ctx, text, args...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	start := string(p.expect(t, "all", "GET /api/dashboard", "", 200, "").body)
	for _, card := range []string{
		"unconfirmed", "sendFailed", "lockedAccounts", "pausedProjects", "formulaWarnings",
		"runningImports", "cronFailures", "sendFailedForGood", "mappingsFailing", "consentsExpiring", "documentsExpiring",
		"answersMissing",
	} {
		if !strings.Contains(start, fmt.Sprintf(`{"key":%q,"count":1,`, card)) {
			t.Errorf("nothing counted of %s: %s", card, start)
		}
	}
}

// failedRun inserts a run of the job that closes projects, which ended at $1.
func failedRun(id, state string, dry int) string {
	return fmt.Sprintf(`
		INSERT INTO schedule_runs (id, name, state, dry_run, params, by_id, by_name, request_id, summary, message, error, created, started,
		                           finished, pass, holder, lease_until, cancel)
		VALUES ('%s', 'project.closeExpired', '%s', %d, '{}', 0, '', '', '{}', '', '', $1, $1, $1, 1, '', 0, 0)`, id, state, dry)
}

// expiringToCount makes an active person whose consent and right to work end soon, one who is not active, and an
// application that lacks a needed answer.
func (p *product) expiringToCount(t *testing.T) {
	t.Helper()
	soon := time.Now().AddDate(0, 0, 9).UTC()
	for _, name := range []string{"Runa", "Rolf"} {
		id := p.named(t, name)
		p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d", id),
			fmt.Sprintf(`{"securityInfo":{"rightToWorkUntil":%q}}`, soon.Format(time.DateOnly)), 200, "")
		p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%d/consent", id), fmt.Sprintf(
			`{"kinds":["dataProcessing"],"givenAt":"2026-01-02T10:00:00.000Z","channel":"PHONE","note":"said so","validUntil":%q}`,
			soon.Format(time.RFC3339)), 200, "")
		if name == "Runa" {
			p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d/status", id), `{"status":"AC","reason":"verified by phone"}`,
				200, "")
		}
	}
	p.expect(t, "config", "POST /api/client", `{"name":"Asking Ltd","code":"ASK","currency":"EUR"}`, 201, `"id":3`)
	p.expect(t, "content", "POST /api/applicationQuestion",
		`{"scope":"client","clientId":3,"key":"car","labelKey":"ask.car","valueType":"str","inputKind":"text","flags":{"talentVisibility":true,"needAnswer":true}}`,
		201, "")
	project := int(p.expect(t, "csm", "POST /napi/create/project",
		`{"dataObj":{"title":"Courier","clientId":3}}`, 201, "").json(t)["id"].(float64))
	p.newApplication(t, project, "Asta")
}

// poolsToCount makes memberships that end soon, later and elsewhere, and an import that nobody works on.
func (p *product) poolsToCount(t *testing.T) {
	t.Helper()
	in := func(days int) string {
		return fmt.Sprintf(`,"expiresAt":%q`, time.Now().AddDate(0, 0, days).UTC().Format(time.RFC3339))
	}
	from, into := p.newPool(t, "Ending"), p.newPool(t, "Filled")
	elsewhere := int(p.expect(t, "content", "POST /api/pool", `{"clientId":2,"vmsName":"Outside"}`, 201,
		"").json(t)["id"].(float64))
	for i, at := range []struct{ pool, days int }{{from, 3}, {from, 20}, {from, 60}, {elsewhere, 3}} {
		p.join(t, at.pool, p.consenting(t, fmt.Sprintf("Ending%c", 'A'+i)), in(at.days))
	}
	p.expect(t, "content", importOf(into), strings.TrimSuffix(fromPools("COPY", from),
		"}")+`,"policies":{"NO_CONSENT":"SKIP"}}`, 202, `"state":"RUNNING"`)
	p.expect(t, "content", "GET /api/dashboard", "", 200, `{"key":"endingMemberships","count":3,`)
}

// warned is how many open applications have warnings by the screen of formulas: of a client, or of all without one.
func (p *product) warned(t *testing.T, who, client string) int {
	t.Helper()
	query := "scope=system"
	if client != "" {
		query = "scope=client&id=" + client
	}
	var stored struct{ Warned struct{ Count int } }
	if err := json.Unmarshal(p.expect(t, who, "GET /api/rate/formula?"+query, "", 200, `"warned"`).body,
		&stored); err != nil {
		t.Fatal(err)
	}
	return stored.Warned.Count
}

// countedBySupport is what the screens of tech support show behind a link: the jobs that have failed, or the documents
// that differ.
func (p *product) countedBySupport(t *testing.T, who string, at *url.URL) (count int, isKnown bool) {
	t.Helper()
	rows := func(path string) (out []struct {
		Type      string
		Failed24h int
		Downtime  *struct{ Count int }
		Drift     *struct{ Open int }
	},
	) {
		t.Helper()
		body := p.expect(t, who, "GET "+path, "", 200, `"results"`).json(t)["results"]
		text, err := json.Marshal(body)
		if err == nil {
			err = json.Unmarshal(text, &out)
		}
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	switch {
	case at.Path == "/platform/cronjobs" && at.Query().Get("show") == "missed":
		for _, job := range rows("/api/scheduler/list") {
			if job.Downtime != nil {
				count++
			}
		}
	case at.Path == "/platform/cronjobs":
		for _, job := range rows("/api/scheduler/list") {
			count += min(job.Failed24h, 1)
		}
	case strings.HasPrefix(at.Path, "/esearch/"):
		for _, index := range rows("/api/search") {
			if index.Drift != nil {
				count += index.Drift.Open
			}
		}
	default:
		return 0, false
	}
	return count, true
}

// lists tells the call behind each screen.
func (p *product) lists(t *testing.T, who string) map[string]string {
	t.Helper()
	var meta struct {
		Resources []struct{ Route, Path string }
	}
	if err := json.Unmarshal(p.expect(t, who, "GET /api/meta", "", 200, `"resources"`).body, &meta); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{"/users/admins": "/api/admin"}
	for _, r := range meta.Resources {
		out[r.Route] = r.Path
	}
	return out
}

// follow asks for the list that a link leads to, the way the panel does.
// textsIn counts the texts in a state over the languages that an address of the grid names.
func (p *product) textsIn(t *testing.T, who string, q url.Values) (sum int) {
	t.Helper()
	if q.Get("state") == "SEEN" {
		return p.missingIn(t, who, strings.Split(q.Get("locales"), ","))
	}
	var found struct{ Results []map[string]any }
	if err := json.Unmarshal(p.expect(t, who, "GET /api/translation/coverage", "", 200, `"used"`).body,
		&found); err != nil {
		t.Fatal(err)
	}
	for _, one := range found.Results {
		if slices.Contains(strings.Split(q.Get("locales"), ","), one["locale"].(string)) {
			sum += int(one[strings.ToLower(q.Get("state"))].(float64))
		}
	}
	return sum
}

// missingIn counts the texts that panels lacked in some languages, whoever's panel it was.
func (p *product) missingIn(t *testing.T, who string, locales []string) int {
	t.Helper()
	var found struct {
		Results []struct{ MessageKey, Locale string }
	}
	if err := json.Unmarshal(p.expect(t, who, "GET /api/translation/missing?limit=1000", "", 200, `"results"`).body,
		&found); err != nil {
		t.Fatal(err)
	}
	cells := map[string]bool{}
	for _, one := range found.Results {
		if slices.Contains(locales, one.Locale) {
			cells[one.Locale+" "+one.MessageKey] = true
		}
	}
	return len(cells)
}

func (p *product) follow(t *testing.T, who string, paths map[string]string, what, link string, count int) {
	t.Helper()
	at, err := url.Parse(link)
	if err != nil || link == "" {
		t.Errorf("%s as %s leads nowhere: %q %v", what, who, link, err)
		return
	}
	if at.Path == "/platform/formulas" { // the screen says how many applications have warnings
		if warned := p.warned(t, who, at.Query().Get("client")); warned != count {
			t.Errorf("%s as %s counts %d, its screen %d", what, who, count, warned)
		}
		return
	}
	if at.Path == "/platform/vms/unknown" {
		p.expect(t, who, "GET /api/vms/unknownValue", "", 200, fmt.Sprintf(`"totalResults":%d`, count))
		return
	}
	if at.Path == "/content/translations" { // the grid shows the cells in a state
		if cells := p.textsIn(t, who, at.Query()); cells != count {
			t.Errorf("%s as %s counts %d, its screen %d", what, who, count, cells)
		}
		return
	}
	if pool, isRun := strings.CutSuffix(at.Path, "/import"); isRun { // the pool's own screen shows the one that runs
		p.expect(t, who, "GET /api/pool/import/progress?poolId="+pool[strings.LastIndex(pool, "/")+1:], "", 200,
			`"state":"RUNNING"`)
		return
	}
	if counted, isKnown := p.countedBySupport(t, who, at); isKnown {
		if counted != count {
			t.Errorf("%s as %s counts %d, its screen %d", what, who, count, counted)
		}
		return
	}
	path := paths[at.Path]
	if path == "" {
		t.Errorf("%s as %s leads to a screen that nothing is known of: %s", what, who, link)
		return
	}
	if path == "/api/admin" {
		if who != "narrow" {
			who = "config" // others are shown the number alone
		}
	}
	if !at.Query().Has("filter") {
		t.Errorf("%s as %s would put back the filter that was used last: %s", what, who, link)
	}
	values, filters := url.Values{"limit": {"1"}}, map[string]any{}
	if text := at.Query().Get("filter"); text != "" {
		if err := json.Unmarshal([]byte(text), &filters); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range filters {
		values.Set(name, strings.Trim(strings.ReplaceAll(fmt.Sprint(value), " ", ","), "[]"))
		if one, ok := value.(string); ok {
			values.Set(name, one)
		}
	}
	p.expect(t, who, "GET "+path+"?"+values.Encode(), "", 200, fmt.Sprintf(`"totalResults":%d`, count))
}
