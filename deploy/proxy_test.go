package deploy

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

// newReplica is a copy of the service as a proxy sees it: it says what it was sent.
func newReplica(t *testing.T) *httptest.Server {
	t.Helper()
	c := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = json.NewEncoder(w).Encode(r.Header)
	}))
	t.Cleanup(c.Close)
	return c
}

// behindProxy runs a proxy by its example, with other ports, before two copies, and returns its address.
func behindProxy(t *testing.T, program, example string, run func(settings string) []string) (string,
	[2]*httptest.Server,
) {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skip(err) // Debian's package of the same name brings it; at night it is there
	}
	text, err := os.ReadFile(filepath.Join("proxy", example))
	if err != nil {
		t.Fatal(err)
	}
	copies := [2]*httptest.Server{newReplica(t), newReplica(t)}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	_, port, _ := net.SplitHostPort(address)
	settings := strings.NewReplacer("127.0.0.1:8080", copies[0].Listener.Addr().String(), "127.0.0.1:8081",
		copies[1].Listener.Addr().String(), "8443", port).Replace(string(text))
	file := filepath.Join(t.TempDir(), example)
	if err := os.WriteFile(file, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	proxy := exec.CommandContext(context.WithoutCancel(t.Context()), path, run(file)...)
	var output strings.Builder
	proxy.Stdout, proxy.Stderr = &output, &output
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = proxy.Process.Kill()
		if _ = proxy.Wait(); t.Failed() {
			t.Log(output.String())
		}
	})
	for deadline := time.Now().Add(10 * time.Second); ; <-time.After(20 * time.Millisecond) {
		if got, err := http.Get("http://" + address + "/readyz"); err == nil {
			if _ = got.Body.Close(); got.StatusCode == http.StatusOK {
				return "http://" + address, copies
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s does not answer: %s", program, output.String())
		}
	}
}

// A proxy that is set up by its example tells the copies who asks, by https, and by which name it calls the request;
// it hides the metrics; and nobody notices that a copy has died.
func TestProxyExamples_OneCopyDies_ForwardTheAddressAndFailOver(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		program, example string
		run              func(settings string) []string
	}{
		"haproxy": {"haproxy", "haproxy.cfg", func(settings string) []string { return []string{"-db", "-f", settings} }},
		"nginx": {"nginx", "nginx.conf", func(settings string) []string {
			main := filepath.Join(filepath.Dir(settings), "main.conf")
			dir := filepath.Dir(settings)
			text := fmt.Sprintf("daemon off; master_process off; pid %s/pid; error_log stderr; events {} http { access_log off; "+
				"client_body_temp_path %[1]s/a; proxy_temp_path %[1]s/b; fastcgi_temp_path %[1]s/c; uwsgi_temp_path %[1]s/d; "+
				"scgi_temp_path %[1]s/e; include %s; }", dir, settings)
			if err := os.WriteFile(main, []byte(text), 0o600); err != nil {
				panic(err)
			}
			return []string{"-e", "stderr", "-p", dir, "-c", main}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address, copies := behindProxy(t, tc.program, tc.example, tc.run)
			request := func(path string) (int, http.Header) {
				t.Helper()
				got, err := http.Get(address + path)
				if err != nil {
					t.Fatal(err)
				}
				defer got.Body.Close()
				var sent http.Header
				_ = json.NewDecoder(got.Body).Decode(&sent) // a refusal of the proxy itself is none
				return got.StatusCode, sent
			}
			status, sent := request("/api/project")
			id := sent.Get("X-Request-Id")
			if _, err := uuid.Parse(id); status != 200 || sent.Get("X-Forwarded-For") != "127.0.0.1" ||
				sent.Get("X-Forwarded-Proto") != "https" || err != nil {
				t.Errorf("%d: %v", status, sent)
			}
			if status, _ := request("/metrics"); status != 404 {
				t.Errorf("metrics are shown: %d", status)
			}
			copies[0].Close()
			for range 50 {
				if status, _ := request("/api/project"); status != 200 {
					t.Fatalf("a copy that has died is noticed: %d", status)
				}
			}
		})
	}
}
