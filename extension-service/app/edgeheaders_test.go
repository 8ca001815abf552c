package app_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestEdge_SchemeAndVersionsAsHTTPAllowsThem_AreAccepted(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	token := p.token(t, "csm")
	for scheme, want := range map[string]int{
		"bearer ": 200, "BEARER ": 200, "Bearer  ": 200, "Basic ": 401,
		"bearer": 401,
	} {
		if got := p.call(t, "", "GET", "/api/project", "", "Authorization", scheme+token); got.status != want {
			t.Errorf("%q: %d, want %d", scheme, got.status, want)
		}
	}
	at, version := fmt.Sprintf("/api/project/%d", p.newProject(t, "Versions")), 1
	for i, tc := range []struct {
		match  string
		status int
	}{
		{`"99", W/"%d"`, 200},
		{`"%d","99"`, 200},
		{`*`, 200},
		{`W/"%d"`, 200},
		{`"98", "99"`, 409},
		{`"x", "y"`, 409},
		{` "99" ,  "%d" `, 200},
	} {
		match := strings.ReplaceAll(tc.match, "%d", fmt.Sprint(version))
		got := p.call(t, "csm", "PUT", at, fmt.Sprintf(`{"title":"Change %d"}`, i), "If-Match", match)
		if got.status != tc.status {
			t.Errorf("If-Match %s: %d %s", match, got.status, got.body)
		}
		if got.status == 200 {
			version = int(got.json(t)["version"].(float64))
		}
	}
}

func TestEdge_LanguageOfTheReader_PrecedesThatOfTheAccount(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	for header, want := range map[string]string{
		"de": "Deutschland", "de-AT,de;q=0.9,en;q=0.8": "Deutschland", "fr;q=0.5, de": "Deutschland", "": "Germany",
		"*": "Germany", "???": "Germany",
	} {
		if got := p.call(t, "csm", "GET", "/api/country", "", "Accept-Language", header); !strings.Contains(string(got.body),
			want) {
			t.Errorf("Accept-Language %q: no %s", header, want)
		}
	}
}

func TestEdge_BehindTLS_SendsTransportAndDevicePolicies(t *testing.T) {
	t.Parallel()
	settings := settingsIn(t.TempDir(), furnished.SQLite(t))
	settings.TrustedProxies = []string{"0.0.0.0/0"}
	p := openProduct(t, settings)
	for proto, want := range map[string]string{"https": "max-age=31536000", "http": ""} {
		for _, path := range []string{"/", "/api/userContext", "/api/unknown"} {
			got := p.call(t, "", "GET", path, "", "X-Forwarded-Proto", proto)
			if got.header.Get("Strict-Transport-Security") != want ||
				!strings.Contains(got.header.Get("Permissions-Policy"), "camera=()") {
				t.Errorf("%s by %s: %v", path, proto, got.header)
			}
		}
	}
}

func TestOpenAPI_Stranger_IsNotShownPermissionsUnlessSet(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		shows := func(who, path string) bool {
			return strings.Contains(string(p.expect(t, who, "GET "+path, "", 200, "").body), "boundClient.write")
		}
		for _, path := range []string{"/api/openapi.json", "/api/docs"} {
			if shows("", path) || !shows("norole", path) {
				t.Errorf("%s shows permissions to strangers, or hides them from staff", path)
			}
		}
		p.expect(t, "config", "PUT /api/setting/api.publicPermissions", `{"value":true}`, 200, "true")
		if !shows("", "/api/openapi.json") || !shows("", "/api/docs") {
			t.Error("the setting shows nothing")
		}
	})
}

