package httpclient

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// Whoever sets a connection up is told how far a call came, and why no further.
func TestProbe_CallFailsAtAStep_StepIsReported(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
	}))
	t.Cleanup(server.Close)
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(secure.Close)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	c := New([]string{"127.0.0.1", "nobody.invalid"}, time.Now)
	for address, want := range map[string]Probe{
		server.URL:              {Connected: true, Answer: Answer{Status: http.StatusUnauthorized}},
		secure.URL:              {Connected: true, Trouble: BadCertificate},
		gone.URL:                {Trouble: NotListening},
		"http://nobody.invalid": {Trouble: UnknownName},
		strings.Replace(server.URL, "http://127.0.0.1", "https://localhost", 1): {Trouble: NotPublic},
	} {
		got := c.Probe(t.Context(), Call{Method: "GET", URL: address})
		if got.Connected != want.Connected || got.Trouble != want.Trouble || got.Answer.Status != want.Answer.Status {
			t.Errorf("%s: %+v, want %+v", address, got, want)
		}
	}
}
