package app_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/staff"
	"poolkeeper.example/extension-service/store/pgtest"
)

const (
	kills       = 25
	childFolder = "POOLKEEPER_TEST_CHILD"
)

// TestMain runs the tests, or, when asked to by TestKilledUnderLoad, the service that will be killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv(childFolder); dir != "" {
		if err := serveUntilKilled(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	pgtest.Main(m)
}

func serveUntilKilled(dir string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s, err := openAt(ctx, dir)
	if err != nil {
		return err
	}
	if err := s.FillAccounts(ctx); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(os.Stdout, listener.Addr()); err != nil {
		return err
	}
	return s.Run(ctx, listener)
}

func openAt(ctx context.Context, dir string) (*app.Service, error) {
	return openIn(ctx, dir, filepath.Join(dir, "poolkeeper.db"))
}

// promised is what the service has acknowledged: record → version and title.
type promised struct {
	mu      sync.Mutex
	records map[int64]project
}

type project struct {
	ID      int64  `json:"id"`
	Version int64  `json:"version"`
	Title   string `json:"title"`
}

func (p *promised) keep(v project) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.records[v.ID].Version < v.Version {
		p.records[v.ID] = v
	}
}

func (p *promised) any() (project, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, v := range p.records {
		return v, true
	}
	return project{}, false
}

// Killed at random moments under load, the service has every write it acknowledged, and its index equals the database
// once the relay has caught up.
func TestKilledUnderLoad(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("kills a process 25 times")
	}
	dir, kept := t.TempDir(), &promised{records: map[int64]project{}}
	for range kills {
		loadAndKill(t, dir, kept)
	}
	if len(kept.records) < kills {
		t.Fatalf("only %d records were acknowledged: the load was none", len(kept.records))
	}
	s, err := openAt(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	p := &product{Service: s, tokens: map[string]string{}}
	for id, want := range kept.records {
		var got project
		a := p.call(t, "all", "GET", fmt.Sprintf("/api/project/%d", id), "")
		if err := json.Unmarshal(a.body, &got); err != nil || got.Version < want.Version || got.Version == want.Version && got.Title != want.Title {
			t.Errorf("acknowledged %+v, found %s", want, a.body)
		}
	}
	p.settled(t)
	report, err := s.Drift(t.Context(), "project")
	if err != nil {
		t.Fatal(err)
	}
	if len(report.IDs) > 0 || report.Counts["OK"] < int64(len(kept.records)) {
		t.Errorf("the index differs from the database: %+v", report)
	}
	t.Logf("%d records acknowledged, %d documents equal", len(kept.records), report.Counts["OK"])
}

func loadAndKill(t *testing.T, dir string, kept *promised) {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(os.Environ(), childFolder+"="+dir)
	child.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	var complaints bytes.Buffer
	child.Stderr = &complaints
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the service did not start: %v %s", err, complaints.String())
	}
	c := &caller{base: "http://" + strings.TrimSpace(address), kept: kept, first: make(chan struct{})}
	c.signIn(t)
	ctx, stop := context.WithCancel(t.Context())
	var load sync.WaitGroup
	for range 8 {
		load.Go(func() { c.work(ctx) })
	}
	select {
	case <-c.first:
	case <-time.After(patience):
		t.Error("nothing was acknowledged")
	}
	moment := time.NewTimer(time.Duration(50+rand.IntN(350)) * time.Millisecond) // the moment of the kill is what is random
	<-moment.C
	_ = child.Process.Kill()
	stop()
	load.Wait()
	_ = child.Wait()
}

// caller writes and remembers what was acknowledged.
type caller struct {
	base, token string
	kept        *promised
	first       chan struct{} // closed by the first acknowledgement
	once        sync.Once
}

func (c *caller) signIn(t *testing.T) {
	t.Helper()
	var answer struct {
		Token string `json:"access_token"`
	}
	if err := c.send(t.Context(), "POST", "/api/authorize", `{"username":"all@poolkeeper.example","password":"`+staff.DemoPassword+`"}`, &answer); err != nil {
		t.Fatal(err)
	}
	c.token = answer.Token
	if len(c.kept.records) == 0 { // the first start has no client yet; later ones refuse its name
		_ = c.send(t.Context(), "POST", "/api/client", `{"name":"Norrsken Bank","code":"NB","currency":"EUR"}`, &answer)
	}
}

// work creates and edits projects until the service is gone.
func (c *caller) work(ctx context.Context) {
	for n := 0; ctx.Err() == nil; n++ {
		method, path, body := "POST", "/napi/create/project", fmt.Sprintf(`{"dataObj":{"title":"Project %d","clientId":1}}`, rand.Int())
		if v, ok := c.kept.any(); ok && n%3 > 0 {
			method, path, body = "PUT", fmt.Sprintf("/api/project/%d", v.ID), fmt.Sprintf(`{"title":"Changed %d"}`, rand.Int())
		}
		var v project
		if c.send(ctx, method, path, body, &v) == nil {
			c.kept.keep(v)
			c.once.Do(func() { close(c.first) })
		}
	}
}

func (c *caller) send(ctx context.Context, method, path, body string, into any) error {
	r, err := http.NewRequestWithContext(ctx, method, c.base+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+c.token)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %d", method, path, res.StatusCode)
	}
	return json.NewDecoder(res.Body).Decode(into)
}
