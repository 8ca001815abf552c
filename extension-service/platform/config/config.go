// Package config reads the settings from the environment once and refuses wrong ones before anything starts.
package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
)

// Settings are all there are; each stands in the README.
type Settings struct {
	Host           string        `env:"HOST"            envDefault:"127.0.0.1"`
	Port           int           `env:"PORT"            envDefault:"8080"`
	PublicURL      string        `env:"PUBLIC_URL"`
	DataDir        string        `env:"DATA_DIR"        envDefault:"data"`
	DatabaseURL    string        `env:"DATABASE_URL"`
	DBPooler       string        `env:"DB_POOLER"`
	DBConnections  int           `env:"DB_CONNECTIONS"  envDefault:"22"`
	DatabaseCopied int64         `env:"DATABASE_COPIED"`
	SearchURL      string        `env:"SEARCH_URL"`
	ContentURL     string        `env:"CONTENT_URL"`
	ContentPort    int           `env:"CONTENT_PORT"    envDefault:"8055"`
	ContentToken   Secret        `env:"CONTENT_TOKEN"`
	ContentTimeout time.Duration `env:"CONTENT_TIMEOUT" envDefault:"1s"`
	S3URL          Secret        `env:"S3_URL"`
	ScannerURL     string        `env:"SCANNER_URL"`
	SMTPURL        Secret        `env:"SMTP_URL"`
	SMTPRate       int           `env:"SMTP_RATE"       envDefault:"10"`
	AuditSink      Secret        `env:"AUDIT_SINK"`
	Auth0Issuer    string        `env:"AUTH0_ISSUER"`
	Auth0ClientID  string        `env:"AUTH0_CLIENT_ID"`
	ClassicLogin   string        `env:"CLASSIC_LOGIN"`
	TrustedProxies []string      `env:"TRUSTED_PROXIES" envSeparator:","`
	MetricsToken   Secret        `env:"METRICS_TOKEN"`
	SigningSecret  Secret        `env:"SIGNING_SECRET"`
	OTLPEndpoint   Secret        `env:"OTEL_EXPORTER_OTLP_ENDPOINT"`
	SentryDSN      string        `env:"SENTRY_DSN"`
	PrivateHosts   []string      `env:"VMS_PRIVATE_HOSTS" envSeparator:","`
	SandboxVMS     string        `env:"SANDBOX_VMS"`
	RequestTime    time.Duration `env:"REQUEST_TIME" envDefault:"30s"`
	ShutdownDelay  time.Duration `env:"SHUTDOWN_DELAY" envDefault:"0s"`
	DrainTime      time.Duration `env:"DRAIN_TIME" envDefault:"8s"`
	Demo           bool          `env:"DEMO"            envDefault:"false"`

	OwnSecret bool // SigningSecret is that of the key file
}

// shortestSecret is the length below which a secret could be guessed by whoever has what it encrypts.
const shortestSecret = 32

// TransactionPooler is DB_POOLER where DatabaseURL leads to a pooler that shares connections out by transactions.
const TransactionPooler = "transaction"

const (
	mostMails        = 1000 // of SMTP_RATE
	leastConnections = 10   // of DB_CONNECTIONS; the job queue has six of them
	mostConnections  = 500
)

// Secret never shows in a log.
type Secret string

// LogValue hides the value from structured logs too.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// GoString hides it from %#v.
func (s Secret) GoString() string { return s.String() }

// String hides the value.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "(secret)"
}

// Load reads and checks the environment.
func Load() (Settings, error) {
	s, err := env.ParseAs[Settings]()
	if err != nil {
		return s, err
	}
	if s.DatabaseURL == "" {
		s.DatabaseURL = filepath.Join(s.DataDir, "poolkeeper.db")
	}
	return s, s.check()
}

