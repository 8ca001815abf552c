package httpclient

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func newClient(private ...string) *Client {
	return New(private, func() time.Time { return noon })
}

func TestAddress_Internal_IsRefused(t *testing.T) {
	t.Parallel()
	for address, allowed := range map[string]bool{
		"https://vms.example/api": true, "http://vms.example": false, "https://127.0.0.1": false, "https://[::1]": false,
		"https://10.1.2.3":               false,
		"https://169.254.169.254/latest": false, "https://[::ffff:192.168.0.1]": false, "https://100.64.0.1": false,
		"https://93.184.216.34": true,
		"https://0.1.2.3":       false, "https://192.0.0.8": false, "https://192.0.2.1": false, "https://198.18.0.1": false,
		"https://198.19.255.255": false, "https://198.51.100.7": false,
		"https://203.0.113.9": false, "https://240.0.0.1": false, "https://255.255.255.255": false,
		"https://224.0.0.1": false, "https://192.88.99.1": false,
		"https://[64:ff9b::a00:1]": false, "https://[64:ff9b:1::a00:1]": false, "https://[2002:a00:1::1]": false,
		"https://[2001:0:1::1]": false, "https://[2001:db8::1]": false,
		"https://[fec0::1]": false, "https://[fc00::1]": false, "https://[fe80::1%25eth0]": false, "https://[ff02::1]": false,
		"https://[::10.0.0.1]": false, "https://[::]": false,
		"https://[::ffff:93.184.216.34]": true, "https://[::ffff:198.18.0.1]": false, "https://[2606:2800:220:1::1]": true,
		"https://198.17.255.255": true, "https://198.20.0.1": true,
		"https://192.0.1.1": true, "https://100.128.0.1": true, "https://1.1.1.1": true, "https://[2a00:1450::1]": true,
		"https://[100::1]": false, "https://[3fff::1]": false,
		"http://inside.example:8080": true, "https://inside.example": true, "ftp://inside.example": false,
		"https://user:word@vms.example": false,
		"https://2130706433":            false, "https://0x7f.1": false, "https://0x7F000001": false,
		"https://0177.0.0.1": false,
		"https://127.1":      false, "https://127.0.0.1.": false,
		"https://127.0.0.09": false, "https://１２７.0.0.1": false, "https://localhost": false, "https://LOCALHOST.": false,
		"https://api.localhost": false,
		"https://vms.example:0": false, "https://vms1.example": true, "https://1.example": true,
		"https://müller.example": true, "https://vms.example.": true, "https://0x.example": true,
		"https://vms.example?a=b": false, "vms.example": false, "": false,
	} {
		if err := newClient("inside.example").Check(address); (err == nil) != allowed {
			t.Errorf("%s: %v, want allowed %v", address, err, allowed)
		}
	}
}

// A port is allowed by itself: what else listens on the host stays closed.
func TestAddress_AllowedPrivateHost_IsLimitedToItsPort(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(s.Close)
	other := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("another port was reached")
	}))
	t.Cleanup(other.Close)
	c := newClient(strings.TrimPrefix(s.URL, "http://"))
	if err := c.Check("http://127.0.0.1"); err == nil {
		t.Error("the host is allowed without its port")
	}
	if _, err := c.Do(t.Context(), Call{Method: "GET", URL: s.URL}); err != nil {
		t.Errorf("the port that is allowed: %v", err)
	}
	if _, err := c.Do(t.Context(), Call{
		Method: "GET",
		URL:    strings.Replace(other.URL, "127.0.0.1", "localhost", 1),
	}); !errors.Is(err, errPrivate) {
		t.Errorf("another port: %v, want %v", err, errPrivate)
	}
}

// A name of the Internet that leads to this machine is refused when it has been resolved.
func TestAddress_NameOfAnInternalAddress_IsRefused(t *testing.T) {
	t.Parallel()
	s := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it was reached") }))
	t.Cleanup(s.Close)
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	_, err = newClient().Do(t.Context(), Call{Method: "POST", URL: "https://localhost:" + u.Port()})
	if !errors.Is(err, errPrivate) {
		t.Errorf("%v, want %v", err, errPrivate)
	}
}

func TestCall_Answer_IsLimitedAndNotRedirected(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/long":
			_, _ = w.Write([]byte(strings.Repeat("x", mostAnswer+1)))
		case "/moved":
			http.Redirect(w, r, "/long", http.StatusFound)
		case "/busy":
			w.Header().Set("Retry-After", r.Header.Get("X-Wait"))
			w.WriteHeader(http.StatusTooManyRequests)
		}
	}))
	t.Cleanup(s.Close)
	c := newClient("127.0.0.1")
	do := func(path, delay string) Answer {
		t.Helper()
		a, err := c.Do(t.Context(), Call{
			Method: "POST", URL: s.URL + path, Header: map[string]string{"X-Wait": delay},
			Body: []byte("{}"),
		})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	if a := do("/long", ""); len(a.Body) != mostAnswer {
		t.Errorf("%d bytes are kept", len(a.Body))
	}
	if a := do("/moved", ""); a.Status != http.StatusFound {
		t.Errorf("status %d: the redirect was followed", a.Status)
	}
	for delay, want := range retryDelays() {
		if a := do("/busy", delay); a.RetryAfter != want || a.Status != http.StatusTooManyRequests {
			t.Errorf("%q: %d, %s, want %s", delay, a.Status, a.RetryAfter, want)
		}
	}
}

// retryDelays are the values of Retry-After, and for how long they are followed.
func retryDelays() map[string]time.Duration {
	at := noon.Add(time.Minute)
	return map[string]time.Duration{
		"7": 7 * time.Second, "0": 0, "+7": 7 * time.Second, "1.5": 1500 * time.Millisecond, "-1": 0,
		"-99999999999999999999": 0, "soon": 0, "1e3": 0, "0x10": 0, "NaN": 0, "Inf": 0,
		"3600": time.Hour, "3601": time.Hour, "86400": time.Hour, "9223372036854775807": time.Hour,
		"99999999999999999999999":  time.Hour,
		at.Format(http.TimeFormat): time.Minute, strings.ToLower(at.Format(http.TimeFormat)): time.Minute,
		strings.ToUpper(at.Format(http.TimeFormat)): time.Minute,
		at.Format(time.RFC850):                      time.Minute, at.Format(time.ANSIC): time.Minute,
		at.Format(time.RFC3339):                      time.Minute,
		at.Format(time.RFC1123Z):                     time.Minute,
		noon.Add(-time.Hour).Format(http.TimeFormat): 0, noon.AddDate(50, 0, 0).Format(http.TimeFormat): time.Hour,
		fmt.Sprint(at.Unix()): time.Minute, fmt.Sprint(at.UnixMilli()): time.Minute, fmt.Sprint(noon.Unix() - 30): 0,
		fmt.Sprint(noon.AddDate(0, 2, 0).Unix()): time.Hour,
	}
}
