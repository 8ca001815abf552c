package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/internal/sandbox"
	"poolkeeper.example/extension-service/platform/role"
)

// sandboxAt starts a sandbox VMS, and tells it of things.
func sandboxAt(t *testing.T) (vms *sandbox.Server, url string, post func(path string, body any)) {
	t.Helper()
	vms = sandbox.New(sandbox.Options{Now: time.Now, Log: silent()})
	web := httptest.NewServer(vms)
	t.Cleanup(web.Close)
	return vms, web.URL, func(path string, body any) {
		t.Helper()
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(string(text)))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		if vms.ServeHTTP(w, r); w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}

// What the sandbox speaks is what the product speaks: a candidate goes out by each way of signing in, a status and a
// job come back.
func TestSandboxVMS_IsConnected_CandidateGoesOutAndStatusComesBack(t *testing.T) {
	t.Parallel()
	for _, access := range sandbox.Systems() {
		t.Run(access.Auth, func(t *testing.T) {
			t.Parallel()
			vms, url, push := sandboxAt(t)
			settings := settingsIn(t.TempDir(), furnished.SQLite(t))
			settings.Demo, settings.SandboxVMS = true, strings.TrimPrefix(url, "http://")
			p := openProduct(t, settings)
			v := pushing(t, p)
			v.expect(t, "config", "PUT /api/vms/connection/1",
				fmt.Sprintf(`{"baseUrl":"%s/%s","auth":%q,"authName":%q,"secret":%q,"ratePerMinute":6000,"version":1}`,
					url, access.Name, access.Auth, access.AuthName, access.Secret), 200, `"Fieldglass"`)
			made := p.expect(t, "config", "POST /api/vms/mapping",
				`{"connectionId":1,"direction":"outbound","entity":"APPLICATION","rules":[
				{"target":"jobPostingId","jq":".project.handle","required":true},{"target":"candidate.email","jq":".freelancer.email","required":true}]}`, 201, `DRAFT`).json(t)
			p.expect(t, "config", fmt.Sprintf("POST /api/vms/mapping/%v/publish", made["id"]), `{}`, 200, `LIVE`)
			at := fmt.Sprintf("/api/projectApplication/%d", p.newApplication(t, p.newProject(t, "Java developer"), "Noor"))
			p.expect(t, "csm", "PUT "+at+"/status", `{"status":"a","reason":"TALENT_DECISION"}`, 200, `"confirmedAt":"2`)
			p.expect(t, "csm", "PUT "+at+"/status", `{"status":"sp"}`, 200, `"status":"sp"`)
			if sent, err := p.Deliver(role.AsSystem(t.Context(), "test"), 1); err != nil || !sent {
				t.Fatalf("delivered %v: %v", sent, err)
			}
			id := p.expect(t, "csm", "GET "+at, "", 200, `"status":"s2c"`).json(t)["externalId"]

			push("/"+access.Name+"/sandbox/inbound", map[string]any{
				"url":    "http://" + p.listen(t) + "/api/vms/inbound/1",
				"secret": inboundSecret,
			})
			push(fmt.Sprintf("/%s/sandbox/candidates/%s/status", access.Name, id), map[string]any{"status": "rv"})
			if n := vms.Push(t.Context()); n != 1 {
				t.Fatalf("%d messages were taken", n)
			}
			p.expect(t, "tech", "GET /api/vms/inbound", "", 200, `"totalResults":1`)
		})
	}
}

// A person who sets a connection up is told how far a call comes: step by step, and why no further.
func TestConnectionTest_EachStep_IsReported(t *testing.T) {
	t.Parallel()
	_, url, push := sandboxAt(t)
	settings := settingsIn(t.TempDir(), furnished.SQLite(t))
	settings.PrivateHosts = []string{"127.0.0.1"}
	p := openProduct(t, settings)
	p.expect(t, "config", "POST /api/vms/connection",
		fmt.Sprintf(`{"name":"Sandbox","clientId":1,"baseUrl":"%s/bearer","auth":"BEARER","secret":"sandbox-token-2026","capabilities":["JOB_PULL"]}`,
			url), 201, `"Sandbox"`)
	steps := func(who string) (out string) {
		t.Helper()
		for _, one := range p.expect(t, who, "POST /api/vms/connection/1/test", "{}", 200,
			`"steps"`).json(t)["steps"].([]any) {
			step := one.(map[string]any)
			out += fmt.Sprint(step["step"], " ", step["result"], " ")
			if why := step["why"]; why != nil {
				out += fmt.Sprint(why, " ")
			}
		}
		return out
	}
	change := func(body string) {
		t.Helper()
		p.expect(t, "config", "PUT /api/vms/connection/1", body, 200, `"Sandbox"`)
	}
	expect := func(who, want string) {
		t.Helper()
		if got := steps(who); got != want {
			t.Errorf("told %s, want %s", got, want)
		}
	}
	expect("config", "REACHES OK TLS NOT_NEEDED AUTHENTICATES OK ANSWERS OK ")
	change(`{"secret":"another"}`)
	expect("tech", "REACHES OK TLS NOT_NEEDED AUTHENTICATES FAILED NO_ACCESS ANSWERS NOT_TRIED ")
	change(`{"secret":"sandbox-token-2026"}`)
	push("/bearer/sandbox/switches", map[string]any{"answer": "DOWN"})
	expect("config", "REACHES OK TLS NOT_NEEDED AUTHENTICATES OK ANSWERS FAILED DOWN ")
	push("/bearer/sandbox/switches", map[string]any{"answer": "BUSY"})
	expect("config", "REACHES OK TLS NOT_NEEDED AUTHENTICATES OK ANSWERS FAILED TOO_MANY ")
	push("/bearer/sandbox/switches", map[string]any{"answer": "GARBAGE"})
	expect("config", "REACHES OK TLS NOT_NEEDED AUTHENTICATES OK ANSWERS FAILED UNREADABLE ")
	p.expect(t, "config", "POST /api/vms/connection/1/test", "{}", 200,
		`"unreadable":{"type":"text/html; charset=utf-8","beginning":"\u003chtml\u003e`)
	change(`{"capabilities":["SUBMIT_CANDIDATE"]}`) // which need not answer such a call
	expect("config", "REACHES OK TLS NOT_NEEDED AUTHENTICATES UNCLEAR ANSWERS UNCLEAR UNREADABLE ")
	// whoever has no messages answers as a mistaken address does
	change(`{"baseUrl":"` + url + `/nowhere","secret":"sandbox-token-2026","capabilities":["SUBMIT_CANDIDATE"]}`)
	expect("config", "REACHES OK TLS NOT_NEEDED AUTHENTICATES UNCLEAR ANSWERS UNCLEAR ")
	change(`{"baseUrl":"http://127.0.0.1:1","secret":"sandbox-token-2026"}`)
	expect("config", "REACHES FAILED REFUSED TLS NOT_TRIED AUTHENTICATES NOT_TRIED ANSWERS NOT_TRIED ")
	p.expect(t, "csm", "POST /api/vms/connection/1/test", "{}", 403, "FORBIDDEN")
	p.expect(t, "tech", "GET /api/vms/message", "", 200, `"totalResults":0`) // nothing is kept
}
