package app_test

import (
	"fmt"
	"testing"
)

// Whoever comes back with the refresh token of a session that has ended is told why it did.
func TestRefresh_SessionEnded_NamesTheReason(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		id, _ := p.account(t, "content")
		for _, step := range []struct {
			who, request, body string
			status             int
			ended              string
		}{
			{"content", "POST /api/logout", `{"everywhere":true}`, 204, "auth.logout"},
			{"config", fmt.Sprintf("PUT /api/admin/%d", id), `{"status":"DE"}`, 200, "account"},
		} {
			signedIn := p.expect(t, "", "POST /api/authorize",
				`{"username":"content@poolkeeper.example","password":"poolkeeper-demo-2026"}`, 200, "").json(t)
			p.tokens["content"] = signedIn["access_token"].(string)
			p.expect(t, step.who, step.request, step.body, step.status, "")
			p.expect(t, "", "POST /api/refreshToken", fmt.Sprintf(`{"refresh_token":%q}`, signedIn["refresh_token"]), 401,
				fmt.Sprintf(`"details":{"ended":%q}`, step.ended))
		}
		p.expect(t, "", "POST /api/refreshToken", `{"refresh_token":"unknown"}`, 401, `"details":{}`)
	})
}
