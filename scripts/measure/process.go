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
	"strconv"
	"strings"
	"syscall"
	"time"

	"poolkeeper.example/extension-service/platform/freeport"
)

// process is a server under measurement: the service, or the yardstick beside it.
type process struct {
	name    string
	address string
	running *exec.Cmd
	client  *http.Client
	ready   time.Duration // from the start to the first answer

	beside func() (time.Duration, error) // processor time of what works for it; nil for nothing
}

// program says how a server is started. Answers of ready tell that it serves.
type program struct {
	name, path, ready, log string
	args                   func(address string) []string
	env                    func(address string) []string
}

func start(ctx context.Context, p program) (*process, error) {
	port, err := freeport.Reserve() // for as long as this process lives
	if err != nil {
		return nil, err
	}
	address := port.Address()
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	s := &process{
		name: p.name, address: "http://" + address, running: exec.CommandContext(ctx, p.path, p.args(address)...),
		client: &http.Client{Timeout: time.Minute, Transport: &http.Transport{
			MaxIdleConnsPerHost: 64,
			DisableCompression:  true,
		}},
	}
	s.running.Cancel = func() error { return s.running.Process.Signal(syscall.SIGTERM) }
	s.running.Env, s.running.Stdout, s.running.Stderr = p.env(address), log, log
	began := time.Now()
	if err := s.running.Start(); err != nil {
		return nil, err
	}
	for {
		if _, err := s.call(ctx, httpRequest{method: http.MethodGet, path: p.ready}, nil); err == nil {
			s.ready = time.Since(began)
			return s, nil
		}
		if time.Since(began) > time.Minute {
			s.stop()
			return nil, fmt.Errorf("%s is not ready after a minute; see %s", p.name, filepath.Base(p.log))
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func (s *process) stop() {
	_ = s.running.Process.Signal(syscall.SIGTERM)
	_ = s.running.Wait()
}

// httpRequest is one request; a body makes it a JSON request.
type httpRequest struct {
	method, path string
	body         any
	token        string
	match        string // the version a change was made from
}

// get is a request that reads.
func get(format string, args ...any) httpRequest {
	return httpRequest{method: http.MethodGet, path: fmt.Sprintf(format, args...)}
}

// call sends one request, reads the answer to its end, and returns the version it names.
func (s *process) call(ctx context.Context, a httpRequest, out any) (version string, err error) {
	answer, err := s.send(ctx, a)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return "", err
	}
	if answer.StatusCode >= http.StatusBadRequest {
		return "", fmt.Errorf("%s %s: %d %s", a.method, a.path, answer.StatusCode, text)
	}
	if out != nil {
		err = json.Unmarshal(text, out)
	}
	return answer.Header.Get("ETag"), err
}

func (s *process) send(ctx context.Context, a httpRequest) (*http.Response, error) {
	var body io.Reader = http.NoBody
	if a.body != nil {
		text, err := json.Marshal(a.body)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, a.method, s.address+a.path, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if a.token != "" {
		request.Header.Set("Authorization", "Bearer "+a.token)
	}
	if a.match != "" {
		request.Header.Set("If-Match", a.match)
	}
	return s.client.Do(request)
}

// cpu is the processor time the process has used, with what works for it beside.
func (s *process) cpu() (time.Duration, error) {
	of, err := readStat(s.running.Process.Pid)
	more, err2 := s.cpuBeside()
	return of.own + more, errors.Join(err, err2)
}

// cpuBeside is the processor time of what works for it.
func (s *process) cpuBeside() (time.Duration, error) {
	if s.beside == nil {
		return 0, nil
	}
	return s.beside()
}

// memory is what the process holds in MiB: all that is resident, and the part of it that is its own and not a file's.
func (s *process) memory() (resident, own float64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.running.Process.Pid))
	if err != nil {
		return 0, 0
	}
	return mebibytes(string(text), "VmRSS:"), mebibytes(string(text), "RssAnon:")
}

// peak watches the process until it is told to stop, and returns the most memory of its own that it was seen to hold.
func (s *process) peak() (stop func() float64) {
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
