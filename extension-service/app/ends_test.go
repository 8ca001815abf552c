package app_test

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

// raw sends text as it is and returns the connection and what is read of it.
func raw(t *testing.T, address, text string) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn, bufio.NewReader(conn)
}

// nextAnswer reads one, and whether the server says that it is the last.
func nextAnswer(t *testing.T, from *bufio.Reader) (answer, bool) {
	t.Helper()
	res, err := http.ReadResponse(from, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{res.StatusCode, res.Header, text}, res.Close
}

// What breaks the rules of HTTP is refused with the whole error body, and nothing that follows it is looked at.
func TestEdge_BrokenHTTP_IsRefusedWithTheErrorBody(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	address := p.listen(t)
	const host, smuggled = "Host: x\r\n", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
	for name, tc := range map[string]struct {
		text   string
		status int
		code   string
	}{
		"length and coding": {"POST /api/authorize HTTP/1.1\r\n" + host +
			"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "BAD_REQUEST"},
		"blank and colon": {"GET /healthz HTTP/1.1\r\n" + host + "X-A : 1\r\n\r\n", 400, "BAD_REQUEST"},
		"folded":          {"GET /healthz HTTP/1.1\r\n" + host + "X-A: 1\r\n 2\r\n\r\n", 400, "BAD_REQUEST"},
		"no Host":         {"GET /healthz HTTP/1.1\r\n\r\n", 400, "BAD_REQUEST"},
		"two Hosts":       {"GET /healthz HTTP/1.1\r\n" + host + host + "\r\n", 400, "BAD_REQUEST"},
		"version":         {"GET /healthz HTTP/4.2\r\n" + host + "\r\n", 501, "NOT_IMPLEMENTED"},
		"method":          {"BREW /healthz HTTP/1.1\r\n" + host + "\r\n", 501, "NOT_IMPLEMENTED"},
		"chunks": {"POST /api/authorize HTTP/1.1\r\n" + host +
			"Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n", 400, "BAD_REQUEST"},
	} {
		_, from := raw(t, address, tc.text+smuggled)
		got, last := nextAnswer(t, from)
		body := got.json(t)
		if got.status != tc.status || body["code"] != tc.code || body["requestId"] != got.header.Get("X-Request-Id") ||
			body["messages"] == nil || !last {
			t.Errorf("%s: %d %s, last %v", name, got.status, got.body, last)
		}
		if rest, _ := io.ReadAll(from); len(rest) > 0 {
			t.Errorf("%s: then %q", name, rest)
		}
	}
}

func TestEdge_PipelinedRequests_AreAnsweredInOrder(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	const sent = "POST /api/clientError HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n" +
		"PUT /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}" + "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" +
		"GET /healthz HTTP/9.9\r\n\r\n"
	_, from := raw(t, p.listen(t), sent)
	for i, want := range []int{422, 405, 200, 501} {
		if got, last := nextAnswer(t, from); got.status != want && (i > 0 || got.status != 400) || last != (want == 501) {
			t.Errorf("answer %d: %d %s, last %v", i, got.status, got.body, last)
		}
	}
}

func TestCall_ClientLeavesOrTimeIsOver_IsCancelled(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	settings := settingsIn(t.TempDir(), furnished.SQLite(t))
	settings.RequestTime = 20 * time.Millisecond
	waiting := func(ctx context.Context, _ *resource.Request) (any, error) {
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return nil, ctx.Err()
	}
	p := openProduct(t, settings, withCalls(hazard("wait", waiting)))
	got := p.expect(t, "", "GET /api/hazard/wait", "", 503, `"UNAVAILABLE"`)
	if cause := <-ended; !errors.Is(cause, context.DeadlineExceeded) || got.header.Get("Retry-After") == "" {
		t.Errorf("ended by %v, told to wait %q", cause, got.header.Get("Retry-After"))
	}
	settings = settingsIn(t.TempDir(), furnished.SQLite(t))
	settings.RequestTime = patience
	p = openProduct(t, settings, withCalls(hazard("wait", waiting)))
	conn, _ := raw(t, p.listen(t), "GET /api/hazard/wait HTTP/1.1\r\nHost: x\r\n\r\n")
	_ = conn.Close()
	if cause := <-ended; cause == nil || errors.Is(cause, context.DeadlineExceeded) {
		t.Errorf("ended by %v", cause)
	}
}

// A stream outlives the time of a call: what counts is that its reader takes it.
func TestStream_BeyondTheRequestTime_Continues(t *testing.T) {
	t.Parallel()
	settings := settingsIn(t.TempDir(), furnished.SQLite(t))
	settings.RequestTime = 20 * time.Millisecond
	p := openProduct(t, settings, withCalls(hazard("long", func(ctx context.Context, r *resource.Request) (any, error) {
		return streaming(func(w io.Writer) error {
			select {
			case <-ctx.Done():
				return context.Cause(ctx)
			case <-time.After(5 * settings.RequestTime):
			}
			_, err := io.WriteString(w, "whole")
			return err
		})(ctx, r)
	})))
	p.expect(t, "", "GET /api/hazard/long", "", 200, "whole")
}

// While another program holds the lock every writer is told at once, nobody who only reads waits, and readiness knows.
func TestDatabase_LockedByAnotherProgram_RefusesWritersAndServesReaders(t *testing.T) {
	t.Parallel()
	url := furnished.SQLite(t)
	p := newProduct(t, url)
	id := p.newFreelancer(t, "noor.lock@example.org")
	read := fmt.Sprintf("GET /api/freelancer/%d", id)
	p.expect(t, "csm", read, "", 200, "+31612345678")
	p.expect(t, "", "GET /readyz", "", 200, `"database":"ok"`)
	unlock := lock(t, url)
	var writers sync.WaitGroup
	began := time.Now()
	for range 6 {
		writers.Go(func() {
			got := p.call(t, "csm", "PUT", fmt.Sprintf("/api/freelancer/%d", id), `{"firstName":"Lock"}`)
			if got.status != 503 || !bytes.Contains(got.body, []byte("UNAVAILABLE")) || got.header.Get("Retry-After") == "" {
				t.Errorf("%d %s", got.status, got.body)
			}
		})
	}
	readers := time.Now()
	p.expect(t, "csm", read, "", 200, "+31612345678")
	if took := time.Since(readers); took > store.LockTimeout/2 {
		t.Errorf("reading took %s", took)
	}
	writers.Wait()
	if took := time.Since(began); took > 2*store.LockTimeout {
		t.Errorf("six writers took %s", took)
	}
	for p.call(t, "", "GET", "/readyz", "").json(t)["checks"].(map[string]any)["database"] != "down" {
		continue // what was known for a moment is outdated soon
	}
	unlock()
	p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%d", id), `{"firstName":"Free"}`, 200, "Free")
	if n := bytes.Count(p.expect(t, "csm", fmt.Sprintf("GET /api/history/freelancer/%d", id), "", 200, `"read"`).body,
		[]byte(`"action":"read"`)); n < 2 {
		t.Errorf("%d reads are recorded", n)
	}
	for p.call(t, "", "GET", "/readyz", "").json(t)["checks"].(map[string]any)["database"] != "ok" {
		continue
	}
}

// lock takes the lock of a SQLite file as another program would.
func lock(t *testing.T, path string) (unlock func()) {
	t.Helper()
	other, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := other.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	return func() {
		if _, err := conn.ExecContext(context.Background(), "ROLLBACK"); err != nil {
			t.Error(err)
		}
		_ = conn.Close()
		_ = other.Close()
	}
}

// Without room nothing is kept, and it is said why: 507, for records and for uploads.
func TestDisk_Full_AnswersStorageFull(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t), withCalls(hazard("spool",
		func(context.Context, *resource.Request) (any, error) {
			return nil, fault.Wrap(fault.BadRequest, "BAD_REQUEST",
				&fs.PathError{Op: "write", Path: "incoming", Err: syscall.ENOSPC})
		})))
	p.expect(t, "", "GET /api/hazard/spool", "", 507, `"STORAGE_FULL"`)
	var pages int
	if _, err := p.DB.Row(t.Context(), []any{&pages}, "PRAGMA page_count"); err != nil {
		t.Fatal(err)
	}
	if err := p.DB.Write(t.Context(), func(ctx context.Context) error {
		_, err := p.DB.Exec(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("much to tell ", 20_000)
	p.expect(t, "csm", "POST /napi/create/project",
		fmt.Sprintf(`{"dataObj":{"title":"Full","clientId":1,"publicDescription":%q}}`, long[:19_000]), 507, `"STORAGE_FULL"`)
	for n := 0; ; n++ { // the last free places of pages are taken first
		got := p.upload(t, "csm", "notes.txt", []byte(long))
		if got.status == 507 && bytes.Contains(got.body, []byte("STORAGE_FULL")) {
			break
		}
		if got.status != 201 || n == 1000 {
			t.Fatalf("%d %s", got.status, got.body)
		}
	}
}

// A failure is counted under the name of the call that failed, with the time it took.
func TestMetrics_FailedCall_IsCountedUnderItsName(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t), withCalls(hazard("slow",
		func(context.Context, *resource.Request) (any, error) {
			<-time.After(20 * time.Millisecond)
			return nil, errors.New("broken")
		})))
	p.expect(t, "", "GET /api/hazard/slow", "", 500, "")
	p.expect(t, "", "GET /api/nothing", "", 404, "")
	conn, from := raw(t, p.listen(t), "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
	defer conn.Close()
	got, _ := nextAnswer(t, from)
	for _, want := range []string{
		`poolkeeper_request_seconds_count{endpoint="hazard.slow",status="500"} 1`,
		`{endpoint="unserved",status="404"} 1`, `poolkeeper_outbox_notes{topic="index"} 0`,
	} {
		if !bytes.Contains(got.body, []byte(want)) {
			t.Errorf("no %s", want)
		}
	}
	if bytes.Contains(got.body, []byte(`endpoint="error"`)) ||
		bytes.Contains(got.body, []byte(`_sum{endpoint="hazard.slow",status="500"} 0.00`)) {
		t.Errorf("%s", got.body)
	}
}

func TestQuery_InvalidUTF8_IsRefused(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	for _, request := range []string{
		"/napi/localize?client=%FF", "/napi/localize?%FF=x", "/api/project?title=%FF%FE", "/api/find?q=a%C3",
		"/api/project/%FF", "/readyz?x=%C0%80",
	} {
		p.expect(t, "all", "GET "+request, "", 400, `"BAD_REQUEST"`)
	}
	p.expect(t, "all", "GET /api/find?q=J%C3%BCrgen", "", 200, "totalResults")
}

// The limit of a key does not depend on whether a call makes use of it.
func TestIdempotencyKey_TooLong_IsRefusedByEveryCall(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	for _, e := range p.Endpoints() {
		got := p.call(t, "all", e.Method, replaceParams(e.Path, "987654321"), "{}", "Idempotency-Key",
			strings.Repeat("k", 65))
		if got.status != 422 || !bytes.Contains(got.body, []byte(`"Idempotency-Key":["validation.max"]`)) {
			t.Errorf("%s %s: %d %s", e.Method, e.Path, got.status, got.body)
		}
	}
}

// Allow lists exactly the methods that are not answered with 405, on every path.
func TestAllow_EveryPath_ListsTheServedMethods(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	paths := []string{"/", "/projects/list", "/metrics", "/index.html"}
	for _, e := range p.Endpoints() {
		paths = append(paths, replaceParams(e.Path, "987654321"))
	}
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		var served []string
		var reported string
		for _, method := range []string{"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "SEARCH", "TRACE"} {
			got := p.call(t, "", method, path, "")
			if got.status != 405 {
				served = append(served, method)
				continue
			}
			if reported = got.header.Get("Allow"); reported == "" {
				t.Errorf("%s %s: no Allow", method, path)
			}
		}
		if reported != strings.Join(served, ", ") {
			t.Errorf("%s: Allow %q, served %q", path, reported, served)
		}
	}
}

// Told to stop, the service ends soon and without an error, whatever its clients do.
func TestShutdown_OpenClients_EndsSoon(t *testing.T) {
	t.Parallel()
	started := make(chan struct{})
	s, err := openIn(t.Context(), t.TempDir(), furnished.SQLite(t), withCalls(
		hazard("wait", func(ctx context.Context, _ *resource.Request) (any, error) {
			close(started)
			<-ctx.Done()
			return nil, ctx.Err()
		}),
		hazard("endless", streaming(func(w io.Writer) error {
			for {
				if _, err := w.Write(bytes.Repeat([]byte("x"), 1<<16)); err != nil {
					return err
				}
			}
		})),
	))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, listener) }()
	for _, text := range []string{
		"", "GET / HT", "POST /api/authorize HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n{",
		"GET /api/hazard/endless HTTP/1.1\r\nHost: x\r\n\r\n", "GET /api/hazard/wait HTTP/1.1\r\nHost: x\r\n\r\n",
	} {
		raw(t, listener.Addr().String(), text)
	}
	<-started
	began := time.Now()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %s", took)
	}
}
