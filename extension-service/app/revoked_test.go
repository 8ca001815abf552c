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