func TestAudit_RefusalsOfOneAccountForOneCall_AreFoldedWithinAMinute(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		for range 30 {
			p.expect(t, "csm", "GET /api/scheduler/list", "", 403, "cron.read")
		}
		p.expect(t, "csm", "GET /api/setting", "", 403, "setting.read")
		p.expect(t, "content", "GET /api/scheduler/list", "", 403, "cron.read")
		const log = "GET /api/audit?action=auth.denied"
		p.expect(t, "tech", log, "", 200, `"totalResults":3`)
		p.EndFolds()
		p.expect(t, "tech", log, "", 200, `"totalResults":4`)
		p.expect(t, "tech", log, "", 200, `"count":30`)
		p.expect(t, "csm", "GET /api/scheduler/list", "", 403, "cron.read")
		p.expect(t, "tech", log, "", 200, `"totalResults":5`)
	})
}

func TestEmailInUse_OutsideTheScope_IsReportedToPermittedStaff(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		sides := p.fillBothSides(t)
		const outside = "error.emailTakenOutside"
		withEmail := func(mark string) string {
			return fmt.Sprintf(`{"firstName":"Eve","lastName":"Other","email":"ada.%s@people.example","force":true}`, mark)
		}
		p.expect(t, "scoped", "POST /api/freelancer", withEmail(beyondMark), 409, outside)
		p.expect(t, "scoped", "POST /api/freelancer", withEmail(strings.ToUpper(beyondMark)), 409, outside)
		p.expect(t, "scoped", "POST /api/msp", fmt.Sprintf(`{"name":"New","email":"hello@%s.example"}`, beyondMark), 409,
			outside)
		for who, mark := range map[string]string{"scoped": insideMark, "csm": beyondMark} {
			got := p.expect(t, who, "POST /api/freelancer", withEmail(mark), 409, "error.emailTaken")
			if strings.Contains(string(got.body), outside) {
				t.Errorf("%s is told that a record in sight is outside: %s", who, got.body)
			}
		}
		p.expect(t, "scoped", fmt.Sprintf("PUT /api/freelancer/%v", sides.inside["freelancer"]),
			fmt.Sprintf(`{"email":"ada.%s@people.example"}`, beyondMark), 409, outside)
	})
}

// What a trusted proxy calls a request is taken over, so that its log and ours name the same; of anybody else only a
// UUID is, since others would write into our log what they like.
func TestEdge_RequestIDOfAProxy_IsUsedOnlyIfTrusted(t *testing.T) {
	t.Parallel()
	const nginx, haproxy = "0123456789abcdef0123456789abcdef", "C0A80001:D2F4_0A000001:1F90_65A1B2C3_0001:0A2B"
	settings := settingsIn(t.TempDir(), furnished.SQLite(t))
	stranger := openProduct(t, settings)
	settings = settingsIn(t.TempDir(), furnished.SQLite(t))
	settings.TrustedProxies = []string{"0.0.0.0/0"}
	behind := openProduct(t, settings)
	for _, id := range []string{nginx, haproxy} {
		if got := behind.call(t, "csm", "GET", "/api/project", "", "X-Request-Id", id); got.header.Get("X-Request-Id") != id {
			t.Errorf("%s of a trusted proxy became %s", id, got.header.Get("X-Request-Id"))
		}
	}
	if got := stranger.call(t, "csm", "GET", "/api/project", "", "X-Request-Id", haproxy); got.status != 200 ||
		got.header.Get("X-Request-Id") == haproxy {
		t.Errorf("what somebody else calls a request was taken over: %v", got.header)
	}
	for _, id := range []string{"short", "a b c d e f g h", "<script>alert(1)</script>", strings.Repeat("x", 65)} {
		if got := behind.call(t, "csm", "GET", "/api/project", "", "X-Request-Id", id); got.header.Get("X-Request-Id") == id {
			t.Errorf("%q was taken over", id)
		}
	}
	behind.call(t, "csm", "POST", "/napi/create/project", `{"dataObj":{"title":"Behind a proxy","clientId":1}}`,
		"X-Request-Id", nginx)
	behind.expect(t, "tech", "GET /api/support/"+nginx, "", 200, `"entity":"project"`)
}
