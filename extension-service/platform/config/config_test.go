package config_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/platform/config"
)

func TestLoad_Environment_IsAcceptedOrRefused(t *testing.T) {
	for name, tc := range map[string]struct {
		env  map[string]string
		want string // part of the refusal; "" = accepted
	}{
		"defaults":         {nil, ""},
		"demo on loopback": {map[string]string{"DEMO": "1", "HOST": "127.0.0.1"}, ""},
		"demo for everybody": {
			map[string]string{"DEMO": "1", "HOST": "0.0.0.0"},
			"DEMO=1 is refused on HOST 0.0.0.0",
		},
		"port too high":  {map[string]string{"PORT": "70000"}, "PORT 70000 is no port"},
		"port is a word": {map[string]string{"PORT": "web"}, "Port"},
		"classic login":  {map[string]string{"CLASSIC_LOGIN": "yes"}, "CLASSIC_LOGIN is 0 or 1"},
		"search address": {map[string]string{"SEARCH_URL": "opensearch"}, "SEARCH_URL is no address"},
		"content port":   {map[string]string{"CONTENT_PORT": "0"}, "CONTENT_PORT 0 is no port"},
		"another database": {
			map[string]string{"DATABASE_URL": "mysql://db/poolkeeper"},
			"DATABASE_URL is the path",
		},
		"mail by another road": {map[string]string{"SMTP_URL": "http://mail"}, "SMTP_URL is no address"},
		"an audit log in the open": {
			map[string]string{"AUDIT_SINK": "http://logs.example/in"},
			"AUDIT_SINK is the path of a file or begins with https://",
		},
		"a broken secret": {map[string]string{"S3_URL": "https://key:%zz@s3"}, "S3_URL is no address"},
		"proxies": {
			map[string]string{"TRUSTED_PROXIES": "10.0.0.0/8,proxy"},
			`"proxy" is neither an address nor a network`,
		},
		"no time at all":       {map[string]string{"REQUEST_TIME": "0s"}, "REQUEST_TIME is a time such as 30s"},
		"a negative delay":     {map[string]string{"SHUTDOWN_DELAY": "-1s"}, "SHUTDOWN_DELAY is a time such as 5s"},
		"hardly a connection":  {map[string]string{"DB_CONNECTIONS": "9"}, "DB_CONNECTIONS is how many connections to PostgreSQL there are at most, 10 to 500, not 9"},
		"no time to drain":     {map[string]string{"DRAIN_TIME": "0s"}, "DRAIN_TIME is a time such as 30s"},
		"no time for Directus": {map[string]string{"CONTENT_TIMEOUT": "0s"}, "CONTENT_TIMEOUT is a time such as 1s"},
		"an issuer nobody is known to": {
			map[string]string{"AUTH0_ISSUER": "https://id.example/"},
			"AUTH0_CLIENT_ID is missing",
		},
		"an issuer in clear text": {
			map[string]string{"AUTH0_ISSUER": "http://id.example/", "AUTH0_CLIENT_ID": "panel"},
			"AUTH0_ISSUER begins with https://",
		},
		"an issuer on this machine": {map[string]string{
			"AUTH0_ISSUER":    "http://127.0.0.1:3000",
			"AUTH0_CLIENT_ID": "panel",
		}, ""},
		"a secret that can be guessed": {map[string]string{"SIGNING_SECRET": "opensesame"}, "SIGNING_SECRET is too short"},
		"a sandbox beside a demo":      {map[string]string{"DEMO": "1", "SANDBOX_VMS": "127.0.0.1:8090"}, ""},
		"a sandbox without a demo":     {map[string]string{"SANDBOX_VMS": "127.0.0.1:8090"}, "is allowed with DEMO=1 alone"},
		"a sandbox elsewhere": {
			map[string]string{"DEMO": "1", "SANDBOX_VMS": "10.0.0.1:8090"},
			"SANDBOX_VMS is address and port of a sandbox on this machine",
		},
		"a scanner on this machine": {map[string]string{"SCANNER_URL": "unix:///run/clamav/clamd.ctl"}, ""},
		"a scanner over HTTP":       {map[string]string{"SCANNER_URL": "http://clamav:3310"}, "SCANNER_URL begins"},
		"a public address":          {map[string]string{"PUBLIC_URL": "https://panel.example.com/"}, ""},
		"a public address in clear": {
			map[string]string{"PUBLIC_URL": "http://panel.example.com"},
			"PUBLIC_URL begins with https",
		},
		"a public address of a page": {
			map[string]string{"PUBLIC_URL": "https://example.com/panel"},
			"scheme and host alone",
		},
		"a public address of no host":  {map[string]string{"PUBLIC_URL": "https://pan el"}, "PUBLIC_URL is no address"},
		"several wrong things at once": {map[string]string{"PORT": "0", "CLASSIC_LOGIN": "2"}, "CLASSIC_LOGIN"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, unset := range []string{
				"HOST", "PORT", "DEMO", "CLASSIC_LOGIN", "SEARCH_URL", "TRUSTED_PROXIES",
				"CONTENT_PORT", "CONTENT_TIMEOUT", "DATABASE_URL", "SMTP_URL", "S3_URL", "REQUEST_TIME", "SIGNING_SECRET",
				"SHUTDOWN_DELAY", "DRAIN_TIME",
				"AUTH0_ISSUER", "AUTH0_CLIENT_ID", "AUDIT_SINK", "SANDBOX_VMS", "SCANNER_URL", "PUBLIC_URL",
			} {
				t.Setenv(unset, "")
			}
			for key, value := range tc.env {
				t.Setenv(key, value)
			}
			_, err := config.Load()
			if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("%v, want %q", err, tc.want)
			}
		})
	}
}

