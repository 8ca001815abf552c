package app_test

import (
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/internal/example"
)

// An answer with a record carries its version; a write from an older one is told what has changed.
func TestVersions_WriteFromAnOlderOne_IsRefusedWithTheChanges(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.newProject(t, "Versions")
		at, change := fmt.Sprintf("/api/project/%d", id), fmt.Sprintf(`{"id":%d,"status":"PAUSED"}`, id)
		step := func(method, path, body, match string, status int, etag string) answer {
			t.Helper()
			got := p.call(t, "csm", method, path, body, "If-Match", match)
			if got.status != status || got.header.Get("ETag") != etag {
				t.Errorf("%s %s %s under %s: %d, ETag %s, %.300s; want %d, %s", method, path, body, match, got.status,
					got.header.Get("ETag"), got.body, status, etag)
			}
			return got
		}
		step("GET", at, "", "", 200, `"1"`)
		step("PUT", at, `{"title":"Versions two"}`, `W/"1"`, 200, `"2"`)
		step("POST", "/api/project/changeStatus", change, `"1"`, 409, "")
		step("POST", "/api/project/changeStatus?dryRun=true", change, `"2"`, 200, "")
		step("POST", "/api/project/changeStatus", change, `"2"`, 200, `"3"`)
		stale := step("PUT", at, `{"title":"late"}`, `"1"`, 409, "").json(t)
		details, _ := stale["details"].(map[string]any)
		if stale["code"] != "STALE_VERSION" || details["yourBase"] != 1.0 ||
			fmt.Sprint(details["changedFields"]) != "[title status statusChangedAt]" || details["changedBy"] != "Clara Sommer" {
			t.Errorf("details %v", stale)
		}
		if current, _ := details["current"].(map[string]any); current["version"] != 3.0 ||
			current["title"] != "Versions two" {
			t.Errorf("current %v", details["current"])
		}
		if ahead := step("PUT", at, `{"title":"early"}`, `"9"`, 409, ""); strings.Contains(string(ahead.body), "0001-01-01") {
			t.Errorf("a version that never was: %s", ahead.body)
		}
		step("DELETE", at+"?reason=OTHER", "", `"2"`, 409, "")
		step("PUT", at, `{"title":"unguarded"}`, "", 200, `"4"`)
		lines := p.expect(t, "csm", fmt.Sprintf("GET /api/history/project/%d", id), "", 200, "").json(t)["results"].([]any)
		for i, want := range []bool{true, false, false} {
			if got := lines[i].(map[string]any)["unguarded"] == true; got != want {
				t.Errorf("entry %d: unguarded %v", i, got)
			}
		}
	})
}

// The same key does the same thing once.
func TestIdempotencyKey_RepeatedCall_HappensOnce(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id := p.newProject(t, "Once")
		pause := fmt.Sprintf(`{"id":%d,"status":"PAUSED"}`, id)
		for _, step := range []struct {
			who, path, key, body string
			status               int
			want                 string
		}{
			{"content", "/api/skill", "k1", `{"clientId":1,"name":"Weaving"}`, 201, `"id":1`},
			{"content", "/api/skill", "k1", `{"clientId":1,"name":"Weaving"}`, 201, `"id":1`},
			{"content", "/api/skill", "k1", `{"clientId":1,"name":"Knitting"}`, 409, `IDEMPOTENCY_MISMATCH`},
			{"all", "/api/skill", "k1", `{"clientId":1,"name":"Knitting"}`, 201, `"id":2`},
			{"content", "/api/skill", "k2", `{"clientId":1}`, 422, `validation.required`},
			{"content", "/api/skill", "k2", `{"clientId":1,"name":"Spinning"}`, 201, `"id":3`},
			{"csm", "/api/skill", "k3", `{"clientId":1,"name":"x"}`, 403, `question.create`},
			{"content", "/api/skill", strings.Repeat("k", 65), `{"clientId":1,"name":"x"}`, 422, `Idempotency-Key`},
			{"csm", "/api/project/changeStatus?dryRun=true", "k4", pause, 200, `"version":2`},
			{"csm", "/api/project/changeStatus", "k4", pause, 200, `"version":2`},
			{"csm", "/api/project/changeStatus?dryRun=true", "k4", `{}`, 422, `validation.required`},
			{"csm", "/api/project/changeStatus", "k4", pause, 200, `"version":2`},
		} {
			got := p.call(t, step.who, "POST", step.path, step.body, "Idempotency-Key", step.key)
			if got.status != step.status || !strings.Contains(string(got.body), step.want) {
				t.Errorf("%s as %s under %s %s: %d %s", step.path, step.who, step.key, step.body, got.status, got.body)
			}
			if step.status == 201 && (got.header.Get("Location") == "" || got.header.Get("ETag") == "") {
				t.Errorf("headers %v", got.header)
			}
		}
		p.expect(t, "content", "GET /api/skill", "", 200, `"totalResults":3`)
		person := p.expect(t, "csm", "POST /api/freelancer",
			`{"firstName":"Ida","lastName":"Holm","email":"ida.holm@example.org"}`, 201, "").json(t)["id"]
		for range 2 {
			got := p.call(t, "csm", "POST", fmt.Sprintf("/api/freelancer/%v/verification", person), "", "Idempotency-Key", "k5")
			if got.status != 204 || len(got.body) > 0 {
				t.Errorf("an action without an answer: %d %q", got.status, got.body)
			}
		}
		// Once moved on, a repeat is the first outcome's record as it is now.
		p.expect(t, "csm", "POST /api/project/changeStatus", fmt.Sprintf(`{"id":%d,"status":"ACTIVE"}`, id), 200,
			`"version":3`)
		again := p.call(t, "csm", "POST", "/api/project/changeStatus", pause, "Idempotency-Key", "k4")
		if again.status != 200 || again.header.Get("ETag") != `"3"` ||
			!strings.Contains(string(again.body), `"project":{"id":`) {
			t.Errorf("%d %v %s", again.status, again.header, again.body)
		}
	}, example.Extension)
}
