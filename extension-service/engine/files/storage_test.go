package files_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/internal/test/buckettest"
)

// storages are the two places that uploads are kept in; every test of one runs on both.
var storages = map[string]func(t *testing.T) files.Storage{
	"folder": func(t *testing.T) files.Storage { t.Helper(); return files.Folder(t.TempDir()) },
	"bucket": newBucket,
}

// newBucket starts an S3-compatible server with an empty bucket.
func newBucket(t *testing.T) files.Storage {
	t.Helper()
	b, err := files.Bucket(t.Context(), buckettest.New(t).Address)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A bucket that cannot be used is said in one line, without the secret, before anything is kept.
func TestBucket_Unusable_IsNamedWithoutItsSecret(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(gofakes3.New(s3mem.New()).Server())
	t.Cleanup(server.Close)
	refuses := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusForbidden)
	}))
	t.Cleanup(refuses.Close)
	for address, want := range map[string]string{
		server.URL + "/uploads":        "there is none of this name",
		refuses.URL + "/uploads":       "Access Denied",
		"http://127.0.0.1:1/uploads":   "connection refused",
		"http://127.0.0.1:1":           "S3_URL names no bucket",
		"http://nowhere.invalid/there": "nowhere.invalid",
	} {
		_, err := files.Bucket(t.Context(), strings.Replace(address, "http://", "http://key:hidden@", 1)+"?region=us-east-1")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "S3_URL") ||
			strings.ContainsAny(err.Error(), "\n\t") || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%s: %v, want %q", address, err, want)
		}
	}
}

func eachStorage(t *testing.T, fn func(t *testing.T, s files.Storage)) {
	t.Helper()
	for name, open := range storages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fn(t, open(t))
		})
	}
}

func mustWrite(t *testing.T, s files.Storage, name string, body []byte) {
	t.Helper()
	if err := s.Write(t.Context(), name, bytes.NewReader(body), int64(len(body))); err != nil {
		t.Fatal(err)
	}
}

func names(t *testing.T, s files.Storage) (out []string) {
	t.Helper()
	err := s.Each(t.Context(), func(name string, storedAt time.Time) error {
		if storedAt.IsZero() {
			t.Errorf("%s was kept at no time", name)
		}
		out = append(out, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

func TestStorage_Written_IsReadAndListed(t *testing.T) {
	t.Parallel()
	eachStorage(t, func(t *testing.T, s files.Storage) {
		big := bytes.Repeat([]byte("0123456789abcdef"), 1<<20+1) // more than one part of a bucket's upload
		mustWrite(t, s, "aaaa1", []byte("one"))
		mustWrite(t, s, "aaaa2", big)
		mustWrite(t, s, "bbbb1", []byte("first"))
		mustWrite(t, s, "bbbb1", []byte("second"))
		for name, want := range map[string][]byte{"aaaa1": []byte("one"), "aaaa2": big, "bbbb1": []byte("second")} {
			f, err := s.Open(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(f)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: %d bytes, %v", name, len(got), err)
			}
			if _, err := f.Seek(int64(len(want)-2), io.SeekStart); err != nil {
				t.Error(err)
			}
			if tail, err := io.ReadAll(f); err != nil || !bytes.Equal(tail, want[len(want)-2:]) {
				t.Errorf("%s: the end is %.20q, %v", name, tail, err)
			}
			f.Close()
		}
		if got := names(t, s); !slices.Equal(got, []string{"aaaa1", "aaaa2", "bbbb1"}) {
			t.Errorf("it lists %v", got)
		}
	})
}

func TestStorage_Deleted_IsGone(t *testing.T) {
	t.Parallel()
	eachStorage(t, func(t *testing.T, s files.Storage) {
		mustWrite(t, s, "aaaa1", []byte("one"))
		for range 2 { // the second time there is nothing
			if err := s.Delete(t.Context(), "aaaa1"); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Open(t.Context(), "aaaa1"); !errors.Is(err, files.ErrMissing) {
			t.Errorf("opened: %v", err)
		}
		if got := names(t, s); len(got) > 0 {
			t.Errorf("it lists %v", got)
		}
	})
}

func TestStorage_ForeignName_IsRefused(t *testing.T) {
	t.Parallel()
	eachStorage(t, func(t *testing.T, s files.Storage) {
		for _, name := range []string{
			"", "a", "../../etc/passwd", "aaaa/../b", "AAAA", "aaaa.png", "aaaa\x00",
			strings.Repeat("a", 65),
		} {
			if err := s.Write(t.Context(), name, strings.NewReader("x"), 1); err == nil {
				t.Errorf("put %q", name)
			}
			if _, err := s.Open(t.Context(), name); err == nil {
				t.Errorf("opened %q", name)
			}
			if err := s.Delete(t.Context(), name); err == nil {
				t.Errorf("deleted %q", name)
			}
		}
	})
}

type broken struct{ io.Reader }

func (b broken) Read(p []byte) (int, error) {
	if n, err := b.Reader.Read(p); err == nil {
		return n, nil
	}
	return 0, errors.New("the line is cut")
}

func TestStorage_InterruptedWrite_ShowsNothing(t *testing.T) {
	t.Parallel()
	eachStorage(t, func(t *testing.T, s files.Storage) {
		for name, body := range map[string]io.Reader{
			"a broken line": broken{strings.NewReader("half")},
			"too few bytes": strings.NewReader("half"),
		} {
			ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
			if err := s.Write(ctx, "aaaa1", body, 1000); err == nil {
				t.Errorf("%s: kept", name)
			}
			stop()
		}
		if got := names(t, s); len(got) > 0 {
			t.Errorf("it lists %v", got)
		}
	})
}

func TestFolder_RemainsOfAnInterruptedWrite_AreListedAndCanBeDeleted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := files.Folder(dir)
	mustWrite(t, s, "aaaa1", []byte("one"))
	if err := os.WriteFile(filepath.Join(dir, "aa", ".part-aa17"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := names(t, s); !slices.Equal(got, []string{".part-aa17", "aaaa1"}) {
		t.Errorf("it lists %v", got)
	}
	if err := s.Delete(t.Context(), ".part-aa17"); err != nil {
		t.Errorf("cannot be cleaned up: %v", err)
	}
	if got := names(t, s); !slices.Equal(got, []string{"aaaa1"}) {
		t.Errorf("it lists %v", got)
	}
}
