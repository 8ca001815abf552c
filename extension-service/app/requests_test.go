package app_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/internal/test/stress"
)

// Requests made from the document the product serves itself, most of them spoiled in one or two ways, as every account:
// each answer is one that the document and the error vocabulary name, opens to nobody it is not for, and a refusal
// changes nothing.
func TestProveRequests_GeneratedFromTheDocument_ReceiveDocumentedAnswers(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		n := stress.Size(1500, 20_000*len(walkers))
		if p.DB.Dialect() == "postgres" {
			n = stress.Size(500, 5_000*len(walkers))
		}
		w := p.newWalk(t)
		for w.sent < n {
			w.step(t)
		}
		w.report(t)
	})
}

// walk is one of many requests by different accounts.
type walk struct {
	*product
	*maker
	judge   *responseChecker
	journal *journal
	wire    *wire
	sides   bothSides

	tokens   map[string]string
	signedIn time.Time
	pools    map[string][]string // what there is, by what it is
	sent     int
	statuses map[int]int
	accepted map[string]int // call → how often it succeeded
	found    map[string]int // kind of breach → how often
	slowest  time.Duration
}

// ended is the account whose session has ended, and forged one whose token we never gave; both are nobody.
const (
	ended     = "(ended)"
	forged    = "(forged)"
	elsewhere = "elsewhere"
)

func (p *product) newWalk(t *testing.T) *walk {
	t.Helper()
	c, err := contractOf(p)
	if err != nil {
		t.Fatal(err)
	}
	document, err := p.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	operations, err := operationsOf(document)
	if err != nil {
		t.Fatal(err)
	}
	w := &walk{
		product: p, sides: p.fillBothSides(t), statuses: map[int]int{}, accepted: map[string]int{},
		found: map[string]int{}, tokens: map[string]string{},
	}
	w.maker = &maker{r: stress.Rand(t), known: w.valuesFor, lists: listsOf(operations)}
	w.judge = &responseChecker{contract: c, operations: operations, texts: p.messages(t)}
	if w.judge.errors, err = compileSchema("error", c.errorSchema); err != nil {
		t.Fatal(err)
	}
	for i := range 3 { // whose accounts and sessions may be changed by the walk
		p.expect(t, "config", "POST /api/admin", fmt.Sprintf(
			`{"email":"victim%d@attack.example","firstName":"V","lastName":"V","roles":["a"]}`, i), 201, "")
	}
	w.wire = &wire{address: p.listen(t)}
	t.Cleanup(w.wire.close)
	w.signIn(t)
	w.readRecords(t)
	w.journal = p.journal(t)
	return w
}

// listsOf tells the call that lists each entity.
func listsOf(operations []*operation) map[string]*operation {
	paths := map[string]string{
		"/api/projectApplication":   "application",
		"/api/freelancer/duplicate": "freelancerDuplicate",
	}
	out := map[string]*operation{}
	for _, o := range operations {
		if slices.ContainsFunc(o.params, func(p parameter) bool {
			return p.Name == "filter"
		}) && !strings.Contains(o.path, "{") {
			name, known := paths[o.path]
			if !known {
				name = strings.TrimPrefix(o.path, "/api/")
			}
			out[name] = o
		}
	}
	return out
}

// messages are all texts there are.
func (p *product) messages(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for key, text := range p.expect(t, "", "GET /napi/localize?locale=en", "", 200, "").json(t) {
		texts[key] = fmt.Sprint(text)
	}
	return texts
}

// signIn opens sessions for all accounts: they live for a quarter of an hour.
func (w *walk) signIn(t *testing.T) {
	t.Helper()
	for who := range walkers {
		w.open(t, who)
	}
	gone, err := signIn(w.Service, "tech")
	if err != nil {
		t.Fatal(err)
	}
	w.call(t, "", "POST", "/api/logout", "{}", "Authorization", "Bearer "+gone)
	head, _, _ := strings.Cut(w.tokens["all"], ".")
	w.tokens[ended], w.tokens[forged] = gone, head+".e30.AAAA"
	w.signedIn = time.Now()
}

func (w *walk) open(t *testing.T, who string) {
	t.Helper()
	token, err := signIn(w.Service, who)
	if err != nil {
		t.Fatal(err)
	}
	w.tokens[who], w.product.tokens[who] = token, token
}

