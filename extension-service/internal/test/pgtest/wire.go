package pgtest

import (
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// Wire stands between a product and its PostgreSQL. It can go dead without being closed, as a router does that forgets
// a connection, and stand still, as a database does that is stopped.
type Wire struct {
	network, address string // of the database

	open sync.RWMutex // taken alone while nothing gets through, for a while
	mu   sync.Mutex
	dead map[net.Conn]chan struct{}
}

// NewWire lays one to the database at an address, and returns the address to reach it by.
func NewWire(t testing.TB, address string) (w *Wire, through string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	w = &Wire{network: "tcp", address: u.Host, dead: map[net.Conn]chan struct{}{}}
	settings := u.Query()
	if dir := settings.Get("host"); dir != "" {
		w.network, w.address = "unix", filepath.Join(dir, ".s.PGSQL.5432")
		settings.Del("host")
		u.RawQuery = settings.Encode()
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close(); w.Cut() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			go w.relay(near)
		}
	}()
	u.Host = listener.Addr().String()
	return w, u.String()
}

func (w *Wire) relay(near net.Conn) {
	defer func() { _ = near.Close() }()
	far, err := net.Dial(w.network, w.address)
	if err != nil {
		return
	}
	defer func() { _ = far.Close() }()
	dead := make(chan struct{})
	w.mu.Lock()
	w.dead[near] = dead
	w.mu.Unlock()
	var both sync.WaitGroup
	for from, to := range map[net.Conn]net.Conn{near: far, far: near} {
		both.Go(func() { w.pump(to, from, dead) })
	}
	both.Wait()
}

// pump copies until one side has ended; from the moment the wire is dead it swallows everything.
func (w *Wire) pump(to, from net.Conn, dead <-chan struct{}) {
	part := make([]byte, 32<<10)
	for {
		n, err := from.Read(part)
		if err != nil {
			_ = to.SetReadDeadline(time.Now())
			return
		}
		select {
		case <-dead:
			_, _ = io.Copy(io.Discard, from)
			return
		default:
		}
		w.open.RLock()
		_, err = to.Write(part[:n])
		w.open.RUnlock()
		if err != nil {
			return
		}
	}
}

// Cut makes every connection there is dead; those that follow are whole.
func (w *Wire) Cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for conn, dead := range w.dead {
		close(dead)
		delete(w.dead, conn)
	}
}

// Stop lets nothing through until the returned function is called.
func (w *Wire) Stop() (start func()) {
	w.open.Lock()
	return w.open.Unlock
}
