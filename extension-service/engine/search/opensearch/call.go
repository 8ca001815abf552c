package opensearch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

const (
	longestTerm   = 256     // bytes
	longestAnswer = 1 << 30 // bytes that are read of one
	shownAnswer   = 500     // bytes that a failure quotes, for the log
)

// refused is an answer of the cluster that is no success.
type refused struct {
	status int
	text   string
}

func (r *refused) Error() string { return fmt.Sprintf("opensearch: %d %s", r.status, r.text) }

func isStatus(err error, status int) bool {
	var r *refused
	return errors.As(err, &r) && r.status == status
}

// request is one request to the cluster.
type request struct {
	method, path string
	body         any
}

// call sends it; a body is sent as JSON, and lines of JSON as they are.
func (e *Engine) call(ctx context.Context, a request, into any) (err error) {
	var text io.Reader
	kind := "application/json"
	switch b := a.body.(type) {
	case nil:
	case []byte:
		text, kind = bytes.NewReader(b), "application/x-ndjson"
	default:
		encoded, err := json.Marshal(b)
		if err != nil {
			return err
		}
		text = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, a.method, e.at.Scheme+"://"+e.at.Host+e.at.EscapedPath()+a.path, text)
	if err != nil {
		return err
	}
	if text != nil {
		request.Header.Set("Content-Type", kind)
	}
	if user := e.at.User; user != nil {
		password, _ := user.Password()
		request.SetBasicAuth(user.Username(), password)
	}
	answer, err := e.client.Do(request)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	got, err := io.ReadAll(io.LimitReader(answer.Body, longestAnswer))
	if err != nil {
		return err
	}
	if answer.StatusCode/100 != 2 {
		return &refused{answer.StatusCode, string(got[:min(len(got), shownAnswer)])}
	}
	if into == nil {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(got))
	d.UseNumber()
	return d.Decode(into)
}

func digest(value string) string {
	sum := sha256.Sum256([]byte(value))
	return hex.EncodeToString(sum[:16])
}
