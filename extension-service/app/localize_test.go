package app_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http/httptest"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Every open panel asks for texts every 1.5 seconds, nearly always in vain, and for all of them when one has changed.
// cpu-us/op is what that costs the whole process, the caller's own reading and writing of the socket included.
func BenchmarkLocalize_UnchangedAndChangedTexts_CostOfTheProcess(b *testing.B) {
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
	const path = "/napi/localize?client=Norrsken%20Bank&locale=de"
	complete, err := send(s, httptest.NewRequest("GET", path, nil))
	if err != nil {
		b.Fatal(err)
	}
	for name, tc := range map[string]struct{ header, status string }{
		"unchanged":               {"If-None-Match: " + complete.header.Get("ETag"), "304"},
		"complete":                {"Accept: */*", "200"},
		"complete and compressed": {"Accept-Encoding: br", "200"},
	} {
		b.Run(name, func(b *testing.B) {
			repeatRequest(b, listener.Addr().String(), "GET "+path+" HTTP/1.1\r\nHost: localhost\r\n"+tc.header+"\r\n\r\n",
				"HTTP/1.1 "+tc.status+" ")
		})
	}
}

// repeatRequest sends a request again and again over one connection and reads each answer to its end.
func repeatRequest(b *testing.B, address, request, status string) {
	b.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	answers, buffer := bufio.NewReaderSize(conn, 64<<10), make([]byte, 64<<10)
	answer := func() (size int, err error) {
		line, err := answers.ReadString('\n')
		if err == nil && !strings.HasPrefix(line, status) {
			err = fmt.Errorf("answered %s", line)
		}
		for err == nil && strings.TrimSpace(line) != "" {
			line, err = answers.ReadString('\n')
			if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(name, "Content-Length") {
				size, _ = strconv.Atoi(strings.TrimSpace(value))
			}
		}
		for left := size; err == nil && left > 0; {
			n, also := answers.Read(buffer[:min(left, len(buffer))])
			left, err = left-n, also
		}
		return size, err
	}
	size := 0
	var before, after syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &before)
	for b.Loop() {
		if _, err = conn.Write([]byte(request)); err == nil {
			size, err = answer()
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &after)
	spent := after.Utime.Nano() + after.Stime.Nano() - before.Utime.Nano() - before.Stime.Nano()
	b.ReportMetric(float64(spent)/float64(b.N)/1000, "cpu-us/op")
	b.ReportMetric(float64(size), "bytes")
}
