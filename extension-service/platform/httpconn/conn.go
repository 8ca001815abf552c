package httpconn

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// Conn is one connection. What is read from it are whole heads that keep the rules, and bodies that end where the head
// says; nothing of the next request comes before it is asked for, so that answers keep their order.
type Conn struct {
	net.Conn

	owner   *Listener
	address string

	buf        []byte // what has come, from first to last
	first, end int
	out        []byte // what is to be read before anything else
	body       body
	head       head
	refusal    *Refusal
	limit      time.Time // of the body, set by the server

	requested, granted stallBudget // what the client has made us wait for, per request

	idle    atomic.Int64 // since when it waits for a request, in Unix nanoseconds; 0: it does not
	unread  atomic.Bool  // the client may still send what nobody will read
	running atomic.Pointer[running]
	closing sync.Once
	failure error // of Close
}

// Guarded returns the guarded connection behind c, nil when it is none.
func Guarded(c net.Conn) *Conn {
	guarded, _ := c.(*Conn)
	return guarded
}

// Refusal says why the request that was read last is refused; nil when it is not. A refused request reads as GET /, and
// nothing follows it.
func (c *Conn) Refusal() *Refusal {
	if c == nil {
		return nil
	}
	return c.refusal
}

// IsLast says whether the client has said that it sends no other request.
func (c *Conn) IsLast() bool { return c != nil && c.head.close }

// SetReadDeadline limits the time for the rest of the body at hand; how long heads may take is our own matter.
func (c *Conn) SetReadDeadline(t time.Time) error {
	c.limit = t
	return nil
}

// SetWriteDeadline does nothing: who reads too slowly is found out by how much is read.
func (c *Conn) SetWriteDeadline(time.Time) error { return nil }

// SetDeadline is for both.
func (c *Conn) SetDeadline(t time.Time) error { return c.SetReadDeadline(t) }

// Read gives the next bytes that the server may see.
func (c *Conn) Read(p []byte) (int, error) {
	for len(c.out) == 0 {
		if c.refusal != nil {
			return 0, io.EOF
		}
		if !c.body.ended() {
			return c.readBody(p)
		}
		if err := c.readHead(); err != nil {
			return 0, err
		}
	}
	n := copy(p, c.out)
	c.out = c.out[n:]
	return n, nil
}

// Refused requests are shown to the server as these.
const (
	refusedGet  = "GET / HTTP/1.1\r\nHost: refused\r\nConnection: close\r\n\r\n"
	refusedHead = "HEAD / HTTP/1.1\r\nHost: refused\r\nConnection: close\r\n\r\n"
)

// readHead waits for the next request.
func (c *Conn) readHead() error {
	size, refusal, err := c.awaitHead()
	if err != nil {
		return err
	}
	var h head
	if refusal == nil {
		h, refusal = c.owner.parse(c.buf[c.first : c.first+size])
	}
	c.head, c.limit, c.requested, c.granted = h, time.Time{}, stallBudget{}, stallBudget{}
	if refusal != nil {
		c.unread.Store(true)
		c.refusal, c.out = refusal, []byte(refusedGet)
		if h.method == "HEAD" {
			c.out = []byte(refusedHead)
		}
		return nil
	}
	c.out = c.buf[c.first : c.first+size]
	c.first += size
	c.body = body{left: h.length, chunked: h.chunked}
	c.unread.Store(!c.body.ended())
	return nil
}

// awaitHead waits until there is a head, and returns how long it is. The time for it begins with its first byte; before
// that the connection is idle, and ends without a word.
func (c *Conn) awaitHead() (size int, r *Refusal, err error) {
	var until time.Time
	for line, next := 0, 0; ; {
		for ; c.first+next < c.end; next++ {
			if c.buf[c.first+next] != '\n' {
				continue
			}
			switch {
			case next == line || c.buf[c.first+next-1] != '\r':
				return 0, badRequest("lines end with CR LF"), nil
			case next-1 > line:
				line = next + 1
				continue
			case line > 0:
				return next + 1, nil, nil
			}
			c.first, line, next = c.first+next+1, 0, -1 // an empty line before a request is left out
		}
		if next >= maxHead {
			return 0, badRequest("the head is too long"), nil
		}
		if c.first == c.end {
			err = c.nextRequest()
		} else {
			if until.IsZero() {
				until = time.Now().Add(c.owner.HeadTime)
			}
			err = c.fill(until)
		}
		if errors.Is(err, os.ErrDeadlineExceeded) && c.first < c.end {
			return 0, badRequest("the head did not come in time"), nil
		}
		if err != nil {
			return 0, nil, io.EOF
		}
	}
}

// nextRequest waits for its first bytes. What may wait so long is closed when others need its place.
func (c *Conn) nextRequest() error {
	c.idle.Store(time.Now().UnixNano())
	defer c.idle.Store(0)
	if c.owner.stopping.Load() {
		return io.EOF
	}
	return c.fill(time.Now().Add(c.owner.IdleTime))
}

// fill reads on, making room for it.
func (c *Conn) fill(until time.Time) error {
	switch {
	case c.buf == nil:
		c.buf = make([]byte, firstBuffer)
	case c.first == c.end:
		c.first, c.end = 0, 0
	case c.end == len(c.buf) && c.first > 0:
		c.first, c.end = 0, copy(c.buf, c.buf[c.first:c.end])
	case c.end == len(c.buf):
		c.buf = append(c.buf, make([]byte, len(c.buf))...)
	}
	if err := c.Conn.SetReadDeadline(until); err != nil {
		return err
	}
	n, err := c.Conn.Read(c.buf[c.end:])
	c.end += n
	if n > 0 {
		return nil
	}
	return err
}

// Write sends p in pieces, as long as the client takes them at a fair rate.
func (c *Conn) Write(p []byte) (sent int, err error) {
	for len(p) > 0 && err == nil {
		var n int
		began := time.Now()
		if err = c.Conn.SetWriteDeadline(c.granted.deadline(began, c.owner.StallTime)); err == nil {
			n, err = c.Conn.Write(p[:min(len(p), piece)])
		}
		c.granted.add(n, time.Since(began))
		sent, p = sent+n, p[n:]
	}
	return sent, err
}

// Close ends the connection. A client that still sends would lose the answer to what it has sent before, so what comes
// for a moment is taken.
func (c *Conn) Close() error {
	c.closing.Do(func() {
		if half, ok := c.Conn.(interface{ CloseWrite() error }); ok && c.unread.Load() && !c.owner.stopping.Load() &&
			half.CloseWrite() == nil {
			_ = c.Conn.SetReadDeadline(time.Now().Add(lingerTime))
			_, _ = io.CopyN(io.Discard, c.Conn, lingerBytes)
		}
		c.failure = c.closeWith(net.ErrClosed)
	})
	return c.failure
}

// closeWith ends the connection at once, and what is being done for it.
func (c *Conn) closeWith(cause error) error {
	if r := c.running.Load(); r != nil {
		r.cancel(cause)
	}
	c.owner.untrack(c)
	return c.Conn.Close()
}

// Watch has cancel called when the client goes away, until the function that it returns is called.
func (c *Conn) Watch(cancel context.CancelCauseFunc) (stop func()) {
	if c == nil {
		return func() {}
	}
	r := &running{cancel: cancel}
	c.running.Store(r)
	return func() { c.running.CompareAndSwap(r, nil) }
}
