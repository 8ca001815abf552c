package app_test

import (
	"bytes"
	"net"
	"net/http/httptest"
	"syscall"
	"testing"
)

// Every open panel asks for texts every 1.5 seconds, nearly always in vain. cpu-us/op is what that costs the whole process,
// the caller's own reading and writing of the socket included.
func BenchmarkLocalizeUnchanged(b *testing.B) {
	dir := b.TempDir()
	s, err := openIn(b.Context(), dir, dir+"/poolkeeper.db")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	go func() { _ = s.Serve(listener) }()
	defer func() { _ = s.Web().Shutdown() }()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	const path = "/napi/localize?client=Norrsken%20Bank&locale=de"
	whole, err := ask(s, httptest.NewRequest("GET", path, nil))
	if err != nil {
		b.Fatal(err)
	}
	request := []byte("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: " + whole.header.Get("ETag") + "\r\n\r\n")
	answer := make([]byte, 4096)
	var before, after syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &before)
	for b.Loop() {
		if _, err := conn.Write(request); err != nil {
			b.Fatal(err)
		}
		n, err := conn.Read(answer)
		if err != nil || !bytes.HasPrefix(answer[:n], []byte("HTTP/1.1 304 ")) || !bytes.HasSuffix(answer[:n], []byte("\r\n\r\n")) {
			b.Fatalf("%s %v", answer[:n], err)
		}
	}
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &after)
	spent := after.Utime.Nano() + after.Stime.Nano() - before.Utime.Nano() - before.Stime.Nano()
	b.ReportMetric(float64(spent)/float64(b.N)/1000, "cpu-us/op")
}
