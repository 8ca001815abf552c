package app_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/internal/test/stress"
)

// ofOneself are calls about the caller's own sign-in, wrong passwords of which are counted, and the one that ends the
// walk.
var ofOneself = []string{"PUT /api/admin/resetPassword", "POST /api/session/proof", "DELETE /api/session"}

// Every call by every role and by accounts of one client, with valid requests about records of either client: who may
// not is refused and changes nothing, what is changed is told to the log and belongs to the client that the request is
// about, and what is beyond a reach cannot be told from what does not exist.
func TestProveRights_EveryCallAndAccount_RefuseAndRecordAsDeclared(t *testing.T) {
	t.Parallel()
	for round := range stress.Size(1, 6) {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			t.Parallel()
			eachEngine(t, func(t *testing.T, p *product) {
				m := p.newMatrix(t, uint64(round))
				calls := slices.DeleteFunc(slices.Clone(m.judge.operations), func(o *operation) bool {
					return o.isPublic || strings.HasPrefix(o.path, "/items/") || slices.Contains(ofOneself, o.call())
				})
				for _, o := range calls { // first, while every record still is whose it was made for
					m.scopes(t, o)
				}
				for _, o := range calls {
					m.roles(t, o)
				}
				m.report(t)
			})
		})
	}
}

// matrix makes the requests of a walk one call at a time, about records it chooses.
type matrix struct {
	*walk
	round   uint64
	changes int // requests that have changed records
	alike   int // pairs of requests that were answered alike
}

func (p *product) newMatrix(t *testing.T, round uint64) *matrix {
	t.Helper()
	m := &matrix{walk: p.newWalk(t), round: round}
	m.tokens[turned] = m.turnedToken(t)
	m.journal.newChanges(t)
	return m
}

// turned is somebody whose reach was client 2 when they signed in, and is client 1 since then.
const turned = "turned@attack.example"

func (m *matrix) turnedToken(t *testing.T) string {
	t.Helper()
	id, token := m.joined(t, turned, `"roles":["a"],"scopes":{"clientIds":[2]}`)
	m.expect(t, "config", fmt.Sprintf("PUT /api/admin/%v", id), `{"scopes":{"clientIds":[1]}}`, 200, "")
	return token
}

// joined invites a colleague who then chooses a password, and returns their id and token. rights are members of the
// invitation.
func (p *product) joined(t *testing.T, email, rights string) (id any, token string) {
	t.Helper()
	made := p.expect(t, "config", "POST /api/admin",
		fmt.Sprintf(`{"email":%q,"firstName":"T","lastName":"Urned",%s}`, email, rights), 201, "").json(t)
	open := func(password string) string {
		got := p.expect(t, "", "POST /api/authorize", fmt.Sprintf(`{"username":%q,"password":%q}`, email, password), 200,
			"").json(t)
		return fmt.Sprint(got["access_token"])
	}
	first := fmt.Sprint(made["oneTimePassword"])
	const own = "a new one for the matrix 2026"
	change := fmt.Sprintf(`{"oldPassword":%q,"password":%q,"passwordConfirm":%q}`, first, own, own)
	if got := p.call(t, "", "PUT", "/api/admin/resetPassword", change, "Authorization",
		"Bearer "+open(first)); got.status != 200 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	return made["admin"].(map[string]any)["id"], open(own)
}

// limitTo lets requests be about the records of one side only; nil stands for records there are not.
func (m *matrix) limitTo(side map[string]any) {
	for name := range m.pools {
		switch {
		case name == "key" || name == "preference" || name == "collection" || name == "ticket":
		case side[name] != nil:
			m.pools[name] = []string{fmt.Sprint(side[name])}
		case slices.Contains([]string{"resource", "job", "session"}, name):
			m.pools[name] = []string{"aaaaaaaaaaaaaaaaaaaaaaaaaa"}
		default:
			m.pools[name] = []string{"987654321"}
		}
	}
}

// repeatable makes a request that is the same whenever it is asked with the same seed, but for the ids it names.
func (m *matrix) repeatable(t *testing.T, o *operation, who string, seed uint64) (*request, answer, []changed) {
	t.Helper()
	m.maker.r, m.maker.made = rand.New(rand.NewPCG(seed, m.round)), int(seed)
	q := m.make(o)
	q.who = who
	q.fields = slices.DeleteFunc(q.fields, func(f wireField) bool { return f.name == "Idempotency-Key" })
	if token := m.tokens[who]; token != "" {
		q.set("Authorization", "Bearer "+token)
	}
	m.sent++
	began := time.Now()
	a, err := m.wire.send(t, q.method, rawRequest(q.method, q.target(), q.fields, q.content()))
	if err != nil {
		t.Fatalf("%s\n%v", q, err)
	}
	m.statuses[a.status]++
	if a.status < 300 {
		m.accepted[o.call()]++
	}
	for _, what := range m.judge.breaches(q, a, time.Since(began)) {
		m.breach(t, q, a, what)
	}
	var done []changed
	for _, c := range m.journal.newChanges(t, "staff_sessions") {
		if c.table != "audit" || !readEntry.MatchString(c.is) {
			done = append(done, c)
		}
	}
	return q, a, done
}

