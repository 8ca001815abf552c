package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// Somebody limited to one client meets nothing of another, on no path, and cannot tell it from what does not exist.
func TestScope_RecordsOfAnotherClient_AreNotFoundOnAnyPath(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
		p.expect(t, "config", "POST /api/legalEntity", `{"clientId":2,"name":"Outside One","code":"O1","currency":"EUR"}`,
			201, "")
		inside := p.newProject(t, "Visible")
		made := p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Hidden treasure","clientId":2}}`, 201,
			"")
		outside := int(made.json(t)["id"].(float64))
		gone := p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Hidden trash","clientId":2}}`, 201, "")
		p.expect(t, "csm", fmt.Sprintf("DELETE /api/project/%.0f?reason=OTHER&comment=mistake", gone.json(t)["id"]), "", 200,
			"")
		at, in := fmt.Sprintf("/api/project/%d", outside), fmt.Sprintf("/api/project/%d", inside)
		for _, step := range []struct {
			request, body string
			status        int
			want          string
		}{
			{"GET /api/project", "", 200, `"totalResults":1`},
			{"GET /api/project?title=hidden", "", 200, `"totalResults":0`},
			{"GET /api/project?clientName=Outside%20Ltd", "", 200, `"totalResults":0`},
			{"GET /api/project?status=ACTIVE,PAUSED", "", 200, `"totalResults":1`},
			{"GET /api/project?deleted=true", "", 200, `"totalResults":0`},
			{fmt.Sprintf("GET /api/project?id=%d,%d", inside, outside), "", 200, `"totalResults":1`},
			{"POST /api/dbSearch/project", `{"filters":{"title":"hidden"}}`, 200, `"totalResults":0`},
			{"GET /api/project/client/2", "", 404, "NOT_FOUND"},
			{"GET /api/projectApplication/client?clientId=2", "", 404, "NOT_FOUND"},
			{"GET /api/freelancer/client?clientId=2", "", 404, "NOT_FOUND"},
			{"GET /api/msp/client?clientId=2", "", 404, "NOT_FOUND"},
			{"GET /api/client/2/legalEntities", "", 404, "NOT_FOUND"},
			{"GET /api/projectApplication/client?clientId=1", "", 200, `"totalResults":0`},
			{"GET /api/freelancer/client?clientId=0", "", 200, "totalResults"},
			{"GET /api/client", "", 200, `"totalResults":1`},
			{"GET /api/client/2", "", 404, "NOT_FOUND"},
			{"GET /api/currency/2", "", 404, "NOT_FOUND"},
			{"GET /api/legalEntity/1", "", 404, "NOT_FOUND"},
			{"GET " + at, "", 404, "NOT_FOUND"},
			{"PUT " + at, `{"title":"Mine"}`, 404, "NOT_FOUND"},
			{"DELETE " + at + "?reason=OTHER", "", 404, "NOT_FOUND"},
			{"GET /api/project/possibleStatuses/" + fmt.Sprint(outside), "", 404, "NOT_FOUND"},
			{"GET /api/project/projectApplications/" + fmt.Sprint(outside), "", 404, "NOT_FOUND"},
			{"POST /api/project/changeStatus", fmt.Sprintf(`{"id":%d,"status":"PAUSED"}`, outside), 404, "NOT_FOUND"},
			{"GET /api/history/project/" + fmt.Sprint(outside), "", 404, "NOT_FOUND"},
			{"POST /api/bulk/project/changeStatus", fmt.Sprintf(`{"filters":{"id":"%d,%d"},"input":{"status":"PAUSED"}}`, inside,
				outside), 200, fmt.Sprintf(`{"id":%d,"allowed":false,"code":"NOT_FOUND","messages":["error.notFound"]}`, outside)},
			{"GET /api/find?q=hidden", "", 200, `"totalResults":0`},
			{"GET /api/find?q=" + fmt.Sprint(made.json(t)["handle"]), "", 200, `"totalResults":0`},
			{
				"POST /napi/create/project", `{"dataObj":{"title":"Smuggled","clientId":2}}`, 422,
				`"dataObj.clientId":["validation.reference"]`,
			},
			{"PUT " + in, `{"clientId":2}`, 422, `"clientId":["validation.reference"]`},
			{"PUT " + in, `{"legalEntityId":1}`, 422, `"legalEntityId":["validation.reference"`},
		} {
			p.expect(t, "scoped", step.request, step.body, step.status, step.want)
		}
		file := p.expect(t, "", p.ticket(t, "scoped", "project", `{"format":"csv","columns":["title"]}`), "", 200, "Visible")
		start := p.expect(t, "scoped", "GET /api/dashboard", "", 200, "activity")
		for _, got := range []answer{file, start} {
			if strings.Contains(string(got.body), "Hidden") || strings.Contains(string(got.body), "Outside") {
				t.Errorf("told of another client: %s", got.body)
			}
		}
		if !strings.Contains(string(start.body), `"count":0`) && strings.Contains(string(start.body), `"count":2`) {
			t.Errorf("counted another client's records: %s", start.body)
		}
		p.expect(t, "csm", "GET "+at, "", 200, `"status":"ACTIVE"`)
	})
}

