package app_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/internal/sandbox"
)

// redirected sends every call to one address, whatever host it names.
type redirected struct{ host string }

func (r *redirected) RoundTrip(call *http.Request) (*http.Response, error) {
	call.URL.Host = r.host
	return http.DefaultTransport.RoundTrip(call)
}

// settingUp is a product beside a sandbox whose messages reach it, and a connection that leads there.
func settingUp(t *testing.T, capabilities string) (*pusher, *sandbox.Server) {
	t.Helper()
	to := new(redirected)
	vms := sandbox.New(sandbox.Options{Now: time.Now, Log: silent(), Client: &http.Client{Transport: to}})
	web := httptest.NewServer(vms)
	t.Cleanup(web.Close)
	settings := settingsIn(t.TempDir(), furnished.SQLite(t))
	settings.Demo, settings.SandboxVMS = true, strings.TrimPrefix(web.URL, "http://")
	p := openProduct(t, settings)
	to.host = p.listen(t)
	p.expect(t, "config", "POST /api/vms/connection",
		fmt.Sprintf(`{"name":"Sandbox","clientId":1,"baseUrl":"%s/open","auth":"NONE","inboundSecret":%q,"capabilities":[%s]}`,
			web.URL, inboundSecret, capabilities), 201, `"Sandbox"`)
	return &pusher{product: p, t: t, id: 1}, vms
}

const (
	setupOfFirst  = "GET /api/vms/connectionSetup?connectionId=1"
	sandboxAnswer = "POST /api/vms/connection/1/sandboxAnswer"
)

// The first set-up ends with a status that comes back: of a test application there is no record, so it changes nothing
// and waits for nobody.
func TestConnectionSetup_SandboxAnswers_StatusOfTheTestApplicationComesIn(t *testing.T) {
	t.Parallel()
	v, vms := settingUp(t, `"SUBMIT_CANDIDATE","STATUS_PUSH"`)
	v.expect(t, "config", sandboxAnswer, `{}`, 422, "validation.vmsNoTest")
	made := v.expect(t, "config", "POST /api/vms/mapping",
		`{"connectionId":1,"direction":"outbound","entity":"APPLICATION","rules":[
		{"target":"jobPostingId","jq":".project.handle","required":true},{"target":"candidate.email","jq":".freelancer.email","required":true}]}`,
		201, `DRAFT`).json(t)
	v.expect(t, "config", "POST /api/vms/connection/1/testApplication", fmt.Sprintf(`{"mappingId":%v}`, made["id"]), 200,
		`"externalId":"SB-`)
	v.expect(t, "config", setupOfFirst, "", 200, `"inbound":null,"received":null`)

	v.expect(t, "csm", sandboxAnswer, `{}`, 403, "FORBIDDEN")
	v.expect(t, "config", sandboxAnswer, `{}`, 200, `"entity":"APPLICATION_STATUS"`)
	if n := vms.Push(t.Context()); n != 1 {
		t.Fatalf("%d messages were taken", n)
	}
	v.processAll()
	v.expect(t, "config", setupOfFirst, "", 200, `"received":{"id":2,"messageId":"sb_open_`)
	// nobody real is in a test application, so whoever reads no person reads it
	for _, path := range []string{"/api/vms/outbound/1", "/api/vms/inbound/2"} {
		if seen := string(v.expect(t, "config", "GET "+path, "", 200, `"exchanges"`).body); strings.Contains(seen, "•••") {
			t.Errorf("masked: %s", seen)
		}
	}
	trial := `{"connectionId":1,"messageId":2,"compareWith":"NONE","mapping":{"entity":"APPLICATION_STATUS","rules":[
		{"target":"application.externalId","jq":".in.externalId"}]}}`
	v.expect(t, "config", "POST /api/projectApplication/testTransformation?mode=inbound", trial, 200,
		`"externalId":"SB-`)
	v.push("APPLICATION_STATUS", "real", `{"externalId":"SB-REAL","by":"Ada Real"}`)
	known := strings.Replace(trial, `"messageId":2`, `"messageId":3`, 1)
	v.expect(t, "config", "POST /api/projectApplication/testTransformation?mode=inbound", known, 200,
		`"externalId":"•••"`)
	v.expect(t, "tech", "GET /api/vms/inbound/2", "", 200, `no mapping in use`)
	v.mapping("APPLICATION_STATUS",
		`{"target":"application.externalId","jq":".in.externalId","required":true},{"target":"application.status","jq":"\"rv\"","required":true}`)
	v.processAll()
	v.expect(t, "tech", "GET /api/vms/inbound/2", "", 200, `"state":"IGNORED"`)
	v.expect(t, "tech", "GET /api/vms/inbound/2", "", 200, `"about a test application"`)
	v.expect(t, "all", "GET /api/audit?entity=vmsConnection&action=sandboxAnswer", "", 200, `"totalResults":1`)
}

func TestConnectionSetup_NoCandidatesAreSent_SandboxSendsAJob(t *testing.T) {
	t.Parallel()
	v, vms := settingUp(t, `"JOB_PUSH"`)
	v.expect(t, "config", setupOfFirst, "", 200, `"entity":"JOB"`)
	v.expect(t, "config", sandboxAnswer, `{}`, 200, `"entity":"JOB"`)
	if n := vms.Push(t.Context()); n != 1 {
		t.Fatalf("%d messages were taken", n)
	}
	v.expect(t, "config", setupOfFirst, "", 200, `"received":{"id":1,`)
	// a job has no person in it, and before a mapping is in use nobody knows what its values mean
	v.expect(t, "config", "POST /api/projectApplication/testTransformation?mode=inbound",
		`{"connectionId":1,"messageId":1,"compareWith":"NONE","mapping":{"entity":"JOB","rules":[
		{"target":"project.vmsId","jq":".in | tojson | if . != \"\" then \"read\" else null end"}]}}`, 200, `"vmsId":"read"`)
}

// A VMS that only sends needs no address. One that is called does, and only the sandbox is made to answer.
func TestConnection_OnlySends_NeedsNoAddress(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	connection := func(capability, auth string) string {
		return fmt.Sprintf(`{"name":"Sender","clientId":1,"auth":%q,"inboundSecret":%q,"capabilities":[%q]}`, auth,
			inboundSecret, capability)
	}
	const create = "POST /api/vms/connection"
	p.expect(t, "config", create, connection("SUBMIT_CANDIDATE", "NONE"), 422, `"baseUrl"`)
	p.expect(t, "config", create, connection("JOB_PULL", "NONE"), 422, `"baseUrl"`)
	p.expect(t, "config", create, connection("JOB_PUSH", "BEARER"), 422, `"baseUrl"`)
	p.expect(t, "config", create, connection("JOB_PUSH", "NONE"), 201, `"baseUrl":""`)
	p.expect(t, "config", "POST /api/vms/connection/1/test", `{}`, 422, `"baseUrl"`)
	p.expect(t, "config", sandboxAnswer, `{}`, 422, "validation.vmsNotSandbox")
	p.expect(t, "config", "PUT /api/vms/connection/1", `{"capabilities":["JOB_PUSH","JOB_PULL"]}`, 422, `"baseUrl"`)
}