// readRecords reads which records there are.
func (w *walk) readRecords(t *testing.T) {
	t.Helper()
	w.pools = map[string][]string{}
	for name, text := range map[string]string{
		"client": "SELECT id FROM clients", "legalEntity": "SELECT id FROM legal_entities",
		"project": "SELECT id FROM projects", "application": "SELECT id FROM applications",
		"freelancer": "SELECT id FROM freelancers", "msp": "SELECT id FROM msps",
		"boundClient": "SELECT id FROM bound_clients", "catalogImage": "SELECT id FROM catalog_images",
		"erasure": "SELECT id FROM erasure_requests", "freelancerDuplicate": "SELECT id FROM freelancer_duplicates",
		"audit": "SELECT id FROM audit", "job": "SELECT id FROM jobs",
		"mail": "SELECT id FROM mails", "resource": "SELECT id FROM resources",
		"admin":   "SELECT id FROM staff WHERE email LIKE '%attack.example'",
		"session": "SELECT sid FROM staff_sessions s JOIN staff a ON a.id = s.staff_id WHERE a.email LIKE '%attack.example'",
	} {
		w.pools[name] = w.column(t, text+" ORDER BY 1 DESC LIMIT 40")
	}
	w.pools["key"] = []string{"portal.url", "mail.from", "index.autoRepair", "ignoreOwnershipRestriction", "nothing"}
	w.pools["preference"] = []string{"locale", "list.project", "x"}
	w.pools["collection"] = []string{"d_language", "d_client", "d_translation_keys", "directus_users", "nothing"}
	w.pools["ticket"] = []string{"nothing"}
}

