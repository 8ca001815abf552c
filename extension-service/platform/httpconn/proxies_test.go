package httpconn_test

import (
	"testing"

	"poolkeeper.example/extension-service/platform/httpconn"
)

func TestProxies_ForwardedAddresses_LastUntrustedIsTheClient(t *testing.T) {
	t.Parallel()
	proxies := httpconn.ParseProxies([]string{"10.0.0.0/8", "192.0.2.7", "nonsense"})
	for name, tc := range map[string]struct{ socket, forwarded, want string }{
		"nobody forwards":                             {"198.51.100.1", "", "198.51.100.1"},
		"a stranger's header is not believed":         {"198.51.100.1", "203.0.113.9", "198.51.100.1"},
		"a proxy's is":                                {"10.1.2.3", "203.0.113.9", "203.0.113.9"},
		"through several proxies":                     {"10.1.2.3", "203.0.113.9, 192.0.2.7, 10.9.9.9", "203.0.113.9"},
		"an address added by a client is on the left": {"10.1.2.3", "10.4.4.4, 1.2.3.4, 203.0.113.9", "203.0.113.9"},
		"an IPv4 address written as IPv6":             {"::ffff:10.1.2.3", "203.0.113.9", "203.0.113.9"},
		"a proxy without a header":                    {"10.1.2.3", "", "10.1.2.3"},
		"nonsense before a proxy":                     {"10.1.2.3", "nobody, 10.9.9.9", "10.9.9.9"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := proxies.ClientIP(tc.socket, tc.forwarded); got != tc.want {
				t.Errorf("%s, want %s", got, tc.want)
			}
		})
	}
}

func TestProxies_ForwardedProtocol_CountsOnlyFromAProxy(t *testing.T) {
	t.Parallel()
	proxies := httpconn.ParseProxies([]string{"10.0.0.0/8"})
	for _, tc := range []struct {
		socket, proto string
		want          bool
	}{
		{"10.1.2.3", "https", true},
		{"10.1.2.3", "http", false},
		{"198.51.100.1", "https", false},
		{"10.1.2.3", "https, http", true},
		{"10.1.2.3", "https,http", true},
		{"10.1.2.3", "HTTPS", true},
		{"10.1.2.3", "http, https", false},
		{"10.1.2.3", "", false},
		{"10.1.2.3", "httpsx", false},
	} {
		if got := proxies.IsSecure(tc.socket, tc.proto); got != tc.want {
			t.Errorf("%s says %s: %t", tc.socket, tc.proto, got)
		}
	}
}
