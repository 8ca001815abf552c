package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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

const (
	account  = "measure@poolkeeper.example"
	password = "as fast as it can be 2026"
)

// service is the running binary and the session of one signed-in person.
type service struct {
	options
	address     string
	env         []string
	process     *exec.Cmd
	client      *http.Client
	token       string
	startMillis float64
	active      *queue // projects that may be paused
	reviewed    *queue // applications that may be refused
}

// prepare fills the database once, starts the service on it, and signs in.
func prepare(ctx context.Context, o options) (*service, error) {
	address, err := freeAddress(ctx)
	if err != nil {
		return nil, err
	}
	_, port, _ := strings.Cut(address, ":")
	s := &service{options: o, address: "http://" + address, client: &http.Client{
		Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64},
	}}
	s.env = append(os.Environ(), "HOST=127.0.0.1", "PORT="+port, "DATA_DIR="+o.Data, "DATABASE_URL="+o.Database, "SEARCH_URL=", "DEMO=0")
	if err := s.seed(ctx); err != nil {
		return nil, err
	}
	password, err := s.admin(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.start(ctx); err != nil {
		return nil, err
	}
	if err := s.signIn(ctx, password); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

func freeAddress(ctx context.Context) (string, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}

// command runs the binary to its end.
func (s *service) command(ctx context.Context, args ...string) (string, error) {
	c := exec.CommandContext(ctx, s.Binary, args...)
	c.Env = s.env
	out, err := c.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", args[0], err, out)
	}
	return string(out), nil
}

// seed fills an empty folder; a folder that was filled to the same size is taken as it is.
func (s *service) seed(ctx context.Context) error {
	mark := filepath.Join(s.Data, "seeded")
	want := fmt.Sprintf("%d projects, %d freelancers, %d applications", s.Projects, s.Freelancers, s.Applications)
	if got, err := os.ReadFile(mark); err == nil && string(got) == want {
		return nil
	}
	if err := errors.Join(os.RemoveAll(s.Data), os.MkdirAll(s.Data, 0o755)); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "filling %s with %s\n", s.Data, want)
	amounts := []string{
		"--projects", strconv.Itoa(s.Projects), "--freelancers", strconv.Itoa(s.Freelancers), "--applications", strconv.Itoa(s.Applications),
	}
	if _, err := s.command(ctx, append([]string{"seed"}, amounts...)...); err != nil {
		return err
	}
	return os.WriteFile(mark, []byte(want), 0o600)
}

// admin makes the account; one that exists has the password of the last run.
func (s *service) admin(ctx context.Context) (string, error) {
	out, err := s.command(ctx, "admin", "create", account, "Mea", "Sure")
	if err != nil && strings.Contains(err.Error(), "TAKEN") {
		return password, nil
	}
	if err != nil {
		return "", err
	}
	hit := regexp.MustCompile(`one-time password (\S+)`).FindStringSubmatch(out)
	if hit == nil {
		return "", fmt.Errorf("admin create told no password: %s", out)
	}
	return hit[1], nil
}

func (s *service) start(ctx context.Context) error {
	log, err := os.Create(filepath.Join(s.Data, "service.log"))
	if err != nil {
		return err
	}
	defer log.Close()
	s.process = exec.CommandContext(ctx, s.Binary, "serve")
	s.process.Cancel = func() error { return s.process.Process.Signal(syscall.SIGTERM) }
	s.process.Env, s.process.Stdout, s.process.Stderr = s.env, log, log
	began := time.Now()
	if err := s.process.Start(); err != nil {
		return err
	}
	for {
		if err := s.call(ctx, ask{method: http.MethodGet, path: "/readyz"}, nil); err == nil {
			s.startMillis = float64(time.Since(began).Microseconds()) / 1000
			return nil
		}
		if time.Since(began) > time.Minute {
			s.stop()
			return fmt.Errorf("the service is not ready after a minute; see %s", log.Name())
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func (s *service) stop() {
	_ = s.process.Process.Signal(syscall.SIGTERM)
	_ = s.process.Wait()
}

func (s *service) signIn(ctx context.Context, first string) error {
	if err := s.authorize(ctx, first); err != nil || first == password {
		return err
	}
	change := map[string]string{"oldPassword": first, "password": password, "passwordConfirm": password}
	if err := s.call(ctx, ask{http.MethodPut, "/api/admin/resetPassword", change}, nil); err != nil {
		return err
	}
	return s.authorize(ctx, password)
}

func (s *service) authorize(ctx context.Context, secret string) error {
	var session struct {
		Token string `json:"access_token"`
	}
	credentials := map[string]string{"username": account, "password": secret}
	err := s.call(ctx, ask{http.MethodPost, "/api/authorize", credentials}, &session)
	s.token = session.Token
	return err
}

// ask is one request; a body makes it a JSON request.
type ask struct {
	method, path string
	body         any
}

// call sends one request and reads the answer to its end.
func (s *service) call(ctx context.Context, a ask, out any) error {
	var body io.Reader
	if a.body != nil {
		text, err := json.Marshal(a.body)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, a.method, s.address+a.path, body)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+s.token)
	request.Header.Set("Content-Type", "application/json")
	answer, err := s.client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("%s %s: %d %s", a.method, a.path, answer.StatusCode, text)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(text, out)
}

// cpu is the processor time the service has used.
func (s *service) cpu() (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.process.Process.Pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	user, err := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	const tick = 10 * time.Millisecond // USER_HZ is 100 on every Linux that people run
	return time.Duration(user+system) * tick, errors.Join(err, err2)
}

// memory is what the service holds: all that is resident, and the part of it that is its own and not a file's.
func (s *service) memory() (resident, own float64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		return 0, 0
	}
	return mebibytes(string(text), "VmRSS:"), mebibytes(string(text), "RssAnon:")
}

// peak watches the service until it is told to stop, and returns the most memory of its own that it was seen to hold.
func (s *service) peak() (stop func() float64) {
	done, most := make(chan struct{}), make(chan float64)
	go func() {
		highest := 0.0
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				most <- highest
				return
			case <-tick.C:
				_, own := s.memory()
				highest = max(highest, own)
			}
		}
	}()
	return func() float64 { close(done); return <-most }
}

// mebibytes reads one line of a process's status, which counts kibibytes.
func mebibytes(status, name string) float64 {
	for line := range strings.Lines(status) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == name {
			n, _ := strconv.ParseFloat(words[1], 64)
			return n / 1024
		}
	}
	return 0
}
