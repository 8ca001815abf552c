package content_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/platform/fault"
)

// newOverusedDirectus is a Directus of ours that is used for more than its licence allows. Once it is locked it refuses
// texts and goes on with the rest.
func newOverusedDirectus(licence string, isLocked *atomic.Bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/poolkeeper/licence":
			fmt.Fprint(w, licence)
		case isLocked.Load() && strings.HasPrefix(r.URL.Path, "/items/"):
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprint(w, `{"errors":[{"message":"locked","extensions":{"code":"RESOURCE_RESTRICTED","category":"items"}}]}`)
		case r.URL.Path == "/items/d_translation_keys" && r.Method == http.MethodPost, r.URL.Path == "/items/d_language" &&
			r.Method == http.MethodPost:
			fmt.Fprint(w, `{"data":[]}`)
		case r.URL.Path == "/items/d_translation_keys":
			fmt.Fprint(w, `{"data":[{"id":1,"locale":"en","messageKey":"beyond.key","messageValue":"known","state":"TRANSLATED"}]}`)
		default:
			fmt.Fprint(w, `{"data":[]}`)
		}
	}
}

func TestLicence_DirectusIsLocked_ReportsItAndTextsRemain(t *testing.T) {
	t.Parallel()
	var isLocked atomic.Bool
	cfg := configFor(t, newOverusedDirectus(
		`{"data":{"status":"locked","limits":[{"key":"seats","used":5,"free":3},{"key":"sso_enabled"}]}}`, &isLocked))
	s := running(t, cfg)
	awaitJoin(t, s)
	eventually(t, "the text is known", func() bool { return s.Messages.Text("", "en", "beyond.key") == "known" })
	isLocked.Store(true)
	s.Sync()
	eventually(t, "the service says so", func() bool { return strings.Contains(s.Status().Reason, "locked") })
	eventually(t, "the licence is known", func() bool {
		err := s.Licence().Err()
		return err != nil && err.Error() == "locked seats=5/3 sso_enabled"
	})
	if got := s.Messages.Text("", "en", "beyond.key"); got != "known" {
		t.Errorf("the text became %q", got)
	}
	_, _, err := s.Gateway.Handle(requestAs(t, editor),
		post("d_translation_keys", `{"locale":"en","messageKey":"beyond.new","messageValue":"x"}`))
	if f := fault.From(err); f.Code != "UNAVAILABLE" || !slices.Contains(f.Keys(), "error.contentLocked") {
		t.Errorf("an edit: %v %v", err, f.Keys())
	}
}

func TestLicence_EachState_IsWordsForTheStatusPage(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ answer, want string }{
		"grace": {
			`{"data":{"status":"grace","limits":[{"key":"collections","used":26,"free":25}],"until":1798761600}}`,
			"grace until=2027-01-01 collections=26/25",
		},
		"active":                  {`{"data":{"status":"active","limits":[]}}`, ""},
		"a Directus without hook": {`{"errors":[]}`, ""},
		"something unreadable":    {`<html>`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var requests atomic.Int32
			handler := newOverusedDirectus(tc.answer, new(atomic.Bool))
			s := running(t, configFor(t, func(w http.ResponseWriter, r *http.Request) {
				handler(w, r)
				if r.URL.Path == "/poolkeeper/licence" {
					requests.Add(1)
				}
			}))
			awaitJoin(t, s)
			eventually(t, "the licence is asked for", func() bool { return requests.Load() > 0 })
			reason := func(s *content.Service) string {
				if err := s.Licence().Err(); err != nil {
					return err.Error()
				}
				return ""
			}
			eventually(t, "it says "+tc.want, func() bool { return reason(s) == tc.want })
		})
	}
}

func TestStatus_KnownReason_HasACodeWithAText(t *testing.T) {
	t.Parallel()
	s := content.New(content.Config{Dir: t.TempDir(), Now: time.Now})
	if code := s.Status().Code(); code != "starting" {
		t.Errorf("a service that has not begun is %q", code)
	}
	if code := (content.Status{Reason: "no such host"}).Code(); code != "no such host" {
		t.Errorf("an unknown reason is %q", code)
	}
}
