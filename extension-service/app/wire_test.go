package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/example"
)

// Readers differ in which of two values they take, so nobody gets to give two.
func TestRequests_ValueSentTwice_AreRefused(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.newProject(t, "Once")
		for _, step := range []struct{ who, request, body, want string }{
			{"csm", fmt.Sprintf("PUT /api/project/%d", id), `{"title":"One","title":"Two"}`, `"title":["validation.twice"]`},
			{
				"csm", fmt.Sprintf("PUT /api/project/%d", id), `{"msps":[{"mspId":1,"mspId":2}]}`,
				`"msps[0].mspId":["validation.twice"]`,
			},
			{
				"csm", "POST /napi/create/project", `{"dataObj":{"title":"One","clientId":1,"title":"Two"}}`,
				`"dataObj.title":["validation.twice"]`,
			},
			{
				"csm", "POST /api/dbSearch/project", `{"filters":{"title":"a","title":"b"}}`,
				`"filters.title":["validation.twice"]`,
			},
			{
				"csm", "GET /api/project?filter=" + `%7B%22title%22%3A%22a%22%2C%22title%22%3A%22b%22%7D`, "",
				`"title":["validation.twice"]`,
			},
			{
				"csm", "PUT /api/preference/list.project", `{"value":{"columns":1,"columns":2}}`,
				`"value.columns":["validation.twice"]`,
			},
			{
				"config", "PUT /api/setting/portal.url", `{"value":"https://a.example","value":"https://b.example"}`,
				`"value":["validation.twice"]`,
			},
			{"csm", "GET /api/project?title=a&title=b", "", `"title":["validation.twice"]`},
			{"csm", "GET /api/job?limit=1&limit=2", "", `"limit":["validation.twice"]`},
			{"content", "POST /items/d_translation_keys", `{"locale":"en","locale":"de"}`, `"locale":["validation.twice"]`},
			{"content", "GET /items/d_language?limit=1&limit=2", "", `"limit":["validation.twice"]`},
			{
				"content", "GET /items/d_language?filter=" + `%7B%22iso%22%3A%7B%7D%2C%22iso%22%3A%7B%7D%7D`, "",
				`"iso":["validation.twice"]`,
			},
		} {
			p.expect(t, step.who, step.request, step.body, 400, step.want)
		}
		p.expect(t, "csm", fmt.Sprintf("GET /api/project/%d", id), "", 200, `"title":"Once"`)
	})
}

// withVMSIDs gives projects the ids they have with their VMS, which nobody else can write.
func (p *product) withVMSIDs(t *testing.T, ids map[int]string) {
	t.Helper()
	err := p.DB.Write(t.Context(), func(ctx context.Context) error {
		for project, id := range ids {
			if _, err := p.DB.Exec(ctx, `UPDATE projects SET vms_id = $1, vms_id_fold = $2 WHERE id = $3`, id, store.Fold(id),
				project); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestLists_FilterWithCommasOrSigns_MatchesLiterally(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		one, two := p.newProject(t, "Data, and more"), p.newProject(t, "Other")
		p.withVMSIDs(t, map[int]string{one: "FG-20,771", two: "FG-99"})
		p.expect(t, "csm", "POST /api/freelancer",
			`{"firstName":"Ines","lastName":"Dahl","email":"i.dahl@quay.example","locale":"en"}`, 201, "")
		p.expect(t, "csm", "POST /api/msp",
			`{"name":"Harbour","email":"desk@harbour.example","vatId":"DE136695976","contactFirstName":"A","contactLastName":"B"}`,
			201, "")
		handle := p.expect(t, "csm", fmt.Sprintf("GET /api/project/%d", two), "", 200, "").json(t)["handle"].(string)
		for request, want := range map[string]string{
			"/api/project?vmsId=g-2":                                   `"vmsId":"FG-20,771"`,
			"/api/project?vmsId=0,7":                                   `"totalResults":1`,
			"/api/project?vmsId=fg":                                    `"totalResults":2`,
			"/api/project?vmsId=FG-99,FG-20":                           `"totalResults":0`,
			"/api/project?title=data,%20and":                           `"totalResults":1`,
			"/api/project?filter=%7B%22vmsId%22%3A%22G-9%22%7D":        `"totalResults":1`,
			"/api/audit?requestId=a,b":                                 `"totalResults":0`,
			fmt.Sprintf("/api/project?id=%d,%d", one, two):             `"totalResults":2`,
			"/api/find?q=20,7":                                         `"sub":"FG-20,771"`,
			"/api/find?q=quay.ex":                                      `"title":"Ines Dahl"`,
			"/api/find?q=i.dahl@quay.example":                          `"sub":"i.dahl@quay.example"`,
			"/api/find?q=desk@":                                        `"title":"Harbour"`,
			"/api/find?q=" + fmt.Sprint(two):                           `"title":"Other"`,
			"/api/find?q=" + strings.ToLower(handle):                   `"title":"Other"`,
			"/api/projectApplication?jobId=" + strings.ToLower(handle): `"totalResults":0`,
		} {
			p.expect(t, "all", "GET "+request, "", 200, want)
		}
		p.expect(t, "content", "GET /api/find?q=quay.ex", "", 200, `"totalResults":0`)
	})
}

func TestLists_FilterMadeOfOthers_IsRefusedByItsName(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		for _, value := range []string{`{"a":1}`, `[{"a":1}]`, `[["a"]]`} {
			request := "GET /api/project?filter=" + url.QueryEscape(`{"skills":`+value+`}`)
			p.expect(t, "csm", request, "", 422, `"fieldErrors":{"skills":["validation.text"]}`)
		}
	})
}

