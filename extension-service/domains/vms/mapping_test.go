package vms_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/platform/role"
)

func TestSecrets_OfAConnection_AreEncryptedAndNeverAnswered(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		w.refused("POST /api/vms/connection", map[string]any{
			"name": "Fieldglass", "clientId": 1,
			"baseUrl": "https://b.example", "auth": "NONE",
		}, "NAME_TAKEN")
		w.refused("POST /api/vms/connection", map[string]any{
			"name": "B", "clientId": 1, "baseUrl": "http://b.example",
			"auth": "NONE",
		}, "VALIDATION")
		w.refused("POST /api/vms/connection", map[string]any{
			"name": "B", "clientId": 1, "baseUrl": "https://b.example",
			"auth": "BEARER",
		}, "VALIDATION")
		w.refused("PUT /api/vms/connection/1", map[string]any{"baseUrl": "https://elsewhere.example", "version": 1},
			"VALIDATION")
		got := w.done("PUT /api/vms/connection/1", map[string]any{"ratePerMinute": 5, "version": 1})
		if got["hasSecret"] != true || got["hasInbound"] != true || got["ratePerMinute"] != 5.0 {
			w.t.Errorf("%v", got)
		}
		for _, answer := range []map[string]any{
			got, w.done("GET /api/vms/connection/1", nil),
			w.done("GET /api/vms/connection", nil),
		} {
			if text := fmt.Sprint(answer); strings.Contains(text, "top") || strings.Contains(text, "map[secret") ||
				strings.Contains(text, " secret:") {
				w.t.Errorf("a secret is answered: %s", text)
			}
		}
		var stored string
		if _, err := w.db.Row(w.t.Context(), []any{&stored}, "SELECT secret FROM vms_connections WHERE id = 1"); err != nil ||
			!strings.HasPrefix(stored, "aes256gcm:") {
			w.t.Errorf("%q %v", stored, err)
		}
		w.who = &role.Caller{
			Kind: role.Admin, ID: 2, Name: "Jonas Ekberg", Permissions: w.who.Permissions,
			Scope: role.Scope{ClientIDs: []int64{2}},
		}
		w.refused("GET /api/vms/connection/1", nil, "NOT_FOUND")
	})
}

func rule(target, jq string) map[string]any { return map[string]any{"target": target, "jq": jq} }

func outbound(rules ...map[string]any) map[string]any {
	return map[string]any{
		"connectionId": 1, "direction": "outbound", "entity": "APPLICATION", "rules": rules,
		"lookups": map[string]any{"uom": map[string]any{"Hr": "hr"}},
	}
}

func TestMapping_FailingTests_PreventPublication(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		bad := w.refused("POST /api/vms/mapping", outbound(rule("a", ".b | | .c")), "MAPPING_INVALID")
		if !strings.Contains(bad, `"position":5`) {
			w.t.Error(bad)
		}
		draft := outbound(rule("jobPostingId", ".project.vmsId"))
		draft["tests"] = []any{map[string]any{
			"name":     "a job",
			"input":    map[string]any{"project": map[string]any{"vmsId": "JP-1"}},
			"expected": map[string]any{"jobPostingId": "JP-2"},
		}}
		if got := w.done("POST /api/vms/mapping", draft); got["state"] != "DRAFT" || got["number"] != 1.0 {
			w.t.Errorf("%v", got)
		}
		failed := w.refused("POST /api/vms/mapping/1/publish", map[string]any{}, "MAPPING_INVALID")
		if !strings.Contains(failed, `"live":"JP-1"`) || !strings.Contains(failed, `"draft":"JP-2"`) {
			w.t.Error(failed)
		}
		draft["tests"].([]any)[0].(map[string]any)["expected"] = map[string]any{"jobPostingId": "JP-1"}
		w.done("PUT /api/vms/mapping/1", map[string]any{"tests": draft["tests"], "version": 1})
		if got := w.done("POST /api/vms/mapping/1/publish", map[string]any{}); got["state"] != "LIVE" {
			w.t.Errorf("%v", got)
		}
		w.refused("PUT /api/vms/mapping/1", map[string]any{"note": "no", "version": 3}, "NOT_EDITABLE")
		w.done("POST /api/vms/mapping", outbound(rule("jobPostingId", ".project.vmsId")))
		w.done("POST /api/vms/mapping/2/publish", map[string]any{})
		if got := w.done("GET /api/vms/mapping/1", nil); got["state"] != "RETIRED" {
			w.t.Errorf("%v", got["state"])
		}
		inbound := map[string]any{
			"connectionId": 1, "direction": "inbound", "entity": "JOB",
			"rules": []any{rule("project.id", ".in.id")},
		}
		w.refused("POST /api/vms/mapping", inbound, "MAPPING_INVALID")
		w.refused("POST /api/vms/mapping", map[string]any{"connectionId": 1, "direction": "outbound", "entity": "JOB"},
			"VALIDATION")
	})
}

