package app_test

import (
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"poolkeeper.example/extension-service/platform/role"
)

// An application is released, what its mapping makes of it reaches the VMS, and what that answers decides where it
// stands.
func TestApplication_ReleasedToTheVMS_FollowsItsAnswer(t *testing.T) {
	t.Parallel()
	status := http.StatusServiceUnavailable
	var calls []string
	var hash string // of what has come last
	vms := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls = append(calls, r.Method+" "+r.URL.Path)
		body, _ := io.ReadAll(r.Body)
		hash = fmt.Sprintf("%x", sha256.Sum256(body))
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, `{"externalId":"X-1"}`)
	}))
	t.Cleanup(vms.Close)
	settings := settingsIn(t.TempDir(), furnished.SQLite(t))
	settings.PrivateHosts = []string{"127.0.0.1"}
	p := openProduct(t, settings)
	p.sendsTo(t, vms.URL, `"SUBMIT_CANDIDATE","UPDATE_CANDIDATE","WITHDRAW_CANDIDATE"`)
	a := p.newApplication(t, p.newProject(t, "Java developer"), "Noor")
	at := fmt.Sprintf("/api/projectApplication/%d", a)
	mapping := func(entity, jq string) {
		made := p.expect(t, "config", "POST /api/vms/mapping",
			fmt.Sprintf(`{"connectionId":1,"direction":"outbound","entity":%q,"rules":[{"target":"name","jq":%q,"required":true}]}`,
				entity, jq), 201, `DRAFT`).json(t)
		p.expect(t, "config", fmt.Sprintf("POST /api/vms/mapping/%v/publish", made["id"]), `{}`, 200, `LIVE`)
	}
	deliver := func() {
		t.Helper()
		if sent, err := p.Deliver(role.AsSystem(t.Context(), "test"), 1); err != nil || !sent {
			t.Fatalf("delivered %v: %v", sent, err)
		}
	}
	p.expect(t, "csm", "PUT "+at+"/status", `{"status":"a","reason":"TALENT_DECISION"}`, 200, `"confirmedAt":"2`)
	p.expect(t, "csm", "PUT "+at+"/status", `{"status":"sp"}`, 200, `"status":"sp"`)
	if sent, err := p.Deliver(role.AsSystem(t.Context(), "test"), 1); err != nil || sent || len(calls) > 0 {
		t.Fatalf("delivered %v without a mapping in use: %v", sent, err)
	}
	p.expect(t, "csm", "GET "+at, "", 200, `"sendWait":"NO_MAPPING"`)
	mapping("APPLICATION", ".freelancer.firstName")
	p.expect(t, "csm", "GET "+at, "", 200, `"sendWait":null`)
	deliver()
	p.expect(t, "csm", "GET "+at, "", 200, `"class":"VMS_UNAVAILABLE","code":"503"`)
	p.expect(t, "csm", "GET "+at, "", 200, `"payloadHash":""`) // nothing has reached it
	p.expect(t, "csm", "GET /api/vms/message/1", "", 200, `"state":"RETRY"`)
	status = http.StatusOK
	p.change(t, "UPDATE outbound_tasks SET due = $1", time.Now().UnixMilli())
	deliver()
	p.expect(t, "csm", "GET "+at, "", 200, `"externalId":"X-1"`)
	p.expect(t, "csm", "GET "+at, "", 200, `"status":"s2c"`)
	p.expect(t, "csm", "GET "+at, "", 200, `"payloadHash":"`+hash+`"`)
	p.expect(t, "csm", "PUT "+at+"/status", `{"status":"sp","reason":"RATE"}`, 200, `"sendRound":2`)
	deliver()
	p.expect(t, "csm", "PUT "+at+"/status", `{"status":"w","reason":"TALENT_DECISION"}`, 200, `"status":"w"`)
	p.expect(t, "csm", "GET "+at, "", 200, `"sendWait":"NO_MAPPING"`) // of the withdrawal
	mapping("APPLICATION_WITHDRAW", ".application.externalId")
	p.expect(t, "csm", "GET "+at, "", 200, `"sendWait":null`)
	deliver()
	p.expect(t, "csm", fmt.Sprintf("GET /api/vms/message?entityId=%d&state=PROCESSED", a), "", 200, `"totalResults":3`)
	want := "[POST /applications POST /applications PUT /applications/X-1 POST /applications/X-1/withdrawal]"
	if got := fmt.Sprint(calls); got != want {
		t.Errorf("called %s", got)
	}
}

// sendsTo has applications of the first client go to the VMS at an address, which can do so much.
func (p *product) sendsTo(t *testing.T, address, capabilities string) {
	t.Helper()
	p.expect(t, "config", "PUT /api/client/1", `{"sendChannel":"VMS","markupPct":10}`, 200, `"VMS"`)
	p.expect(t, "config", "POST /api/vms/connection",
		fmt.Sprintf(`{"name":"System","clientId":1,"baseUrl":%q,"auth":"NONE","ratePerMinute":6000,"capabilities":[%s]}`,
			address, capabilities), 201, `"System"`)
}

// sendable makes an application that may be sent to the VMS at an address, as the first there is.
func (p *product) sendable(t *testing.T, address string) (application int64) {
	t.Helper()
	p.sendsTo(t, address, `"SUBMIT_CANDIDATE"`)
	made := p.expect(t, "config", "POST /api/vms/mapping",
		`{"connectionId":1,"direction":"outbound","entity":"APPLICATION","rules":[{"target":"name","jq":".freelancer.firstName","required":true}]}`,
		201, `DRAFT`).json(t)
	p.expect(t, "config", fmt.Sprintf("POST /api/vms/mapping/%v/publish", made["id"]), `{}`, 200, `LIVE`)
	application = p.newApplication(t, p.newProject(t, "Java developer"), "Noor")
	p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%d/status", application),
		`{"status":"a","reason":"TALENT_DECISION"}`, 200, `"confirmedAt":"2`)
	return application
}

// openWaitingForVMS opens a product with an application that one attempt has failed to deliver, and returns its id.
func openWaitingForVMS(t *testing.T) (p *product, application int64) {
	t.Helper()
	vms := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	t.Cleanup(vms.Close)
	settings := settingsIn(t.TempDir(), furnished.SQLite(t))
	settings.PrivateHosts = []string{"127.0.0.1"}
	p = openProduct(t, settings)
	application = p.sendable(t, vms.URL)
	p.expect(t, "csm", fmt.Sprintf("PUT /api/projectApplication/%d/status", application), `{"status":"sp"}`, 200,
		`"status":"sp"`)
	if sent, err := p.Deliver(role.AsSystem(t.Context(), "test"), 1); err != nil || !sent {
		t.Fatalf("delivered %v: %v", sent, err)
	}
	return p, application
}