func TestSettings_Unlikely_AreWarnedAbout(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		settings config.Settings
		want     []string
	}{
		"nothing set":        {config.Settings{}, nil},
		"an index elsewhere": {config.Settings{SearchURL: "http://search:9200"}, nil},
		"an issuer":          {config.Settings{Auth0Issuer: "https://id.example"}, nil},
		"both ways":          {config.Settings{Auth0Issuer: "https://id.example", ClassicLogin: "1"}, nil},
		"no way":             {config.Settings{ClassicLogin: "0"}, []string{"nobody can sign in"}},
		"PostgreSQL of any certificate": {
			config.Settings{DatabaseURL: "postgres://a:secret@db.example/poolkeeper"}, []string{"sslmode=verify-full"},
		},
		"PostgreSQL of an unknown certificate": {
			config.Settings{DatabaseURL: "postgres://a@db.example/poolkeeper?sslmode=require"}, []string{"sslmode=verify-full"},
		},
		"PostgreSQL of a known certificate": {
			config.Settings{DatabaseURL: "postgres://a@db.example/poolkeeper?sslmode=verify-full"}, nil,
		},
		"PostgreSQL in clear, as the address says": {
			config.Settings{DatabaseURL: "postgres://a@db.example/poolkeeper?sslmode=disable"}, nil,
		},
		"PostgreSQL on this machine": {config.Settings{DatabaseURL: "postgres://a@127.0.0.1/poolkeeper"}, nil},
		"PostgreSQL by a socket":     {config.Settings{DatabaseURL: "postgres://a@/poolkeeper?host=/run/postgresql"}, nil},
	} {
		got := tc.settings.Warnings()
		if len(got) != len(tc.want) {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
			continue
		}
		for i, want := range tc.want {
			if !strings.Contains(got[i], want) {
				t.Errorf("%s: %q, want %q", name, got[i], want)
			}
		}
	}
}

func TestSecret_Printed_IsHidden(t *testing.T) {
	t.Parallel()
	secret := config.Secret("hunter2")
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "token", secret)
	if got := fmt.Sprintf("%s %v %#v %s", secret, secret, secret, log.String()); strings.Contains(got, "hunter2") {
		t.Errorf("shown as %q", got)
	}
}
