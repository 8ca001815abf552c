// Package clamdtest gives tests a scanner that speaks the protocol of clamd.
package clamdtest

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"sync/atomic"
	"testing"
)

// Daemon listens on an address of its own.
type Daemon struct {
	Address string // as SCANNER_URL names it
	Pong    atomic.Value

	listener net.Listener
}

// New starts a daemon that stops with the test. It answers what a file has it say, and "PONG" to a ping; "" hangs up.
func New(t testing.TB, answer func(content []byte) string) *Daemon {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := &Daemon{Address: "tcp://" + listener.Addr().String(), listener: listener}
	d.Pong.Store("PONG\x00")
	t.Cleanup(d.Close)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = io.WriteString(conn, d.reply(bufio.NewReader(conn), answer))
			_ = conn.Close()
		}
	}()
	return d
}

// Close lets nobody reach the daemon any more.
func (d *Daemon) Close() { _ = d.listener.Close() }

func (d *Daemon) reply(from *bufio.Reader, answer func(content []byte) string) string {
	switch command, _ := from.ReadString(0); command {
	case "zPING\x00":
		pong, _ := d.Pong.Load().(string)
		return pong
	case "zINSTREAM\x00":
		if content, err := readParts(from); err == nil {
			return answer(content)
		}
	}
	return ""
}

// readParts reads a file: each part behind its length, and one of no length at the end.
func readParts(from *bufio.Reader) (content []byte, err error) {
	for {
		var length uint32
		if err := binary.Read(from, binary.BigEndian, &length); err != nil || length == 0 {
			return content, err
		}
		part := make([]byte, length)
		if _, err := io.ReadFull(from, part); err != nil {
			return nil, err
		}
		content = append(content, part...)
	}
}
