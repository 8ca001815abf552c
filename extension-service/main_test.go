package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/cmd/seed/demo"
	"poolkeeper.example/extension-service/domains/staff"
	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/search/fts5"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/proctest"
	"poolkeeper.example/extension-service/platform/config"
)

// asProgram lets a process of the tests be the program itself.
const asProgram = "POOLKEEPER_TEST_PROGRAM"

// TestMain runs the tests, or the program that they stop and kill.
func TestMain(m *testing.M) {
	// of a program that is at work
	if len(os.Args) > 1 && slices.Contains([]string{transform.Command, "serve"}, os.Args[1]) {
		main()
		return
	}
	if command := os.Getenv(asProgram); command != "" {
		os.Args = append(os.Args[:1], strings.Fields(command)...)
		main()
		return
	}
	pgtest.Main(m)
}

// patience is for a machine that has much else to do; nothing waits for it while all is well.
const patience = 5 * time.Minute

// programPlace is where a program keeps what it has: a folder and a database.
type programPlace struct {
	dir, url string
	shared   sharing
	secret   string   // that copies on several machines share
	env      []string // further settings of the program
	host     string   // that it listens on, where others must know it before; otherwise one of its own each time
	binary   string   // of another release; this one without it
}

// sharing is where copies of the program on several machines keep what they share beside the database; the zero value
// is none.
type sharing struct{ search, bucket string }

func newPlace(t *testing.T) programPlace {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	return programPlace{dir: dir, url: filepath.Join(dir, "poolkeeper.db")}
}

// signing is the secret of the settings: over PostgreSQL there must be one, over a file the service makes its own.
func (p programPlace) signing() string {
	if _, isFile := (config.Settings{DatabaseURL: p.url}).DatabaseFile(); isFile {
		return p.secret
	}
	return cmp.Or(p.secret, "a secret of tests, long enough to be one")
}

// open opens the service in this process, while no other works there.
func (p programPlace) open(t *testing.T) *app.Service {
	t.Helper()
	settings := config.Settings{
		Host: "127.0.0.1", Port: 1, DataDir: p.dir, DatabaseURL: p.url, SearchURL: p.shared.search,
		S3URL: config.Secret(p.shared.bucket), SigningSecret: config.Secret(p.signing()),
	}
	if err := errors.Join(settings.OpenData(), settings.OpenSecret()); err != nil {
		t.Fatal(err)
	}
	s, err := app.Open(t.Context(), settings, logger())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// withService opens the service, lets fn use it and closes it.
func (p programPlace) withService(t *testing.T, fn func(s *app.Service) error) {
	t.Helper()
	s := p.open(t)
	if err := fn(s); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// settings are what the environment says of a place.
func (p programPlace) settings() []string {
	return append([]string{
		"DEMO=0", "DATA_DIR=" + p.dir, "DATABASE_URL=" + p.url, "SEARCH_URL=" + p.shared.search,
		"S3_URL=" + p.shared.bucket, "SIGNING_SECRET=" + p.signing(),
	}, p.env...)
}

// run has the program do one thing, and returns what it prints.
func (p programPlace) run(t *testing.T, arguments ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), cmp.Or(p.binary, os.Args[0]), arguments...)
	command.Env = append(append(os.Environ(), asProgram+"="+strings.Join(arguments, " ")), p.settings()...)
	out, err := command.Output()
	if err != nil {
		if ended, ok := errors.AsType[*exec.ExitError](err); ok {
			t.Fatalf("%v: %v: %s", arguments, err, ended.Stderr)
		}
		t.Fatal(err)
	}
	return string(out)
}

// newHost is an address of this machine that hardly anybody else listens on.
func newHost() string {
	return fmt.Sprintf("127.%d.%d.%d", 1+rand.IntN(250), rand.IntN(250), 1+rand.IntN(250))
}

// program is the program at work.
type program struct {
	*proctest.Process
	address string
}

// start starts the program and waits until it answers.
func (p programPlace) start(t *testing.T) *program {
	t.Helper()
	// so that no two are in each other's way
	host := cmp.Or(p.host, newHost())
	env := append([]string{asProgram + "=serve", "HOST=" + host, "PORT=8080"}, p.settings()...)
	run := &program{proctest.StartProgram(t, []string{cmp.Or(p.binary, os.Args[0])}, env...), host + ":8080"}
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-run.Done():
			t.Fatalf("the program ended with %d: %s", run.Code(), run.Stderr())
		case <-tick.C:
		}
		if res, err := http.Get("http://" + run.address + "/healthz"); err == nil {
			_ = res.Body.Close()
			return run
		}
	}
}

// client is somebody who is signed in.
type client struct {
	base, token string
	via         *http.Client // http.DefaultClient without it
}

// request is one call, and answer what came back.
type (
	request struct{ method, path, body, media, key, id string } // id goes with it through every log
	answer  struct {
		status int
		body   []byte
	}
)

// signIn signs in with the account that has every role.
func (p *program) signIn(t *testing.T) *client {
	t.Helper()
	c := &client{base: "http://" + p.address}
	got, err := c.send(t.Context(), request{
		method: "POST", path: "/api/authorize",
		body: `{"username":"all@poolkeeper.example","password":"` + staff.DemoPassword + `"}`,
	})
	if err != nil || got.status != 200 {
		t.Fatalf("sign in: %v %d %s", err, got.status, got.body)
	}
	c.token, _ = got.json()["access_token"].(string)
	return c
}