func (s Settings) check() error {
	var errs []error
	wrong := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if s.Port < 1 || s.Port > 65535 {
		wrong("PORT %d is no port", s.Port)
	}
	s.checkTimes(wrong)
	if s.SMTPRate < 1 || s.SMTPRate > mostMails {
		wrong("SMTP_RATE is how many mails leave in a second at most, 1 to %d, not %d", mostMails, s.SMTPRate)
	}
	if s.DBConnections < leastConnections || s.DBConnections > mostConnections {
		wrong("DB_CONNECTIONS is how many connections to PostgreSQL there are at most, %d to %d, not %d", leastConnections,
			mostConnections, s.DBConnections)
	}
	if s.Demo && !s.Loopback() {
		wrong("DEMO=1 is refused on HOST %s: demo accounts have a public password, so only a loopback address may have them",
			s.Host)
	}
	if host, _, err := net.SplitHostPort(s.SandboxVMS); s.SandboxVMS != "" && (err != nil || !loopback(host) || !s.Demo) {
		wrong("SANDBOX_VMS is address and port of a sandbox on this machine, such as 127.0.0.1:8090, " +
			"and is allowed with DEMO=1 alone")
	}
	if s.SigningSecret != "" && len(s.SigningSecret) < shortestSecret {
		wrong("SIGNING_SECRET is too short: at least %d characters, such as openssl rand -hex 32 prints", shortestSecret)
	}
	if _, isFile := s.DatabaseFile(); !isFile && s.SigningSecret == "" {
		wrong("SIGNING_SECRET is missing: secrets in PostgreSQL are encrypted under it, and all copies share it; " +
			"openssl rand -hex 32 prints one")
	}
	if s.ClassicLogin != "" && s.ClassicLogin != "0" && s.ClassicLogin != "1" {
		wrong("CLASSIC_LOGIN is 0 or 1, not %q", s.ClassicLogin)
	}
	if s.ContentPort < 1 || s.ContentPort > 65535 {
		wrong("CONTENT_PORT %d is no port", s.ContentPort)
	}
	if s.Auth0Issuer != "" && s.Auth0ClientID == "" {
		wrong("AUTH0_CLIENT_ID is missing: it is what the provider calls this service")
	}
	if u, err := url.Parse(s.Auth0Issuer); err == nil && u.Scheme == "http" && !loopback(u.Hostname()) {
		wrong("AUTH0_ISSUER begins with https://, unless it is on this machine")
	}
	s.checkAddresses(wrong)
	s.checkPublicURL(wrong)
	for _, p := range s.TrustedProxies {
		if !addressOrNetwork(p) {
			wrong("TRUSTED_PROXIES: %q is neither an address nor a network", p)
		}
	}
	return errors.Join(errs...)
}

// checkTimes tells what is no time that a setting takes.
func (s Settings) checkTimes(wrong func(format string, args ...any)) {
	if s.RequestTime <= 0 {
		wrong("REQUEST_TIME is a time such as 30s, not %s", s.RequestTime)
	}
	if s.ShutdownDelay < 0 {
		wrong("SHUTDOWN_DELAY is a time such as 5s, not %s", s.ShutdownDelay)
	}
	if s.DrainTime <= 0 {
		wrong("DRAIN_TIME is a time such as 30s, not %s", s.DrainTime)
	}
	if s.ContentTimeout <= 0 {
		wrong("CONTENT_TIMEOUT is a time such as 1s, not %s", s.ContentTimeout)
	}
}

