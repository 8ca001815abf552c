package content_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/andybalholm/brotli"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/platform/fault"
)

const secretText = "SQLITE_ERROR: no such table secrets"

// configFor is a service whose Directus is the handler.
func configFor(t *testing.T, h http.HandlerFunc) content.Config {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return content.Config{
		Dir: t.TempDir(), URL: server.URL, Token: "token", Poll: 10 * time.Millisecond,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now,
	}
}

func TestTexts_AnyAnswerOfDirectus_Remain(t *testing.T) {
	t.Parallel()
	answering := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			fmt.Fprint(w, body)
		}
	}
	refuse := func(status int, code string) http.HandlerFunc {
		return answering(status, fmt.Sprintf(`{"errors":[{"message":%q,"extensions":{"code":%q}}]}`, secretText, code))
	}
	for name, h := range map[string]http.HandlerFunc{
		"an error":                    refuse(500, "INTERNAL_SERVER_ERROR"),
		"under pressure":              refuse(503, "SERVICE_UNAVAILABLE"),
		"a revoked token":             refuse(401, "INVALID_CREDENTIALS"),
		"a token without permissions": refuse(403, "FORBIDDEN"),
		"a missing route":             refuse(404, "ROUTE_NOT_FOUND"),
		"a proxy's page":              answering(502, "<html>"+secretText),
		"a page with status 200":      answering(200, "<html>"+secretText),
		"nothing":                     answering(200, ""),
		"no data":                     answering(200, `{}`),
		"data of another kind":        answering(200, `{"data":"`+secretText+`"}`),
		"data cut short":              answering(200, `{"data":[{"id":1`),
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
		},
		"a hang-up": func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				conn.Close()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var isRequested atomic.Bool
			cfg := configFor(t, func(w http.ResponseWriter, r *http.Request) {
				isRequested.Store(true)
				h(w, r)
			})
			s := running(t, cfg)
			eventually(t, "it was asked", func() bool {
				return isRequested.Load() && s.Status().State == "degraded" && !strings.Contains(s.Status().Reason, "starting")
			})
			if reason := s.Status().Reason; strings.Contains(reason, "SQLITE") {
				t.Errorf("the reason holds Directus's own text: %s", reason)
			}
			if s.Messages.Text("", "de", "validation.placeholders") == "validation.placeholders" {
				t.Error("the shipped texts are gone")
			}
			_, _, err := s.Gateway.Handle(requestAs(t, editor), list("d_translation_keys", ""))
			if e := fault.From(err); e.Kind != fault.Upstream || e.Code != "UNAVAILABLE" || strings.Contains(e.Text, "SQLITE") {
				t.Errorf("the gateway says %q %q %q", e.Kind, e.Code, e.Text)
			}
			if err := s.Clients.Save(t.Context(), 1, "x"); fault.KindOf(err) != fault.Upstream {
				t.Errorf("a client's change says %v", err)
			}
		})
	}
}

func TestDirectus_TransientFailure_RepeatsReadsOnly(t *testing.T) {
	var reads, writes atomic.Int32
	cfg := configFor(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodPost:
			writes.Add(1)
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			switch reads.Add(1) {
			case 1:
				panic(http.ErrAbortHandler) // the connection is gone
			case 2:
				w.WriteHeader(http.StatusServiceUnavailable)
			default:
				fmt.Fprint(w, `{"data":[]}`)
			}
		}
	})
	s := content.New(cfg)
	if err := s.Clients.Save(t.Context(), 1, "x"); fault.KindOf(err) != fault.Upstream {
		t.Errorf("the write says %v", err)
	}
	if writes.Load() != 1 {
		t.Errorf("%d writes, want 1", writes.Load())
	}
	if reads.Load() != 4 {
		t.Errorf("%d reads, want three tries of the first and the second", reads.Load())
	}
}