// Wherever a list is narrowed to a client, one outside the scope and one that is not there are the same 404, alone or
// among others; a client within it that has nothing is an empty list.
func TestScope_ClientOutsideIt_IsNotFoundInAnyList(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
		p.expect(t, "csm", "POST /napi/create/project", `{"dataObj":{"title":"Theirs","clientId":2}}`, 201, "")
		id, _ := p.account(t, "scoped")
		p.expect(t, "config", fmt.Sprintf("PUT /api/admin/%d", id), `{"roles":["a","b","c","d"]}`, 200, "")
		delete(p.tokens, "scoped")
		var doc struct {
			Paths map[string]map[string]struct {
				OperationID string
				Parameters  []struct{ Name string }
			}
		}
		text, err := p.OpenAPI()
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		seen := 0
		for path, calls := range doc.Paths {
			for _, param := range calls["get"].Parameters {
				if name := param.Name; !strings.Contains(path, "{") && (name == "clientId" || name == "boundClientId") {
					seen++
					p.narrowsToClients(t, "GET "+path+"?"+name+"=", strings.HasSuffix(calls["get"].OperationID, ".list"))
				}
			}
		}
		if seen < 9 {
			t.Errorf("only %d lists are narrowed to a client", seen)
		}
		for request, body := range map[string]string{
			"POST /api/dbSearch/project":                       `{"filters":{"clientId":[1,2]}}`,
			"POST /api/export/project":                         `{"format":"csv","filters":{"clientId":2}}`,
			"POST /api/bulk/project/changeStatus":              `{"filters":{"clientId":2},"input":{"status":"PAUSED"},"dryRun":true}`,
			`GET /api/project?filter=%7B%22clientId%22%3A2%7D`: "",
		} {
			p.expect(t, "scoped", request, body, 404, "NOT_FOUND")
		}
	})
}

func (p *product) narrowsToClients(t *testing.T, call string, acceptsMany bool) {
	t.Helper()
	outside, answer := []string{"2", "999"}, "totalResults"
	for part, field := range map[string]string{"/funnel": `"steps"`, "/connectionSetup": `"byHand"`} {
		if strings.Contains(call, part) {
			answer = field
		}
	}
	if acceptsMany {
		outside = append(outside, "1,2", "1,999")
	}
	for _, values := range outside {
		p.expect(t, "scoped", call+values, "", 404, "NOT_FOUND")
	}
	if acceptsMany {
		p.expect(t, "scoped", call+"0", "", 200, answer) // all of them
	}
	p.expect(t, "scoped", call+"1", "", 200, answer)
	p.expect(t, "all", call+"2", "", 200, answer)
	p.expect(t, "all", call+"999", "", 404, "NOT_FOUND")
}

// Of a mail address that an account has beyond the reach, a scoped manager of accounts learns that much, and of one
// within the reach what it can see anyway.
func TestScope_MailAddressOfAnAccountOutside_IsReportedAsOutside(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
		invite := func(who, email, scopes string, status int, want string) answer {
			body := fmt.Sprintf(`{"email":%q,"firstName":"Ida","lastName":"Rhodes","roles":["a"],"scopes":{"clientIds":%s}}`,
				email, scopes)
			return p.expect(t, who, "POST /api/admin", body, status, want)
		}
		invite("config", "theirs@poolkeeper.example", "[2]", 201, "")
		invite("config", "Ours@poolkeeper.example", "[1]", 201, "")
		scoped, _ := p.account(t, "scoped")
		p.expect(t, "config", fmt.Sprintf("PUT /api/admin/%d", scoped), `{"roles":["a","d"]}`, 200, "")
		delete(p.tokens, "scoped")
		for _, email := range []string{"theirs@poolkeeper.example", "THEIRS@poolkeeper.example", "csm@poolkeeper.example"} {
			refused := invite("scoped", email, "[1]", 409, `"error.emailTakenOutside"`)
			if text := string(refused.body); strings.Contains(text, "error.emailTaken\"") ||
				!strings.Contains(text, `"EMAIL_TAKEN"`) {
				t.Errorf("%s: %s", email, text)
			}
		}
		invite("scoped", "ours@poolkeeper.example", "[1]", 409, `"error.emailTaken"`)
		invite("config", "theirs@poolkeeper.example", "[1]", 409, `"error.emailTaken"`)
		made := invite("scoped", "new@poolkeeper.example", "[1]", 201, "").json(t)
		p.expect(t, "scoped", fmt.Sprintf("PUT /api/admin/%v", made["id"]), `{"email":"theirs@poolkeeper.example"}`, 409,
			`"error.emailTakenOutside"`)
	})
}