func TestMapping_ProgramsCannotBeRead_EachIsReportedAtItsRuleWithPosition(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		a := w.call("POST /api/vms/mapping", outbound(
			rule("a", ".b"), rule("b", ".b |\n  | .c"), rule("c", `.["é"] | foo(1)`), rule("d", "1 | now"), rule("e", "(.a"),
			rule("a", ".b"), rule("f", "$who"),
			map[string]any{"target": "g", "jq": ".a", "when": ".a ]"},
		))
		if a.Err == nil || a.Err.Code != "MAPPING_INVALID" {
			w.t.Fatalf("%v %v", a.Err, a.Body)
		}
		got := map[string]string{}
		for path, keys := range a.Err.Fields {
			got[path] = fmt.Sprint(keys[0], " ", a.Err.Params[path][keys[0]])
		}
		want := map[string]string{
			"rules[1].jq":     "vmsMapping.problem.unexpected map[column:3 line:2 token:|]",
			"rules[2].jq":     "vmsMapping.problem.unknownName map[column:10 line:1 name:foo]",
			"rules[3].jq":     "vmsMapping.problem.forbidden map[column:5 line:1 name:now]",
			"rules[4].jq":     "vmsMapping.problem.end map[column:4 line:1 token:]",
			"rules[5].target": "vmsMapping.problem.place map[name:a]",
			"rules[6].jq":     "vmsMapping.problem.unknownName map[column:1 line:1 name:$who]",
			"rules[7].when":   "vmsMapping.problem.unexpected map[column:4 line:1 token:]]",
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			w.t.Errorf("%v\nwant\n%v", got, want)
		}
	})
}

func TestMappingInUse_Replaced_CanReturnToAFormerVersion(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		first := outbound(rule("a", ".project.vmsId"))
		first["tests"] = []any{map[string]any{
			"name":  "a job",
			"input": map[string]any{"project": map[string]any{"vmsId": "JP-1"}}, "expected": map[string]any{"a": "JP-1"},
		}}
		w.done("POST /api/vms/mapping", first)
		w.refused("POST /api/vms/mapping/1/newVersion", map[string]any{}, "TRANSITION_NOT_ALLOWED")
		w.done("POST /api/vms/mapping/1/publish", map[string]any{})
		next := w.done("POST /api/vms/mapping/1/newVersion", map[string]any{})
		if next["id"] != 2.0 || next["number"] != 2.0 || next["state"] != "DRAFT" || len(next["tests"].([]any)) != 1 ||
			len(next["rules"].([]any)) != 1 {
			w.t.Errorf("the new version is %v", next)
		}
		w.done("POST /api/vms/mapping/2/publish", map[string]any{})
		w.refused("POST /api/vms/mapping/2/reinstate", map[string]any{}, "TRANSITION_NOT_ALLOWED")
		if got := w.done("POST /api/vms/mapping/1/reinstate", map[string]any{}); got["state"] != "LIVE" ||
			got["number"] != 1.0 {
			w.t.Errorf("taken back to %v", got)
		}
		if got := w.done("GET /api/vms/mapping/2", nil); got["state"] != "RETIRED" {
			w.t.Errorf("the later version is %v", got["state"])
		}
	})
}

func TestMapping_FailingTests_AreCountedUntilTheyPass(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		counted := func(want int64) {
			w.t.Helper()
			for _, card := range w.vms.Cards() {
				if card.Key != "mappingsFailing" {
					continue
				}
				if got, err := card.Load(role.With(w.t.Context(), w.who)); err != nil || got.Count != want {
					w.t.Errorf("%d mappings with failing tests, want %d: %v", got.Count, want, err)
				}
			}
			listed := w.done("GET /api/vms/mapping?testsFail=true&state=DRAFT&state=LIVE", nil)
			if listed["totalResults"] != float64(want) {
				w.t.Errorf("%v listed, want %d", listed["totalResults"], want)
			}
		}
		counted(0)
		expects := func(number string) []any {
			return []any{map[string]any{
				"name": "a job", "input": map[string]any{"project": map[string]any{"vmsId": "JP-1"}},
				"expected": map[string]any{"a": number},
			}}
		}
		draft := outbound(rule("a", ".project.vmsId"))
		draft["tests"] = expects("JP-2")
		if got := w.done("POST /api/vms/mapping", draft); got["failingTests"] != 1.0 {
			w.t.Errorf("%v tests fail", got["failingTests"])
		}
		counted(1)
		w.done("PUT /api/vms/mapping/1", map[string]any{"tests": expects("JP-1"), "version": 1})
		counted(0)
	})
}

