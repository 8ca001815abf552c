package app_test

import (
	"fmt"
	"strings"
	"testing"
)

// What generated requests have found, each by itself.
func TestRefusals_InvalidRequests_NameTheMistake(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		msp := p.expect(t, "csm", "POST /api/msp", `{"name":"Talents","email":"hello@talents.example"}`, 201,
			"").json(t)["id"]
		bid := p.newApplication(t, p.newProject(t, "Here"), "Noor")
		// A reason of one's own words may be any word.
		p.expect(t, "csm", fmt.Sprintf("PUT /api/msp/%v/activate", msp), `{"reason":"OTHER"}`, 200, "")
		p.expect(t, "csm", "POST /api/bulk/project/changeStatus", `{"filters":{}}`, 422,
			`"input.status":["validation.required"]`)
		p.expect(t, "csm", "GET /api/project?limit=1&size=2", "", 422, `"size":["validation.twice"]`)
		p.expect(t, "csm", "GET /api/project?%FF=1&%FF=1", "", 400, `"fieldErrors":{}`)
		p.expect(t, "csm", "POST /items/d_translation_keys", `{}`, 403, `"missing":["translation.write"]`)
		if got := p.expect(t, "content", "DELETE /items/d_client/1", "", 405,
			""); got.header.Get("Allow") != "GET, HEAD, PATCH" {
			t.Errorf("allows %q", got.header.Get("Allow"))
		}
		contentType, body := uploadBody(t, "a.txt", []byte("words"))
		if got := p.call(t, "csm", "POST", "/api/resource?x=1", body, "Content-Type", contentType); got.status != 422 ||
			!strings.Contains(string(got.body), `"x":["error.unknownField"]`) {
			t.Errorf("%d %s", got.status, got.body)
		}
		for media, want := range map[string]int{
			"text/plain": 415, "application/x-www-form-urlencoded": 415,
			"application/jsonx": 415, "application/json;charset=utf-8": 200, "Application/JSON": 200,
		} {
			if got := p.call(t, "csm", "POST", "/api/dbSearch/project", `{}`, "Content-Type", media); got.status != want {
				t.Errorf("%s: %d %s", media, got.status, got.body)
			}
		}
		// A key is free again when the call under it was refused as a whole.
		keyed := func(body string) int {
			return p.call(t, "csm", "POST", "/api/projectApplication/changeStatus", body, "Idempotency-Key", "one").status
		}
		const change = `"status":"a","reason":"OTHER","comment":"by phone"}`
		if refused, mended := keyed("{"+change), keyed(fmt.Sprintf(`{"ids":[%d],`, bid)+change); refused != 422 ||
			mended != 200 {
			t.Errorf("%d, then %d", refused, mended)
		}
		p.expect(t, "content", "GET /api/client/1", "", 200, "Norrsken")
		if got := p.call(t, "csm", "POST", "/api/project", `{"title":"Once","clientId":1}`, "Idempotency-Key",
			"\xff"); got.status != 422 {
			t.Errorf("a key that is no text: %d %s", got.status, got.body)
		}
		p.expect(t, "csm", "GET /api/project?range=%5B0,9%5D&limit=3", "", 422, `"limit":["validation.twice"]`)
		p.expect(t, "csm", "POST /api/dbSearch/project", `{"offset":""}`, 422, `"offset":["validation.integer"]`)
		p.expect(t, "csm", "POST /api/dbSearch/project", `{"s":["id"]}`, 422, `"s":["validation.text"]`)
		p.expect(t, "csm", "POST /api/projectApplication/changeStatus", `{"ids":[-1],"status":"a"}`, 422,
			`"ids[0]":["validation.integer"]`)
	})
}
