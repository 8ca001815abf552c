package httpclient

import (
	"errors"
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

func TestAddressesThatMayBeCalled(t *testing.T) {
	t.Parallel()
	for address, allowed := range map[string]bool{
		"https://vms.example/api": true, "http://vms.example": false, "https://127.0.0.1": false, "https://[::1]": false, "https://10.1.2.3": false,
		"https://169.254.169.254/latest": false, "https://[::ffff:192.168.0.1]": false, "https://100.64.0.1": false, "https://93.184.216.34": true,
		"http://inside.example:8080": true, "https://inside.example": true, "ftp://inside.example": false, "https://user:word@vms.example": false,
		"https://vms.example?a=b": false, "vms.example": false, "": false,
	} {
		if err := newClient("inside.example").Check(address); (err == nil) != allowed {
			t.Errorf("%s: %v, want allowed %v", address, err, allowed)
		}
	}
}

// A name of the Internet that leads to this machine is refused when it has been resolved.
func TestANameDoesNotLeadInside(t *testing.T) {
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

func TestWhatIsTakenOfAnAnswer(t *testing.T) {
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
	do := func(path, wait string) Answer {
		t.Helper()
		a, err := c.Do(t.Context(), Call{Method: "POST", URL: s.URL + path, Header: map[string]string{"X-Wait": wait}, Body: []byte("{}")})
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
	for wait, want := range map[string]time.Duration{"7": 7 * time.Second, noon.Add(time.Minute).Format(http.TimeFormat): time.Minute, "-1": 0, "soon": 0} {
		if a := do("/busy", wait); a.RetryAfter != want || a.Status != http.StatusTooManyRequests {
			t.Errorf("%q: %d, %s, want %s", wait, a.Status, a.RetryAfter, want)
		}
	}
}
