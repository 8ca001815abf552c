package config_test

import (
	"strings"
	"testing"

	"poolkeeper.example/extension-service/platform/config"
)

func TestPasskeyOrigin_Settings_NameItAsBrowsersDo(t *testing.T) {
	t.Parallel()
	type settings = config.Settings
	for name, tc := range map[string]struct {
		with settings
		want string
	}{
		"this machine":               {settings{Host: "127.0.0.1", Port: 8080}, "http://localhost:8080"},
		"a proxy before this":        {settings{Host: "127.0.0.1", TrustedProxies: []string{"127.0.0.1"}}, ""},
		"for everybody":              {settings{Host: "0.0.0.0", Port: 8080}, ""},
		"an address":                 {settings{PublicURL: "https://Panel.Example.com/"}, "https://panel.example.com"},
		"with a port":                {settings{PublicURL: "https://panel.example:8443"}, "https://panel.example:8443"},
		"with the port of https":     {settings{PublicURL: "https://panel.example.com:443"}, "https://panel.example.com"},
		"letters beyond ASCII":       {settings{PublicURL: "https://büro.example"}, "https://xn--bro-hoa.example"},
		"an IP address":              {settings{PublicURL: "https://203.0.113.7"}, ""},
		"an IP address of version 6": {settings{PublicURL: "https://[2001:db8::7]:8443"}, ""},
	} {
		if got := tc.with.PasskeyOrigin(); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

func TestPublicURL_IPAddress_IsWarnedOf(t *testing.T) {
	t.Parallel()
	all := strings.Join(config.Settings{PublicURL: "https://203.0.113.7", ClassicLogin: "1"}.Warnings(), "\n")
	if !strings.Contains(all, "PUBLIC_URL names an IP address") {
		t.Errorf("warnings %q", all)
	}
}
