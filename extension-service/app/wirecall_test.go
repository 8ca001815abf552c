package app_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

// wire is a client that sends whatever it is given, byte for byte, over a connection that stays open while both sides
// like it.
type wire struct {
	address string
	conn    net.Conn
	in      *bufio.Reader
}

// send writes a whole request and reads the answer. A connection that was closed while idle is opened anew.
func (w *wire) send(t *testing.T, method string, message []byte) (answer, error) {
	t.Helper()
	reused := w.conn != nil
	a, err := w.exchange(t, method, message)
	if err != nil && reused {
		w.close()
		a, err = w.exchange(t, method, message)
	}
	if err != nil || a.header.Get("Connection") == "close" {
		w.close()
	}
	return a, err
}

func (w *wire) exchange(t *testing.T, method string, message []byte) (answer, error) {
	t.Helper()
	if w.conn == nil {
		c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", w.address)
		if err != nil {
			return answer{}, err
		}
		w.conn, w.in = c, bufio.NewReader(c)
	}
	if err := w.conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return answer{}, err
	}
	_, unsent := w.conn.Write(message) // a refusal may come before all of it is sent
	res, err := http.ReadResponse(w.in, &http.Request{Method: method})
	if err != nil {
		return answer{}, fmt.Errorf("no answer: %w", errors.Join(err, unsent))
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if res.Close { // net/http takes the header away
		res.Header.Set("Connection", "close")
	}
	return answer{res.StatusCode, res.Header, text}, err
}

func (w *wire) close() {
	if w.conn != nil {
		_ = w.conn.Close()
		w.conn = nil
	}
}

// wireField is one line of a head.
type wireField struct{ name, value string }

// rawRequest is a request as it goes over the wire.
func rawRequest(method, target string, fields []wireField, body []byte) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: poolkeeper.example\r\n", method, target)
	for _, f := range fields {
		fmt.Fprintf(&b, "%s: %s\r\n", f.name, f.value)
	}
	if len(body) > 0 || method != "GET" && method != "HEAD" {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n")
	b.Write(body)
	return b.Bytes()
}
