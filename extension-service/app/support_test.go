package app_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Who is told of an error by the id of its request finds what came of it: entries, jobs, mails, the index, and the log.
func TestSupportBundle_RequestID_ListsEverythingThatCameOfIt(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		bundle := func(id string, wants ...string) {
			t.Helper()
			got := p.expect(t, "tech", "GET /api/support/"+id, "", 200, `"requestId":"`+id+`"`)
			for _, want := range wants {
				if !strings.Contains(string(got.body), want) {
					t.Errorf("no %s in %s", want, got.body)
				}
			}
		}
		as := func(who, method, path, body string, status int) string {
			t.Helper()
			id := uuid.NewString()
			if got := p.call(t, who, method, path, body, "X-Request-Id", id); got.status != status {
				t.Errorf("%s %s: %d %s", method, path, got.status, got.body)
			}
			return id
		}
		made := as("csm", "POST", "/napi/create/project", `{"dataObj":{"title":"Supported","clientId":1}}`, 201)
		p.publishIndex(t)
		bundle(made, `"action":"create"`, `"entity":"project"`, `"state":"OK"`, `"lines":[]`, `"jobs":[]`, `"mails":[]`)
		if got := p.expect(t, "tech", "GET /api/support/"+made, "", 200, ""); strings.Contains(string(got.body),
			"Supported") {
			t.Error("it tells of values that its reader may not read")
		}
		refused := as("content", "DELETE", "/api/project/7", "", 403)
		bundle(refused, `"text":"refused"`, `"call":"project.delete"`, `"action":"auth.denied"`)
		reported := as("", "POST", "/api/clientError", fmt.Sprintf(`{"message":"x is undefined","requestId":%q}`, refused),
			204)
		bundle(reported, "x is undefined")
		bundle(refused, "x is undefined")
		invited := as("csm", "POST", "/api/msp", `{"name":"Nord AB","email":"supported@nord.example","invite":true}`, 201)
		bundle(invited, `"mails":[{`)
		p.expect(t, "tech", "GET /api/support/mail_"+p.column(t,
			"SELECT CAST(max(id) AS TEXT) FROM mails WHERE request_id = '"+invited+"'")[0], "", 200, `"requestId":"`+invited+`"`)
		run := p.expect(t, "tech", "POST /api/scheduler/trigger", `{"name":"auth.cleanup"}`, 202, "").json(t)
		p.expect(t, "tech", fmt.Sprint("GET /api/support/", run["runId"]), "", 200, `"name":"auth.cleanup"`)
		shown := fmt.Sprint(run["runId"])[:12] // as lists show it
		p.expect(t, "tech", "GET /api/support/"+shown, "", 200, `"name":"auth.cleanup"`)
		for _, unknown := range []string{"mail_0", "mail_x", "run_NONE", "job_NONE", strings.Repeat("a", 32)} {
			p.expect(t, "tech", "GET /api/support/"+unknown, "", 404, "NOT_FOUND")
		}
		if got := p.expect(t, "tech", "GET /api/support/"+invited, "", 200, ""); strings.Contains(string(got.body),
			"supported@nord.example") {
			t.Error("it tells to whom a mail went")
		}
		p.expect(t, "csm", "GET /api/support/"+made, "", 403, "audit.read")
		p.expect(t, "tech", "GET /api/support/nonsense", "", 404, "NOT_FOUND")
		bundle(uuid.NewString(), `"lines":[],"entries":[],"jobs":[],"mails":[],"messages":[],"runs":[],"index":[]`)
	})
}

