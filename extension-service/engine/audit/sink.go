package audit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
)

// SinkAt is the sink of an address: https://, or the path of a file.
func SinkAt(address string) (Sink, error) {
	if !strings.Contains(address, "://") {
		return file(address), nil
	}
	u, err := url.Parse(address) // the error would tell a secret
	if err != nil || u.Scheme != "https" || u.Host == "" {
		return nil, errors.New("the sink of the audit log is neither an https:// address nor the path of a file")
	}
	return &Collector{URL: address, Client: &http.Client{Timeout: putTime}}, nil
}

// Collector is a sink behind HTTPS. User and password of its address are sent along.
type Collector struct {
	URL    string
	Client *http.Client
}

// Send sends the lines in one request. Every answer but a 2xx is a no; a redirect is not followed, since the page that
// it leads to would answer 200 and take nothing.
func (c *Collector) Send(ctx context.Context, lines []byte) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL, bytes.NewReader(lines))
	if err != nil {
		return errors.New("audit: the address of the sink cannot be read")
	}
	r.Header.Set("Content-Type", "application/x-ndjson")
	client := *c.Client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	res, err := client.Do(r)
	if err != nil {
		if about, is := errors.AsType[*url.Error](err); is { // which tells the address, and with it a password
			err = about.Err
		}
		return fmt.Errorf("audit: the sink does not answer: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 1<<16)) // so that the connection can be used again
	if res.StatusCode/100 != 2 {
		return fmt.Errorf("audit: the sink answers %d", res.StatusCode)
	}
	return nil
}

// file is a sink that is a file of lines. It is opened for each batch, so that it may be moved away.
type file string

// Send appends the lines and waits until they are on the disk. What a crash has left of a line goes first. Entries and
// statements about them are sent beside each other, each while the others wait.
func (f file) Send(_ context.Context, lines []byte) (err error) {
	out, err := os.OpenFile(string(f), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if err := syscall.Flock(int(out.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	end, err := endOfLines(out)
	if err != nil {
		return err
	}
	if _, err := out.WriteAt(lines, end); err != nil {
		return errors.Join(err, out.Truncate(end))
	}
	return out.Sync()
}

const lookBack = 4096 // bytes at a time, for the end of a line

// endOfLines is where the last whole line of a file ends. What stands behind it is cut off.
func endOfLines(f *os.File) (end int64, err error) {
	about, err := f.Stat()
	if err != nil {
		return 0, err
	}
	b := make([]byte, lookBack)
	for end = about.Size(); end > 0; {
		from := max(0, end-lookBack)
		n, err := f.ReadAt(b[:end-from], from)
		if err != nil {
			return 0, err
		}
		if at := bytes.LastIndexByte(b[:n], '\n'); at >= 0 {
			end = from + int64(at) + 1
			break
		}
		end = from
	}
	if end == about.Size() {
		return end, nil
	}
	return end, f.Truncate(end)
}
