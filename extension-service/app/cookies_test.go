package app_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// A browser sends the cookies of a session to this host alone, over TLS where it came by TLS, and not for other sites;
// scripts of the page see when the session ends and nothing that opens it.
func TestCookies_SignInAndLogout_HaveTheProtectingAttributes(t *testing.T) {
	t.Parallel()
	settings := settingsIn(t.TempDir(), furnished.SQLite(t))
	settings.TrustedProxies = []string{"0.0.0.0/0"}
	settings.Auth0Issuer, settings.Auth0ClientID, settings.ClassicLogin = "https://id.example/", "panel", "1"
	p := openProduct(t, settings)
	for proto, isSecure := range map[string]bool{"https": true, "http": false} {
		head := []string{"X-Forwarded-Proto", proto, "X-Requested-With", "admin-panel"}
		signedIn := p.call(t, "", "POST", "/api/authorize",
			`{"username":"csm@poolkeeper.example","password":"poolkeeper-demo-2026"}`, head...)
		attributes := cookieAttributes(t, proto, signedIn, isSecure)
		if want := []string{"auth.exp", "auth.refresh"}; !slices.Equal(slices.Sorted(maps.Keys(attributes)), want) {
			t.Fatalf("by %s the cookies are %v, want %v", proto, attributes, want)
		}
		for name, isHidden := range map[string]bool{"auth.refresh": true, "auth.exp": false} {
			if slices.Contains(attributes[name], "httponly") != isHidden {
				t.Errorf("by %s %s has %v, want it hidden from scripts: %v", proto, name, attributes[name], isHidden)
			}
		}
		begun := cookieAttributes(t, proto, p.call(t, "", "GET", "/api/userContext", "", head...), isSecure)
		if flow := begun["auth.flow"]; !slices.Contains(flow, "httponly") || !slices.Contains(flow, "max-age=600") {
			t.Errorf("by %s a sign-in by the provider leaves %v", proto, begun)
		}
		refresh := signedIn.json(t)["refresh_token"].(string)
		left := p.call(t, "", "POST", "/api/logout", "{}", append(head, "Cookie", "auth.refresh="+refresh)...)
		for name, has := range cookieAttributes(t, proto, left, isSecure) {
			if !slices.Contains(has, "max-age=0") && !slices.ContainsFunc(has, func(a string) bool {
				return strings.HasPrefix(a, "expires=")
			}) {
				t.Errorf("by %s logging out leaves %s: %v", proto, name, has)
			}
		}
	}
}

// cookieAttributes are those of each cookie that an answer sets, in small letters. All of them are checked for what
// every cookie has.
func cookieAttributes(t *testing.T, proto string, a answer, isSecure bool) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, line := range a.header.Values("Set-Cookie") {
		name, rest, _ := strings.Cut(line, "=")
		_, list, _ := strings.Cut(rest, ";")
		has := strings.Split(strings.ToLower(strings.ReplaceAll(list, " ", "")), ";")
		out[name] = has
		if !slices.Contains(has, "samesite=lax") || !slices.Contains(has, "path=/") ||
			slices.Contains(has, "secure") != isSecure || strings.Contains(list, "domain=") {
			t.Errorf("by %s: %s", proto, line)
		}
	}
	if len(out) == 0 {
		t.Errorf("by %s no cookie is set: %d %s", proto, a.status, a.body)
	}
	return out
}

// A password is what was typed, to the last blank: nothing is trimmed, shortened or spelt otherwise on its way.
func TestPassword_BlanksCaseAndAccents_CountAsTyped(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		const typed = "  Köpper  Lantern Drifts\u00a0 "
		p.expect(t, "tech", "PUT /api/admin/resetPassword",
			`{"oldPassword":"poolkeeper-demo-2026","password":"`+typed+`","passwordConfirm":"`+typed+`"}`, 200, "")
		signIn := func(password string) int {
			return p.call(t, "", "POST", "/api/authorize",
				`{"username":"tech@poolkeeper.example","password":"`+password+`"}`).status
		}
		for name, other := range map[string]string{
			"without blanks at its ends": strings.TrimSpace(typed),
			"with one blank for two":     strings.ReplaceAll(typed, "  ", " "),
			"in small letters":           strings.ToLower(typed),
			"with a combining accent":    strings.ReplaceAll(typed, "ö", "o\u0308"),
		} {
			if got := signIn(other); got != 401 {
				t.Errorf("%s: %d", name, got)
			}
		}
		if got := signIn(typed); got != 200 {
			t.Errorf("as it was typed: %d", got)
		}
	})
}