// What a request had said to a vendor management system, or what one said in it, stands in its bundle with what became
// of it; not what it says, and not for somebody limited to another client.
func TestSupportBundle_MessagesWithTheVMS_AreListedWithoutContent(t *testing.T) {
	t.Parallel()
	vms := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
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
			p := openProduct(t, settings)
			p.expect(t, "config", "PUT /api/client/1", `{"sendChannel":"VMS","markupPct":10}`, 200, `"VMS"`)
			p.expect(t, "config", "POST /api/vms/connection",
				fmt.Sprintf(`{"name":"System","clientId":1,"baseUrl":%q,"auth":"NONE","ratePerMinute":6000,"inboundSecret":%q,"capabilities":["SUBMIT_CANDIDATE"]}`,
					vms.URL, inboundSecret), 201, `"System"`)
			made := p.expect(t, "config", "POST /api/vms/mapping",
				`{"connectionId":1,"direction":"outbound","entity":"APPLICATION","rules":[{"target":"name","jq":".freelancer.firstName","required":true}]}`,
				201, `DRAFT`).json(t)
			p.expect(t, "config", fmt.Sprintf("POST /api/vms/mapping/%v/publish", made["id"]), `{}`, 200, `LIVE`)
			a := p.newApplication(t, p.newProject(t, "Traced"), "Noor")
			at := fmt.Sprintf("/api/projectApplication/%d/status", a)
			p.expect(t, "csm", "PUT "+at, `{"status":"a","reason":"TALENT_DECISION"}`, 200, `"confirmedAt":"2`)
			sent, came := uuid.NewString(), uuid.NewString()
			if got := p.call(t, "csm", "PUT", at, `{"status":"sp"}`, "X-Request-Id", sent); got.status != 200 {
				t.Fatalf("%d %s", got.status, got.body)
			}
			if done, err := p.Deliver(role.AsSystem(t.Context(), "test"), 1); err != nil || !done {
				t.Fatalf("delivered %v: %v", done, err)
			}
			body := `{"job":"JP-1","candidate":"Noor"}`
			if got := p.call(t, "", "POST", "/api/vms/inbound/1", body,
				append(signedHeaders("m1", body, time.Now()), "X-Request-Id", came)...); got.status != 202 {
				t.Fatalf("%d %s", got.status, got.body)
			}
			if _, err := p.ProcessNext(role.AsSystem(t.Context(), "test"), 1); err != nil {
				t.Fatal(err)
			}
			for id, want := range map[string]string{
				sent: `"direction":"outbound","entity":"APPLICATION","state":"RETRY","reason":"","failure":"VMS_UNAVAILABLE","tries":1,"connection":"System",`,
				came: `"messageId":"m1","direction":"inbound","entity":"JOB","state":"QUARANTINED","reason":"MAPPING","failure":"","tries":1,"connection":"System",`,
			} {
				got := p.expect(t, "tech", "GET /api/support/"+id, "", 200, want)
				if strings.Contains(string(got.body), "Noor") {
					t.Errorf("it tells what the message says: %s", got.body)
				}
			}
			for id, wants := range map[string][]string{
				"m1": {`"requestId":"` + came + `"`, `"status":202`, `"same":0`},
				fmt.Sprint(p.column(t, "SELECT message_id FROM vms_messages WHERE direction = 'outbound'")[0]): {
					`"requestId":"` + sent + `"`, `"action":"changeStatus"`, `"status":503,`, `"mappingNumber":1,"mappingId":1,"liveNumber":1`,
				},
			} {
				for _, want := range wants {
					p.expect(t, "tech", "GET /api/support/"+id, "", 200, want)
				}
			}
			handle := p.column(t, fmt.Sprint("SELECT handle FROM applications WHERE id = ", a))[0]
			p.expect(t, "tech", "GET /api/support/"+handle, "", 200, `"messageId":"`+handle+`-1"`)
			p.expect(t, "tech", "GET /api/support/A-NONE", "", 404, "NOT_FOUND")
			p.expect(t, "config", "POST /api/client", `{"name":"Outside Ltd","code":"OUT","currency":"EUR"}`, 201, `"id":2`)
			other, _ := p.account(t, "tech")
			p.expect(t, "config", fmt.Sprintf("PUT /api/admin/%d", other), `{"scopes":{"clientIds":[2]}}`, 200, "")
			delete(p.tokens, "tech")
			p.expect(t, "tech", "GET /api/support/"+sent, "", 200, `"messages":[]`)
			p.expect(t, "tech", "GET /api/support/"+handle, "", 404, "NOT_FOUND")
		})
	}
}

// What is remembered of a failure stays that of its request, whatever comes on the same connection afterwards.
func TestSupportBundle_PathOfAFailure_IsThatOfItsRequest(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t), withCalls(
		hazard("fails", func(context.Context, *resource.Request) (any, error) { return nil, errors.New("broken") }),
	))
	at := "http://" + p.listen(t) + "/api/hazard/"
	failed := ""
	for _, path := range []string{"fails", "other", "third"} {
		res, err := http.Get(at + path)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
		if path == "fails" {
			failed = res.Header.Get("X-Request-Id")
		}
	}
	p.expect(t, "tech", "GET /api/support/"+failed, "", 200, `"path":"/api/hazard/fails"`)
}

// Whoever sends much at a time does not fill the memory by what is remembered of it.
func TestSupportBundle_LongRefusal_IsStoredShortened(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	id := uuid.NewString()
	body := fmt.Sprintf(`{"username":"a@b.example","password":"x","clientName":"","%s":1}`, strings.Repeat("x", 500_000))
	if got := p.call(t, "", "POST", "/api/authorize", body, "X-Request-Id", id); got.status != 422 {
		t.Fatalf("%d %.200s", got.status, got.body)
	}
	got := p.expect(t, "tech", "GET /api/support/"+id, "", 200, `"text":"refused"`)
	if len(got.body) > 10_000 {
		t.Errorf("%d bytes are remembered", len(got.body))
	}
}

// A reader of one client's log learns that the request of somebody else has failed, and not of what and why.
func TestSupportBundle_ReaderLimitedToAClient_OmitsFailuresOfOtherClients(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t), withCalls(
		hazard("fails", func(context.Context, *resource.Request) (any, error) { return nil, errors.New("of Outside Ltd") }),
	))
	id, own := uuid.NewString(), uuid.NewString()
	p.call(t, "csm", "GET", "/api/hazard/fails", "", "X-Request-Id", id)
	p.call(t, "tech", "GET", "/api/hazard/fails", "", "X-Request-Id", own)
	p.expect(t, "tech", "GET /api/support/"+id, "", 200, "of Outside Ltd")
	tech, _ := p.account(t, "tech")
	p.expect(t, "config", fmt.Sprintf("PUT /api/admin/%d", tech), `{"scopes":{"clientIds":[1]}}`, 200, "")
	delete(p.tokens, "tech")
	got := p.expect(t, "tech", "GET /api/support/"+id, "", 200, `"text":"request failed"`)
	if strings.Contains(string(got.body), "Outside") || strings.Contains(string(got.body), "/api/hazard") {
		t.Errorf("it tells of what is outside: %s", got.body)
	}
	p.expect(t, "tech", "GET /api/support/"+own, "", 200, "of Outside Ltd")
}
