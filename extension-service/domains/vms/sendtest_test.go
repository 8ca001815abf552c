package vms_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/internal/test/vmstest"
	"poolkeeper.example/extension-service/platform/httpclient"
)

// inSetUp makes a connection to a VMS with a mapping that is not in use.
func (w *fixture) inSetUp(s *vmstest.System, rules ...map[string]any) {
	w.t.Helper()
	w.connected()
	w.done("PUT /api/vms/connection/1", map[string]any{
		"baseUrl": s.URL, "secret": "top secret", "ratePerMinute": 6000, "version": 1,
	})
	w.done("POST /api/vms/mapping", outbound(rules...))
}

const sendTest = "POST /api/vms/connection/1/testApplication"

func TestTestApplication_DraftMapping_IsDeliveredWithoutARealPerson(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		s := vmstest.New(t, vmstest.Accept)
		w.inSetUp(s, rule("jobPostingId", ".project.vmsId"), rule("firstName", ".freelancer.firstName"))
		w.queue.addTasks(1)
		tried := w.done(sendTest, map[string]any{"mappingId": 1, "dryRun": true})
		if s.Called() != 0 || tried["ok"] != true || tried["delivered"] != nil {
			t.Fatalf("a dry run called the VMS %d times: %v", s.Called(), tried)
		}
		sent := w.done(sendTest, map[string]any{"mappingId": 1})
		got, _ := sent["delivered"].(map[string]any)
		key := fmt.Sprint(got["messageId"])
		if s.CountOf(key) != 1 || got["externalId"] != "X-"+key {
			t.Errorf("delivered %d times: %v", s.CountOf(key), sent)
		}
		if body := fmt.Sprint(w.message(1)["exchanges"]); !strings.Contains(body, "Ada") ||
			strings.Contains(body, "top secret") {
			t.Errorf("the message has %s", body)
		}
		again := w.done("GET /api/vms/connectionSetup?connectionId=1", nil)
		if again["delivered"] == nil || again["waiting"] != 1.0 || fmt.Sprint(again["mapping"]) == "<nil>" {
			t.Errorf("the set-up cannot be taken up again: %v", again)
		}
		var n int64
		if _, err := w.db.Row(t.Context(), []any{&n}, "SELECT count(*) FROM audit WHERE action = 'sendTest'"); err != nil ||
			n != 1 {
			t.Errorf("%d audit entries, %v", n, err)
		}
	})
}

func TestTestApplication_Refused_ReturnsTheReasonAndStoresNothing(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		status := http.StatusUnprocessableEntity
		s := vmstest.New(t, vmstest.AnswerBy(&status))
		w.inSetUp(s, rule("jobPostingId", ".project.vmsId"))
		got := w.done(sendTest, map[string]any{"mappingId": 1})
		if got["failure"] != "VMS_VALIDATION" || got["status"] != 422.0 || got["delivered"] != nil {
			t.Errorf("%v", got)
		}
		if n := w.done("GET /api/vms/message", nil)["totalResults"]; n != 0.0 {
			t.Errorf("%v messages are kept", n)
		}
	})
}

func TestTestApplication_RulesThatFail_AreNotSent(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		s := vmstest.New(t, vmstest.Accept)
		required := rule("name", ".freelancer.nothing")
		required["required"] = true
		w.inSetUp(s, required)
		got := w.done(sendTest, map[string]any{"mappingId": 1})
		if s.Called() != 0 || got["ok"] != false || fmt.Sprint(got["missing"]) != "[name]" {
			t.Errorf("called %d times: %v", s.Called(), got)
		}
	})
}

func TestTestApplication_AddressElsewhereOrAfterARestore_IsRefused(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected() // to https://vms.example
		w.done("POST /api/vms/mapping", outbound(rule("jobPostingId", ".project.vmsId")))
		w.refused(sendTest, map[string]any{"mappingId": 1}, "VALIDATION")
		w.refused(sendTest, map[string]any{"mappingId": 7}, "NOT_FOUND")
		s := vmstest.New(t, vmstest.Accept)
		w.done("PUT /api/vms/connection/1", map[string]any{"baseUrl": s.URL, "secret": "top secret", "version": 1})
		w.isPaused = true
		w.refused(sendTest, map[string]any{"mappingId": 1}, "VMS_UNAVAILABLE")
		if s.Called() != 0 {
			t.Errorf("called %d times", s.Called())
		}
	})
}

