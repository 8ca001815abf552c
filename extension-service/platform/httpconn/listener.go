// Package httpconn guards the connections of an HTTP server whose own parser takes too much: it looks at the raw head
// of each request before the server does, ends connections that are too slow, notices clients that have gone away, and
// keeps their number bounded.
package httpconn

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

const (
	firstBuffer = 4 << 10
	maxHead     = 16 << 10
	maxLine     = 4 << 10 // of the frame of chunks
	piece       = 64 << 10
	fairRate    = 2 << 10 // bytes a second, the least that a client must take or send

	lingerTime  = 500 * time.Millisecond
	lingerBytes = 1 << 20

	lookEvery     = 250 * time.Millisecond // at clients whose requests run
	shortestPause = 5 * time.Millisecond   // of a listener that gets no descriptor
	longestPause  = time.Second
)

// ErrLeft is why a request was given up whose client has gone away.
var ErrLeft = errors.New("httpconn: the client has gone away")

// Options are what may be waited for, and how much there may be.
type Options struct {
	Methods    map[string]bool       // that the server knows
	Total      int                   // connections
	PerAddress int                   // of them
	Shared     func(netip.Addr) bool // addresses that many clients share, such as a proxy's: only Total counts there
	IdleTime   time.Duration         // between two requests
	HeadTime   time.Duration         // from the first byte of a head to its last
	StallTime  time.Duration         // without any progress of a body or an answer
	Report     func(text string, err error)
}

// Listener hands out guarded connections.
type Listener struct {
	net.Listener
	Options

	mu        sync.Mutex
	conns     map[*Conn]struct{}
	addresses map[string]int
	stopping  atomic.Bool
	changed   chan struct{} // a connection has ended
	stopped   chan struct{}
	stop      sync.Once
}

// Guard wraps a listener. It works until Close.
func Guard(inner net.Listener, o Options) *Listener {
	l := &Listener{
		Listener: inner, Options: o, conns: map[*Conn]struct{}{}, addresses: map[string]int{},
		changed: make(chan struct{}, 1), stopped: make(chan struct{}),
	}
	go l.watch()
	return l
}

// Accept returns the next connection that there is room for. It ends only with Close: what goes wrong otherwise, such
// as a lack of descriptors, passes.
func (l *Listener) Accept() (net.Conn, error) {
	pause := shortestPause
	for {
		conn, err := l.Listener.Accept()
		if errors.Is(err, net.ErrClosed) || err != nil && l.stopping.Load() {
			return nil, net.ErrClosed
		}
		if err != nil {
			if pause == shortestPause {
				l.Report("no connection can be accepted", err)
			}
			if l.makeRoom(""); !l.pause(pause) {
				return nil, net.ErrClosed
			}
			pause = min(2*pause, longestPause)
			continue
		}
		pause = shortestPause
		if c := l.track(conn); c != nil {
			return c, nil
		}
		_ = conn.Close()
	}
}

func (l *Listener) pause(d time.Duration) (goOn bool) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-l.stopped:
		return false
	case <-timer.C:
		return true
	}
}

// track takes a connection in, instead of an idle one where there are too many; nil when there is no room.
func (l *Listener) track(conn net.Conn) *Conn {
	c := &Conn{Conn: conn, owner: l, address: l.addressOf(conn)}
	if l.isFull(c.address) && !l.makeRoom(c.address) {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns[c] = struct{}{}
	l.addresses[c.address]++
	return c
}

// addressOf is what is counted together: an address, or the network of one in IPv6, where one client has many. It is
// empty for addresses that many clients share.
func (l *Listener) addressOf(conn net.Conn) string {
	tcp, ok := conn.RemoteAddr().(*net.TCPAddr)
	if !ok {
		return ""
	}
	address := tcp.AddrPort().Addr().Unmap()
	if l.Shared != nil && l.Shared(address) {
		return ""
	}
	if address.Is6() {
		network, _ := address.WithZone("").Prefix(64) // it fits any address of IPv6
		return network.String()
	}
	return address.String()
}

func (l *Listener) isFull(address string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.conns) >= l.Total || address != "" && l.addresses[address] >= l.PerAddress
}

// makeRoom closes a connection of the address, if that has too many, or of anybody: the one that has been idle the
// longest, on which the next request is least likely to be on its way.
func (l *Listener) makeRoom(address string) bool {
	l.mu.Lock()
	own := address != "" && l.addresses[address] >= l.PerAddress
	var found *Conn
	var since int64
	for c := range l.conns {
		at := c.idle.Load()
		if at != 0 && (!own || c.address == address) && (found == nil || at < since) {
			found, since = c, at
		}
	}
	l.mu.Unlock()
	if found == nil {
		return false
	}
	_ = found.closeWith(net.ErrClosed)
	return true
}

func (l *Listener) untrack(c *Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, known := l.conns[c]; !known {
		return
	}
	delete(l.conns, c)
	if l.addresses[c.address]--; l.addresses[c.address] == 0 {
		delete(l.addresses, c.address)
	}
	select {
	case l.changed <- struct{}{}:
	default:
	}
}

// all lists the connections there are.
func (l *Listener) all() []*Conn {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]*Conn, 0, len(l.conns))
	for c := range l.conns {
		out = append(out, c)
	}
	return out
}

// Close stops accepting. Connections go on.
func (l *Listener) Close() error {
	l.stopping.Store(true)
	l.stop.Do(func() { close(l.stopped) })
	return l.Listener.Close()
}

// Shutdown stops accepting, closes what is idle, and what still runs when ctx ends.
func (l *Listener) Shutdown(ctx context.Context) error {
	err := l.Close()
	for {
		rest := l.all()
		if len(rest) == 0 {
			return err
		}
		for _, c := range rest {
			if c.idle.Load() != 0 || ctx.Err() != nil {
				_ = c.closeWith(context.Canceled)
			}
		}
		select {
		case <-ctx.Done():
		case <-l.changed:
		case <-time.After(lookEvery):
		}
	}
}