// checkAddresses tells what is no address of the kind that a setting takes.
func (s Settings) checkAddresses(wrong func(format string, args ...any)) {
	for _, a := range []struct{ name, text, schemes string }{
		{"PUBLIC_URL", s.PublicURL, "http https"},
		{"SEARCH_URL", s.SearchURL, "http https"},
		{"CONTENT_URL", s.ContentURL, "http https"},
		{"AUTH0_ISSUER", s.Auth0Issuer, "http https"},
		{"S3_URL", string(s.S3URL), "http https s3"},
		{"SENTRY_DSN", s.SentryDSN, "http https"},
		{"OTEL_EXPORTER_OTLP_ENDPOINT", string(s.OTLPEndpoint), "http https"},
		{"SMTP_URL", string(s.SMTPURL), "smtp smtps"},
	} {
		u, err := url.Parse(a.text) // the error would tell a secret
		if a.text != "" && (err != nil || u.Host == "" || !slices.Contains(strings.Fields(a.schemes), u.Scheme)) {
			wrong("%s is no address: it begins with one of %s, followed by ://", a.name, a.schemes)
		}
	}
	if scheme, host, ok := strings.Cut(string(s.AuditSink), "://"); ok && (scheme != "https" || host == "") {
		wrong("AUDIT_SINK is the path of a file or begins with https://")
	}
	if a := s.ScannerURL; a != "" && !strings.HasPrefix(a, "tcp://") && !strings.HasPrefix(a, "unix:///") {
		wrong("SCANNER_URL begins with tcp:// or unix:///")
	}
	if s.DBPooler != "" && s.DBPooler != TransactionPooler {
		wrong("DB_POOLER is %s or nothing, not %q", TransactionPooler, s.DBPooler)
	}
	if scheme, _, ok := strings.Cut(s.DatabaseURL, "://"); ok && scheme != "postgres" && scheme != "postgresql" &&
		scheme != "file" {
		wrong("DATABASE_URL is the path of a SQLite file or begins with postgres://")
	}
}

func addressOrNetwork(text string) bool {
	_, noNetwork := netip.ParsePrefix(text)
	_, noAddress := netip.ParseAddr(text)
	return noNetwork == nil || noAddress == nil
}

// Warnings tell what is allowed but hardly meant.
func (s Settings) Warnings() []string {
	var out []string
	if !s.Classic() && s.Auth0Issuer == "" {
		out = append(out, "passwords are off and there is no AUTH0_ISSUER, so nobody can sign in: set CLASSIC_LOGIN=1")
	}
	if s.PublicURL != "" && s.PasskeyOrigin() == "" {
		out = append(out, "PUBLIC_URL names an IP address, and passkeys need a host name: nobody can use a passkey")
	}
	if s.skipsCertificateCheck() {
		out = append(out, "DATABASE_URL names no sslmode that verifies the certificate of PostgreSQL, "+
			"so anybody in between can pose "+
			"as it: set sslmode=verify-full, and sslrootcert where its authority is your own")
	}
	return out
}

// Loopback says whether only this machine can reach the service.
func (s Settings) Loopback() bool { return loopback(s.Host) }

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// PrivateVMS are the hosts of VMS that may be on private addresses and without https: those that are set, and the
// sandbox beside a demonstration.
func (s Settings) PrivateVMS() []string {
	if s.SandboxVMS == "" {
		return s.PrivateHosts
	}
	return append(slices.Clone(s.PrivateHosts), s.SandboxVMS)
}

// SandboxAddress is where the sandbox beside a demonstration asks for no secret; "" where there is none.
func (s Settings) SandboxAddress() string {
	if s.SandboxVMS == "" {
		return ""
	}
	return "http://" + s.SandboxVMS + "/open"
}

// LocalAddress is where the service listens, for programs on this machine.
func (s Settings) LocalAddress() string {
	return "http://" + net.JoinHostPort(s.Host, strconv.Itoa(s.Port))
}

// Classic says whether passwords are accepted outside a client's context: unless set, only while there is no Auth0.
func (s Settings) Classic() bool {
	if s.ClassicLogin == "" {
		return s.Auth0Issuer == ""
	}
	return s.ClassicLogin == "1"
}

// Address is what the service listens on.
func (s Settings) Address() string {
	return net.JoinHostPort(strings.Trim(s.Host, "[]"), fmt.Sprint(s.Port))
}
