package app_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/domains/staff"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/role"
)

// Every call as accounts of every set of roles and every kind of scope, about a record of every kind on either side of
// it: what is explained beforehand is what the call then answers, and the step that refuses is the one that is named.
func TestProveExplanations_EveryCallAndAccount_MatchTheAnswer(t *testing.T) {
	t.Parallel()
	each := eachEngine
	if !stress.IsFull() {
		each = func(t *testing.T, fn func(t *testing.T, p *product), _ ...app.Extension) {
			fn(t, newProduct(t, furnished.SQLite(t)))
		}
	}
	each(t, func(t *testing.T, p *product) {
		x := p.newExplaining(t)
		standings := x.allRolesAndScopes()
		for n, s := range standings {
			x.assign(t, s)
			for i, e := range p.Endpoints() {
				if stress.IsFull() || (i+n)%len(standings) < 2 {
					x.compareAll(t, e, fmt.Sprint(s))
				}
			}
		}
		x.closed(t)
		x.report(t, len(p.Endpoints()))
	})
}

// explaining compares explanations with answers. The account changes its roles and scope on the way.
type explaining struct {
	*product
	r        *rand.Rand
	id       int
	sides    bothSides
	records  map[string][]string // ids by the name of the resource
	compared int
	unread   map[string]bool // calls that were asked with an input that is not whole, see incompleteInputs
	steps    map[string]int  // by the step that refused
	calls    map[string]bool // that were compared
}

const explainedAccount = "scoped"

func (p *product) newExplaining(t *testing.T) *explaining {
	t.Helper()
	x := &explaining{
		product: p, r: stress.Rand(t), sides: p.fillBothSides(t), records: map[string][]string{},
		steps: map[string]int{}, calls: map[string]bool{}, unread: map[string]bool{},
	}
	for client := 1; client <= 2; client++ {
		pool := p.expect(t, "content", "POST /api/pool", fmt.Sprintf(`{"clientId":%d,"vmsName":"Explained"}`, client), 201,
			"").json(t)["id"]
		p.expect(t, "content", fmt.Sprintf("POST /api/pool/%v/member", pool),
			fmt.Sprintf(`{"freelancerId":%d}`, p.consenting(t, fmt.Sprint("Member", client))), 201, "")
		p.expect(t, "content", "POST /api/poolCategory",
			fmt.Sprintf(`{"key":"explained","nameKey":"pool.category.experts","clientId":%d}`, client), 201, "")
		p.expect(t, "content", "POST /api/applicationQuestion",
			fmt.Sprintf(`{"clientId":%d,"key":"licence","labelKey":"a.b","valueType":"bln","inputKind":"radio"}`, client), 201,
			"")
	}
	for _, r := range p.Registry.All() {
		about := r.Facts()
		// the calls about accounts would end those who ask here
		if x.endpoint(about.Name+".list") == nil || about.Name == staff.Entity {
			continue
		}
		got := p.expect(t, "all", "GET "+about.Path+"?limit=6", "", 200, "results").json(t)
		for _, one := range got["results"].([]any) {
			x.records[about.Name] = append(x.records[about.Name], fmt.Sprint(one.(map[string]any)["id"]))
		}
	}
	x.id, _ = p.account(t, explainedAccount)
	return x
}

// rolesAndScope is what the account may do.
type rolesAndScope struct {
	roles []role.Role
	scope string
}

// allRolesAndScopes are every set of roles with every kind of scope; in make test, one of each kind and size.
func (x *explaining) allRolesAndScopes() (out []rolesAndScope) {
	scopes := []string{
		`{}`, `{"clientIds":[1]}`, fmt.Sprintf(`{"legalEntityIds":[%v]}`, x.sides.inside["legalEntity"]),
		`{"clientIds":[2]}`,
	}
	for set := range 1 << len(role.All) {
		var roles []role.Role
		for i, r := range role.All {
			if set&(1<<i) != 0 {
				roles = append(roles, r)
			}
		}
		for _, scope := range scopes {
			out = append(out, rolesAndScope{roles, scope})
		}
	}
	if stress.IsFull() {
		return out
	}
	x.r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	small := []rolesAndScope{{role.All, scopes[0]}, {role.All, scopes[1]}, {role.All, scopes[2]}, {nil, scopes[0]}}
	for _, r := range role.All {
		small = append(small, rolesAndScope{[]role.Role{r}, scopes[x.r.IntN(len(scopes))]})
	}
	return append(small, out[:2]...)
}

