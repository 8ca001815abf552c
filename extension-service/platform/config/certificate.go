package config

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
)

// skipsCertificateCheck says whether PostgreSQL on another machine is reached without a look at its certificate,
// which is what its addresses mean unless they say more.
func (s Settings) skipsCertificateCheck() bool {
	u, err := url.Parse(s.DatabaseURL)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return false
	}
	q := u.Query()
	host := cmp.Or(q.Get("host"), u.Hostname())
	if host == "" || strings.HasPrefix(host, "/") || loopback(host) {
		return false
	}
	return slices.Contains([]string{"", "allow", "prefer"}, q.Get("sslmode")) ||
		q.Get("sslmode") == "require" && q.Get("sslrootcert") == ""
}
