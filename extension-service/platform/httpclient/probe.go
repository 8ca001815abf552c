package httpclient

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http/httptrace"
	"syscall"
	"time"
)

// Failure says why a call has not come to an answer.
type Failure string

// The troubles.
const (
	UnknownName    Failure = "NAME"
	NotListening   Failure = "REFUSED"
	TooSlow        Failure = "TIMEOUT"
	NotPublic      Failure = "NOT_PUBLIC"
	BadCertificate Failure = "CERTIFICATE"
	OtherTrouble   Failure = "OTHER"
)

// Probe is how far a call has come.
type Probe struct {
	Answer    Answer
	Trouble   Failure       // "": there was an answer
	Connected bool          // something listens there
	Connect   time.Duration // until then
	TLS       string        // version of the protocol, "" without
	ValidTo   time.Time     // of the certificate
	Took      time.Duration // all of it
}

// Probe makes a call over a connection of its own and says how far it has come.
func (c *Client) Probe(ctx context.Context, call Call) (p Probe) {
	c.http.CloseIdleConnections()
	began := c.now()
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		ConnectDone: func(_, _ string, err error) {
			if err == nil {
				p.Connected, p.Connect = true, c.now().Sub(began)
			}
		},
		TLSHandshakeDone: func(state tls.ConnectionState, err error) {
			if err == nil && len(state.PeerCertificates) > 0 {
				p.TLS, p.ValidTo = tls.VersionName(state.Version), state.PeerCertificates[0].NotAfter.UTC()
			}
		},
	})
	answer, err := c.Do(ctx, call)
	p.Answer, p.Took = answer, c.now().Sub(began)
	if err != nil {
		p.Trouble = FailureOf(err)
	}
	return p
}

// FailureOf says why a call failed with an error.
func FailureOf(err error) Failure {
	var name *net.DNSError
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	var timeout net.Error
	switch {
	case errors.Is(err, errPrivate), errors.Is(err, errNotHTTPS):
		return NotPublic
	case errors.As(err, &name):
		return UnknownName
	case errors.Is(err, syscall.ECONNREFUSED):
		return NotListening
	case errors.As(err, &unknown), errors.As(err, &host), errors.As(err, &invalid):
		return BadCertificate
	case errors.As(err, &timeout) && timeout.Timeout():
		return TooSlow
	}
	return OtherTrouble
}
