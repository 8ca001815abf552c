package files_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/internal/test/clamdtest"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/fault"
)

// clamd is a scanner that answers what a file has it say; "" hangs up.
func clamd(t *testing.T, answer func(content []byte) string) (*files.Clamd, *clamdtest.Daemon) {
	t.Helper()
	daemon := clamdtest.New(t, answer)
	scanner, err := files.NewClamd(daemon.Address)
	if err != nil {
		t.Fatal(err)
	}
	return scanner, daemon
}

func saveScanned(t *testing.T, scanner files.Scanner, content string) error {
	t.Helper()
	w := newFixture(t, pgtest.SQLite(t), files.Folder(t.TempDir()))
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
func TestScan_AnswerOfTheScanner_StoresOrRefusesTheFile(t *testing.T) {
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
			scanner, _ := clamd(t, func(content []byte) string {
				seen <- content
				return tc.answer
			})
			err := saveScanned(t, scanner, long)
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

func TestScan_ScannerUnavailable_RefusesTheFile(t *testing.T) {
	t.Parallel()
	scanner, daemon := clamd(t, func([]byte) string { return "stream: OK\x00" })
	daemon.Close()
	if err := saveScanned(t, scanner, "a text"); fault.CodeOf(err) != "UNAVAILABLE" {
		t.Errorf("%v", err)
	}
}

func TestPing_Scanner_IsAvailableOnlyIfItAnswersLikeClamd(t *testing.T) {
	t.Parallel()
	scanner, daemon := clamd(t, func([]byte) string { return "" })
	for pong, want := range map[string]string{
		"PONG\x00": "", "PONG\n": "", "": "no answer", "HTTP/1.1 400 Bad Request\r\n": `"HTTP/1.1 400 Bad Request"`,
	} {
		daemon.Pong.Store(pong)
		if err := scanner.Ping(t.Context()); (err == nil) != (want == "") || err != nil &&
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", pong, err)
		}
	}
	daemon.Close()
	if err := scanner.Ping(t.Context()); err == nil {
		t.Error("a scanner that is away is there")
	}
}

// brokenBody fails while it is read.
type brokenBody struct{}

func (brokenBody) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

func TestScan_FileThatCannotBeRead_IsAnError(t *testing.T) {
	t.Parallel()
	scanner, _ := clamd(t, func([]byte) string { return "stream: OK\x00" })
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
