package vms_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/internal/test/vmstest"
)

// Without a mapping in use nothing is sent and nothing fails, and what is due says why it waits.
func TestDelivery_NoMappingInUse_IsDeferredWithoutFailing(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		s := vmstest.New(w.t, vmstest.Accept)
		w.connected()
		w.done("PUT /api/vms/connection/1", map[string]any{
			"baseUrl": s.URL, "secret": "top secret", "ratePerMinute": 6000,
			"version": 1,
		})
		w.done("POST /api/vms/mapping", outbound(rule("jobPostingId", ".project.vmsId")))
		w.queue.addTasks(2)
		w.queue.tasks[1].Entity = vms.Withdrawal
		obstacle := func() string {
			w.t.Helper()
			found, err := w.vms.Obstacles(w.t.Context(), string(vms.Application), []int64{1, 2})
			if err != nil {
				w.t.Fatal(err)
			}
			return fmt.Sprint(found)
		}
		if w.step() || len(w.done("GET /api/vms/message", nil)["results"].([]any)) != 0 || s.Called() != 0 {
			w.t.Error("something was tried")
		}
		if got := obstacle(); got != "map[1:NO_MAPPING 2:NO_CONNECTION]" {
			w.t.Error(got)
		}
		w.expectDelayed("map[NO_CONNECTION:0 NO_MAPPING:2 RESTORED:0]")
		if err := w.vms.CheckMapping(w.t.Context(), 1, theApplication); err != nil {
			w.t.Errorf("in the way of sending: %v", err)
		}
		w.done("POST /api/vms/mapping/1/publish", map[string]any{})
		if !w.step() || w.step() || s.Called() != 1 || !w.queue.tasks[0].settled || w.queue.tasks[1].settled {
			w.t.Errorf("%d calls: the application is sent, its withdrawal has no mapping yet", s.Called())
		}
		if got := obstacle(); got != "map[2:NO_CONNECTION]" {
			w.t.Error(got)
		}
		w.expectDelayed("map[NO_CONNECTION:0 NO_MAPPING:1 RESTORED:0]") // the withdrawal
		w.isPaused = true
		w.expectDelayed("map[NO_CONNECTION:0 NO_MAPPING:0 RESTORED:1]")
		if got := obstacle(); got != "map[1:RESTORED 2:RESTORED]" {
			w.t.Error(got)
		}
	})
}

// expectDelayed compares how many messages wait for somebody, by what is in their way.
func (w *fixture) expectDelayed(want string) {
	w.t.Helper()
	got, err := w.vms.Delayed(w.t.Context())
	if text := fmt.Sprint(got); err != nil || text != want {
		w.t.Errorf("delayed are %s, want %s: %v", text, want, err)
	}
}

func TestDelivery_ClientNamesAConnection_GoesThroughThatOne(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		w.done("POST /api/vms/connection", map[string]any{
			"name": "Beeline", "clientId": 1, "baseUrl": "https://b.example",
			"auth": "NONE",
		})
		name := func(id any) {
			w.t.Helper()
			err := w.db.Write(w.t.Context(), func(ctx context.Context) error {
				defer w.db.Touched(ctx, "clients")
				_, err := w.db.Exec(ctx, "UPDATE clients SET vms_connection_id = $1 WHERE id = 1", id)
				return err
			})
			if err != nil {
				w.t.Fatal(err)
			}
		}
		ready := func(want string) {
			w.t.Helper()
			ids, err := w.vms.Ready(w.t.Context())
			if got := fmt.Sprint(ids); err != nil || got != want {
				w.t.Errorf("applications go through %s, want %s: %v", got, want, err)
			}
		}
		mapped := outbound(rule("jobPostingId", ".project.vmsId"))
		mapped["connectionId"] = 2
		w.done("POST /api/vms/mapping", mapped)
		w.done("POST /api/vms/mapping/1/publish", map[string]any{})
		obstacle := func(want string) {
			w.t.Helper()
			found, err := w.vms.Obstacles(w.t.Context(), string(vms.Application), []int64{1})
			if got := fmt.Sprint(found); err != nil || got != want {
				w.t.Errorf("in the way is %s, want %s: %v", got, want, err)
			}
		}
		ready("[1]")
		obstacle("map[1:NO_MAPPING]")
		name(2)
		ready("[2]")
		obstacle("map[]")
		w.done("PUT /api/vms/connection/2", map[string]any{"active": false, "version": 1})
		ready("[]")
		obstacle("map[1:NO_CONNECTION]")
		name(nil)
		ready("[1]")
	})
}

