package audit_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"poolkeeper.example/extension-service/engine/audit"
)

// A redirect takes nothing, whatever the page says that it leads to: that of a sign-in would answer 200, and the
// entries would be lost.
func TestCollector_Redirect_IsRefusedAndEntriesRemain(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect} {
		server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/login" {
				t.Errorf("%d was followed", status)
				return
			}
			http.Redirect(w, r, "/login", status)
		}))
		t.Cleanup(server.Close)
		sink := audit.Collector{URL: server.URL + "/entries", Client: server.Client()}
		if err := sink.Send(t.Context(), []byte("{\"id\":1}\n")); err == nil {
			t.Errorf("%d is told as taken", status)
		}
	}
}
