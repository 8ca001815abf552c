package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"poolkeeper.example/extension-service/platform/freeport"
)

const (
	account  = "soak@poolkeeper.example" // sees everything
	password = "as long as it takes 2026"
)

// service is the program at work.
type service struct {
	options
	env     []string
	running *exec.Cmd
	done    chan struct{} // closed when it has ended, with failure
	failure error
	address string
	client  *http.Client
}

// start fills the database unless it has that size, and starts the program on it.
func start(ctx context.Context, o options) (*service, error) {
	port, err := freeport.Reserve() // for as long as this process lives
	if err != nil {
		return nil, err
	}
	host, number, _ := strings.Cut(port.Address(), ":")
	s := &service{options: o, address: "http://" + port.Address(), done: make(chan struct{}), client: &http.Client{
		Transport: &http.Transport{MaxIdleConnsPerHost: o.Users},
	}}
	// All of them come from this machine, as they would from a proxy.
	s.env = append(os.Environ(), "DATA_DIR="+filepath.Join(o.Data, "service"), "DATABASE_URL=", "SEARCH_URL=", "DEMO=0",
		"HOST="+host, "PORT="+number, "TRUSTED_PROXIES="+host, "CONTENT_URL=http://127.0.0.1:9",
		"SIGNING_SECRET=a secret of soaking, long enough")
	if err := s.fill(ctx); err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(o.Data, "service.log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	s.running = exec.CommandContext(ctx, o.Binary, "serve")
	s.running.Cancel = func() error { return s.running.Process.Signal(syscall.SIGTERM) }
	s.running.Env, s.running.Stdout, s.running.Stderr = s.env, log, log
	if err := s.running.Start(); err != nil {
		return nil, err
	}
	go func() {
		s.failure = s.running.Wait()
		close(s.done)
	}()
	return s, s.awaitReady(ctx)
}

func (s *service) awaitReady(ctx context.Context) error {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		if a := s.send(ctx, request{method: "GET", path: "/readyz"}); a.status == http.StatusOK {
			return nil
		}
		select {
		case <-s.done:
			return fmt.Errorf("the service has ended: %w; see service.log", s.failure)
		case <-ctx.Done():
			s.stop()
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// ended is an error when the service has ended by itself.
func (s *service) ended() error {
	select {
	case <-s.done:
		return fmt.Errorf("the service has ended: %w", s.failure)
	default:
		return nil
	}
}

func (s *service) stop() {
	_ = s.running.Process.Signal(syscall.SIGTERM)
	<-s.done
}

// fill makes the database and the account, once for each size.
func (s *service) fill(ctx context.Context) error {
	mark := filepath.Join(s.Data, "filled")
	if _, err := os.Stat(mark); err == nil {
		return nil
	}
	if err := errors.Join(os.RemoveAll(s.Data), os.MkdirAll(filepath.Join(s.Data, "service"), 0o700)); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "filling %s, once\n", s.Data)
	_, err := s.command(ctx, "seed", "--projects", strconv.Itoa(s.Projects), "--freelancers", strconv.Itoa(s.Freelancers),
		"--applications", strconv.Itoa(s.Applications))
	if err != nil {
		return err
	}
	output, err := s.command(ctx, "admin", "create", account, "Sol", "Ake")
	if err != nil {
		return err
	}
	hit := regexp.MustCompile(`one-time password (\S+)`).FindStringSubmatch(output)
	if hit == nil {
		return fmt.Errorf("admin create names no password: %s", output)
	}
	return os.WriteFile(mark, []byte(hit[1]), 0o600)
}

func (s *service) command(ctx context.Context, args ...string) (string, error) {
	run := exec.CommandContext(ctx, s.Binary, args...)
	run.Env = s.env
	output, err := run.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", args[0], err, output)
	}
	return string(output), nil
}

// request is one call, and answer what came back; err says that there was no whole answer.
type (
	request struct {
		method, path, token string
		body                any
	}
	answer struct {
		status int
		media  string
		body   []byte
		err    error
	}
)

func (s *service) send(ctx context.Context, r request) (a answer) {
	var body io.Reader = http.NoBody
	if r.body != nil {
		text, err := json.Marshal(r.body)
		if err != nil {
			return answer{err: err}
		}
		body = bytes.NewReader(text)
	}
	call, err := http.NewRequestWithContext(ctx, r.method, s.address+r.path, body)
	if err != nil {
		return answer{err: err}
	}
	call.Header.Set("Content-Type", "application/json")
	call.Header.Set("Authorization", "Bearer "+r.token)
	return s.do(call)
}

// do sends a call and reads its answer to the end.
func (s *service) do(call *http.Request) (a answer) {
	res, err := s.client.Do(call)
	if err != nil {
		return answer{err: err}
	}
	defer res.Body.Close()
	a.status, a.media = res.StatusCode, res.Header.Get("Content-Type")
	a.body, a.err = io.ReadAll(res.Body)
	return a
}
