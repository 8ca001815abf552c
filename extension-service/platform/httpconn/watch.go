package httpconn

import (
	"context"
	"errors"
	"syscall"
	"time"
)

// running is a request that is being worked on.
type running struct {
	cancel context.CancelCauseFunc
	seen   bool // by the watch, which alone knows this
}

// watch looks now and then whether the clients of requests that take long are still there. It asks nothing of requests
// that are done before it comes twice, and they cost nothing.
func (l *Listener) watch() {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for range tick.C {
		conns := l.all()
		for _, c := range conns {
			r := c.running.Load()
			switch {
			case r == nil:
			case !r.seen:
				r.seen = true
			case c.hasLeft():
				r.cancel(ErrLeft)
			}
		}
		if len(conns) == 0 && l.stopping.Load() {
			return
		}
	}
}

// hasLeft asks the socket whether the client has closed it, without taking anything from it. While more of what the
// client has sent waits to be read nothing can be said.
func (c *Conn) hasLeft() bool {
	socket, ok := c.Conn.(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return false
	}
	left := false
	err = raw.Control(func(fd uintptr) {
		var one [1]byte
		n, _, err := syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		left = n == 0 && err == nil || err != nil && !errors.Is(err, syscall.EAGAIN) && !errors.Is(err, syscall.EINTR)
	})
	return err == nil && left
}
