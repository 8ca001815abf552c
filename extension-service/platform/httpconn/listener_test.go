package httpconn

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// starved has no descriptor for the first few connections.
type starved struct {
	net.Listener
	failures int
}

func (s *starved) Accept() (net.Conn, error) {
	if s.failures--; s.failures >= 0 {
		return nil, &net.OpError{Op: "accept", Err: syscall.EMFILE}
	}
	return s.Listener.Accept()
}

func listen(t *testing.T, failures int, o Options) *Listener {
	t.Helper()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o.Methods = map[string]bool{"GET": true, "POST": true}
	for _, d := range []*time.Duration{&o.IdleTime, &o.HeadTime, &o.StallTime} {
		if *d == 0 {
			*d = time.Minute
		}
	}
	if o.Total == 0 {
		o.Total, o.PerAddress = 100, 100
	}
	if o.Report == nil {
		o.Report = func(string, error) {}
	}
	l := Guard(&starved{inner, failures}, o)
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// serveWords serves like a server that answers every head with one word.
func serveWords(l *Listener) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer conn.Close()
			for p := make([]byte, 4096); ; {
				if _, err := conn.Read(p); err != nil {
					return
				}
				if _, err := io.WriteString(conn, "done"); err != nil {
					return
				}
			}
		}()
	}
}

func dial(t *testing.T, l *Listener) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

const minimalRequest = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

// isAnswered says whether a request gets its word.
func isAnswered(conn net.Conn) bool {
	p := make([]byte, len("done"))
	if _, err := io.WriteString(conn, minimalRequest); err != nil {
		return false
	}
	_, err := io.ReadFull(conn, p)
	return err == nil
}

func TestListener_OutOfDescriptors_Recovers(t *testing.T) {
	t.Parallel()
	var reported []string
	l := listen(t, 4, Options{Report: func(text string, err error) {
		reported = append(reported, fmt.Sprint(text, ": ", err))
	}})
	go serveWords(l)
	if !isAnswered(dial(t, l)) {
		t.Error("no answer after it")
	}
	if len(reported) != 1 || !strings.Contains(reported[0], syscall.EMFILE.Error()) {
		t.Errorf("told %q", reported)
	}
}

func TestConnections_LimitReached_ClosesIdleOnes(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]Options{
		"in all":      {Total: 3, PerAddress: 100},
		"per address": {Total: 100, PerAddress: 3},
		"behind one":  {Total: 3, PerAddress: 1, Shared: func(netip.Addr) bool { return true }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := listen(t, 0, o)
			go serveWords(l)
			for i := range 40 {
				if !isAnswered(dial(t, l)) {
					t.Fatalf("connection %d got no answer", i)
				}
				if n := len(l.all()); n > 3 {
					t.Fatalf("%d connections", n)
				}
			}
		})
	}
}

func TestConnections_LimitReached_ClosesTheLongestIdle(t *testing.T) {
	t.Parallel()
	l := listen(t, 0, Options{Total: 4, PerAddress: 100})
	go serveWords(l)
	conns := make([]net.Conn, 5)
	for i := range conns {
		conns[i] = dial(t, l)
		if !isAnswered(conns[i]) {
			t.Fatalf("connection %d got no answer", i)
		}
		awaitIdle(t, l, min(i+1, 4))
	}
	for i, conn := range conns {
		if isAnswered(conn) != (i > 0) {
			t.Errorf("connection %d: answered %t", i, i == 0)
		}
	}
}

// awaitIdle waits until n connections wait for a request.
func awaitIdle(t *testing.T, l *Listener, n int) {
	t.Helper()
	for isIdle := -1; isIdle != n; runtime.Gosched() {
		if t.Context().Err() != nil {
			t.Fatal(t.Context().Err())
		}
		isIdle = 0
		for _, c := range l.all() {
			if c.idle.Load() != 0 {
				isIdle++
			}
		}
	}
}

// Where every place is taken by a request that runs, a newcomer is turned away and the others go on.
func TestConnections_LimitReachedByRunningRequests_RefusesNewOnes(t *testing.T) {
	t.Parallel()
	l := listen(t, 0, Options{Total: 2, PerAddress: 2})
	accepted := make(chan net.Conn, 3)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			accepted <- conn
		}
	}()
	first, second := dial(t, l), dial(t, l)
	a, b := <-accepted, <-accepted
	third := dial(t, l)
	if _, err := third.Read(make([]byte, 1)); err == nil {
		t.Error("the third is let in")
	}
	for _, conn := range []net.Conn{a, b, first, second} {
		_ = conn.Close()
	}
	_ = dial(t, l)
	if c := <-accepted; c == nil {
		t.Error("nobody is let in after they have gone")
	}
}

