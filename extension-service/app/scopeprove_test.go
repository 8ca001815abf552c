package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/internal/test/stress"
	"poolkeeper.example/extension-service/platform/role"
)

// Whatever tells of a record shows no more of it than GET does: the history, the record of an earlier instant, exports,
// the audit log, documents of the search and jobs, for every resource, by every role, within every kind of scope.
func TestProveScope_EveryPlaceOfARecord_ShowsNoMoreThanGet(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		sides := p.fillBothSides(t)
		p.shareBetween(t, sides)
		p.publishIndex(t)
		scopes := []string{`{"clientIds":[1]}`, fmt.Sprintf(`{"legalEntityIds":[%v]}`, sides.inside["legalEntity"])}
		rights := append(slices.Clone(role.All), "abcd")
		if !stress.IsFull() {
			rights = []role.Role{"abcd", role.CSM}
		}
		for i, scope := range scopes {
			for _, r := range rights {
				email := fmt.Sprintf("reader.%d.%s@reach.example", i, r)
				roles, _ := json.Marshal(strings.Split(string(r), ""))
				_, token := p.joined(t, email, fmt.Sprintf(`"roles":%s,"scopes":%s`, roles, scope))
				x := &reader{product: p, who: email, sides: sides}
				p.tokens[email] = token
				x.reads(t)
				if x.compared < 5 && r == "abcd" {
					t.Errorf("%s compared %d answers: too few to prove anything", email, x.compared)
				}
			}
		}
	})
}

// shareBetween makes records that both sides see, with parts that belong to one side each.
func (p *product) shareBetween(t *testing.T, sides bothSides) {
	t.Helper()
	msp := p.expect(t, "csm", "POST /api/msp", `{"name":"Shared Talents","email":"hello@shared.example"}`, 201,
		"").json(t)["id"]
	person := p.newPerson(t, "Grace", "Shared")["id"]
	for client, side := range []map[string]any{sides.inside, sides.beyond} {
		le := side["legalEntity"]
		p.expect(t, "csm", fmt.Sprintf("PUT /api/msp/%v/toLegalEntity/%v", msp, le), "", 200, "")
		for _, grant := range []string{
			fmt.Sprintf(`{"permission":"RATE_VIEW","scope":"client","clientId":%d}`, client+1),
			fmt.Sprintf(`{"permission":"PROJECT_VIEW","scope":"legalentity","clientId":%d,"legalEntityId":%v}`, client+1, le),
		} {
			p.expect(t, "csm", fmt.Sprintf("POST /api/msp/%v/permission", msp), `{"grants":[`+grant+`]}`, 200, "")
		}
		body := fmt.Sprintf(`{"freelancerId":%v,"scope":"client","clientId":%d,"note":"once"}`, person, client+1)
		bound := p.expect(t, "csm", "POST /api/boundClient", body, 201, "").json(t)
		p.expect(t, "csm", fmt.Sprintf("PUT /api/boundClient/%v", bound["id"]),
			fmt.Sprintf(`{"boundUntil":%q}`, bound["boundSince"]), 200, `"open":false`)
	}
	p.expect(t, "csm", fmt.Sprintf("PUT /api/msp/%v/fromLegalEntity/%v", msp, sides.beyond["legalEntity"]), "", 200, "")
	p.expect(t, "csm", fmt.Sprintf("PUT /api/msp/%v/toLegalEntity/%v", msp, sides.beyond["legalEntity"]), "", 200, "")
}

// reader is somebody with a scope who looks at everything there is.
type reader struct {
	*product
	who      string
	sides    bothSides
	compared int
}

func (x *reader) reads(t *testing.T) {
	t.Helper()
	for _, r := range x.Registry.All() {
		about := r.Facts()
		if got := x.call(t, x.who, "GET", about.Path+"?limit=200", ""); got.status == 200 {
			x.hidesTheOtherSide(t, "GET "+about.Path, got)
			x.readsRecords(t, about, got)
		}
	}
	for _, path := range []string{
		"/api/dashboard", "/api/find?q=" + beyondMark, "/api/job?limit=100", "/api/mail?limit=100", "/api/audit?limit=500",
		"/api/meta", "/api/session",
		"/api/job/" + fmt.Sprint(x.sides.beyond["job"]),
	} {
		if got := x.call(t, x.who, "GET", path, ""); got.status == 200 {
			x.hidesTheOtherSide(t, "GET "+path, got)
		}
	}
}

