package config

import (
	"fmt"
	"net"
	"net/url"
	"strings"

	"golang.org/x/net/idna"
)

// checkPublicURL refuses an address that browsers do not open the panel at, or not safely.
func (s Settings) checkPublicURL(wrong func(format string, args ...any)) {
	u, err := url.Parse(s.PublicURL)
	if s.PublicURL == "" || err != nil || u.Host == "" {
		return // checkAddresses has reported it
	}
	if u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		wrong("PUBLIC_URL is scheme and host alone, such as https://panel.example.com, not %s", u.Redacted())
	}
	if u.Scheme == "http" && !loopback(u.Hostname()) {
		wrong("PUBLIC_URL begins with https://, unless it is on this machine")
	}
	if _, err := idna.Lookup.ToASCII(u.Hostname()); err != nil && net.ParseIP(u.Hostname()) == nil {
		wrong("PUBLIC_URL: %q is no host name", u.Hostname())
	}
}

// PasskeyOrigin is the origin that passkeys are bound to, as browsers write it: that of PUBLIC_URL, or localhost where
// only this machine reaches the service. "" where nobody can have a passkey: browsers accept a host name, but no IP
// address.
func (s Settings) PasskeyOrigin() string {
	if s.PublicURL == "" {
		if !s.Loopback() || len(s.TrustedProxies) > 0 {
			return ""
		}
		return fmt.Sprintf("http://localhost:%d", s.Port)
	}
	u, err := url.Parse(s.PublicURL)
	if err != nil || net.ParseIP(u.Hostname()) != nil {
		return ""
	}
	host, err := idna.Lookup.ToASCII(u.Hostname())
	if err != nil || host == "" {
		return ""
	}
	if port := u.Port(); port != "" && port != map[string]string{"http": "80", "https": "443"}[u.Scheme] {
		host = net.JoinHostPort(host, port)
	}
	return u.Scheme + "://" + host
}
