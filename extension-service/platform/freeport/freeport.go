// Package freeport finds ports for programs that are started with a port and open it only later.
package freeport

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
)

// The range that Reserve chooses from: the system assigns none of these ports by itself.
const (
	firstPort = 20_000
	lastPort  = 32_767
	attempts  = 100
)

// Port is a port at 127.0.0.1 that is reserved until Release.
type Port struct {
	Number   int
	reserved net.Listener // the same port at 127.0.0.2
}

// Reserve finds a free port. Until it is released no other process is given it by Reserve.
func Reserve() (Port, error) {
	var failures error
	for range attempts {
		number := firstPort + rand.IntN(lastPort-firstPort+1)
		reserved, err := listen("127.0.0.2", number)
		if err != nil {
			failures = errors.Join(failures, err)
			continue
		}
		probe, err := listen("127.0.0.1", number)
		if err == nil {
			return Port{number, reserved}, probe.Close()
		}
		failures = errors.Join(failures, err, reserved.Close())
	}
	return Port{}, failures
}

// Release ends the reservation.
func (p Port) Release() error { return p.reserved.Close() }

// String is the number.
func (p Port) String() string { return strconv.Itoa(p.Number) }

// Address is host and port.
func (p Port) Address() string { return net.JoinHostPort("127.0.0.1", p.String()) }

func listen(host string, port int) (net.Listener, error) {
	return new(net.ListenConfig).Listen(context.Background(), "tcp", net.JoinHostPort(host, strconv.Itoa(port)))
}
