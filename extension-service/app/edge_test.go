package app_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/example"
	"poolkeeper.example/extension-service/platform/role"
)

// withCalls is a resource that exists for its calls.
func withCalls(calls ...resource.Endpoint) app.Extension {
	texts := fstest.MapFS{}
	for _, locale := range []string{"en", "de"} {
		texts["seed/"+locale+"/hazard.json"] = &fstest.MapFile{Data: []byte(`{"resources.hazard.name": "Hazard"}`)}
	}
	return app.Extension{Migrations: example.Extension.Migrations, Texts: texts, Declare: func(s *app.Service) {
		k := new(example.Skill)
		s.Registry.Add(resource.Declare(resource.Spec[example.Skill]{
			Name: "hazard", Of: k, Title: &k.Name, Access: resource.Access{Read: role.QuestionRead}, Calls: calls,
			Store: store.NewTable[example.Skill](s.DB, s.Table(store.Config{Name: "skills", Entity: "hazard", Handle: "S"})),
		}))
	}}
}

func hazard(name string, fn func(context.Context, *resource.Request) (any, error)) resource.Endpoint {
	return resource.Endpoint{
		Name: "hazard." + name, Method: "GET", Path: "/api/hazard/" + name, Public: true,
		Handle: resource.HandleRequest(fn),
	}
}

func streaming(write func(io.Writer) error) func(context.Context, *resource.Request) (any, error) {
	return func(ctx context.Context, _ *resource.Request) (any, error) {
		reply := resource.ReplyOf(ctx)
		reply.Type, reply.Stream = "text/plain", write
		return nil, nil
	}
}

// listen serves p on a port of its own.
func (p *product) listen(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = p.Serve(listener) }()
	t.Cleanup(func() { _ = p.Web().Shutdown() })
	return listener.Addr().String()
}

func TestEdge_PanicInACall_IsAnsweredAndLogged(t *testing.T) {
	t.Parallel()
	var log lines
	logger := slog.New(slog.NewJSONHandler(&log, nil))
	p := openLogged(t, settingsIn(t.TempDir(), furnished.SQLite(t)), logger, withCalls(
		hazard("panic", func(context.Context, *resource.Request) (any, error) { panic("broken\nlevel=INFO msg=forged") }),
	))
	got := p.expect(t, "", "GET /api/hazard/panic", "", 500, `"code":"INTERNAL"`)
	if got.header.Get("X-Request-Id") == "" || bytes.Contains(got.body, []byte("broken")) {
		t.Errorf("headers %v, body %s", got.header, got.body)
	}
	failures := slices.DeleteFunc(strings.Split(log.String(), "\n"), func(line string) bool {
		return !strings.Contains(line, got.header.Get("X-Request-Id"))
	})
	if len(failures) != 1 || !strings.Contains(failures[0], `broken\nlevel`) ||
		!strings.Contains(failures[0], `"level":"ERROR"`) {
		t.Errorf("the failure is logged as %q, want one line with its cause", failures)
	}
	p.expect(t, "", "GET /healthz", "", 200, "ok")
}

// A stream that fails must look cut off, whatever breaks, and end nothing but itself.
func TestEdge_FailedStream_IsVisiblyCutOff(t *testing.T) {
	t.Parallel()
	write := func(end func() error) func(io.Writer) error {
		return func(w io.Writer) error {
			if _, err := io.WriteString(w, "first line\n"); err != nil {
				return err
			}
			return end()
		}
	}
	p := newProduct(t, furnished.SQLite(t), withCalls(
		hazard("error", streaming(write(func() error { return errors.New("no more rows") }))),
		hazard("panic", streaming(write(func() error { panic("broken") }))),
		hazard("whole", streaming(write(func() error { return nil }))),
	))
	address := p.listen(t)
	for name, isComplete := range map[string]bool{"error": false, "panic": false, "whole": true} {
		res, err := http.Get("http://" + address + "/api/hazard/" + name)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if (err == nil) != isComplete || res.StatusCode != http.StatusOK || string(body) != "first line\n" {
			t.Errorf("%s: %d %q %v", name, res.StatusCode, body, err)
		}
	}
}

func TestEdge_ClientLeaves_StreamEnds(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	p := newProduct(t, furnished.SQLite(t), withCalls(
		hazard("endless", streaming(func(w io.Writer) error {
			for {
				if _, err := w.Write(bytes.Repeat([]byte("x"), 1<<16)); err != nil {
					ended <- err
					return err
				}
			}
		})),
	))
	conn, err := net.Dial("tcp", p.listen(t))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(conn, "GET /api/hazard/endless HTTP/1.1\r\nHost: x\r\n\r\n")
	if _, err := bufio.NewReader(conn).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	_ = conn.Close()
	if err := <-ended; err == nil {
		t.Error("the stream was not told")
	}
	p.expect(t, "", "GET /healthz", "", 200, "ok")
}

