package app_test

import (
	"strings"
	"testing"
)

// A right that was revoked on another copy of the service a moment ago opens no call that changes something, though
// this copy has not heard of it: it asks the database.
func TestRights_RevokedOnAnotherCopy_OpenNoWritingCall(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id, _ := p.account(t, "all")
		p.expect(t, "all", "GET /api/project", "", 200, "totalResults")
		p.change(t, "UPDATE staff SET roles = '' WHERE id = $1", id) // without the time of it, by which this copy learns
		for _, e := range p.Endpoints() {
			if e.Public || e.ChangesNothing() {
				continue
			}
			request, body := unlikely(e)
			got := p.call(t, "all", e.Method, strings.TrimPrefix(request, e.Method+" "), body)
			if got.status != 403 || !strings.Contains(string(got.body), `"NO_ROLES"`) {
				t.Errorf("%s (%s): %d %.200s", request, e.Name, got.status, got.body)
			}
		}
		p.expect(t, "all", "GET /api/project", "", 200, "totalResults") // what only reads has not heard of it
	})
}

// A write that would succeed is refused too, and one whose right was granted on another copy a moment ago succeeds.
func TestRights_ChangedOnAnotherCopy_CountForTheNextWrite(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id, _ := p.account(t, "all")
		creates := func(name string) answer {
			return p.call(t, "all", "POST", "/api/pool", `{"clientId":1,"vmsName":"`+name+`"}`)
		}
		if got := creates("First"); got.status != 201 {
			t.Fatalf("with the right: %d %s", got.status, got.body)
		}
		p.change(t, "UPDATE staff SET roles = 'a' WHERE id = $1", id)
		if got := creates("Second"); got.status != 403 || !strings.Contains(string(got.body), "missing") {
			t.Errorf("without the right: %d %s", got.status, got.body)
		}
		p.change(t, "UPDATE staff SET roles = 'ac' WHERE id = $1", id)
		if got := creates("Third"); got.status != 201 {
			t.Errorf("with the right again: %d %s", got.status, got.body)
		}
	})
}
