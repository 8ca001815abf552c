package mail_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"io"
	"math/big"
	"net"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// relay is a real SMTP server that remembers what it took.
type relay struct {
	mu       sync.Mutex
	sessions int
	accepted []string
	secure   []bool // whether the line was encrypted then
	signedIn bool
	refuse   error
	conns    []*smtp.Conn
}

// close ends all connections from the server's side.
func (r *relay) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.conns {
		_ = c.Close()
	}
}

func (r *relay) NewSession(c *smtp.Conn) (smtp.Session, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sessions++
	r.conns = append(r.conns, c)
	return &session{relay: r, conn: c}, nil
}

type session struct {
	relay *relay
	conn  *smtp.Conn
}

func (*session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "talent" || password != "s3cret" {
			return errors.New("wrong")
		}
		s.relay.mu.Lock()
		defer s.relay.mu.Unlock()
		s.relay.signedIn = true
		return nil
	}), nil
}

func (*session) Mail(string, *smtp.MailOptions) error { return nil }

func (s *session) Rcpt(string, *smtp.RcptOptions) error { return s.relay.refuse }

func (s *session) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	_, secure := s.conn.TLSConnectionState()
	s.relay.mu.Lock()
	defer s.relay.mu.Unlock()
	s.relay.accepted, s.relay.secure = append(s.relay.accepted, string(text)), append(s.relay.secure, secure)
	return err
}

func (*session) Reset()        {}
func (*session) Logout() error { return nil }

// listen starts the server, with TLS from the start or by STARTTLS, and returns its host and port and how to trust it.
func (r *relay) listen(t *testing.T, implicit bool) (string, *tls.Config) {
	t.Helper()
	own, trust := certificate(t)
	server := smtp.NewServer(r)
	server.Domain, server.TLSConfig = "mail.example", own
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if implicit {
		l = tls.NewListener(l, own)
	}
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close(); <-done })
	return address, trust
}

func certificate(t *testing.T) (own, trust *tls.Config) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "mail.example"}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return &tls.Config{
			Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}},
			MinVersion:   tls.VersionTLS12,
		},
		&tls.Config{RootCAs: pool, ServerName: "127.0.0.1", MinVersion: tls.VersionTLS12}
}

func TestServer_WithTLS_AcceptsMails(t *testing.T) {
	t.Parallel()
	for name, implicit := range map[string]bool{"smtp://": false, "smtps://": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &relay{}
			address, trust := r.listen(t, implicit)
			server, err := mail.NewServer(name+"talent:s3cret@"+address, trust)
			if err != nil {
				t.Fatal(err)
			}
			o := open(t, pgtest.SQLite(t), server)
			m := verification()
			m.Params["name"] = "Zoë Łukasik" // beyond ASCII, in the subject and in both bodies
			id := o.queue(m)
			o.step()
			if got := o.state(id); got.State != mail.Sent {
				t.Fatalf("%+v", got)
			}
			if len(r.accepted) != 1 || !r.secure[0] || !r.signedIn {
				t.Fatalf("%d accepted, secure %v, signed in %v", len(r.accepted), r.secure, r.signedIn)
			}
			read, err := netmail.ReadMessage(strings.NewReader(r.accepted[0]))
			if err != nil {
				t.Fatal(err)
			}
			if to := read.Header.Get("To"); to != "<noor@talent.example>" {
				t.Error(to)
			}
			tokenOf(t, r.accepted[0])
		})
	}
}

func TestServer_MailThatSomebodyHasWritten_IsAnsweredToThem(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ replyTo, want string }{
		"nobody":     {"", ""},
		"an address": {"mara@poolkeeper.example", "<mara@poolkeeper.example>"},
		"a name":     {`"Mara Lindqvist" <mara@poolkeeper.example>`, `"Mara Lindqvist" <mara@poolkeeper.example>`},
		"a name beyond ASCII": {
			`Jürgen "JJ" Groß <jj@poolkeeper.example>`, `=?utf-8?q?J=C3=BCrgen_JJ_Gro=C3=9F?= <jj@poolkeeper.example>`,
		},
		"no address": {"Mara\r\nBcc: other@poolkeeper.example", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &relay{}
			address, trust := r.listen(t, false)
			server, err := mail.NewServer("smtp://talent:s3cret@"+address, trust)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(server.Close)
			o := open(t, pgtest.SQLite(t), server)
			m := verification()
			m.ReplyTo = tc.replyTo
			id := o.queue(m)
			if o.step(); o.state(id).State != mail.Sent || o.state(id).ReplyTo != tc.replyTo {
				t.Fatalf("%+v", o.state(id))
			}
			read, err := netmail.ReadMessage(strings.NewReader(r.accepted[0]))
			if err != nil {
				t.Fatal(err)
			}
			if got := read.Header.Get("Reply-To"); got != tc.want {
				t.Errorf("answers go to %s, want %s", got, tc.want)
			}
			if from := read.Header.Get("From"); !strings.Contains(from, "talent@poolkeeper.example") {
				t.Errorf("it comes from %s", from)
			}
		})
	}
}

func TestServer_Refusal_IsTemporaryOrFinal(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		refusal error
		want    mail.State
	}{
		"for now": {&smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "later"}, mail.Queued},
		"for good": {
			&smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"},
			mail.Failed,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &relay{refuse: tc.refusal}
			address, trust := r.listen(t, false)
			server, err := mail.NewServer("smtp://talent:s3cret@"+address, trust)
			if err != nil {
				t.Fatal(err)
			}
			o := open(t, pgtest.SQLite(t), server)
			id := o.queue(verification())
			o.step()
			if got := o.state(id); got.State != tc.want || got.Attempts != 1 {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestServer_WithoutTLS_ReceivesNoPassword(t *testing.T) {
	t.Parallel()
	r := &relay{}
	own := smtp.NewServer(r)
	own.AllowInsecureAuth = true
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() { defer close(done); _ = own.Serve(l) }()
	t.Cleanup(func() { _ = own.Close(); <-done })
	server, err := mail.NewServer("smtp://talent:s3cret@"+l.Addr().String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	o := open(t, pgtest.SQLite(t), server)
	id := o.queue(verification())
	o.step()
	if got := o.state(id); got.State != mail.Queued || r.signedIn {
		t.Errorf("%+v, signed in %v", got, r.signedIn)
	}
}

// Many mails go through one connection; a server that has closed it meanwhile gets the next mail through a new one.
func TestServer_ManyMails_GoThroughOneConnection(t *testing.T) {
	t.Parallel()
	r := &relay{}
	address, trust := r.listen(t, false)
	server, err := mail.NewServer("smtp://talent:s3cret@"+address, trust)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	o := open(t, pgtest.SQLite(t), server)
	send := func(n, sessions int) {
		t.Helper()
		for range n {
			id := o.queue(verification())
			if o.step(); o.state(id).State != mail.Sent {
				t.Fatalf("%+v", o.state(id))
			}
		}
		if r.sessions != sessions {
			t.Errorf("%d mails took %d sessions, want %d", len(r.accepted), r.sessions, sessions)
		}
	}
	send(3, 2) // a session of STARTTLS begins twice
	r.close()
	send(2, 4)
	server.Close()
	send(1, 6)
	if len(r.accepted) != 6 {
		t.Errorf("%d mails were accepted", len(r.accepted))
	}
}