// What is not served says so with the whole error body, and names the methods that are.
func TestEdge_UnservedCall_IsRefusedWithTheAllowedMethods(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	for request, want := range map[string]struct {
		status int
		allow  string
	}{
		"GET /api/surely/unknown":         {404, ""},
		"GET /api":                        {404, ""},
		"GET /napi/unknown":               {404, ""},
		"GET /items/a/b/c":                {404, ""},
		"PATCH /api/project":              {405, "GET, HEAD, POST"},
		"PATCH /api/project/1":            {405, "DELETE, GET, HEAD, PUT"},
		"PATCH /api/project/1/":           {405, "DELETE, GET, HEAD, PUT"},
		"OPTIONS /api/project":            {405, "GET, HEAD, POST"},
		"TRACE /api/project":              {405, "GET, HEAD, POST"},
		"GET /api/authorize":              {405, "POST"},
		"PUT /items/d_client":             {405, "DELETE, GET, HEAD, PATCH, POST, SEARCH"},
		"POST /healthz":                   {405, "GET, HEAD"},
		"POST /projects/list":             {405, "GET, HEAD"},
		"HEAD /api/download/surelynone":   {405, "GET"},
		"DELETE /api/download/surelynone": {405, "GET"},
	} {
		got := p.expect(t, "", request, "", want.status, "")
		if got.header.Get("Allow") != want.allow {
			t.Errorf("%s: Allow %q, want %q", request, got.header.Get("Allow"), want.allow)
		}
		if got.header.Get("Access-Control-Allow-Origin") != "" || got.header.Get("X-Request-Id") == "" ||
			got.header.Get("X-Messages") == "" || got.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", request, got.header)
		}
		if strings.HasPrefix(request, "HEAD") {
			continue
		}
		answer := got.json(t)
		for _, member := range []string{"status", "code", "messages", "fieldErrors", "params", "requestId", "details"} {
			if answer[member] == nil {
				t.Errorf("%s: no %s in %s", request, member, got.body)
			}
		}
		if reported := fmt.Sprint(answer["errors"]); answer["errors"] != nil &&
			!strings.Contains(reported, fmt.Sprintf("code:%v", answer["code"])) {
			t.Errorf("%s: the SDK is told %s", request, reported)
		}
	}
}

func TestEdge_Head_AnswersAsGetWithoutABody(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	for _, path := range []string{"/api/client", "/api/client/1", "/healthz"} {
		get, head := p.call(t, "all", "GET", path, ""), p.call(t, "all", "HEAD", path, "")
		if head.status != get.status || len(head.body) != 0 || head.header.Get("ETag") != get.header.Get("ETag") {
			t.Errorf("%s: %d %q, as GET %d", path, head.status, head.body, get.status)
		}
	}
}

// A half of a character would be stored as another one than was sent.
func TestBody_LoneSurrogate_IsRefusedAndNothingIsStored(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	for body, want := range map[string]string{
		`{"name":"Half \ud83d","code":"HALF"}`:     `"name":["validation.brokenCharacter"]`,
		`{"name":"Half","code":"HALF","\udfff":1}`: `error.badRequest`,
	} {
		p.expect(t, "config", "POST /api/client", body, 400, want)
	}
	p.expect(t, "config", "GET /api/client?code=HALF", "", 200, `"totalResults":0`)
}

// A small compressed body can be any size unpacked, so none is unpacked.
func TestEdge_CompressedBody_IsRefused(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, `{"username":"x","password":"`+strings.Repeat("x", 8<<20)+`"}`)
	_ = w.Close()
	got := p.call(t, "", "POST", "/api/authorize", b.String(), "Content-Encoding", "gzip")
	if got.status != 415 || !bytes.Contains(got.body, []byte("MIME_NOT_ALLOWED")) {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// The metadata is the largest answer a panel waits for, so it comes compressed to whoever takes that, the same in every
// byte.
func TestMetadata_CompressionAccepted_ComesCompressed(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	uncompressed := p.expect(t, "csm", "GET /api/meta", "", 200, `"resources"`)
	for range 2 {
		got := p.call(t, "csm", "GET", "/api/meta", "", "Accept-Encoding", "gzip, br")
		text, err := io.ReadAll(brotli.NewReader(bytes.NewReader(got.body)))
		if err != nil || got.status != 200 || got.header.Get("Content-Encoding") != "br" ||
			!bytes.Equal(text, uncompressed.body) {
			t.Fatalf("%d %q %v: %d bytes, want %d", got.status, got.header.Get("Content-Encoding"), err, len(text),
				len(uncompressed.body))
		}
		if len(got.body)*4 > len(uncompressed.body) || got.header.Get("Vary") != "Accept-Encoding" ||
			got.header.Get("ETag") != uncompressed.header.Get("ETag") {
			t.Errorf("%d of %d bytes, %v", len(got.body), len(uncompressed.body), got.header)
		}
	}
	if got := p.call(t, "csm", "GET", "/api/meta", "", "Accept-Encoding", "br", "If-None-Match",
		uncompressed.header.Get("ETag")); got.status != 304 || len(got.body) > 0 {
		t.Errorf("unchanged: %d, %d bytes", got.status, len(got.body))
	}
}

// Ids of requests rise with time, so that those of the same hour stand together in the index of the audit log.
func TestRequestIDs_SuccessiveRequests_Increase(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	var last string
	for range 20 {
		id := p.call(t, "", "GET", "/api/project", "").header.Get("X-Request-Id")
		if id <= last {
			t.Errorf("%q follows %q", id, last)
		}
		last = id
	}
}
