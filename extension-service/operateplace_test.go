package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"poolkeeper.example/extension-service/internal/test/directustest"
	"poolkeeper.example/extension-service/internal/test/nodetest"
	"poolkeeper.example/extension-service/internal/test/proctest"
	"poolkeeper.example/extension-service/platform/freeport"
)

// installDirectus starts Directus on its own database, or says that there is none and returns nil.
func (o *operation) installDirectus(t *testing.T) *directustest.Server {
	t.Helper()
	content := o.services["content"]
	s, err := directustest.Reserve(t.TempDir(), "http://"+o.hosts[0]+":8080/napi/content/wake")
	if err != nil {
		t.Fatal(err)
	}
	s.Env = environment(content, map[string]string{
		"DB_HOST":          o.database.Dir(), // of its socket
		"CONTENT_WAKE_URL": s.WakeURL, "CONTENT_PUBLIC_URL": s.URL,
	})
	err = s.Restart()
	if errors.Is(err, directustest.ErrNotInstalled) {
		t.Logf("LEFT OUT: Directus is not installed (scripts/content/install): nothing is tried of it")
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Kill)
	return s
}

// installSearch starts OpenSearch, or says that there is none.
func (o *operation) installSearch(t *testing.T) {
	t.Helper()
	if err := nodetest.Missing(); err != nil {
		t.Logf("LEFT OUT: %v; packages default-jdk-headless and maven: without it each copy has an index of its own", err)
		return
	}
	t.Cleanup(nodetest.Stop)
	o.search = nodetest.Exclusive(t)
	o.shared.search = nodetest.Address(t)
}

// proxy is haproxy, set up by the example of deploy.
type proxy struct {
	*proctest.Process

	url string
}

// startProxy starts it before three copies.
func startProxy(t *testing.T, hosts []string) *proxy {
	t.Helper()
	text, err := os.ReadFile("../deploy/proxy/haproxy.cfg")
	if err != nil {
		t.Fatal(err)
	}
	port, err := freeport.Reserve()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = port.Release() })
	const bind, servers = "bind :8443", "    server one 127.0.0.1:8080\n    server two 127.0.0.1:8081\n"
	if !strings.Contains(string(text), bind) || !strings.Contains(string(text), servers) {
		t.Fatal("haproxy.cfg is not as it was: nothing would be proven of it")
	}
	var copies strings.Builder
	for i, host := range hosts {
		fmt.Fprintf(&copies, "    server copy%d %s:8080\n", i, host)
	}
	file := filepath.Join(t.TempDir(), "haproxy.cfg")
	changed := strings.NewReplacer(bind, "bind "+port.Address(), servers, copies.String()).Replace(string(text))
	if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	return &proxy{proctest.StartProgram(t, []string{"haproxy", "-W", "-db", "-f", file}), "http://" + port.Address()}
}

// workers are the processes that carry calls; the first process only starts them.
func (p *proxy) workers(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", p.ID()))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(text))
}

// reload has it read its settings again, as systemctl reload does, and returns when a new process carries calls.
func (p *proxy) reload(t *testing.T) {
	t.Helper()
	before, deadline := p.workers(t), time.Now().Add(patience)
	p.Signal(t, syscall.SIGUSR2)
	isNew := func(worker string) bool { return !slices.Contains(before, worker) }
	for !slices.ContainsFunc(p.workers(t), isNew) {
		if time.Now().After(deadline) {
			t.Fatal("haproxy did not start anew")
		}
		<-time.After(10 * time.Millisecond)
	}
}

// awaitReady waits until an address answers 200 at /readyz, as whoever upgrades does.
func awaitReady(t *testing.T, address string) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; <-time.After(50 * time.Millisecond) {
		got, err := http.Get(address + "/readyz")
		if err == nil {
			_ = got.Body.Close()
			if got.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s is not ready: %v", address, err)
		}
	}
}

// previousRelease builds the program of the release before this one: of the newest tag, or while there is none of the
// commit before the last five migrations. OPERATE_FROM names another one.
func previousRelease(t *testing.T) string {
	t.Helper()
	const migrations = "extension-service/engine/store/migrations"
	shell := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", `
		cd ..
		from=${OPERATE_FROM:-$(git describe --tags --abbrev=0 HEAD^ 2>/dev/null ||
			echo "$(git log --diff-filter=A --max-count=5 --format=%H -- `+migrations+` | tail -n 1)^")}
		commit=$(git rev-parse --verify --quiet "$from^{commit}")
		sources=build/operate/$commit
		if [[ ! -x $sources/program ]]; then
			rm -rf "$sources"
			mkdir -p "$sources"
			git archive "$commit" | tar --extract --directory="$sources"
			go build -C "$sources" -buildvcs=false -o program ./extension-service
		fi
		git log -1 --format='%h of %cd' "$commit" >&2
		realpath "$sources/program"`)
	shell.Env = os.Environ()
	var output strings.Builder
	shell.Stderr = &output
	path, err := shell.Output()
	if err != nil {
		t.Fatalf("the release before could not be built, which needs the history of the repository: %v: %s", err,
			output.String())
	}
	t.Logf("the release before is %s", strings.TrimSpace(output.String()))
	return strings.TrimSpace(string(path))
}

const ownPassword = "a password of whoever works late"

// oneTimePassword is what `admin create` prints.
var oneTimePassword = regexp.MustCompile(`one-time password (\S+)`)
