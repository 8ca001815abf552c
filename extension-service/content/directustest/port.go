package directustest

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
)

// The ports that ReservePort chooses from: systems give none of them to somebody who asks for any.
const (
	firstPort = 20_000
	lastPort  = 32_767
	portTries = 100
)

// ReservePort finds a port at 127.0.0.1 for a program that is told its port and takes it only later. Until the returned
// listener is closed nobody else is given it, in no process: it holds the same port at 127.0.0.2.
func ReservePort() (int, net.Listener, error) {
	var all error
	for range portTries {
		port := firstPort + rand.IntN(lastPort-firstPort+1)
		held, err := listen("127.0.0.2", port)
		if err != nil {
			all = errors.Join(all, err)
			continue
		}
		probe, err := listen("127.0.0.1", port)
		if err == nil {
			return port, held, probe.Close()
		}
		all = errors.Join(all, err, held.Close())
	}
	return 0, nil, all
}

func listen(host string, port int) (net.Listener, error) {
	return new(net.ListenConfig).Listen(context.Background(), "tcp", net.JoinHostPort(host, strconv.Itoa(port)))
}
