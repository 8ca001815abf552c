package app_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/status"
	"poolkeeper.example/extension-service/internal/test/buckettest"
	"poolkeeper.example/extension-service/platform/config"
)

// running is a product that serves until it is told to stop.
type running struct {
	*product

	url  string
	stop context.CancelFunc
	done chan error
}

// run serves a product under these times.
func run(t *testing.T, delay, drain time.Duration, write func(io.Writer) error) *running {
	t.Helper()
	settings := ownFolder(t)
	settings.ShutdownDelay, settings.DrainTime = delay, drain
	s, err := app.Open(t.Context(), settings, silent(), withCalls(hazard("long", streaming(write))))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	r := &running{
		product: &product{Service: s}, url: "http://" + listener.Addr().String(), stop: stop, done: make(chan error, 1),
	}
	go func() { r.done <- s.Run(ctx, listener) }()
	t.Cleanup(stop)
	return r
}

// get reads a whole answer over a connection of its own.
func (r *running) get(t *testing.T, path string) (status int, body string, err error) {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, r.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := client.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text), err
}

// Told to stop, the product says so to proxies first and serves on meanwhile; an answer under way is not cut off.
func TestStop_AnswerInProgress_Completes(t *testing.T) {
	t.Parallel()
	begun, goOn := make(chan struct{}), make(chan struct{})
	r := run(t, 2*time.Second, time.Minute, func(w io.Writer) error {
		_, err := io.WriteString(w, "first\n")
		close(begun)
		<-goOn
		_, last := io.WriteString(w, "last\n")
		return errors.Join(err, last)
	})
	var long string
	var failed error
	read := make(chan struct{})
	go func() {
		defer close(read)
		_, long, failed = r.get(t, "/api/hazard/long")
	}()
	<-begun
	r.stop()
	for {
		status, body, err := r.get(t, "/readyz")
		if err != nil {
			t.Fatalf("/readyz is not answered any more: %v", err)
		}
		if status == 503 && strings.Contains(body, `"stopping"`) {
			break
		}
	}
	if status, _, err := r.get(t, "/healthz"); status != 200 || err != nil {
		t.Errorf("requests are not served while proxies have yet to notice: %d, %v", status, err)
	}
	for {
		if _, _, err := r.get(t, "/healthz"); err != nil {
			break // nobody new is accepted
		}
	}
	close(goOn)
	<-read
	if failed != nil || long != "first\nlast\n" {
		t.Errorf("the answer under way: %q, %v", long, failed)
	}
	if err := <-r.done; err != nil {
		t.Error(err)
	}
}

// An answer that takes longer than the product waits is cut off so that nobody takes it for whole.
func TestStop_AnswerSlowerThanTheDrain_FailsAtTheClient(t *testing.T) {
	t.Parallel()
	begun := make(chan struct{})
	r := run(t, 0, 100*time.Millisecond, func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Repeat("line\n", 100_000))
		close(begun)
		for err == nil { // until the connection is closed
			_, err = io.WriteString(w, strings.Repeat("line\n", 1000))
		}
		return err
	})
	read := make(chan error, 1)
	go func() {
		_, _, err := r.get(t, "/api/hazard/long")
		read <- err
	}()
	<-begun
	r.stop()
	if err := <-read; err == nil {
		t.Error("an answer that was cut off looks whole")
	}
	if err := <-r.done; err != nil {
		t.Error(err)
	}
}

// Uploads wait for their bucket; nothing else does.
func TestStart_BucketUnavailable_ServesEverythingButUploads(t *testing.T) {
	t.Parallel()
	bucket := buckettest.New(t)
	settings := ownFolder(t)
	settings.S3URL = config.Secret(bucket.Address)
	bucket.Close()
	p := openProduct(t, settings)
	p.newProject(t, "Boat builder")
	p.expect(t, "", "GET /readyz", "", 200, `"database":"ok"`)
	p.awaitPartState(t, "files", status.Degraded, "connection refused")
}