// assign gives the account its roles and scope, in the session that it has.
func (x *explaining) assign(t *testing.T, s rolesAndScope) {
	t.Helper()
	x.token(t, explainedAccount)
	// a comparison takes longer than a proof holds
	x.change(t, "UPDATE staff_sessions SET proved = $1 WHERE staff_id = $2", time.Now().UnixMilli(), x.id)
	roles, err := json.Marshal(append([]role.Role{}, s.roles...))
	if err != nil {
		t.Fatal(err)
	}
	x.expect(t, "config", "POST /api/session/proof", `{"password":"`+staff.DemoPassword+`"}`, 204, "")
	x.expect(t, "config", fmt.Sprintf("PUT /api/admin/%d", x.id), fmt.Sprintf(`{"roles":%s,"scopes":%s}`, roles, s.scope),
		200, "")
}

// compareAll compares a call about as many records of its kind as there are, and about one that there is not.
func (x *explaining) compareAll(t *testing.T, e resource.Endpoint, as string) {
	t.Helper()
	if e.Public {
		return
	}
	ids := []string{""}
	if strings.Contains(e.Path, "{id}") {
		ids = slices.Clone(x.records[x.kindOf(e)])
		x.r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		ids = append(ids[:min(len(ids), stress.Size(2, len(ids)))], nowhere)
	}
	for _, id := range ids {
		x.compare(t, explainedAccount, question{e, id, x.bodyOf(t, e, id)}, as)
	}
}

// bodies are inputs of calls that read them before they look at the record.
var bodies = map[string]string{
	"erasure.move": `{"state":"IDENTITY_CHECK"}`, "freelancer.erase": `{"reason":"Asked by letter"}`,
	"freelancer.exportPerson": `{"reason":"Asked by letter"}`,
	"freelancer.consent":      `{"kinds":["pool"],"givenAt":"2026-01-02T10:00:00.000Z","channel":"PHONE","note":"said so"}`,
	"freelancer.writeMail":    `{"template":"freelancer.message","subject":"Hello","body":"Are you free?"}`,
	"msp.activate":            `{"reason":"Papers seen"}`, "msp.deactivate": `{"reason":"Papers ran out"}`,
	"msp.restore": `{"reason":"A mistake"}`, "msp.delete": `{"reason":"A mistake"}`,
	"project.decideProposal": `{"accept":false}`, "project.extend": `{"assignmentPeriodEnd":"2099-12-31"}`,
	"sharedView.create": `{"name":"Mine","query":"sort=id"}`,
	"sharedView.update": `{"name":"Mine","query":"sort=id"}`,
}

// bodyOf is the input of a call; "" for an empty one.
func (x *explaining) bodyOf(t *testing.T, e resource.Endpoint, id string) string {
	t.Helper()
	if id == "" || id == nowhere || !strings.HasSuffix(e.Name, ".restoreVersion") {
		return bodies[e.Name]
	}
	path, _, _ := strings.Cut(e.Path, "{id}")
	entries, _ := x.call(t, "all", "GET", path+id, "").json(t)["results"].([]any)
	if len(entries) == 0 {
		return ""
	}
	return fmt.Sprintf(`{"entryId":%v}`, entries[0].(map[string]any)["id"])
}

// nowhere is the id of no record.
const nowhere = "987654321"