// roles makes a call as each role and holds what it has changed against what it may.
func (m *matrix) roles(t *testing.T, o *operation) {
	t.Helper()
	for i, who := range []string{"", ended, "norole", "content", "tech", "config", "csm", "all"} {
		side, other := m.sides.inside, beyondMark
		if i%2 == int(m.round%2) {
			side, other = m.sides.beyond, insideMark
		}
		m.limitTo(side)
		q, a, done := m.repeatable(t, o, who, uint64(1000+m.sent))
		switch reads := o.method == "GET" || strings.HasPrefix(o.path, "/api/dbSearch/"); {
		case len(done) == 0:
		case a.status >= 400:
			m.breach(t, q, a, "was refused and has changed "+done[0].String())
		case reads && !writesByReading(o, done[0].table):
			m.breach(t, q, a, "reads and has changed "+done[0].String())
		default:
			m.checkChanges(t, q, a, done, other)
		}
	}
}

// records are the tables whose changes are told to the log.
var records = []string{
	"projects", "applications", "freelancers", "msps", "clients", "legal_entities", "bound_clients", "catalog_images",
	"erasure_requests", "freelancer_duplicates", "settings", "staff", "rate_versions",
	"msp_grants", "msp_legal_entities", "resources",
}

// isUnbounded are the calls that are about more than the records they name, or name them by a word that means others
// too.
func isUnbounded(o *operation) bool {
	return o.call() == "DELETE /api/catalogImage" || strings.HasPrefix(o.path, "/api/bulk/") ||
		o.path == "/api/rate/formula" || strings.HasPrefix(o.path, "/api/job/") || strings.HasPrefix(o.path, "/api/setting/")
}

// checkChanges checks what a successful call has changed: it stands in the log, and is nothing of the other client.
func (m *matrix) checkChanges(t *testing.T, q *request, a answer, done []changed, other string) {
	t.Helper()
	changes := slices.ContainsFunc(done, func(c changed) bool { return slices.Contains(records, c.table) })
	reported := slices.ContainsFunc(done, func(c changed) bool { return c.table == "audit" })
	if changes {
		m.changes++
	}
	if changes && !reported {
		m.breach(t, q, a, "is not told to the log: "+done[0].String())
	}
	for _, c := range done {
		if slices.Contains(records, c.table) && strings.Contains(c.was, other) && !isUnbounded(q.op) {
			m.breach(t, q, a, "changes what belongs to another client: "+c.String())
		}
	}
}

// scopes asks, as accounts limited to client 1, about records of client 2 and about such as there are not: the answers
// are alike, and nothing is changed of the one nor told of it.
func (m *matrix) scopes(t *testing.T, o *operation) {
	t.Helper()
	for i, who := range []string{"scoped", turned} {
		for try := range stress.Size(1, 4) {
			seed := uint64(try*10+i)*7919 + uint64(len(o.call()))
			m.limitTo(m.sides.beyond)
			q, there, done := m.repeatable(t, o, who, seed)
			if strings.Contains(string(there.body), beyondMark) {
				m.breach(t, q, there, "tells of another client")
			}
			for _, c := range done {
				if slices.Contains(records, c.table) && strings.Contains(c.was+c.is, beyondMark) &&
					!strings.Contains(string(q.content()), beyondMark) {
					m.breach(t, q, there, "changes what is beyond the reach: "+c.String())
				}
			}
			m.limitTo(nil)
			_, nowhere, _ := m.repeatable(t, o, who, seed)
			if there.status < 400 && o.method == "POST" { // the second of two that create may be one too many
				continue
			}
			if got, want := outline(there), outline(nowhere); got != want {
				m.breach(t, q, there, fmt.Sprintf("answers otherwise than for what does not exist: %s, not %s", got, want))
				continue
			}
			m.alike++
		}
	}
}

// outline is what tells one answer from another: the status, the code and the fields.
func outline(a answer) string {
	var r refusal
	if a.status < 400 || json.Unmarshal(a.body, &r) != nil {
		return fmt.Sprint(a.status)
	}
	return fmt.Sprintf("%d %s %v", a.status, r.Code, r.FieldErrors)
}

func (m *matrix) report(t *testing.T) {
	t.Helper()
	t.Logf("%d requests, %d calls succeeded, %d requests changed records, %d pairs answered alike, breaches of %d kinds",
		m.sent, len(m.accepted), m.changes, m.alike, len(m.found))
	if m.changes < 10 || len(m.accepted) < 80 {
		t.Errorf("too little has succeeded to prove anything")
	}
}