// The id in an answer is a text or a number; of any other answer nobody knows what it means.
func TestDelivery_ExternalIDOfAnswer_IsTextOrNumber(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		var body string
		s := vmstest.New(w.t, func(_ string, _ func(), rw http.ResponseWriter, _ *http.Request) {
			_, _ = rw.Write([]byte(body))
		})
		cases := []struct {
			body, id   string
			unreadable bool
		}{
			{`{"externalId":"C-1"}`, "C-1", false},
			{`{"externalId":4711}`, "4711", false},
			{`{"externalId":12345678901234567890}`, "12345678901234567890", false},
			{`{"id":7}`, "7", false},
			{"\xef\xbb\xbf{\"externalId\":\"C-1\"}", "C-1", false},
			{``, "", false},
			{`{}`, "", false},
			{`{"externalId":null,"id":"x"}`, "x", false},
			{`{"externalId":""}`, "", false},
			{`{"externalId":true}`, "", true},
			{`{"externalId":{"id":7}}`, "", true},
			{`{"externalId":["C-1"]}`, "", true},
			{`{"externalId":false,"id":"x"}`, "", true},
			{`{"candidateId":[]}`, "", true},
			{"{\"externalId\":\"C\xe9\"}", "", true},
			{`{"externalId":"\ud83d"}`, "", true},
			{`{"externalId":"C-1"} x`, "", true},
			{`<html>`, "", true},
			{`{"externalId":"a\nb"}`, "", true},
		}
		w.delivering(s, len(cases))
		w.done("PUT /api/vms/connection/1", map[string]any{"ratePerMinute": 6000, "version": 2})
		for i, c := range cases {
			body = c.body
			if !w.step() {
				w.t.Fatalf("%s: nothing was sent", c.body)
			}
			if out := w.queue.tasks[i].last; out.ExternalID != c.id || (out.Failure == vms.Unavailable) != c.unreadable ||
				out.Transient != c.unreadable {
				w.t.Errorf("%s: %+v", c.body, out)
			}
		}
	})
}

// A field without a value is null for outbound rules, in the trial, in stored tests and in what is sent.
func TestMapping_FieldWithoutValue_IsNullEverywhere(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		s := vmstest.New(w.t, vmstest.Accept)
		w.delivering(s, 1)
		rules := outbound(rule("jobPostingId", ".project.vmsId"),
			map[string]any{"target": "phone", "jq": ".freelancer.mobileNumber", "when": ".freelancer.mobileNumber != null"})
		rules["tests"] = []any{map[string]any{
			"name": "no phone",
			"input": map[string]any{
				"project":    map[string]any{"vmsId": "JP-1"},
				"freelancer": map[string]any{"mobileNumber": ""},
			}, "expected": map[string]any{"jobPostingId": "JP-1"},
		}}
		w.done("POST /api/vms/mapping", rules)
		w.done("POST /api/vms/mapping/2/publish", map[string]any{})
		tried := w.done("POST /api/projectApplication/testTransformation?mode=outbound",
			map[string]any{"connectionId": 1, "applicationId": theApplication, "compareWith": "NONE"})
		if input := string(asJSON(w.t, tried["input"])); !strings.Contains(input, `"mobileNumber":null`) ||
			tried["rendered"] != `{"jobPostingId":"JP-100"}` {
			w.t.Errorf("tried on %s: %v", input, tried["rendered"])
		}
		w.step()
		if got := fmt.Sprint(w.message(1)); !strings.Contains(got, `{"jobPostingId":"JP-100"}`) ||
			strings.Contains(got, "phone") {
			w.t.Errorf("sent %s", got)
		}
	})
}

func TestMappingVersion_FirstThreeCandidatesRefused_OthersAreDeferredToAnotherVersion(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		status := http.StatusUnprocessableEntity
		s := vmstest.New(w.t, vmstest.AnswerBy(&status))
		w.delivering(s, 10)
		for w.step() {
		}
		if n, _ := w.queue.unsettled(); s.Called() != 3 || n != 7 {
			w.t.Fatalf("%d calls, %d wait", s.Called(), n)
		}
		w.expectActivity(map[string]any{"state": "PAUSED", "pauseReason": "FAILURES", "failures": 3.0, "waiting": 7.0})

		status = http.StatusOK
		w.done("POST /api/vms/mapping/1/newVersion", map[string]any{})
		review := w.done("GET /api/vms/mapping/2/review", nil)
		if review["waiting"] != 7.0 {
			w.t.Errorf("%v are said to wait", review["waiting"])
		}
		w.done("POST /api/vms/mapping/2/publish", map[string]any{"fingerprint": review["fingerprint"]})
		w.expectActivity(map[string]any{"pauseReason": nil, "failures": 0.0})
		w.step()
		status = http.StatusUnprocessableEntity // what has delivered once is right, whatever becomes of others
		w.untilSettled()
		if n, _ := w.queue.unsettled(); n != 0 || s.Called() != 10 {
			w.t.Errorf("%d calls, %d wait", s.Called(), n)
		}
		w.expectActivity(map[string]any{"state": "READY", "failures": 0.0})
	})
}
