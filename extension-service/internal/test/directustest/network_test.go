package directustest_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/internal/test/stress"
)

// What Directus reports goes to TELEMETRY_URL; a start, a sign-in, an edit and Studio contact nothing else beyond this
// machine.
func TestStart_AddressesContacted_AreThisMachineAndTelemetryURL(t *testing.T) {
	stress.SkipInShort(t, "starts Directus")
	t.Parallel()
	s := folder(t)
	hook, err := filepath.Abs("testdata/contacts.mjs")
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(t.TempDir(), "contacts")
	s.Env = []string{"NODE_OPTIONS=--import=" + hook, "CONTACTS=" + list, "TELEMETRY_URL=http://telemetry.invalid/"}
	if err := s.Restart(); err != nil {
		t.Fatal(err)
	}
	defer s.Kill()
	token, err := s.AdminToken()
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range []struct {
		method, path string
		body         any
	}{
		{http.MethodPatch, "/items/d_translation_keys/1", map[string]string{"messageValue": "edited"}},
		{http.MethodGet, "/admin/login", nil},
		{http.MethodGet, "/extensions", nil},
		{http.MethodGet, "/server/info", nil},
	} {
		if status, body, err := s.Do(token, call.method, call.path, call.body); err != nil || status != http.StatusOK {
			t.Errorf("%s: status %d: %.200s %v", call.path, status, body, err)
		}
	}
	var hosts []string
	deadline := time.After(5 * time.Minute)
	for look := time.Tick(100 * time.Millisecond); !slices.Contains(hosts, "telemetry.invalid"); {
		select {
		case <-deadline:
			t.Fatalf("it has reported nothing to TELEMETRY_URL, only %v", hosts)
		case <-look:
		}
		raw, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		hosts = slices.Compact(slices.Sorted(strings.SplitSeq(strings.TrimSpace(string(raw)), "\n")))
	}
	if want := []string{"127.0.0.1", "telemetry.invalid"}; !slices.Equal(hosts, want) {
		t.Errorf("contacted: %v, want %v", hosts, want)
	}
}
