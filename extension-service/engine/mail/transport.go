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
	"time"

	gomail "github.com/wneessen/go-mail"
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

// Server sends through an SMTP server. smtps:// speaks TLS from the start; smtp:// switches to it where the server can,
// and insists on it before a password is told.
type Server struct {
	client *gomail.Client
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
	return &Server{client}, err
}

// Send hands a message to the server.
func (s *Server) Send(ctx context.Context, _ int64, m *gomail.Msg) error {
	err := s.client.DialAndSendWithContext(ctx, m)
	if answer, ok := errors.AsType[*gomail.SendError](err); ok && !answer.IsTemp() && answer.ErrorCode() >= 500 {
		return refused{err}
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return fmt.Errorf("reach the mail server: %w", err)
	}
	return err
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

// Discard removes the file of a message.
func (f Folder) Discard(id int64) { _ = os.Remove(f.file(id)) } // one that was never sent has none