func (x *reader) readsRecords(t *testing.T, about resource.Facts, list answer) {
	t.Helper()
	rows, _ := list.json(t)["results"].([]any)
	for _, row := range rows {
		id := row.(map[string]any)["id"]
		got := x.call(t, x.who, "GET", fmt.Sprintf("%s/%v", about.Path, id), "")
		if got.status != 200 {
			continue
		}
		x.hidesTheOtherSide(t, "GET", got)
		x.readsHistory(t, fmt.Sprintf("/api/history/%s/%v", about.Name, id), got.json(t))
		if found := x.call(t, x.who, "GET", fmt.Sprintf("/api/search/%s/%v", about.Name, id), ""); found.status == 200 {
			x.hidesTheOtherSide(t, "document of "+about.Name, found)
		}
	}
	for _, format := range []string{"csv", "xlsx"} {
		export := x.call(t, x.who, "POST", "/api/export/"+about.Name, fmt.Sprintf(`{"format":%q}`, format))
		if url, _ := export.json(t)["url"].(string); export.status == 200 {
			x.hidesTheOtherSide(t, "export of "+about.Name, x.call(t, "", "GET", url, ""))
		}
	}
}

// readsHistory holds the history of a record against the record as GET shows it.
func (x *reader) readsHistory(t *testing.T, path string, is map[string]any) {
	t.Helper()
	at := url.QueryEscape(time.Now().Add(time.Hour).UTC().Format(time.RFC3339))
	got := x.call(t, x.who, "GET", path+"?limit=500&at="+at, "")
	if got.status != 200 {
		return
	}
	x.hidesTheOtherSide(t, path, got)
	var history struct {
		Results []struct{ Before, After map[string]any }
		Record  map[string]any
	}
	if err := json.Unmarshal(got.body, &history); err != nil {
		t.Fatal(err)
	}
	for name, value := range history.Record {
		if want, shown := is[name]; !shown || !equalJSON(value, want) && want != "•••" {
			t.Errorf("%s as %s: %s is %v, GET shows %v", path, x.who, name, value, want)
		}
	}
	for _, line := range history.Results {
		for _, values := range []map[string]any{line.Before, line.After} {
			for name := range values {
				if _, shown := is[name]; !shown {
					t.Errorf("%s as %s shows %s, which GET does not", path, x.who, name)
				}
			}
		}
	}
	x.compared++
}

func equalJSON(a, b any) bool {
	one, _ := json.Marshal(a)
	other, _ := json.Marshal(b)
	return bytes.Equal(one, other)
}

// hidesTheOtherSide fails when an answer contains anything of the other side: its texts, or the ids of its client and
// legal entity.
func (x *reader) hidesTheOtherSide(t *testing.T, what string, a answer) {
	t.Helper()
	if strings.Contains(string(a.body), beyondMark) && !strings.Contains(what, "q=") {
		t.Errorf("%s as %s holds words of another client: %s", what, x.who, a.body)
	}
	var answered any
	if json.Unmarshal(a.body, &answered) != nil {
		return
	}
	eachMember(answered, func(name string, value any) {
		for suffix, kind := range map[string]string{
			"clientId": "client", "boundClientId": "client",
			"legalEntityId": "legalEntity", "boundLegalEntityId": "legalEntity",
		} {
			if name == suffix && value != nil && fmt.Sprint(value) == fmt.Sprint(x.sides.beyond[kind]) {
				t.Errorf("%s as %s names the %s of another client: %s", what, x.who, kind, a.body)
			}
		}
	})
}

func eachMember(v any, visit func(name string, value any)) {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			visit(name, value)
			eachMember(value, visit)
		}
	case []any:
		for _, one := range v {
			eachMember(one, visit)
		}
	}
}