// kindOf is the resource whose record the path of a call names.
func (x *explaining) kindOf(e resource.Endpoint) string {
	base, _, _ := strings.Cut(e.Path, "/{id}")
	last := base[strings.LastIndex(base, "/")+1:]
	best, length := "", 0
	for _, r := range x.Registry.All() {
		about := r.Facts()
		if about.Name == last && about.Path != base {
			return about.Name
		}
		if len(about.Path) > length && (base == about.Path || strings.HasPrefix(base, about.Path+"/")) {
			best, length = about.Name, len(about.Path)
		}
	}
	if best != "" {
		return best
	}
	return family(e)
}

// question is one call: about a record, with a body.
type question struct {
	call     resource.Endpoint
	id, body string
}

// compare asks whether an account may make a call, makes it, and holds the one against the other.
func (x *explaining) compare(t *testing.T, who string, q question, as string) {
	t.Helper()
	want, why := x.explainedRefusal(t, q)
	got := x.makeCall(t, who, q)
	x.compared++
	x.steps[want]++
	x.calls[q.call.Name] = true
	switch have := stepOf(q, got); {
	case have == want, have == "scope" && want == "nowhere":
	case have == "" && (want == "scope" || want == "nowhere") && lists[q.call.Name] != "":
	case have == "unread" && want != "account" && want != "permission":
		x.unread[q.call.Name] = true
	case want == "" && (besides[q.call.Name] != "" || besides[family(q.call)] != "") &&
		(have == "scope" || have == "state"):
	default:
		t.Errorf("%s %s %s as %s: explained %q %s, answered %d %s", q.call.Name, q.id, q.body, as, want, why, got.status,
			got.body)
	}
}

// explainedRefusal is the step that refuses by what is explained of it; "" when none does.
func (x *explaining) explainedRefusal(t *testing.T, q question) (step, why string) {
	t.Helper()
	query := url.Values{"userId": {fmt.Sprint(x.id)}, "call": {q.call.Name}}
	if q.id != "" {
		query.Set("id", q.id)
	}
	if q.body != "" {
		query.Set("input", q.body)
	}
	// who sees the record, which is not there for others
	got := x.call(t, "all", "GET", "/api/access/explain?"+query.Encode(), "")
	if got.status == 404 && q.id != "" { // then what comes before the record counts
		if step, why := x.explainedRefusal(t, question{call: q.call}); step != "" {
			return step, why
		}
		return "nowhere", ""
	}
	var answer struct {
		BlockedBy []resource.Block `json:"blockedBy"`
		HeldBy    []role.Role      `json:"heldBy"`
	}
	if err := json.Unmarshal(got.body, &answer); err != nil || got.status != 200 {
		t.Fatalf("%s: %d %s %v", q.call.Name, got.status, got.body, err)
	}
	if len(answer.BlockedBy) == 0 {
		return "", ""
	}
	key := answer.BlockedBy[0].Key
	if key == resource.OutsideScope {
		return "state", string(got.body)
	}
	if step, of := strings.CutPrefix(key, "access."); of {
		return step, string(got.body)
	}
	return "state", string(got.body)
}

// makeCall makes the call. What can be tried is only tried.
func (x *explaining) makeCall(t *testing.T, who string, q question) answer {
	t.Helper()
	request, body := unlikely(q.call)
	path := strings.TrimPrefix(request, q.call.Method+" ")
	if q.id != "" && strings.Contains(q.call.Path, "{id}") {
		path = strings.Replace(path, nowhere, q.id, 1)
	}
	if q.body != "" {
		body = q.body
	}
	if further := x.further(q.call); further != "" {
		at := strings.LastIndex(path, nowhere)
		path = path[:at] + further + path[at+len(nowhere):]
	}
	if q.id != "" && !strings.Contains(q.call.Path, "{id}") {
		body = `{"id":` + q.id + `,` + strings.TrimPrefix(body, "{")
	}
	if slices.ContainsFunc(q.call.Query, func(p resource.Param) bool { return p.Name == "dryRun" }) {
		path += "?dryRun=true"
	}
	return x.call(t, who, q.call.Method, path, body)
}

