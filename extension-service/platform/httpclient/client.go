// Package httpclient calls addresses that people have set. It reaches public addresses by https alone, unless a setting
// names the host, follows no redirect, and reads no more of an answer than is kept.
package httpclient

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/net/idna"
)

// CallTime is how long a call may take, its answer included.
const CallTime = 20 * time.Second

const (
	dialTime   = 5 * time.Second
	mostAnswer = 64 << 10 // bytes that are kept of an answer
)

// Call is one request.
type Call struct {
	Method, URL string
	Header      map[string]string
	Body        []byte
	Most        int64 // bytes that are kept of the answer; 0: 64 KiB
}

// Answer is what came back.
type Answer struct {
	Status     int
	Body       []byte        // the beginning of it
	Type       string        // its media type, as it says
	RetryAfter time.Duration // at most MaxDelay
}

// Client makes calls.
type Client struct {
	private []string // hosts, or hosts with a port, that may be on a private address and without https
	http    *http.Client
	now     func() time.Time
}

// New returns a client that reaches these hosts on private addresses too, or one port of a host where it is named with
// one.
func New(private []string, now func() time.Time) *Client {
	c := &Client{private: private, now: now}
	c.http = &http.Client{
		Timeout:       CallTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: c.dial, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute,
			TLSHandshakeTimeout: dialTime, MaxResponseHeaderBytes: mostAnswer,
		},
	}
	return c
}

var (
	errNotHTTPS = errors.New("the address does not begin with https://")
	errPrivate  = errors.New("the address is not a public one")
)

// Check says what is wrong with an address before anything is sent to it, or below it with a query.
func (c *Client) Check(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Port() == "0" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("%q is no address", address)
	}
	if c.isPrivate(u.Hostname(), u.Port()) {
		if u.Scheme == "http" || u.Scheme == "https" {
			return nil
		}
	}
	if u.Scheme != "https" {
		return errNotHTTPS
	}
	if !mayBePublic(u.Hostname()) {
		return errPrivate
	}
	return nil
}

// mayBePublic says whether a host may be one of the Internet: no address of another kind, no IPv4 address in a spelling
// that only some programs read (2130706433, 0x7f.1, 127.1), and no name of the machine itself.
func mayBePublic(host string) bool {
	name, err := idna.Lookup.ToASCII(strings.TrimSuffix(host, "."))
	if err != nil { // an IPv6 address is no name
		name = host
	}
	if ip, err := netip.ParseAddr(name); err == nil {
		return public(ip)
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	_, err = strconv.ParseUint(last, 0, 64)
	isNumber := err == nil || last != "" && strings.Trim(last, "0123456789") == ""
	return !isNumber && last != "localhost"
}

func (c *Client) isPrivate(host, port string) bool {
	return slices.Contains(c.private, host) || slices.Contains(c.private, net.JoinHostPort(host, port))
}

// dial connects. The address is looked at when its name has been resolved, so that no name leads inside.
func (c *Client) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	d := &net.Dialer{Timeout: dialTime}
	if !c.isPrivate(host, port) {
		d.Control = func(_, at string, _ syscall.RawConn) error {
			if to, err := netip.ParseAddrPort(at); err != nil || !public(to.Addr()) {
				return errPrivate
			}
			return nil
		}
	}
	return d.DialContext(ctx, network, address)
}

// Do makes a call. An error means that nobody knows whether it arrived.
func (c *Client) Do(ctx context.Context, call Call) (out Answer, err error) {
	address, _, _ := strings.Cut(call.URL, "?")
	if err := c.Check(address); err != nil {
		return out, err
	}
	r, err := http.NewRequestWithContext(ctx, call.Method, call.URL, bytes.NewReader(call.Body))
	if err != nil {
		return out, err
	}
	for name, value := range call.Header {
		r.Header.Set(name, value)
	}
	res, err := c.http.Do(r)
	if err != nil {
		return out, err
	}
	defer func() { _ = res.Body.Close() }()
	out.Status, out.RetryAfter = res.StatusCode, parseRetryAfter(res.Header.Get("Retry-After"), c.now())
	out.Type = res.Header.Get("Content-Type")
	out.Body, err = io.ReadAll(io.LimitReader(res.Body, cmp.Or(call.Most, mostAnswer)))
	return out, err
}