func asJSON(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// What is tried on an application can be kept as a test of the mapping: what the rules were given comes along, and they
// must make the same of it before another version is put in use.
func TestMapping_TriedApplication_CanBeStoredAsATest(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		double := rule("rate.amount", ".application.billRate * 2")
		tried := w.done("POST /api/projectApplication/testTransformation?mode=outbound", map[string]any{
			"connectionId": 1, "applicationId": theApplication, "mapping": map[string]any{"rules": []any{double}},
		})
		if application, _ := tried["input"].(map[string]any)["application"].(map[string]any); application["rateUnit"] == nil {
			w.t.Fatalf("what the rules were given is not told: %v", tried)
		}
		test := map[string]any{"name": "kept", "input": tried["input"], "expected": tried["output"]}
		for id, tc := range []struct{ jq, want string }{
			{".application.billRate * 2", ""},
			{".application.billRate * 3", "MAPPING_INVALID"},
		} {
			draft := outbound(rule("rate.amount", tc.jq))
			draft["tests"] = []any{test}
			w.done("POST /api/vms/mapping", draft)
			line := fmt.Sprintf("POST /api/vms/mapping/%d/publish", id+1)
			if tc.want == "" {
				w.done(line, map[string]any{})
			} else {
				w.refused(line, map[string]any{}, tc.want)
			}
		}
	})
}

func TestMapping_TrialOnTheExample_NeedsNoApplication(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		line := "POST /api/projectApplication/testTransformation?mode=outbound"
		body := map[string]any{
			"connectionId": 1, "isExample": true, "compareWith": "LIVE",
			"mapping": map[string]any{"rules": []any{rule("name", ".freelancer.firstName"), rule("job", ".project.vmsId")}},
		}
		if got := w.done(line, body); got["rendered"] != `{"job":"TEST-EXAMPLE","name":"Ada"}` {
			t.Errorf("%v", got)
		}
		delete(body, "isExample")
		w.refused(line, body, "VALIDATION")
	})
}

func TestMapping_Trial_HasNoEffect(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		w.connected()
		w.done("POST /api/vms/mapping", outbound(rule("rate.amount", ".application.billRate")))
		w.done("POST /api/vms/mapping/1/publish", map[string]any{})
		line := "POST /api/projectApplication/testTransformation?mode=outbound"
		got := w.done(line, map[string]any{
			"connectionId": 1, "applicationId": theApplication, "compareWith": "LIVE",
			"mapping": map[string]any{
				"lookups": map[string]any{"uom": map[string]any{"Hr": "hr"}},
				"rules": []any{
					rule("rate.amount", ".application.billRate * 2"),
					map[string]any{"target": "rate.uom", "jq": `.application.rateUnit | lookup("uom")`, "required": true},
				},
			},
		})
		text := string(asJSON(w.t, got))
		for _, part := range []string{
			`"ok":false`, `"output":{"rate":{"amount":193}}`, `"code":"E_LOOKUP"`, `"missingRequired":["rate.uom"]`,
			`"unusedInput":["freelancer.description","freelancer.firstName","project.vmsId"]`,
			`"diff":[{"draft":"193","live":"96.50","path":"rate.amount"}]`, `"code":"W_MONEY_MATH"`,
		} {
			if !strings.Contains(text, part) {
				w.t.Errorf("%s is not in\n%s", part, text)
			}
		}
		in := w.done("POST /api/projectApplication/testTransformation?mode=inbound", map[string]any{
			"connectionId": 1, "payload": `{"job":{"name":"Pump"}}`,
			"mapping": map[string]any{"entity": "JOB", "rules": []any{rule("project.title", ".in.job.name")}},
		})
		if in["input"] != nil {
			w.t.Errorf("told of a message that the caller has: %v", in["input"])
		}
		for _, name := range []string{"errors", "warnings", "missingRequired", "unusedInput", "diff"} {
			if _, isList := in[name].([]any); !isList {
				w.t.Errorf("%s is no list: %v", name, in[name])
			}
		}
		if in["rendered"] != `{"project":{"title":"Pump"}}` {
			w.t.Errorf("%v", in)
		}
		w.refused(line, map[string]any{"connectionId": 1, "applicationId": 7}, "NOT_FOUND")
		w.refused(line, map[string]any{"connectionId": 9, "applicationId": theApplication}, "NOT_FOUND")
		w.refused(line, map[string]any{"connectionId": 1, "applicationId": theApplication, "mappingVersion": 9}, "NOT_FOUND")
		w.refused(line, map[string]any{
			"connectionId": 1, "applicationId": theApplication,
			"mapping": map[string]any{"rules": []any{rule("a", "now")}},
		}, "MAPPING_INVALID")
		w.refused("POST /api/projectApplication/testTransformation?mode=inbound",
			map[string]any{"connectionId": 1, "payload": "[1]", "mapping": map[string]any{"entity": "JOB", "rules": []any{}}},
			"VALIDATION")
		*w.now = w.now.Add(time.Minute)
		for range 30 {
			w.done(line, map[string]any{"connectionId": 1, "applicationId": theApplication})
		}
		w.refused(line, map[string]any{"connectionId": 1, "applicationId": theApplication}, "TOO_MANY_REQUESTS")
	})
}
