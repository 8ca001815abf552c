package content_test

import (
	"net/http"
	"testing"
)

// Directus can hand changes out over WebSockets, in one of its modes to everybody. Nothing of ours needs that, so no
// handshake is taken, whoever asks.
func TestDirectus_WebSockets_AreRefused(t *testing.T) {
	directus(t)
	for _, path := range []string{"/websocket", "/graphql", "/websocket/logs"} {
		for name, token := range map[string]string{"nobody": "", "the account of the service": shared.Token} {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, shared.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			for header, value := range map[string]string{
				"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
				"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
			} {
				req.Header.Set(header, value)
			}
			if token != "" {
				req.Header.Set("Authorization", "Bearer "+token)
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				if !isReachable(t) {
					t.Fatalf("Directus does not answer at all: %v", err)
				}
				continue // the connection was closed: refused as well
			}
			_ = res.Body.Close()
			if res.StatusCode == http.StatusSwitchingProtocols {
				t.Errorf("%s opened %s", name, path)
			}
		}
	}
}

// isReachable says whether the shared Directus takes calls.
func isReachable(t *testing.T) bool {
	t.Helper()
	status, _, err := shared.Do("", http.MethodGet, "/server/ping", nil)
	return err == nil && status == http.StatusOK
}
