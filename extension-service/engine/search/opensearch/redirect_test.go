package opensearch

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// What is indexed goes to the address of the settings alone, whatever the cluster, or somebody in its place, answers.
func TestEngine_Redirect_IsRefusedAndNotFollowed(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("%s %s was followed", r.Method, r.URL.Path)
	}))
	t.Cleanup(elsewhere.Close)
	for _, status := range []int{http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect} {
		cluster := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+r.URL.Path, status)
		}))
		t.Cleanup(cluster.Close)
		e, err := New(strings.Replace(cluster.URL, "://", "://user:secret@", 1), "pk-", time.Now)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Ping(t.Context()); !isStatus(err, status) {
			t.Errorf("%d: %v", status, err)
		}
		if err := e.Drop(t.Context(), "people"); !isStatus(err, status) {
			t.Errorf("%d: an index is told as removed: %v", status, err)
		}
	}
}