// further is a record that a path names besides its own, one that there is; "" if it names none.
func (x *explaining) further(e resource.Endpoint) string {
	kinds := map[string]string{"{leId}": "legalEntity", "{categoryId}": "poolCategory", "{memberId}": "poolMember"}
	for part, kind := range kinds {
		if strings.HasSuffix(e.Path, part) && len(x.records[kind]) > 0 {
			return x.records[kind][0]
		}
	}
	return ""
}

// stepOf is the step that has refused a call; "" when it was let in, though its input may have been wrong.
func stepOf(q question, a answer) string {
	var r refusal
	_ = json.Unmarshal(a.body, &r)
	switch {
	case a.status == 401:
		return "account"
	case a.status == 403 && slices.Contains([]string{"NO_ROLES", "PASSWORD_CHANGE_REQUIRED"}, r.Code):
		return "account"
	case a.status == 403:
		return "permission"
	case a.status == 404 && q.id != "":
		return "scope"
	case a.status == 409:
		return "state"
	case slices.Contains([]int{400, 422, 429}, a.status):
		return "unread"
	}
	return ""
}

// closed compares what an account that is closed may do, and so what anybody may.
func (x *explaining) closed(t *testing.T) {
	t.Helper()
	x.expect(t, "config", fmt.Sprintf("PUT /api/admin/%d", x.id), `{"roles":["a","b","c","d"],"scopes":{}}`, 200, "")
	x.expect(t, "config", fmt.Sprintf("DELETE /api/admin/%d", x.id), "", 204, "")
	for _, e := range x.Endpoints() {
		step, why := x.explainedRefusal(t, question{call: e})
		if (step == "account") == e.Public || step != "" && step != "account" {
			t.Errorf("%s by a closed account: explained %q %s", e.Name, step, why)
		}
		if !e.Public {
			x.compare(t, explainedAccount, question{call: e}, "closed")
		}
	}
}

func (x *explaining) report(t *testing.T, endpoints int) {
	t.Helper()
	t.Logf("%d answers of %d calls as explained, by step: %v", x.compared, len(x.calls), x.steps)
	x.checkUnread(t)
	if len(x.calls) < endpoints*9/10 {
		t.Errorf("only %d of %d calls were compared", len(x.calls), endpoints)
	}
	for _, step := range []string{"", "account", "permission", "scope", "state", "nowhere"} {
		if x.steps[step] < 10 {
			t.Errorf("only %d times the step %q was met", x.steps[step], step)
		}
	}
}

func (x *explaining) endpoint(name string) *resource.Endpoint {
	calls := x.Endpoints()
	if at := slices.IndexFunc(calls, func(e resource.Endpoint) bool { return e.Name == name }); at >= 0 {
		return &calls[at]
	}
	return nil
}

// besides are the calls, by name or family, that may be refused for a record though nothing is explained against it,
// each with what decides about it. Account and permission are explained of them as of all.
var besides = map[string]string{
	"admin":   "accounts of staff have no scope: they are there or not",
	"session": "one's own, or anybody's with adminUser.read and .write",
	"job":     "who began it sees it", "items": "the rules of the collection",
	"resource": "who may see the record that the file is at",
	"search":   "the index has the document or not", "scheduler": "the job is there or not",
	"setting": "the setting is there or not", "planned": "who may make the call that is planned sees it",
	"preference": "one's own", "sharedView": "with whom it is shared", "passkey": "one's own",
	"support": "what is known of the request", "audit": "the entry is there or not",
	"project.decideProposal":  "the proposal, whose own calls are explained",
	"freelancer.mailDrafts":   "whether one may write to the person, which the call that writes explains",
	"msp.toLegalEntity":       "the legal entity may be of another client",
	"msp.fromLegalEntity":     "the MSP is at the legal entity or not",
	"poolMember.under.update": "the member, whose own calls are explained",
	"poolMember.under.delete": "the member, whose own calls are explained",
	"pool.category":           "the category may be of another client",
}

// lists are the calls that answer an empty list where the record that narrows it is not to be seen.
var lists = map[string]string{"project.ofPool": "it lists projects, each by its own scope"}
