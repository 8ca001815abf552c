// Package directustest runs a real Directus for tests, started by the very script the product starts it with.
package directustest

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
	"syscall"
	"time"

	"poolkeeper.example/extension-service/platform/freeport"
)

// ErrNotInstalled says that there is no Directus on this machine, and that this is not CI, which would install it.
var ErrNotInstalled = errors.New("directus is not installed; run scripts/content/install")

// patience is for a machine that has much else to do; nothing waits for it while all is well.
const patience = 10 * time.Minute

// Server is a Directus with an empty data folder, the product's schema and the product's account.
type Server struct {
	URL     string
	Token   string // of the product's account
	Dir     string // $DATA_DIR/content
	WakeURL string
	Env     []string // settings that only this one has

	admin   string
	expired <-chan time.Time // when admin is to sign in again
	port    freeport.Port
	output  bytes.Buffer
	process *exec.Cmd
	gone    chan struct{}
}

// Start runs Directus in a new folder under dir until Kill. wakeURL is where it reports changes.
func Start(dir, wakeURL string) (*Server, error) {
	s, err := Reserve(dir, wakeURL)
	if err != nil {
		return nil, err
	}
	return s, s.Restart()
}

// Reserve is Start without the start, for a folder that may exist already; Restart follows.
func Reserve(dir, wakeURL string) (*Server, error) {
	port, err := freeport.Reserve()
	if err != nil {
		return nil, err
	}
	return &Server{
		URL: "http://" + port.Address(), Dir: filepath.Join(dir, "content"), WakeURL: wakeURL, port: port,
	}, nil
}

// Restart starts Directus again, on the port and with the data it had, and waits until the product may come.
func (s *Server) Restart() error {
	root := repository()
	if err := install(root); err != nil {
		return err
	}
	ready := filepath.Join(s.Dir, "service.json")
	if err := os.Remove(ready); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	database, err := databaseSettings(s.Dir)
	if err != nil {
		return err
	}
	s.output.Reset()
	s.process = exec.CommandContext(context.Background(), filepath.Join(root, "scripts/content/start"))
	s.process.Env = append(os.Environ(), "DATA_DIR="+filepath.Dir(s.Dir), "CONTENT_PORT="+s.port.String(),
		"CONTENT_WAKE_URL="+s.WakeURL, "CONTENT_ADMIN_EMAIL="+adminEmail, "CONTENT_ADMIN_PASSWORD="+adminPassword)
	s.process.Env = append(append(s.process.Env, database...), s.Env...)
	s.process.Stdout, s.process.Stderr = &s.output, &s.output
	if err := s.process.Start(); err != nil {
		return err
	}
	s.gone = make(chan struct{})
	go func() {
		_ = s.process.Wait() // how it ended shows in its output
		close(s.gone)
	}()
	return s.await(ready)
}

func (s *Server) await(ready string) error {
	deadline := time.After(patience)
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-s.gone:
			return fmt.Errorf("directus ended: %s", s.output.String())
		case <-deadline:
			s.Kill()
			return fmt.Errorf("directus was not ready after %s: %s", patience, s.output.String())
		case <-look.C:
		}
		raw, err := os.ReadFile(ready)
		if err != nil {
			continue
		}
		var found struct{ Token string }
		if err := json.Unmarshal(raw, &found); err != nil {
			return err
		}
		s.Token = found.Token
		return nil
	}
}

// Kill ends Directus at once, as a crash would, and waits until it is gone.
func (s *Server) Kill() {
	_ = s.process.Process.Kill() // it may have ended already
	<-s.gone
}

const (
	adminEmail    = "developer@example.com"
	adminPassword = "only-for-this-test"
)

// adminFor is how long a sign-in is used: Directus takes its token for a quarter of an hour, a slow machine tests for
// longer.
const adminFor = 5 * time.Minute

// AdminToken signs in as the developer who works in Directus itself.
func (s *Server) AdminToken() (string, error) {
	select {
	case <-s.expired:
		s.admin = ""
	default:
	}
	if s.admin != "" {
		return s.admin, nil
	}
	expired := time.After(adminFor)
	status, body, err := s.Do("", http.MethodPost, "/auth/login",
		map[string]string{"email": adminEmail, "password": adminPassword})
	if err != nil || status != http.StatusOK {
		return "", fmt.Errorf("sign-in: status %d: %s: %w", status, body, err)
	}
	var answer struct {
		Data struct {
			AccessToken string `json:"access_token"`
		}
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return "", err
	}
	s.admin, s.expired = answer.Data.AccessToken, expired
	return s.admin, nil
}

// Do calls Directus's own API with a token and a JSON body; nil sends none.
func (s *Server) Do(token, method, path string, body any) (int, []byte, error) {
	var payload io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			return 0, nil, err
		}
		payload = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(context.Background(), method, s.URL+path, payload)
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	return res.StatusCode, raw, err
}

// install makes sure that Directus is there. It waits for an installation under way, and begins one only in CI: nobody
// else expects a test to compile for minutes.
func install(root string) error {
	service := filepath.Join(root, "directus-schema/service")
	if _, err := os.Stat(filepath.Join(service, "node_modules/.installed")); err == nil {
		return nil
	}
	if os.Getenv("CI") == "" && !locked(filepath.Join(service, "package-lock.json")) {
		return ErrNotInstalled
	}
	out, err := exec.CommandContext(context.Background(), filepath.Join(root, "scripts/content/install")).CombinedOutput()
	if err != nil {
		return fmt.Errorf("install: %w: %s", err, out)
	}
	return nil
}

// locked says whether somebody holds the lock that scripts/content/install takes.
func locked(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil
}

// repository is the root of the sources: go test runs a package's tests in its folder.
func repository() string {
	folder, err := os.Getwd()
	for err == nil && folder != filepath.Dir(folder) {
		if _, missing := os.Stat(filepath.Join(folder, "go.mod")); missing == nil {
			return folder
		}
		folder = filepath.Dir(folder)
	}
	return ""
}
