package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// Transport carries a finished message out of the house.
type Transport interface {
	Send(ctx context.Context, id int64, m *gomail.Msg) error
	// Discard removes what is kept of a message, if anything.
	Discard(id int64)
}

// refused is a message that the other side will never take.
type refused struct{ error }

func (r refused) Unwrap() error { return r.error }

// sendLimit bounds one attempt; it is shorter than the lease, so that no second copy begins meanwhile.
const sendLimit = 14 * time.Second

const (
	perConnection  = 100             // mails, after which servers like a new connection
	connectionIdle = 5 * time.Second // until a connection is closed that nothing more is sent through
	aliveTimeout   = 2 * time.Second // for a server to say that its end of a connection is still there
)

// Server sends through an SMTP server, many mails through one connection. smtps:// speaks TLS from the start; smtp://
// switches to it where the server can, and insists on it before a password is told.
type Server struct {
	client *gomail.Client

	mu   sync.Mutex
	conn *smtp.Client // open since the last mail; nil when there is none
	sent int          // through it
	idle *time.Timer  // closes it
}

// NewServer reads the address of a server, such as smtp://user:password@host:587. trust is nil but in tests.
func NewServer(address string, trust *tls.Config) (*Server, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("the address of the mail server cannot be read") // the error would tell a secret
	}
	port, policy := 25, gomail.TLSOpportunistic
	options := []gomail.Option{gomail.WithTimeout(sendLimit)}
	if u.Scheme == "smtps" {
		port = 465
		options = append(options, gomail.WithSSL())
	}
	if u.User != nil {
		password, _ := u.User.Password()
		policy = gomail.TLSMandatory
		options = append(options, gomail.WithUsername(u.User.Username()), gomail.WithPassword(password),
			gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover))
	}
	if text := u.Port(); text != "" {
		if port, err = strconv.Atoi(text); err != nil {
			return nil, fmt.Errorf("port of the mail server: %w", err)
		}
	}
	if trust != nil {
		options = append(options, gomail.WithTLSConfig(trust))
	}
	if u.Scheme != "smtps" {
		options = append(options, gomail.WithTLSPolicy(policy))
	}
	client, err := gomail.NewClient(u.Hostname(), append(options, gomail.WithPort(port))...)
	return &Server{client: client}, err
}

// Send hands a message to the server.
func (s *Server) Send(ctx context.Context, _ int64, m *gomail.Msg) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.connect(ctx)
	if err == nil {
		err = s.client.SendWithSMTPClient(s.conn, m)
	}
	if s.sent++; err != nil || s.sent == perConnection {
		s.disconnect() // after a refusal too: what the server expects next is not certain
	} else {
		s.idle = time.AfterFunc(connectionIdle, s.Close)
	}
	if answer, ok := errors.AsType[*gomail.SendError](err); ok && !answer.IsTemp() && answer.ErrorCode() >= 500 {
		return refused{err}
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return fmt.Errorf("reach the mail server: %w", err)
	}
	return err
}

// connect opens a connection, unless the one of the last mail still answers. s.mu is held.
func (s *Server) connect(ctx context.Context) (err error) {
	if s.idle != nil {
		s.idle.Stop()
	}
	if s.conn != nil && s.conn.UpdateDeadline(aliveTimeout) == nil && s.conn.Noop() == nil {
		return nil
	}
	s.disconnect()
	s.conn, err = s.client.DialToSMTPClientWithContext(ctx)
	return err
}

// disconnect takes leave of the server. s.mu is held.
func (s *Server) disconnect() {
	if s.conn != nil {
		_ = s.client.CloseWithSMTPClient(s.conn) // one that is broken has nothing to lose
	}
	s.conn, s.sent = nil, 0
}

// Close ends the connection that is kept for the next mail, if any.
func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.disconnect()
}

// Ping says whether the server is there, and takes us for who we are.
func (s *Server) Ping(ctx context.Context) error {
	conn, err := s.client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return err
	}
	return s.client.CloseWithSMTPClient(conn)
}

// Discard does nothing: what has been sent lies elsewhere.
func (*Server) Discard(int64) {}

// Folder keeps messages as .eml files, for installations without a mail server.
type Folder struct{ Dir string }

func (f Folder) file(id int64) string { return filepath.Join(f.Dir, strconv.FormatInt(id, 10)+".eml") }

// Send writes the message into its file, the same one at every attempt.
func (f Folder) Send(_ context.Context, id int64, m *gomail.Msg) error {
	if err := os.MkdirAll(f.Dir, 0o700); err != nil {
		return err
	}
	out, err := os.CreateTemp(f.Dir, ".mail-*")
	if err != nil {
		return err
	}
	_, err = m.WriteTo(out)
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return errors.Join(err, os.Remove(out.Name()))
	}
	return os.Rename(out.Name(), f.file(id))
}

// WritesFilesOnly tells that what is sent reaches nobody.
func (Folder) WritesFilesOnly() {}

// Discard removes the file of a message.
func (f Folder) Discard(id int64) { _ = os.Remove(f.file(id)) } // one that was never sent has none
