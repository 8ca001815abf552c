package guide

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// product is one place with data: a folder and a database, in which the service that was built last is started.
type product struct {
	*tree
	env     []string
	address string
	service *exec.Cmd
	log     bytes.Buffer
	token   string
}

// newProduct prepares one; without a URL its database is a file.
func newProduct(tr *tree, url string) *product {
	tr.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tr.Fatal(err)
	}
	address := free.Addr().(*net.TCPAddr)
	if err := free.Close(); err != nil {
		tr.Fatal(err)
	}
	data := filepath.Join(tr.TempDir(), "data")
	p := &product{tree: tr, address: "http://" + address.String()}
	p.env = append(os.Environ(), "HOST=127.0.0.1", "PORT="+strconv.Itoa(address.Port), "DATA_DIR="+data, "DEMO=1",
		"SIGNING_SECRET=a secret of tests, long enough to be one", "DATABASE_URL="+url)
	if url == "" {
		p.env[len(p.env)-1] = "DATABASE_URL=" + filepath.Join(data, "poolkeeper.db")
	}
	return p
}

// patience is how long a start may take, which fills the database the first time.
const patience = 5 * time.Minute

// start runs the service until it answers, and signs in.
func (p *product) start() {
	p.Helper()
	p.log.Reset()
	p.service = exec.CommandContext(p.Context(), filepath.Join(p.root, "build/extension-service"), "serve")
	p.service.Env, p.service.Stderr = p.env, &p.log
	p.service.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := p.service.Start(); err != nil {
		p.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- p.service.Wait() }()
	p.Cleanup(func() { _ = p.service.Process.Kill() })
	deadline, tick := time.After(patience), time.NewTicker(100*time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			p.Fatalf("the service does not start: %v\n%s", err, p.log.String())
		case <-deadline:
			p.Fatal("the service does not answer")
		case <-tick.C:
		}
		if status, _ := p.call("GET", "/healthz", ""); status == http.StatusOK {
			break
		}
	}
	var session struct {
		Token string `json:"access_token"`
	}
	_, answer := p.call("POST", "/api/authorize",
		`{"username":"all@poolkeeper.example","password":"poolkeeper-demo-2026"}`)
	if err := json.Unmarshal([]byte(answer), &session); err != nil || session.Token == "" {
		p.Fatalf("nobody can sign in: %s", answer)
	}
	p.token = session.Token
}

func (p *product) stop() {
	p.Helper()
	if err := p.service.Process.Signal(syscall.SIGTERM); err != nil {
		p.Fatal(err)
	}
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if status, _ := p.call("GET", "/healthz", ""); status == 0 {
			p.token = ""
			return
		}
	}
	p.Fatal("the service does not stop")
}

// call answers 0 where nobody listens.
func (p *product) call(method, path, body string) (int, string) {
	p.Helper()
	r, err := http.NewRequestWithContext(p.Context(), method, p.address+path, strings.NewReader(body))
	if err != nil {
		p.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Requested-With", "admin-panel")
	if p.token != "" {
		r.Header.Set("Authorization", "Bearer "+p.token)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, ""
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, ""
	}
	return answer.StatusCode, string(text)
}

var callRule = regexp.MustCompile(`(?m)^(GET|POST|PUT|DELETE) (\S+) ?(.*)\n(\d{3}) ?(.*)$`)

// calls makes those of a block.
func (p *product) calls(one task, text string) {
	p.Helper()
	all := callRule.FindAllStringSubmatch(text, -1)
	if len(all)*2 != strings.Count(text, "\n") {
		p.Fatalf("%s: a call does not read METHOD PATH BODY, and below STATUS PART:\n%s", one.title, text)
	}
	for _, c := range all {
		status, answer := p.call(c[1], c[2], c[3])
		if strconv.Itoa(status) != c[4] || !strings.Contains(answer, c[5]) {
			p.Errorf("%s: %s %s %s answers %d instead of %s, or no %s:\n%s", one.title, c[1], c[2], c[3], status, c[4], c[5],
				answer)
		}
	}
}
