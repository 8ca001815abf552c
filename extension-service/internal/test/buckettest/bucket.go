// Package buckettest gives tests a bucket that speaks S3.
package buckettest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// Bucket is an empty one on a server of its own.
type Bucket struct {
	*httptest.Server
	Address string // as S3_URL names it, with a prefix
	away    *atomic.Bool
}

// SetAway has the server cut every call off without an answer, or serve again.
func (b Bucket) SetAway(away bool) { b.away.Store(away) }

// New starts a server that stops with the test.
func New(t testing.TB) Bucket {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("uploads"); err != nil {
		t.Fatal(err)
	}
	calls, away := gofakes3.New(backend).Server(), new(atomic.Bool)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if away.Load() {
			panic(http.ErrAbortHandler)
		}
		calls.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return Bucket{server, strings.Replace(server.URL, "http://", "http://key:secret@",
		1) + "/uploads/product?region=us-east-1", away}
}
