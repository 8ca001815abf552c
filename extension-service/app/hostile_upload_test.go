package app_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
)

// A thousand hostile uploads are each refused with an error that says why, over a real connection, and leave nothing
// behind: no file, no row, no entry, and not their weight in memory. It runs before the tests that run beside each
// other, so that memory is its own.
func TestUploads_Hostile_AreRefusedWithoutTrace(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // garbage is collected as usual, however the tests are run
	many := 1000
	if testing.Short() {
		many = 200
	}
	all := hostileUploads(t, many)
	t.Run("sqlite", func(t *testing.T) { newProduct(t, furnished.SQLite(t)).withstands(t, all) })
	t.Run("postgres", func(t *testing.T) { newProduct(t, furnished.Postgres(t)).withstands(t, all) })
}

func (p *product) withstands(t *testing.T, all []hostileUpload) {
	t.Helper()
	token, address := p.token(t, "csm"), p.listening(t)
	before := heap()
	outcomes := map[string]int{}
	for i, x := range all {
		status, body := x.send(t, address, token)
		var m struct {
			Code     string
			Messages []string
		}
		clear := status == 431 || json.Unmarshal(body, &m) == nil && m.Code != "" && len(m.Messages) > 0
		if !slices.Contains(x.statuses, status) || !clear {
			t.Errorf("%d, %s: %d %.300s, want %v", i, x, status, body, x.statuses)
		}
		outcomes[fmt.Sprintf("%d %s", status, m.Code)]++
	}
	grown := int64(heap()) - int64(before)
	t.Logf("%d uploads: %v, memory grew by %d MiB", len(all), outcomes, grown>>20)
	if grown > 160<<20 {
		t.Errorf("memory grew by %d MiB", grown>>20)
	}
	p.nothingLeft(t)
	if got := p.upload(t, "csm", "photo.png", pngOf(t, picture(8, 8)), "image/*"); got.status != 201 {
		t.Errorf("an honest upload after them: %d %s", got.status, got.body)
	}
}

// heap is the most memory that has been reserved for values so far; it never shrinks.
func heap() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapSys
}

// listening serves on a socket, since truncated requests need a connection to end.
func (p *product) listening(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- p.Web().Listener(l, fiber.ListenConfig{DisableStartupMessage: true}) }()
	t.Cleanup(func() {
		if err := p.Web().Shutdown(); err != nil {
			t.Error(err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// send writes the request as it is to a connection of its own and reads the answer.
func (x hostileUpload) send(t *testing.T, address, token string) (int, []byte) {
	t.Helper()
	c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	length := x.length
	if length == 0 {
		if length, err = io.Copy(io.Discard, x.body()); err != nil {
			t.Fatal(err)
		}
	}
	go func() {
		w := bufio.NewWriter(c)
		fmt.Fprintf(w, "POST /api/resource HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n",
			token, x.contentType, length)
		_, _ = io.Copy(w, x.body()) // whoever refuses early does not read to the end
		_ = w.Flush()
		_ = c.(*net.TCPConn).CloseWrite()
	}()
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Errorf("%s: no answer: %v", x, err)
		return 0, nil
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Errorf("%s: %v", x, err)
	}
	return res.StatusCode, body
}

func (p *product) nothingLeft(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(p.Settings.DataDir, "files"),
		func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				t.Errorf("%s is left", path)
			}
			return err
		})
	if err != nil {
		t.Error(err)
	}
	var rows, entries int
	for text, into := range map[string]*int{
		"SELECT count(*) FROM resources":                       &rows,
		"SELECT count(*) FROM audit WHERE entity = 'resource'": &entries,
	} {
		if _, err := p.DB.Row(context.Background(), []any{into}, text); err != nil {
			t.Fatal(err)
		}
	}
	if rows+entries > 0 {
		t.Errorf("%d rows and %d entries are left", rows, entries)
	}
}

// The largest files are taken and handed out without ever lying in memory.
func TestUploads_LargestFiles_AreStreamed(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(50)) // what lies in memory for a moment is no more than half of what stays
	p := newProduct(t, furnished.SQLite(t))
	token, address := p.token(t, "csm"), p.listening(t)
	frame := form("list.csv", nil)
	at := bytes.Index(frame, []byte("\r\n\r\n")) + 4
	large := hostileUpload{
		what: "a large file", contentType: "multipart/form-data; boundary=" + boundary,
		body: func() io.Reader {
			return io.MultiReader(bytes.NewReader(frame[:at]), bytes.NewReader([]byte("a,b\n")),
				io.LimitReader(spaces{}, 25<<20-4), bytes.NewReader(frame[at:]))
		},
	}
	before := heap()
	for range 8 {
		status, body := large.send(t, address, token)
		if status != 201 {
			t.Fatalf("%d %s", status, body)
		}
		var m struct{ ID string }
		if err := json.Unmarshal(body, &m); err != nil {
			t.Fatal(err)
		}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/api/resource/"+m.ID, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+token)
		res, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		n, err := io.Copy(io.Discard, res.Body)
		res.Body.Close()
		if err != nil || n != 25<<20 || res.ContentLength != n {
			t.Errorf("%d bytes of %d, %v", n, res.ContentLength, err)
		}
	}
	if grown := int64(heap()) - int64(before); grown > 24<<20 {
		t.Errorf("eight files of 25 MB made memory grow by %d MiB", grown>>20)
	}
}
