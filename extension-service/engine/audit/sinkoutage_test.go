package audit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/proctest"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// failure is how a sink that is away fails.
type failure int

const (
	works failure = iota
	refuses
	answers500
	cutsBefore // in the middle of its answer, having taken nothing
	cutsAfter  // in the middle of its answer, having taken everything
	hangs
)

// collector is a sink behind HTTPS at one port, which it leaves and comes back to. It keeps how often it has said yes
// to an entry, and which entries it has taken without being able to say so.
type collector struct {
	address string
	server  *httptest.Server

	mu       sync.Mutex
	fails    failure
	yes      map[int64]int
	unsaid   map[int64]bool
	repeated int
	offered  int // batches since it began to fail in this way
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	user, password, _ := r.BasicAuth()
	if err != nil || user != "audit" || password != "secret" {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	switch c.receive(body) {
	case answers500:
		w.WriteHeader(http.StatusInternalServerError)
	case hangs:
		hang(r.Context())
		cut(w, "")
	case cutsBefore, cutsAfter:
		cut(w, "HTTP/1.1 20")
	default:
	}
}

// receive keeps the entries of a batch when it is to, and says how to answer.
func (c *collector) receive(body []byte) failure {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.offered++
	if c.fails != works && c.fails != cutsAfter {
		return c.fails
	}
	for line := range bytes.Lines(body) {
		var one audit.Streamed
		if json.Unmarshal(line, &one) != nil {
			continue
		}
		if c.unsaid[one.ID] {
			c.repeated++
		}
		if c.fails == cutsAfter {
			c.unsaid[one.ID] = true
		} else {
			c.yes[one.ID]++
		}
	}
	return c.fails
}

// hang keeps a request until whoever sent it gives up. In a small run it is the sink that does.
func hang(ctx context.Context) {
	if !stress.IsFull() {
		limited, stop := context.WithTimeout(ctx, 50*time.Millisecond)
		defer stop()
		ctx = limited
	}
	<-ctx.Done()
}

// cut writes a part of an answer and closes the connection.
func cut(w http.ResponseWriter, part string) {
	connection, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	_, _ = io.WriteString(connection, part)
	_ = connection.Close()
}

// fail has the sink fail in one way for a while, with some batches offered to it at least. A sink that refuses is not
// there.
func (c *collector) fail(t *testing.T, how failure, during time.Duration, meanwhile func()) {
	t.Helper()
	c.setFailure(how)
	if how == refuses {
		c.server.Close()
	}
	ends := time.Now().Add(during)
	if meanwhile != nil {
		eventually(t, "the sink has been offered something", func() bool {
			return c.count(func() int { return c.offered }) > 0
		})
		meanwhile()
	}
	eventually(t, "the sink was away for its time", func() bool {
		return time.Now().After(ends) && (how == refuses || c.count(func() int { return c.offered }) > 1)
	})
	if how == refuses {
		c.listen(t)
	}
}

func (c *collector) setFailure(how failure) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fails, c.offered = how, 0
}

func (c *collector) count(what func() int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return what()
}

func (c *collector) acceptedCount() int { return c.count(func() int { return len(c.yes) }) }

// listen begins to serve, at the port where it was before.
func (c *collector) listen(t *testing.T) {
	t.Helper()
	c.server = httptest.NewUnstartedServer(c)
	_ = c.server.Listener.Close()
	listener, err := net.Listen("tcp", c.address)
	if err != nil {
		t.Fatal(err)
	}
	c.server.Listener, c.address = listener, listener.Addr().String()
	c.server.StartTLS()
}

const (
	childURL   = "POOLKEEPER_TEST_AUDIT_URL"
	childSink  = "POOLKEEPER_TEST_AUDIT_SINK"
	childLater = "POOLKEEPER_TEST_AUDIT_LATER"
	writersOf  = 4
)

// handOnUntilKilled is a service under load: two copies hand on, and writers end in another order than they began. Upon
// a signal it writes no more and says so.
func handOnUntilKilled(url string) error {
	db, err := store.Open(context.Background(), url)
	if err != nil {
		return err
	}
	sink, err := audit.SinkAt(os.Getenv(childSink))
	if err != nil {
		return err
	}
	later, err := time.ParseDuration(os.Getenv(childLater))
	if err != nil {
		return err
	}
	l := &audit.Log{DB: db, Now: func() time.Time { return time.Now().Add(later) }}
	for i := range 2 {
		s := &audit.Stream{
			Log: l, Holder: fmt.Sprint(os.Getpid(), " copy ", i),
			Every: time.Duration(stress.Size(5, 1000)) * time.Millisecond, Sink: sink,
		}
		go s.Run(context.Background(), func(error) {})
	}
	loading, done := signal.NotifyContext(context.Background(), syscall.SIGUSR1)
	defer done()
	_, _ = fmt.Fprintln(os.Stdout, "ready")
	if err := writeUntil(loading, l); err != nil {
		return err
	}
	_, _ = fmt.Fprintln(os.Stdout, "written")
	select {}
}