// json is the answer, read; empty when it is no object.
func (a answer) json() map[string]any {
	out := map[string]any{}
	_ = json.Unmarshal(a.body, &out)
	return out
}

// send makes a call. An error says that there was no whole answer.
func (c *client) send(ctx context.Context, r request) (answer, error) {
	call, err := http.NewRequestWithContext(ctx, r.method, c.base+r.path, strings.NewReader(r.body))
	if err != nil {
		return answer{}, err
	}
	call.Header.Set("Content-Type", cmp.Or(r.media, "application/json"))
	call.Header.Set("Authorization", "Bearer "+c.token)
	if r.key != "" {
		call.Header.Set("Idempotency-Key", r.key)
	}
	if r.id != "" {
		call.Header.Set("X-Request-Id", r.id)
	}
	res, err := cmp.Or(c.via, http.DefaultClient).Do(call)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	return answer{res.StatusCode, body}, err
}

// Told to stop, the program ends soon and without an error, though clients have begun bodies that they never end.
func TestProgram_StoppedWithStalledBodies_EndsSoon(t *testing.T) {
	t.Parallel()
	place := newPlace(t)
	place.env = []string{"DRAIN_TIME=1s"}
	run := place.start(t)
	for _, text := range []string{
		"POST /api/authorize HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n{",
		"POST /api/clientError HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[",
		"POST /api/resource HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000\r\n\r\n--b\r\n",
	} {
		conn, err := net.Dial("tcp", run.address)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		if _, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Read(make([]byte, 1)); err != nil { // it is served, not only accepted
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, text); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now()
	run.Signal(t, syscall.SIGTERM)
	<-run.Done()
	if took := time.Since(began); took > 10*time.Second || run.Code() != 0 { // a body may take longer than that
		t.Errorf("it took %s and ended with %d: %s", took, run.Code(), run.Stderr())
	}
}

// unbuilt lists the types that have no index to read, and those of which a build has begun and not ended.
func (p programPlace) unbuilt(t *testing.T, types []string) (missing, begun []string) {
	t.Helper()
	db, err := store.Open(t.Context(), p.url)
	if err != nil {
		t.Fatal(err)
	}
	owner, err := search.Installation(t.Context(), db)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	engine, err := fts5.Open(t.Context(), fts5.Folder{Path: p.dir, Owner: owner}, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = engine.Close() }()
	for _, typ := range types {
		state, err := engine.State(t.Context(), typ)
		if err != nil {
			t.Fatal(err)
		}
		if len(state.Aliases[typ].Indexes) == 0 {
			missing = append(missing, typ)
		}
		if len(state.Aliases[typ+"-rebuild"].Indexes) > 0 {
			begun = append(begun, typ)
		}
	}
	return missing, begun
}

// Killed while it builds its indexes for the first time, the program has all of them soon after its next start.
func TestProgram_KilledInFirstIndexBuild_HasAllIndexesAfterRestart(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	var types []string
	p.withService(t, func(s *app.Service) error {
		for _, r := range s.Registry.All() {
			if about := r.Facts(); len(about.Index) > 0 {
				types = append(types, about.Name)
			}
		}
		order := demo.Order{
			Sizes: demo.Sizes{Projects: 2000, Freelancers: 2000, Applications: 2000}, Now: time.Now(),
			Progress: func(int, int) {},
		}
		return errors.Join(s.FillAccounts(t.Context()), demo.Seed(t.Context(), s.DB, order))
	})
	for begun := []string{}; len(begun) == 0; {
		files, err := filepath.Glob(filepath.Join(p.dir, "index*.db*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}
		run := p.start(t)
		moment := time.NewTimer(time.Duration(rand.IntN(300)) * time.Millisecond)
		<-moment.C
		run.Kill()
		_, begun = p.unbuilt(t, types)
	}
	began := time.Now()
	run := p.start(t)
	who := run.signIn(t)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for missing := types; len(missing) > 0; <-tick.C {
		missing = slices.DeleteFunc(missing, func(typ string) bool {
			got, err := who.send(t.Context(), request{method: "GET", path: "/api/search/" + typ + "/mapping"})
			return err == nil && got.status == 200 && !bytes.Contains(got.body, []byte(`"indexName":""`))
		})
		if took := time.Since(began); took > time.Minute {
			t.Fatalf("%v have no index %s after the start", missing, took)
		}
	}
	t.Logf("all types were built %s after the start", time.Since(began))
}

// Lines of several machines are put in order by their times, wherever the machines stand.
func TestLog_MachineInAnotherTimeZone_WritesUTC(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	at := time.Date(2026, 11, 29, 1, 30, 0, 0, time.FixedZone("CET", 3600))
	err := newLogger(&out).Handler().Handle(t.Context(), slog.NewRecord(at, slog.LevelInfo, "started", 0))
	if want := `{"time":"2026-11-29T00:30:00Z","level":"INFO","msg":"started"}` + "\n"; err != nil || out.String() != want {
		t.Errorf("%v %s, want %s", err, out.String(), want)
	}
}
