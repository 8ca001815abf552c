package vms_test

import (
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/internal/test/vmstest"
	"poolkeeper.example/extension-service/platform/role"
)

// sent delivers n applications by the mapping in use, and leaves a draft of the given rules; it answers where the draft
// stands.
func (w *fixture) sent(n int, rules ...map[string]any) (draft string) {
	w.t.Helper()
	w.delivering(vmstest.New(w.t, vmstest.Accept), n)
	for range n {
		if !w.step() {
			w.t.Fatal("nothing was sent")
		}
	}
	return fmt.Sprint("/api/vms/mapping/", w.done("POST /api/vms/mapping", outbound(rules...))["id"])
}

func TestReview_OutboundDraft_IsRenderedForTheLastMessagesBeforeItIsPutInUse(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		draft := w.sent(3, rule("jobPostingId", `.project.vmsId + "-7"`),
			rule("candidate.firstName", ".freelancer.firstName"))
		if blocked := w.refused("POST "+draft+"/publish", map[string]any{}, "CONFIRM_REQUIRED"); !strings.Contains(blocked,
			"vmsMapping.block.unseen") {
			w.t.Error(blocked)
		}
		seen := w.done("GET "+draft+"/review", nil)
		text := string(asJSON(w.t, seen))
		for _, want := range []string{
			`"stored":3`, `"reviewed":3`, `"same":0`, `"fields":[{"count":3,"field":"jobPostingId"}]`, `"outcome":"DIFFERS"`,
			`{"draft":"JP-100-7","live":"JP-100","path":"jobPostingId"}`, `"messageId":"A-10002-1"`,
		} {
			if !strings.Contains(text, want) {
				w.t.Errorf("%s is not in\n%s", want, text)
			}
		}
		w.done("PUT "+draft, map[string]any{"rules": []any{rule("jobPostingId", ".project.vmsId")}, "version": 1})
		w.refused("POST "+draft+"/publish", map[string]any{"fingerprint": seen["fingerprint"]}, "PLAN_EXPIRED")
		seen = w.done("GET "+draft+"/review", nil)
		if fields := string(asJSON(w.t, seen["fields"])); fields != `[{"count":3,"field":"candidate.firstName"}]` {
			w.t.Error(fields)
		}
		w.done("POST "+draft+"/publish", map[string]any{"fingerprint": seen["fingerprint"]})
		w.refused("POST /api/vms/mapping/1/reinstate", map[string]any{}, "CONFIRM_REQUIRED")
	})
}

func TestReview_OutboundDraftFails_EachTargetIsCountedWithItsCode(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		phone := map[string]any{"target": "candidate.phone", "jq": ".freelancer.mobileNumber", "required": true}
		draft := w.sent(2, rule("jobPostingId", ".project.vmsId"), rule("rate.uom", `.application.rateUnit | lookup("uom")`),
			phone)
		text := string(asJSON(w.t, w.done("GET "+draft+"/review", nil)))
		for _, want := range []string{
			`"outcome":"FAILS"`, `{"code":"E_LOOKUP","field":"rate.uom"}`,
			`{"code":"","field":"candidate.phone"}`, `"count":2`,
		} {
			if !strings.Contains(text, want) {
				w.t.Errorf("%s is not in\n%s", want, text)
			}
		}
	})
}

func TestReview_OneApplicationSentTwice_IsRenderedOnce(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		draft := w.sent(1, rule("jobPostingId", ".project.vmsId"), rule("candidate.firstName", ".freelancer.firstName"))
		again := *w.queue.tasks[0]
		again.ID, again.Round = again.ID+1000, 2
		again.settled, again.due = false, *w.now
		w.queue.tasks = append(w.queue.tasks, &again)
		if !w.step() {
			w.t.Fatal("not sent again")
		}
		seen := w.done("GET "+draft+"/review", nil)
		if seen["stored"] != 1.0 || seen["same"] != 1.0 {
			w.t.Errorf("%v", seen)
		}
	})
}

func TestReview_OutboundValuesOfPeople_AreMaskedForThoseWhoMayNotReadThem(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		draft := w.sent(1, rule("jobPostingId", `.project.vmsId + "-7"`),
			rule("candidate.firstName", `.freelancer.firstName + "!"`))
		w.who = &role.Caller{
			Kind: role.Admin, ID: 3, Name: "Jonas Ekberg",
			Permissions: []role.Permission{role.VMSMappingRead, role.VMSMappingWrite}, Source: "UI", Scope: w.who.Scope,
		}
		text := string(asJSON(w.t, w.done("GET "+draft+"/review", nil)))
		if strings.Contains(text, "Ada") || !strings.Contains(text,
			`{"draft":"•••","live":"•••","path":"candidate.firstName"}`) || !strings.Contains(text, "JP-100-7") {
			w.t.Error(text)
		}
	})
}
