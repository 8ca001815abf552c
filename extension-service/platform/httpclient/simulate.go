package httpclient

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Simulate makes a call of a handler in the place of the network, and answers as Do does.
func Simulate(ctx context.Context, answers http.Handler, call Call) (out Answer, err error) {
	u, err := url.Parse(call.URL)
	if err != nil {
		return out, err
	}
	r := (&http.Request{
		Method: call.Method, URL: u, Host: u.Host, Header: http.Header{},
		Body: io.NopCloser(bytes.NewReader(call.Body)),
	}).WithContext(ctx)
	for name, value := range call.Header {
		r.Header.Set(name, value)
	}
	w := &recorder{status: http.StatusOK, header: http.Header{}}
	answers.ServeHTTP(w, r)
	return Answer{
		Status: w.status, Body: w.body.Bytes(),
		RetryAfter: parseRetryAfter(w.header.Get("Retry-After"), time.Time{}),
	}, nil
}

// recorder keeps an answer.
type recorder struct {
	status int
	header http.Header
	body   bytes.Buffer
}

// Header is that of the answer; http.ResponseWriter.
func (r *recorder) Header() http.Header { return r.header }

// Write keeps a part of the body; http.ResponseWriter.
func (r *recorder) Write(b []byte) (int, error) { return r.body.Write(b) }

// WriteHeader keeps the status; http.ResponseWriter.
func (r *recorder) WriteHeader(status int) { r.status = status }
