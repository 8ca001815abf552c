package vms_test

import (
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/platform/httpclient"
)

// inbound is a mapping of an entity.
func inbound(entity string, lookups map[string]any, rules ...map[string]any) map[string]any {
	return map[string]any{"connectionId": 1, "direction": "inbound", "entity": entity, "rules": rules, "lookups": lookups}
}

func statuses(entries map[string]any) map[string]any {
	return map[string]any{"status": entries, "other": map[string]any{"x": "NOWHERE"}}
}

// What a lookup gives for a status is a status, when a mapping is saved and when an unknown value is decided.
func TestStatusLookup_ValueThatIsNoStatus_IsRefused(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		about, title := rule("project.vmsId", ".in.job"), rule("project.title", `.in.kind | lookup("other")`)
		reads := rule("project.status", `if .in.status == null then null else (.in.status | lookup("status")) end`)
		for target, isStatus := range map[any]bool{
			"ACTIVE": true, "CLOSED": true, nil: true, "active": false, "OPEN": false,
			"": false, "h": false, 7: false, "DELETED": false, true: false,
		} {
			a := w.call("POST /api/vms/mapping", inbound("JOB", statuses(map[string]any{"Open": target}), about, title, reads))
			if isStatus != (a.Err == nil) || a.Err != nil &&
				(a.Err.Code != "MAPPING_INVALID" || !strings.Contains(fmt.Sprint(a.Err.Details), "E_STATUS")) {
				w.t.Errorf("%v: %v", target, a.Err)
			}
		}
		w.refused("POST /api/vms/mapping", inbound("APPLICATION_STATUS", statuses(map[string]any{"Open": "ACTIVE"}),
			rule("application.status", `.in.status | lookup("status")`)), "MAPPING_INVALID")
		w.refused("POST /api/projectApplication/testTransformation?mode=inbound", map[string]any{
			"connectionId": 1, "payload": map[string]any{"status": "Open"},
			"mapping": map[string]any{
				"entity": "JOB", "rules": []any{reads},
				"lookups": statuses(map[string]any{"Open": "OPEN"}),
			},
		}, "MAPPING_INVALID")
		made := w.done("POST /api/vms/mapping", inbound("JOB_STATUS", statuses(map[string]any{"Open": "ACTIVE"}), about,
			rule("project.status", `.in.status | lookup("status")`)))
		w.done(fmt.Sprint("POST /api/vms/mapping/", made["id"], "/publish"), map[string]any{})
		decide := func(lookup, target string) map[string]any {
			return map[string]any{"connectionId": 1, "entity": "JOB_STATUS", "lookup": lookup, "value": "Pr", "target": target}
		}
		for _, target := range []string{"Nonsense", "active", "uc"} {
			if a := w.call("POST /api/vms/unknownValue", decide("status", target)); a.Err == nil ||
				a.Err.Fields["target"] == nil {
				w.t.Errorf("%s: %v", target, a.Err)
			}
		}
		w.done("POST /api/vms/unknownValue", decide("other", "anything"))
		w.done("POST /api/vms/unknownValue", decide("status", "PAUSED"))
	})
}

// A mapping that computes with an amount says so when it is saved, not only when it is tried.
func TestMapping_ComputesWithAmount_WarnsWhenSaved(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		for jq, isMath := range map[string]bool{
			".application.billRate * 1.1": true, ".application.billRate | . * 2": true,
			"(.application.payRate + 1) | tostring": true, ".application.billRate | floor": true,
			"[.application.billRate, 1] | add": true, ".application | .billRate |= . / 8 | .billRate": true,
			".application.billRate += 1 | .application.billRate": true,
			`.application["billRate"] + 1`:                       true, `.application."billRate" * 2`: true,
			`.["application"]["payRate"] / 8`: true,
			"-.application.billRate":          true, "reduce .application.billRate as $r (0; . + $r)": true,
			"pow(.application.billRate; 2)": true, `.application["hours"] * 8`: false, `.application["billRate"]`: false,
			"-.application.hours":   false,
			".application.billRate": false, `"\\(.application.billRate) EUR"`: false, ".application.hours * 8": false,
			`.application.billRate | tostring | split(".") | .[0] + "," + ((.[1] // "") + "00")[:2]`: false,
			`(.application.billRate | tostring) + " EUR"`:                                            false,
			`(.application.billRate * 2 | tostring) + " EUR"`:                                        true,
			".application.billRate | tostring":                                                       false,
			`.project.title + "x"`:                                                                   false,
		} {
			got := w.done("POST /api/vms/mapping", outbound(rule("a", ".project.vmsId"), rule("rate.amount", jq)))
			text := string(asJSON(w.t, got["warnings"]))
			if isMath != strings.Contains(text, `"code":"W_MONEY_MATH"`) || isMath != strings.Contains(text, `"rule":1`) {
				w.t.Errorf("%s: %s", jq, text)
			}
			again := w.done(fmt.Sprint("PUT /api/vms/mapping/", got["id"]), map[string]any{"note": "again", "version": 1})
			if string(asJSON(w.t, again["warnings"])) != text {
				w.t.Errorf("%s: saved again with %v", jq, again["warnings"])
			}
		}
	})
}

// What the nightly comparison cannot bring together is in its log.
func TestCompare_UnmatchedApplication_IsLogged(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		w.done("PUT /api/vms/connection/1", map[string]any{"capabilities": []string{"STATUS_PULL"}, "version": 1})
		made := w.done("POST /api/vms/mapping", inbound("APPLICATION_STATUS", map[string]any{},
			map[string]any{"target": "application.externalId", "jq": ".in.id", "required": true}))
		w.done(fmt.Sprint("POST /api/vms/mapping/", made["id"], "/publish"), map[string]any{})
		w.answer = func(httpclient.Call) httpclient.Answer {
			return httpclient.Answer{Status: 200, Body: []byte(`{"applications":[{"id":"C-404"},{"id":{"a":1}},{}]}`)}
		}
		counts, lines := w.logged(w.vms.Compare())
		if counts != "map[checked:1 unmatched:1 unreadable:2]" {
			w.t.Error(counts)
		}
		for _, want := range []string{
			`no application has the external id "C-404"`, "entry 2 of a page cannot be read",
			"entry 3 of a page",
		} {
			if !strings.Contains(lines, want) {
				w.t.Errorf("%q is not in\n%s", want, lines)
			}
		}
	})
}
