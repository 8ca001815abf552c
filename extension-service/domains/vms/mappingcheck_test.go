package vms_test

import (
	"strings"
	"testing"
)

// checked is what is said of rules while they are written, as JSON.
func (w *fixture) checked(rules ...map[string]any) (problems, warnings string) {
	w.t.Helper()
	body := outbound(rules...)
	delete(body, "connectionId")
	delete(body, "direction")
	got := w.done("POST /api/vms/mappingCheck", body)
	return string(asJSON(w.t, got["problems"])), string(asJSON(w.t, got["warnings"]))
}

func TestMapping_MisspeltName_IsReportedWithASuggestion(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		problems, _ := w.checked(rule("a", `.application.rateUnit | lokup("uom")`))
		if !strings.Contains(problems, `"suggestion":"lookup"`) || !strings.Contains(problems, `"position":24`) {
			w.t.Error(problems)
		}
		for program, want := range map[string]string{
			`.application.rateUnti`:                   `"suggestion":"rateUnit"`,
			`.aplication.rateUnit`:                    `"suggestion":"application"`,
			`.application.rateUnit | lookup("uon")`:   `"suggestion":"uom"`,
			`.application.nothingLikeIt`:              `"name":"nothingLikeIt"`,
			`.application.rateUnit | lookup("table")`: `"code":"W_LOOKUP"`,
		} {
			if problems, warnings := w.checked(rule("a", program)); problems != "[]" || !strings.Contains(warnings, want) {
				w.t.Errorf("%s: %s %s, want %s", program, problems, warnings, want)
			}
		}
		if _, warnings := w.checked(rule("a", `[.application.answers[]? | .question.key]`)); strings.Contains(warnings, "key") {
			w.t.Errorf("what follows an element is judged: %s", warnings)
		}
		inbound := map[string]any{"entity": "JOB", "rules": []any{rule("project.title", ".in.tilte")}}
		if got := w.done("POST /api/vms/mappingCheck", inbound); string(asJSON(w.t, got["warnings"])) != "[]" {
			w.t.Errorf("a field of the VMS is judged: %v", got)
		}
	})
}

func TestMapping_DisabledRule_IsSkippedAndNotChecked(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		off := map[string]any{"target": "b", "jq": ".a | | .b", "required": true, "off": true}
		if problems, _ := w.checked(rule("a", ".project.vmsId"), off); problems != "[]" {
			w.t.Error(problems)
		}
		draft := outbound(rule("a", ".project.vmsId"), off, rule("b", `"again"`))
		w.done("POST /api/vms/mapping", draft)
		got := w.done("POST /api/projectApplication/testTransformation?mode=outbound", map[string]any{
			"connectionId": 1, "applicationId": theApplication, "compareWith": "NONE",
			"mapping": map[string]any{"entity": "APPLICATION", "rules": draft["rules"]},
		})
		if got["ok"] != true || got["rendered"] != `{"a":"JP-100","b":"again"}` {
			w.t.Errorf("%v", got)
		}
	})
}

func TestMapping_TestsOfADraft_RunOnUnsavedRules(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		input := map[string]any{"project": map[string]any{"vmsId": "JP-1"}}
		body := map[string]any{
			"connectionId": 1, "mapping": map[string]any{"entity": "APPLICATION", "rules": []any{rule("id", ".project.vmsId")}},
			"tests": []any{
				map[string]any{"name": "holds", "input": input, "expected": map[string]any{"id": "JP-1"}},
				map[string]any{"name": "fails", "input": input, "expected": map[string]any{"id": "JP-2"}},
			},
		}
		got := string(asJSON(w.t, w.done("POST /api/vms/mappingTests", body)["results"]))
		for _, want := range []string{
			`"holds":true,"name":"holds"`, `"holds":false,"name":"fails"`, `"diff":[{"draft":"JP-2","live":"JP-1","path":"id"}]`,
		} {
			if !strings.Contains(got, want) {
				w.t.Errorf("%s lacks %s", got, want)
			}
		}
		body["mapping"].(map[string]any)["rules"] = []any{rule("id", ".project |")}
		w.refused("POST /api/vms/mappingTests", body, "MAPPING_INVALID")
	})
}