func (w *walk) column(t *testing.T, text string) (out []string) {
	t.Helper()
	rows, err := w.DB.Query(t.Context(), text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			t.Fatal(err)
		}
		out = append(out, one)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// pathPools name what the parameters of paths are, the longest beginning first.
var pathPools = []struct{ prefix, pool string }{
	{"/api/project/client/", "client"},
	{"/api/projectApplication/", "application"},
	{"/api/project/", "project"},
	{"/api/freelancer/duplicate/", "freelancerDuplicate"},
	{"/api/freelancer/", "freelancer"},
	{"/api/client/", "client"},
	{"/api/currency/", "client"},
	{"/api/legalEntity/", "legalEntity"},
	{"/api/msp/", "msp"},
	{"/api/admin/", "admin"},
	{"/api/boundClient/", "boundClient"},
	{"/api/catalogImage/", "catalogImage"},
	{"/api/erasure/", "erasure"},
	{"/api/audit/", "audit"},
	{"/api/job/", "job"},
	{"/api/mail/", "mail"},
	{"/api/mails/", "mail"},
	{"/api/resource/", "resource"},
	{"/api/image/", "resource"},
	{"/api/session/", "session"},
	{"/api/setting/", "key"},
	{"/api/preference/", "preference"},
	{"/api/download/", "ticket"},
	{"/items/", "collection"},
	{"/api/history/", ""},
}

// namedPools name what the members of bodies and the parameters of queries are.
var namedPools = map[string]string{
	"clientId": "client", "clientIds": "client", "legalEntityId": "legalEntity", "legalEntityIds": "legalEntity",
	"projectId": "project", "jobId": "project", "applicationId": "application", "freelancerId": "freelancer",
	"otherId": "freelancer", "mspId": "msp", "msps": "msp", "id": "project", "ids": "application", "entryId": "audit",
	"entityId": "project", "cvResourceId": "resource", "logoResourceId": "resource", "resourceId": "resource",
	"attachment": "resource", "attachments": "resource", "file": "resource", "userId": "admin", "boundClientId": "client",
	"boundLegalEntityId": "legalEntity", "freelancerA": "freelancer", "mergedIntoId": "freelancer",
}

// valuesFor are the values there are for a name: of a member, or "{id} /api/project/{id}" for a part of a path.
func (w *walk) valuesFor(name string) []string {
	part, path, inPath := strings.Cut(name, " ")
	if !inPath {
		name = strings.TrimSuffix(name, "[]")
		return w.pools[namedPools[name]]
	}
	if part == "{x}" {
		return typicalValues["x"]
	}
	if part == "{leId}" {
		return w.pools["legalEntity"]
	}
	for _, at := range pathPools {
		if strings.HasPrefix(path, at.prefix) {
			pool := at.pool
			if pool == "" {
				pool = strings.Split(path, "/")[3]
			}
			return w.pools[pool]
		}
	}
	return nil
}

// step makes one request and judges its answer.
func (w *walk) step(t *testing.T) {
	t.Helper()
	if time.Since(w.signedIn) > 10*time.Minute {
		w.signIn(t)
		w.journal.newChanges(t)
	}
	o := oneOf(w.r, w.judge.operations)
	if strings.HasPrefix(o.path, "/items/") && w.chance(70) || o.path == "/api/authorize" && w.chance(80) {
		return // without Directus one is as good as another; a password takes a tenth of a second
	}
	if w.sent++; w.sent%200 == 0 {
		w.readRecords(t)
	}
	q := w.make(o)
	q.who = w.pickCaller(o)
	if w.chance(70) {
		w.spoiled(q)
	}
	if token := w.tokens[q.who]; token != "" {
		q.fields = append(q.fields, wireField{"Authorization", "Bearer " + token})
	}
	began := time.Now()
	a, err := w.wire.send(t, q.method, rawRequest(q.method, q.target(), q.fields, q.content()))
	took := time.Since(began)
	if err != nil {
		w.breach(t, q, a, "no answer: "+err.Error())
		return
	}
	w.slowest = max(w.slowest, took)
	w.statuses[a.status]++
	for _, what := range append(w.judge.breaches(q, a, took), w.effects(t, q, a)...) {
		w.breach(t, q, a, what)
	}
	w.applyEffects(t, q, a)
}

// pickCaller makes the request: mostly who may.
func (w *walk) pickCaller(o *operation) string {
	all := append(slices.Sorted(maps.Keys(walkers)), "", ended, forged)
	if w.chance(65) {
		able := slices.DeleteFunc(slices.Clone(all), func(who string) bool {
			return len(walkers[who]) == 0 || !anyOf(o.needs, walkers[who]) || !anyOf(o.also, walkers[who])
		})
		if len(able) > 0 {
			return oneOf(w.r, able)
		}
	}
	return oneOf(w.r, all)
}

// applyEffects follows what a request has done to the walk itself.
func (w *walk) applyEffects(t *testing.T, q *request, a answer) {
	t.Helper()
	if a.status >= 300 {
		return
	}
	if o := w.judge.served(q); o != nil {
		w.accepted[o.call()]++
		for who := range walkers {
			if o.call() == "DELETE /api/session" || who == q.who &&
				(o.path == "/api/logout" || o.path == "/api/admin/resetPassword") {
				w.open(t, who)
				w.journal.newChanges(t)
			}
		}
	}
	if at := strings.Index(string(a.body), "/api/download/"); at >= 0 {
		ticket, _, _ := strings.Cut(string(a.body)[at+len("/api/download/"):], `"`)
		w.pools["ticket"] = []string{ticket}
	}
}

func (w *walk) breach(t *testing.T, q *request, a answer, what string) {
	t.Helper()
	kind := q.op.call() + ": " + fmt.Sprintf("%.60s", what)
	if w.found[kind]++; w.found[kind] == 1 {
		t.Errorf("request %d: %s\n%s\n→ %d %v\n%.1500s", w.sent, what, q, a.status, a.header, a.body)
	}
}

// effects checks what a request has done: a refusal nothing, nor what only reads or tries.
func (w *walk) effects(t *testing.T, q *request, a answer) (out []string) {
	t.Helper()
	reads := q.method == "GET" || q.method == "HEAD" || strings.HasPrefix(q.op.path, "/api/dbSearch/")
	for _, c := range w.journal.newChanges(t, "staff_sessions") {
		switch {
		case c.table == "audit" && readEntry.MatchString(c.is): // written down a little later, with others
		case a.status >= 400 && !mayPersistAfterRefusal(q.op, c.table):
			out = append(out, "was refused and has changed "+c.String())
		case reads && !writesByReading(q.op, c.table):
			out = append(out, "reads and has changed "+c.String())
		}
	}
	return append(out, w.leakedNames(q, a)...)
}

// leakedNames checks that who is limited to one client is not told the name of another, nor of what it owns. Records
// are moved and renamed by the walk, so that nothing else says for sure whose they are.
func (w *walk) leakedNames(q *request, a answer) []string {
	const name = beyondMark + " Ltd"
	if q.who == "scoped" && strings.Contains(string(a.body), name) &&
		!strings.Contains(string(q.content())+q.target(), name) {
		return []string{"tells of another client"}
	}
	return nil
}

// report prints the figures, and fails if the walk has been none: every call must have succeeded once.
func (w *walk) report(t *testing.T) {
	t.Helper()
	breaches := 0
	for _, n := range w.found {
		breaches += n
	}
	var counts []string
	for _, status := range slices.Sorted(maps.Keys(w.statuses)) {
		counts = append(counts, strconv.Itoa(status)+" × "+strconv.Itoa(w.statuses[status]))
	}
	t.Logf("%d requests of %d calls, %d of which succeeded, %d breaches of %d kinds, slowest %s; %s", w.sent,
		len(w.judge.operations), len(w.accepted), breaches, len(w.found),
		w.slowest.Round(time.Millisecond), strings.Join(counts, ", "))
	if err := w.PublishAll(context.Background()); err != nil {
		t.Error(err)
	}
	if !stress.IsFull() {
		return
	}
	for _, o := range w.judge.operations {
		if w.accepted[o.call()] == 0 && !strings.HasPrefix(o.path, "/items/") {
			t.Logf("never succeeded: %s", o.call())
		}
	}
}
