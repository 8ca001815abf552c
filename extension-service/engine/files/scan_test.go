package files_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
)

// clamd answers what a file has it say, over TCP as the daemon of ClamAV does; "" hangs up.
func clamd(t *testing.T, answer func(content []byte) string) *files.Clamd {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			content, err := readParts(bufio.NewReader(conn))
			if err == nil {
				_, _ = io.WriteString(conn, answer(content))
			}
			_ = conn.Close()
		}
	}()
	scanner, err := files.NewClamd("tcp://" + listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return scanner
}

// readParts reads a file that was sent by INSTREAM.
func readParts(from *bufio.Reader) (content []byte, err error) {
	if command, err := from.ReadString(0); err != nil || command != "zINSTREAM\x00" {
		return nil, errors.Join(errors.New("another command"), err)
	}
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

func saveScanned(t *testing.T, scanner files.Scanner, content string) error {
	t.Helper()
	w := newWorld(t, pgtest.SQLite(t), files.Folder(t.TempDir()))
	if err := w.DB.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Scanner, w.Log = scanner, slog.New(slog.DiscardHandler)
	r, err := w.Save(withUploader(t.Context()), "a.txt", "", strings.NewReader(content))
	if err != nil {
		var n int
		if _, err := w.DB.Row(t.Context(), []any{&n}, "SELECT count(*) FROM resources"); err != nil || n != 0 {
			t.Errorf("%d refused uploads are kept: %v", n, err)
		}
	} else if r.ID == "" {
		t.Error("nothing is kept")
	}
	return err
}

// The whole file is scanned before it is kept: what is found in it is named, and a scanner that cannot look, whatever
// the reason, has the file refused.
func TestScan_AnswerOfTheScanner_KeepsOrRefusesTheFile(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a long text. ", 20_000) + "EICAR"
	for name, tc := range map[string]struct{ answer, code, field string }{
		"nothing is found":    {"stream: OK\x00", "", ""},
		"something is found":  {"stream: Eicar-Test-Signature FOUND\x00", "VALIDATION", "validation.malware"},
		"a name with a blank": {"stream: Win.Test (x) FOUND\x00", "VALIDATION", "validation.malware"},
		"it is too large":     {"INSTREAM size limit exceeded. ERROR\x00", "UNAVAILABLE", "error.notScanned"},
		"another protocol":    {"HTTP/1.1 400 Bad Request\r\n", "UNAVAILABLE", "error.notScanned"},
		"nothing named":       {"stream:  FOUND", "UNAVAILABLE", "error.notScanned"},
		"it hangs up":         {"", "UNAVAILABLE", "error.notScanned"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seen := make(chan []byte, 1)
			err := saveScanned(t, clamd(t, func(content []byte) string {
				seen <- content
				return tc.answer
			}), long)
			e := fault.From(err)
			if err == nil && tc.code != "" || err != nil && (e.Code != tc.code || !strings.Contains(
				strings.Join(e.Fields["resource"], " "), tc.field)) {
				t.Errorf("%v", err)
			}
			if content := <-seen; !bytes.Equal(content, []byte(long)) {
				t.Errorf("%d bytes of %d were scanned", len(content), len(long))
			}
		})
	}
}

func TestScan_ScannerAway_RefusesTheFile(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	_ = listener.Close()
	scanner, err := files.NewClamd("tcp://" + address)
	if err != nil {
		t.Fatal(err)
	}
	if err := saveScanned(t, scanner, "a text"); fault.CodeOf(err) != "UNAVAILABLE" {
		t.Errorf("%v", err)
	}
}

// brokenBody fails while it is read.
type brokenBody struct{}

func (brokenBody) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

func TestScan_FileThatCannotBeRead_IsAnError(t *testing.T) {
	t.Parallel()
	scanner := clamd(t, func([]byte) string { return "stream: OK\x00" })
	if found, err := scanner.Scan(context.WithoutCancel(t.Context()), brokenBody{}); err == nil || found != "" {
		t.Errorf("%q, %v", found, err)
	}
}

func TestNewClamd_Address_IsOfTCPOrASocket(t *testing.T) {
	t.Parallel()
	for address, isOne := range map[string]bool{
		"tcp://127.0.0.1:3310": true, "unix:///run/clamav/clamd.ctl": true, "tcp://clamav": false, "unix://run": false,
		"http://clamav:3310": false, "": false, "tcp://a:1/path": false,
	} {
		if _, err := files.NewClamd(address); (err == nil) != isOne {
			t.Errorf("%q: %v", address, err)
		}
	}
}
