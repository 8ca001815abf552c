package app_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"poolkeeper.example/extension-service/platform/role"
)

// What a VMS refuses for the same reason is told of as one: with the rule that makes the field it names, the others
// that can be sent again, and whether the version in use has another rule. The list of messages finds the same by that
// reason.
func TestRefusedMessage_SameReasonAsOthers_NamesItsRuleAndTheOthers(t *testing.T) {
	t.Parallel()
	vms := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = w.Write([]byte(`{"errors":[{"field":"rate.uom","message":"not known"}]}`))
	}))
	t.Cleanup(vms.Close)
	for engine, newDatabase := range map[string]func(testing.TB) string{
		"sqlite":   furnished.SQLite,
		"postgres": furnished.Postgres,
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			settings := settingsIn(t.TempDir(), newDatabase(t))
			settings.PrivateHosts = []string{"127.0.0.1"}
			expectSameFailures(t, openProduct(t, settings), vms.URL)
		})
	}
}

func expectSameFailures(t *testing.T, p *product, vms string) {
	t.Helper()
	p.expect(t, "config", "PUT /api/client/1", `{"sendChannel":"VMS","markupPct":10}`, 200, `"VMS"`)
	p.expect(t, "config", "POST /api/vms/connection", fmt.Sprintf(
		`{"name":"System","clientId":1,"baseUrl":%q,"auth":"NONE","ratePerMinute":6000,"capabilities":["SUBMIT_CANDIDATE"]}`,
		vms), 201, `"System"`)
	version := func(unit string) {
		t.Helper()
		made := p.expect(t, "config", "POST /api/vms/mapping", fmt.Sprintf(`{"connectionId":1,"direction":"outbound",
				"entity":"APPLICATION","rules":[{"target":"name","jq":".freelancer.firstName"},{"target":"rate.uom","jq":%q}]}`,
			unit), 201, `DRAFT`).json(t)
		at := fmt.Sprintf("/api/vms/mapping/%v", made["id"])
		seen := p.expect(t, "config", "GET "+at+"/review", "", 200, `"groups"`).json(t)
		p.expect(t, "config", "POST "+at+"/publish", fmt.Sprintf(`{"fingerprint":%q}`, seen["fingerprint"]), 200, `LIVE`)
	}
	version(`"pc"`)
	project := p.newProject(t, "Refused")
	for i, name := range []string{"Noor", "Emre", "Lena"} {
		at := fmt.Sprintf("/api/projectApplication/%d/status", p.newApplication(t, project, name))
		p.expect(t, "csm", "PUT "+at, `{"status":"a","reason":"TALENT_DECISION"}`, 200, `"confirmedAt":"2`)
		p.expect(t, "csm", "PUT "+at, `{"status":"sp"}`, 200, "")
		if done, err := p.Deliver(role.AsSystem(t.Context(), "test"), 1); err != nil || !done {
			t.Fatalf("delivery %d %v: %v", i, done, err)
		}
	}
	ids := p.column(t, "SELECT message_id FROM vms_messages WHERE direction = 'outbound' ORDER BY id")
	story := "GET /api/support/" + ids[0]
	p.expect(t, "tech", story, "", 200,
		`"mappingNumber":1,"mappingId":1,"liveNumber":1,"rule":2,"target":"rate.uom","mended":false,"same":2,"others":[{"id":3,`)
	filter := url.Values{"state": {"FAILED"}, "failure": {"VMS_VALIDATION"}, "detail": {"422: rate.uom: not known"}}
	p.expect(t, "tech", "GET /api/vms/outbound?"+filter.Encode(), "", 200, `"totalResults":3`)
	filter.Set("detail", "422")
	p.expect(t, "tech", "GET /api/vms/outbound?"+filter.Encode(), "", 200, `"totalResults":0`)
	version(`"hr"`)
	p.expect(t, "tech", story, "", 200, `"liveNumber":2,"rule":2,"target":"rate.uom","mended":true`)
	// Those of one request list what failed for the same once: a change of many has thousands.
	request := uuid.NewString()
	p.stated(t, "UPDATE vms_messages SET request_id = '"+request+"'")
	got := string(p.expect(t, "tech", "GET /api/support/"+request, "", 200, "").body)
	if same, listed := strings.Count(got, `"same":2`), strings.Count(got, `"others":[{`); same != 3 || listed != 1 {
		t.Errorf("%d know how many there are, %d list them: %s", same, listed, got)
	}
}