func TestLists_OrderByAReference_UsesItsName(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		for code, name := range map[string]string{"A": "älvsborg", "Z": "Zinn"} {
			p.expect(t, "config", "POST /api/client", fmt.Sprintf(`{"name":%q,"code":%q,"currency":"EUR"}`, name, code), 201, "")
		}
		for client, name := range []string{"Weaving", "Dyeing", "Knitting"} {
			p.expect(t, "content", "POST /api/skill", fmt.Sprintf(`{"clientId":%d,"name":%q}`, client+1, name), 201, "")
		}
		for order, want := range map[string]string{
			"asc":  "[älvsborg Norrsken Bank Zinn]",
			"desc": "[Zinn Norrsken Bank älvsborg]",
		} {
			var list struct{ Results []struct{ ClientName string } }
			if err := json.Unmarshal(p.expect(t, "content", "GET /api/skill?s=clientName:"+order, "", 200, "").body,
				&list); err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, one := range list.Results {
				names = append(names, one.ClientName)
			}
			if got := fmt.Sprint(names); got != want {
				t.Errorf("%s: %s, want %s", order, got, want)
			}
		}
		p.expect(t, "config", "GET /api/legalEntity?s=clientName:asc", "", 200, "totalResults")
	}, example.Extension)
}

// A list of many records is ordered only by what an index has in order.
func TestLists_OrderWithoutAnIndex_IsRefused(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	for _, path := range []string{
		"project?s=clientName", "project?s=positionsFilled", "projectApplication?s=payRate",
		"projectApplication?s=nextAttemptAt", "freelancer?s=boundClientName",
	} {
		p.expect(t, "all", "GET /api/"+path+":asc", "", 422, "validation.sort")
	}
	p.expect(t, "all", "GET /api/freelancer?s=availabilityFrom:desc", "", 200, "totalResults")
}

// ra-data-simple-rest marks a DELETE by the type of a body that it does not send, and takes the id out of the answer.
func TestDeletion_AnswerForReactAdmin_NamesTheRecord(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		for _, step := range []struct {
			headers []string
			status  int
			want    string
		}{
			{[]string{"Content-Type", "text/plain"}, 200, `{"id":%d}`},
			{nil, 204, ""},
		} {
			body := fmt.Sprintf(`{"email":"gone.%d@staff.example","firstName":"Ada","lastName":"Gone","roles":["a"]}`,
				step.status)
			made := p.expect(t, "config", "POST /api/admin", body, 201, "oneTimePassword").json(t)["admin"].(map[string]any)
			id := int(made["id"].(float64))
			got := p.call(t, "config", "DELETE", fmt.Sprintf("/api/admin/%d", id), "", step.headers...)
			want := step.want
			if want != "" {
				want = fmt.Sprintf(want, id)
			}
			if got.status != step.status || string(got.body) != want {
				t.Errorf("%v: %d %s, want %d %s", step.headers, got.status, got.body, step.status, want)
			}
		}
	})
}