// writeUntil has several writers record a hundred entries a second each.
func writeUntil(ctx context.Context, l *audit.Log) error {
	failed := make(chan error, writersOf)
	for w := range writersOf {
		go func() {
			tick := time.NewTicker(10 * time.Millisecond)
			defer tick.Stop()
			for ctx.Err() == nil {
				if err := l.DB.Write(context.Background(), func(ctx context.Context) error {
					return l.Record(ctx, store.Entry{Entity: "project", ID: int64(w + 1), Act: resource.Act{Action: "update"}})
				}); err != nil {
					failed <- err
					return
				}
				<-tick.C
			}
			failed <- nil
		}()
	}
	var first error
	for range writersOf {
		if err := <-failed; first == nil {
			first = err
		}
	}
	return first
}

// The sink is away for ten minutes under load: it is not there, answers 500, cuts the connection in the middle of an
// answer, hangs; and the service is killed meanwhile. Every entry arrives. None is sent again that the sink has said
// yes to, and what it had taken without being able to say so is told by its id.
func TestProveStream_SinkUnavailable_LosesNothing(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]func(testing.TB) string{"sqlite": empty.SQLite, "postgres": empty.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			nothingIsLost(t, at(t))
		})
	}
}

// nothingIsLost has the sink of a service at a database be away.
func nothingIsLost(t *testing.T, url string) {
	t.Helper()
	c := &collector{yes: map[int64]int{}, unsaid: map[int64]bool{}, address: "127.0.0.1:0"}
	c.listen(t)
	t.Cleanup(func() { c.server.Close() })
	s := &service{url: url, sink: "https://audit:secret@" + c.address, trust: certificate(t, c.server)}
	s.start(t, 0)
	eventually(t, "something has arrived", func() bool { return c.acceptedCount() > 20 })
	during := time.Duration(stress.Size(1, 600)) * time.Second
	began := time.Now()
	c.fail(t, refuses, during/5, nil)
	c.fail(t, answers500, during/5, nil)
	c.fail(t, cutsBefore, during/5, nil)
	c.fail(t, cutsAfter, during/5, nil)
	c.fail(t, hangs, during/5, func() { s.killed(t) })
	away, before := time.Since(began), c.acceptedCount()
	c.setFailure(works)
	s.process.Signal(t, syscall.SIGUSR1)
	if line := s.process.Line(t); line != "written" {
		t.Fatal(line)
	}
	back := time.Now()
	there := written(t, url)
	eventually(t, "all have arrived", func() bool { return c.acceptedCount() >= there })
	took := time.Since(back)
	s.process.Kill()
	c.complete(t, there)
	t.Logf("%d entries, %s away, 1 kill; %d handed on within %s of the return (%.0f a second); 0 missing, 0 double, %d told by their ids",
		there, away.Round(time.Second), there-before, took.Round(time.Millisecond), float64(there-before)/took.Seconds(),
		c.repeated)
}

// empty is a database without entries.
var empty = pgtest.Template{Fill: func(ctx context.Context, url string) error {
	db, err := store.Open(ctx, url)
	if err != nil {
		return err
	}
	return errors.Join(db.Migrate(ctx), db.Close())
}}

// complete fails the test when an entry is missing, or was sent again after a yes.
func (c *collector) complete(t *testing.T, there int) {
	t.Helper()
	c.server.Close()
	if len(c.yes) != there {
		t.Errorf("%d of %d entries have arrived", len(c.yes), there)
	}
	for id, n := range c.yes {
		if n != 1 {
			t.Errorf("the sink has said yes to entry %d %d times", id, n)
		}
	}
	if len(c.unsaid) == 0 || c.repeated < len(c.unsaid) {
		t.Errorf("%d entries were taken without a yes, %d came again", len(c.unsaid), c.repeated)
	}
}

// service is the process that writes and hands on.
type service struct {
	url, sink, trust string
	process          *proctest.Process
}

func (s *service) start(t *testing.T, later time.Duration) {
	t.Helper()
	s.process = proctest.Start(t, childURL+"="+s.url, childSink+"="+s.sink, childLater+"="+later.String(),
		"SSL_CERT_FILE="+s.trust)
	if line := s.process.Line(t); line != "ready" {
		t.Fatal(line)
	}
}

// killed ends the service at once and starts the next one: which waits until the lease of the first one has run out, or
// comes so much later by its clock in a small run.
func (s *service) killed(t *testing.T) {
	t.Helper()
	s.process.Kill()
	s.start(t, time.Duration(stress.Size(60, 0))*time.Second)
}

// certificate is a file by which a process trusts a server.
func certificate(t *testing.T, server *httptest.Server) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sink.pem")
	var text strings.Builder
	if err := pem.Encode(&text, &pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// written is how many entries there are.
func written(t *testing.T, url string) (n int) {
	t.Helper()
	db, err := store.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.Row(t.Context(), []any{&n}, "SELECT count(*) FROM audit"); err != nil {
		t.Fatal(err)
	}
	return n
}