func TestDirectus_Hanging_DelaysNoCaller(t *testing.T) {
	release := make(chan struct{})
	cfg := configFor(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	defer close(release)
	s := running(t, cfg)
	if len(s.Messages.Set("", "en").Texts) < 10 {
		t.Error("no texts")
	}
	ctx, cancel := context.WithTimeout(requestAs(t, editor), 50*time.Millisecond)
	defer cancel()
	if _, _, err := s.Gateway.Handle(ctx, list("d_language", "")); fault.KindOf(err) != fault.Upstream {
		t.Errorf("the gateway says %v", err)
	}
}

func TestServiceAccount_FileAppears_IsUsed(t *testing.T) {
	for name, file := range map[string]string{"none": "", "half a file": `{"url":"http`, "empty": `{}`} {
		t.Run(name, func(t *testing.T) {
			cfg := content.Config{
				Dir: t.TempDir(), Poll: 10 * time.Millisecond, Log: slog.New(slog.DiscardHandler),
				Now: time.Now,
			}
			if file != "" {
				if err := os.WriteFile(filepath.Join(cfg.Dir, "service.json"), []byte(file), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			s := running(t, cfg)
			if got := fault.From(s.Clients.Save(t.Context(), 1, "x")); got.Kind != fault.Upstream ||
				!strings.Contains(got.Text, "starting") {
				t.Errorf("a call says %v", got)
			}
			if s.AcceptWake("Bearer ") || s.AcceptWake("") {
				t.Error("a wake-up call without a password was heard")
			}
			if state := s.Status(); state.State != "degraded" || state.Reason == "" || state.Since.IsZero() {
				t.Errorf("status %+v", state)
			}
		})
	}
}

func TestBackup_Broken_IsIgnored(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "messages.json"), []byte(`{"rows":[{"id":`), 0o600); err != nil {
		t.Fatal(err)
	}
	s := content.New(content.Config{Dir: dir, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if s.Messages.Text("", "en", "validation.placeholders") == "validation.placeholders" {
		t.Error("the shipped texts are gone")
	}
}

// backedUp is a service without Directus that knows these texts and clients.
func backedUp(t *testing.T, backup string) *content.Service {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "messages.json"), []byte(backup), 0o600); err != nil {
		t.Fatal(err)
	}
	s := content.New(content.Config{Dir: dir, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	return s
}

func TestTexts_Lookup_FallsBackFromTheClientToEnglish(t *testing.T) {
	s := backedUp(t, `{"clients":[{"id":5,"name":"Acme"},{"id":6,"name":"Plain"}],"rows":[
		{"locale":"en","messageKey":"t.all","messageValue":"en"},
		{"locale":"de","messageKey":"t.all","messageValue":"de"},
		{"client":5,"locale":"en","messageKey":"t.all","messageValue":"acme en"},
		{"client":5,"locale":"de","messageKey":"t.all","messageValue":"acme de"},
		{"locale":"en","messageKey":"t.half","messageValue":"en"},
		{"locale":"de","messageKey":"t.half","messageValue":"de"},
		{"client":5,"locale":"en","messageKey":"t.half","messageValue":"acme en"},
		{"locale":"en","messageKey":"t.en","messageValue":"en"},
		{"client":5,"locale":"en","messageKey":"t.en","messageValue":"acme en"},
		{"locale":"en","messageKey":"t.empty","messageValue":"en"},
		{"locale":"de","messageKey":"t.empty","messageValue":""},
		{"client":5,"locale":"de-CH","messageKey":"t.swiss","messageValue":"acme ch"}]}`)
	for _, tc := range []struct{ client, locale, key, want string }{
		{"", "en", "t.all", "en"},
		{"", "de", "t.all", "de"},
		{"Acme", "en", "t.all", "acme en"},
		{"Acme", "de", "t.all", "acme de"},
		{"Acme", "de", "t.half", "de"},
		{"Acme", "de", "t.en", "acme en"},
		{"Plain", "de", "t.all", "de"},
		{"Nobody", "de", "t.all", "de"},
		{"", "de", "t.empty", "en"},
		{"", "de-AT", "t.all", "de"},
		{"Acme", "de-CH", "t.swiss", "acme ch"},
		{"Acme", "de-CH", "t.all", "acme de"},
		{"Acme", "de-AT", "t.swiss", "t.swiss"},
		{"", "sv", "t.all", "en"},
		{"", "", "t.all", "en"},
		{"", "../../etc", "t.all", "en"},
		{"", "de", "t.none", "t.none"},
	} {
		if got := s.Messages.Text(tc.client, tc.locale, tc.key); got != tc.want {
			t.Errorf("%q %q %s: %q, want %q", tc.client, tc.locale, tc.key, got, tc.want)
		}
	}
}

func TestTextSet_Unchanged_IsTheSameBytes(t *testing.T) {
	s := backedUp(t, `{"clients":[{"id":6,"name":"Plain"}],"rows":[{"locale":"de","messageKey":"t.all","messageValue":"<b>ä</b>"}]}`)
	set := s.Messages.Set("Plain", "de-AT")
	if set != s.Messages.Set("", "de") {
		t.Error("a client without texts of its own has another set")
	}
	if set.ETag != `"`+s.Messages.Version()+`"` || set.Locale != "de" {
		t.Errorf("ETag %s, locale %s", set.ETag, set.Locale)
	}
	raw, packed := set.Encoded()
	unpacked, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	if err != nil || string(unpacked) != string(raw) {
		t.Errorf("the packed set is another one: %v", err)
	}
	var texts map[string]string
	if err := json.Unmarshal(raw, &texts); err != nil || texts["t.all"] != "<b>ä</b>" {
		t.Errorf("%q %v", texts["t.all"], err)
	}
	fewest := testing.AllocsPerRun(100, func() { s.Messages.Set("", "de-AT") })
	for range 9 { // what others allocate meanwhile is counted, too
		fewest = min(fewest, testing.AllocsPerRun(100, func() { s.Messages.Set("", "de-AT") }))
	}
	if fewest > 0 {
		t.Errorf("%v allocations for a set that is there", fewest)
	}
}

func TestSDKErrors_OfTheGateway_AreThoseOfDirectus(t *testing.T) {
	for name, tc := range map[string]struct {
		err  error
		want string
	}{
		"a code": {
			fault.New(fault.NotFound, "NOT_FOUND", "no such record"),
			`[{"message":"no such record","extensions":{"code":"NOT_FOUND"}}]`,
		},
		"wrong fields": {
			fault.Validation().Field("b", "validation.max", nil).Field("a", "validation.required", nil),
			`[{"message":"validation.required","extensions":{"code":"VALIDATION","field":"a"}},{"message":"validation.max","extensions":{"code":"VALIDATION","field":"b"}}]`,
		},
		"something else": {
			fmt.Errorf("dial: %w", os.ErrClosed),
			`[{"message":"internal error","extensions":{"code":"INTERNAL"}}]`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := json.Marshal(content.SDKErrors(tc.err))
			if err != nil || string(got) != tc.want {
				t.Errorf("%s, want %s", got, tc.want)
			}
		})
	}
}