func TestTestApplication_DeliveredByAVersion_DoesNotProveIt(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		status := http.StatusOK
		s := vmstest.New(t, vmstest.AnswerBy(&status))
		w.inSetUp(s, rule("jobPostingId", ".project.vmsId"))
		w.done(sendTest, map[string]any{"mappingId": 1})
		w.done("POST /api/vms/mapping/1/publish", map[string]any{}) // no record differs, so nothing has to be seen
		w.queue.addTasks(5)
		status = http.StatusUnprocessableEntity
		for range 5 {
			w.step()
		}
		if n, _ := w.queue.unsettled(); n != 2 {
			t.Errorf("%d of 5 applications wait, want 2: three refusals pause a version that has delivered no real one", n)
		}
	})
}

// Each failure is mended somewhere else, so each is said by its name, and what is no JSON is shown.
func TestTestApplication_EachFailure_IsExplainedByItsOwnReason(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status       int
		header, body string
		want         string
	}{
		"a secret that is refused":   {401, "", "{}", "[NO_ACCESS 0 <nil>]"},
		"an address without a VMS":   {404, "", "", "[NOT_FOUND 0 <nil>]"},
		"too many calls":             {429, "40", "{}", "[TOO_MANY 40 <nil>]"},
		"a VMS that is out of order": {503, "", "<html>", "[DOWN 0 <nil>]"},
		"a candidate it refuses":     {422, "", `{"error":"no rate"}`, "[<nil> 0 <nil>]"},
		"a page for people": {
			200, "", "<html>\n <title>Sign in</title> \x00" + strings.Repeat("x", 300),
			"[UNREADABLE 0 map[beginning:<html> <title>Sign in</title> " + strings.Repeat("x", 169) + "… type:text/html]]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, func(w *fixture) {
				s := vmstest.New(t, func(_ string, _ func(), rw http.ResponseWriter, _ *http.Request) {
					rw.Header().Set("Content-Type", "text/html")
					rw.Header().Set("Retry-After", c.header)
					rw.WriteHeader(c.status)
					_, _ = rw.Write([]byte(c.body))
				})
				w.inSetUp(s, rule("jobPostingId", ".project.vmsId"))
				got := w.done(sendTest, map[string]any{"mappingId": 1})
				if is := fmt.Sprint([]any{got["why"], got["retryAfter"], got["unreadable"]}); is != c.want {
					t.Errorf("%s\nwant %s", is, c.want)
				}
			})
		})
	}
}

func TestTestApplication_RefusedForManyReasons_ReturnsAllOfThem(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		w.done("PUT /api/vms/connection/1", map[string]any{
			"baseUrl": "http://127.0.0.1:9", "secret": "top secret", "version": 1,
		})
		w.done("POST /api/vms/mapping", outbound(rule("jobPostingId", ".project.vmsId")))
		w.answer = func(httpclient.Call) httpclient.Answer {
			return httpclient.Answer{Status: 400, Body: []byte(`{"errors":["a","b","c","d","e"]}`)}
		}
		if got := w.done(sendTest, map[string]any{"mappingId": 1}); got["reason"] != "a; b; c; d; e" {
			t.Errorf("%v", got["reason"])
		}
	})
}

func TestConnectionSetup_ClientSendingManually_IsMarkedByHand(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		calls := []string{
			"GET /api/vms/connectionSetup?clientId=1", "GET /api/vms/connectionSetup?connectionId=1",
			"GET /api/vms/connection/1/activity",
		}
		for channel, want := range map[string]bool{"VMS": false, "MANUAL": true} {
			version := w.done("GET /api/client/1", nil)["version"]
			w.done("PUT /api/client/1", map[string]any{"sendChannel": channel, "version": version})
			for _, line := range calls {
				if got := w.done(line, nil)["byHand"]; got != want {
					t.Errorf("%s of a client that sends by %s: %v", line, channel, got)
				}
			}
		}
	})
}
