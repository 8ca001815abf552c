package httpconn

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/valyala/fasthttp"
)

// script is a connection whose client has sent everything it will, and whose bytes come some at a time.
type script struct {
	net.Conn

	from io.Reader
	step int
}

func (s *script) Read(p []byte) (int, error)       { return s.from.Read(p[:min(len(p), s.step)]) }
func (s *script) SetReadDeadline(time.Time) error  { return nil }
func (s *script) SetWriteDeadline(time.Time) error { return nil }
func (s *script) Close() error                     { return nil }

func guardOver(conn net.Conn) *Conn {
	methods := map[string]bool{"GET": true, "HEAD": true, "POST": true, "OPTIONS": true}
	l := &Listener{Options: Options{
		Methods: methods, IdleTime: time.Minute, HeadTime: time.Minute,
		StallTime: time.Minute,
	}}
	return &Conn{Conn: conn, owner: l}
}

// readThrough is what a server reads of input.
func readThrough(input []byte, step int) (out []byte, c *Conn, err error) {
	c = guardOver(&script{from: bytes.NewReader(input), step: step})
	out, err = io.ReadAll(c)
	return out, c, err
}

func TestHead_AgainstTheRules_IsRefused(t *testing.T) {
	t.Parallel()
	const get, host = "GET / HTTP/1.1\r\n", "Host: x\r\n"
	for name, tc := range map[string]struct {
		input  string
		status int // 0: it is shown
	}{
		"simple":                {get + host + "\r\n", 0},
		"no fields in HTTP/1.0": {"GET / HTTP/1.0\r\n\r\n", 0},
		"an empty line before":  {"\r\n" + get + host + "\r\n", 0},
		"a complete address":    {"GET http://x/y HTTP/1.1\r\n" + host + "\r\n", 0},
		"an escape in a path":   {"GET /a%20b?c=50% HTTP/1.1\r\n" + host + "\r\n", 0},
		"an escape cut short":   {"GET /% HTTP/1.1\r\n" + host + "\r\n", 400},
		"an escape of no digit": {"GET /a%zzb HTTP/1.1\r\n" + host + "\r\n", 400},
		"an address of nobody":  {"GET http:///a HTTP/1.1\r\n" + host + "\r\n", 400},
		"options of everything": {"OPTIONS * HTTP/1.1\r\n" + host + "\r\n", 0},
		"a value beyond ASCII":  {get + host + "X-Name: J\xc3\xbcrgen\r\n\r\n", 0},
		"length and coding": {"POST / HTTP/1.1\r\n" + host +
			"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
		"coding and length": {"POST / HTTP/1.1\r\n" + host +
			"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n", 400},
		"two lengths": {
			"POST / HTTP/1.1\r\n" + host + "Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd",
			400,
		},
		"a list of lengths":       {"POST / HTTP/1.1\r\n" + host + "Content-Length: 4, 4\r\n\r\nabcd", 400},
		"a length with a sign":    {"POST / HTTP/1.1\r\n" + host + "Content-Length: +4\r\n\r\nabcd", 400},
		"an empty length":         {"POST / HTTP/1.1\r\n" + host + "Content-Length:\r\n\r\n", 400},
		"a length beyond measure": {"POST / HTTP/1.1\r\n" + host + "Content-Length: 99999999999999999999\r\n\r\n", 400},
		"two codings": {"POST / HTTP/1.1\r\n" + host +
			"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
		"another coding":               {"POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: gzip, chunked\r\n\r\n", 501},
		"coding in HTTP/1.0":           {"POST / HTTP/1.0\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
		"a blank before the colon":     {get + "Host : x\r\n\r\n", 400},
		"a blank before a length":      {"POST / HTTP/1.1\r\n" + host + "Content-Length : 4\r\n\r\nabcd", 400},
		"a folded line":                {get + host + "X-A: 1\r\n 2\r\n\r\n", 400},
		"a first field that is folded": {get + " X-A: 1\r\n" + host + "\r\n", 400},
		"no colon":                     {get + host + "X-A\r\n\r\n", 400},
		"no name":                      {get + host + ": 1\r\n\r\n", 400},
		"no Host":                      {get + "\r\n", 400},
		"an empty Host":                {get + "Host:\r\n\r\n", 400},
		"two Hosts":                    {get + host + host + "\r\n", 400},
		"two Hosts in HTTP/1.0":        {"GET / HTTP/1.0\r\n" + host + host + "\r\n", 400},
		"a Host with a path":           {get + "Host: x/y\r\n\r\n", 400},
		"a version of the future":      {"GET / HTTP/2.0\r\n" + host + "\r\n", 501},
		"a version of the past":        {"GET / HTTP/0.9\r\n\r\n", 501},
		"a preface of HTTP/2":          {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400},
		"no version":                   {"GET /\r\n\r\n", 400},
		"a version in small letters":   {"GET / http/1.1\r\n" + host + "\r\n", 400},
		"an unknown method":            {"BREW / HTTP/1.1\r\n" + host + "\r\n", 501},
		"a method in small letters":    {"get / HTTP/1.1\r\n" + host + "\r\n", 501},
		"a method that is none":        {"G@T / HTTP/1.1\r\n" + host + "\r\n", 400},
		"a tunnel":                     {"CONNECT x:443 HTTP/1.1\r\n" + host + "\r\n", 400},
		"two blanks":                   {"GET  / HTTP/1.1\r\n" + host + "\r\n", 400},
		"a blank at the end":           {"GET / HTTP/1.1 \r\n" + host + "\r\n", 400},
		"a target of raw bytes":        {"GET /\xc3\xbc HTTP/1.1\r\n" + host + "\r\n", 400},
		"a fragment":                   {"GET /#x HTTP/1.1\r\n" + host + "\r\n", 400},
		"a lone LF":                    {"GET / HTTP/1.1\n" + host + "\r\n", 400},
		"a lone LF at the end":         {get + host + "\n", 400},
		"a lone CR":                    {get + host + "X-A: 1\rX-B: 2\r\n\r\n", 400},
		"a NUL":                        {get + host + "X-A: \x00\r\n\r\n", 400},
		"no end":                       {get + host + "X-A: " + strings.Repeat("a", 20<<10) + "\r\n\r\n", 400},
	} {
		for _, step := range []int{1, 7, 1 << 20} {
			out, c, err := readThrough([]byte(tc.input), step)
			got := 0
			if r := c.Refusal(); r != nil {
				got = r.Status
			}
			if got != tc.status || err != nil {
				t.Errorf("%s, %d at a time: %d %v, want %d", name, step, got, err, tc.status)
			}
			if want := strings.TrimPrefix(tc.input, "\r\n"); tc.status == 0 && string(out) != want || tc.status != 0 &&
				string(out) != refusedGet {
				t.Errorf("%s, %d at a time: shown %q", name, step, out)
			}
		}
	}
}

func TestBody_LengthOrChunks_DetermineItsEnd(t *testing.T) {
	t.Parallel()
	chunked, next := "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
		"GET /b HTTP/1.1\r\nHost: x\r\n\r\n"
	for name, tc := range map[string]struct {
		body, want string
		err        error
	}{
		"two chunks":         {"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", nil},
		"a trailer":          {"1\r\na\r\n0\r\nX-A: 1\r\n\r\n", "1\r\na\r\n0\r\n\r\n", nil},
		"a bad trailer":      {"1\r\na\r\n0\r\nX-A : 1\r\n\r\n", "", ErrBody},
		"a long chunk":       {"1\r\nab\r\n0\r\n\r\n", "", ErrBody},
		"no number":          {"x\r\n\r\n", "", ErrBody},
		"no digits":          {";x\r\n\r\n", "", ErrBody},
		"a sign":             {"+1\r\na\r\n0\r\n\r\n", "", ErrBody},
		"lone LF":            {"1\na\n0\n\n", "", ErrBody},
		"beyond measure":     {"ffffffffffffffff\r\n", "", ErrBody},
		"endless extensions": {"1;" + strings.Repeat("x", 9<<10), "", ErrBody},
		"cut off":            {"5\r\nab", "", io.ErrUnexpectedEOF},
	} {
		for _, step := range []int{1, 5, 1 << 20} {
			input := chunked + tc.body
			if tc.err == nil {
				input += next
			}
			out, _, err := readThrough([]byte(input), step)
			if !errors.Is(err, tc.err) || tc.err == nil && string(out) != chunked+tc.want+next {
				t.Errorf("%s, %d at a time: %v %q", name, step, err, out)
			}
		}
	}
	for _, step := range []int{1, 5, 1 << 20} {
		input := "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcde" + next
		if out, _, err := readThrough([]byte(input), step); err != nil || string(out) != input {
			t.Errorf("a length, %d at a time: %v %q", step, err, out)
		}
	}
}

// A read never reaches into the next request, so that the answer to this one goes out first.
func TestRead_PipelinedRequests_ReturnsOneAtATime(t *testing.T) {
	t.Parallel()
	one := "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n"
	c, p := guardOver(&script{from: strings.NewReader(one + "abc" + one + "def"), step: 1 << 20}), make([]byte, 1<<20)
	for _, want := range []string{one, "abc", one, "def", ""} {
		if n, _ := c.Read(p); string(p[:n]) != want {
			t.Errorf("%q, want %q", p[:n], want)
		}
	}
}

// parsedRequest is how somebody reads a request.
type parsedRequest struct{ method, target, body string }

func byNetHTTP(t *testing.T, text []byte) (out []parsedRequest) {
	t.Helper()
	for r := bufio.NewReader(bytes.NewReader(text)); ; {
		q, err := http.ReadRequest(r)
		if err != nil {
			if !errors.Is(err, io.EOF) {
				t.Fatalf("net/http: %v in %q", err, text)
			}
			return out
		}
		body, err := io.ReadAll(q.Body)
		if err != nil {
			t.Fatalf("net/http: %v in %q", err, text)
		}
		out = append(out, parsedRequest{q.Method, q.RequestURI, string(body)})
	}
}

func byFastHTTP(t *testing.T, text []byte) (out []parsedRequest) {
	t.Helper()
	for r := bufio.NewReaderSize(bytes.NewReader(text), maxHead); ; {
		var q fasthttp.Request
		if err := q.Header.Read(r); err != nil {
			if !errors.Is(err, io.EOF) {
				t.Fatalf("fasthttp: %v in %q", err, text)
			}
			return out
		}
		if err := q.ContinueReadBodyStream(r, 1<<30, false); err != nil {
			t.Fatalf("fasthttp: %v in %q", err, text)
		}
		var body []byte
		if stream := q.BodyStream(); stream != nil {
			var err error
			if body, err = io.ReadAll(stream); err != nil {
				t.Fatalf("fasthttp: %v in %q", err, text)
			}
		}
		out = append(out, parsedRequest{string(q.Header.Method()), string(q.Header.RequestURI()), string(body)})
	}
}

// Whatever comes, two servers read what is shown in the same way, and it does not matter how it was cut up.
func FuzzConn(f *testing.F) {
	for _, seed := range []string{
		"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
		"\r\nPOST /a?b=c HTTP/1.1\r\nHost: x:80\r\nContent-Length: 3\r\n\r\nabcGET /b HTTP/1.1\r\nHost: x\r\n\r\n",
		"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\nT: 1\r\n\r\nHEAD / HTTP/1.0\r\n\r\n",
		"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"GET / HTTP/1.1\r\nHost : x\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", "GET / HTTP/3.0\r\n\r\n",
		"BREW / HTTP/1.1\r\nHost: x\r\n\r\n",
		"OPTIONS * HTTP/1.1\r\nHost: [::1]\r\nConnection: Close\r\n\r\n",
		"GET http://x/ HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n",
	} {
		f.Add([]byte(seed), byte(3))
	}
	f.Fuzz(func(t *testing.T, input []byte, step byte) {
		out, c, err := readThrough(input, int(step)+1)
		parsed, other, failed := readThrough(input, 1<<20)
		if !bytes.Equal(out, parsed) || fmt.Sprint(c.Refusal()) != fmt.Sprint(other.Refusal()) ||
			fmt.Sprint(err) != fmt.Sprint(failed) {
			t.Fatalf("%d at a time: %q %v %v, else %q %v %v", step, out, c.Refusal(), err, parsed, other.Refusal(), failed)
		}
		if err != nil {
			return // the last body is not whole; the server closes the connection
		}
		if a, b := byNetHTTP(t, out), byFastHTTP(t, out); !slices.Equal(a, b) {
			t.Fatalf("read as %v and as %v", a, b)
		}
	})
}