func TestConnections_SlowClient_TimesOut(t *testing.T) {
	t.Parallel()
	short := 50 * time.Millisecond
	for name, tc := range map[string]struct {
		o    Options
		send string
		want int // 0: the connection ends without a word
	}{
		"idle":        {Options{IdleTime: short}, "", 0},
		"half a head": {Options{HeadTime: short}, "GET / HT", 400},
		"half a body": {Options{StallTime: short}, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc", 0},
		"half a chunk": {
			Options{StallTime: short},
			"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc", 0,
		},
		"no chunk at all": {Options{StallTime: short}, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := listen(t, 0, tc.o)
			client := dial(t, l)
			_, _ = io.WriteString(client, tc.send)
			conn, err := l.Accept()
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, conn) // it returns
			got := 0
			if r := Guarded(conn).Refusal(); r != nil {
				got = r.Status
			}
			if got != tc.want {
				t.Errorf("%d, want %d", got, tc.want)
			}
		})
	}
}

func TestConnections_ClientThatDoesNotRead_TimesOut(t *testing.T) {
	t.Parallel()
	l := listen(t, 0, Options{StallTime: 50 * time.Millisecond})
	_ = dial(t, l)
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Write(make([]byte, 64<<20)); err == nil {
		t.Error("all of it was taken by nobody")
	}
}

// What is slow but moves on at a fair rate goes on for as long as it takes.
// Whoever reads on behind chunks that make no sense is told so again, and does not wait for more of them.
func TestBody_Broken_EndsReading(t *testing.T) {
	t.Parallel()
	l := listen(t, 0, Options{StallTime: 50 * time.Millisecond})
	client := dial(t, l)
	if _, err := io.WriteString(client,
		"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n10000000000000000\r\n"); err != nil {
		t.Fatal(err)
	}
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for range 2 {
		if _, err = io.Copy(io.Discard, conn); !errors.Is(err, ErrBody) {
			t.Errorf("the body ends with %v", err)
		}
	}
}

func TestTimeout_ProgressSoFar_DeterminesIt(t *testing.T) {
	t.Parallel()
	now, stall := time.Now(), 30*time.Second
	for name, tc := range map[string]struct {
		had  stallBudget
		want time.Duration
	}{
		"at the beginning":            {stallBudget{}, stall},
		"an hour at twice the rate":   {stallBudget{2 * fairRate * 3600, time.Hour}, stall},
		"an hour at the rate itself":  {stallBudget{fairRate * 3600, time.Hour}, stall},
		"an hour a little slower":     {stallBudget{fairRate * 3590, time.Hour}, 20 * time.Second},
		"an hour at half of the rate": {stallBudget{fairRate * 1800, time.Hour}, -1770 * time.Second},
	} {
		if got := tc.had.deadline(now, stall).Sub(now); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

func TestConnections_ClientLeaves_CancelsTheRequest(t *testing.T) {
	t.Parallel()
	l := listen(t, 0, Options{})
	client := dial(t, l)
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(client, minimalRequest)
	if n, err := conn.Read(make([]byte, 4096)); n != len(minimalRequest) || err != nil {
		t.Fatal(n, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	defer Guarded(conn).Watch(cancel)()
	_ = client.Close()
	<-ctx.Done()
	if !errors.Is(context.Cause(ctx), ErrLeft) {
		t.Errorf("ended by %v", context.Cause(ctx))
	}
}

// Shutting down closes what is idle at once, waits for what runs, and ends it when there is no more time.
func TestShutdown_IdleAndRunningRequests_EndInTime(t *testing.T) {
	t.Parallel()
	l := listen(t, 0, Options{})
	go serveWords(l)
	idle := dial(t, l)
	if !isAnswered(idle) {
		t.Fatal("no answer")
	}
	stalled := dial(t, l)
	_, _ = io.WriteString(stalled, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc")
	if _, err := io.ReadFull(stalled, make([]byte, len("done"))); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := l.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	for _, conn := range []net.Conn{idle, stalled} {
		if n, err := io.Copy(io.Discard, conn); n > 4 || err != nil && !errors.Is(err, syscall.ECONNRESET) {
			t.Errorf("%d %v", n, err)
		}
	}
	if _, err := net.Dial("tcp", l.Addr().String()); err == nil {
		t.Error("it still listens")
	}
}
