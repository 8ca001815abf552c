package files

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

// Scanner looks for malicious content in an upload before it is kept.
type Scanner interface {
	// Scan names what it has found; "" is nothing. An error says that it could not look.
	Scan(ctx context.Context, body io.Reader) (found string, err error)
	// Ping says why it cannot look, or nil.
	Ping(ctx context.Context) error
}

// Clamd is a daemon of ClamAV, or one that speaks its protocol.
type Clamd struct{ network, address string }

const (
	scanTime   = 20 * time.Second // for one file, until the answer
	scanChunk  = 64 << 10         // bytes
	scanAnswer = 4 << 10          // bytes that are read of an answer
)

// NewClamd reads an address: tcp://host:3310, or unix:///run/clamav/clamd.ctl.
func NewClamd(address string) (*Clamd, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
	case u.Scheme == "tcp" && u.Port() != "" && u.Path == "":
		return &Clamd{"tcp", u.Host}, nil
	case u.Scheme == "unix" && u.Host == "" && u.Path != "":
		return &Clamd{"unix", u.Path}, nil
	}
	return nil, errors.New("the scanner is neither tcp://host:port nor unix:///path")
}

// Scan sends a file by INSTREAM: each part behind its length in four bytes, and a part of no length at the end.
func (c *Clamd) Scan(ctx context.Context, body io.Reader) (found string, err error) {
	answer, err := c.exchange(ctx, func(conn io.Writer) error { return sendInParts(conn, body) })
	if err != nil {
		return "", err
	}
	return verdict(answer)
}

// Ping asks clamd whether it is there.
func (c *Clamd) Ping(ctx context.Context) error {
	answer, err := c.exchange(ctx, func(conn io.Writer) error {
		_, err := io.WriteString(conn, "zPING\x00")
		return err
	})
	if err == nil && answer != "PONG" {
		err = fmt.Errorf("clamd says %q", answer)
	}
	return err
}

// exchange opens a connection for one command and reads its answer.
func (c *Clamd) exchange(ctx context.Context, send func(conn io.Writer) error) (answer string, err error) {
	ctx, cancel := context.WithTimeout(ctx, scanTime)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, c.network, c.address)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close() }()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if err := send(conn); err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(conn, scanAnswer))
	if len(text) == 0 {
		return "", errors.Join(errors.New("clamd gives no answer"), ctx.Err(), err)
	}
	return strings.TrimRight(string(text), "\x00\r\n"), nil
}

// sendInParts fails where the file cannot be read. A daemon that takes no more is no failure yet: one that has enough
// answers before the end, with why.
func sendInParts(to io.Writer, body io.Reader) error {
	if _, err := io.WriteString(to, "zINSTREAM\x00"); err != nil {
		return nil //nolint:nilerr // its answer is read
	}
	part := make([]byte, 4+scanChunk)
	for {
		n, err := io.ReadFull(body, part[4:])
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
		binary.BigEndian.PutUint32(part, uint32(n))
		if _, err := to.Write(part[:4+n]); err != nil || n == 0 {
			return nil //nolint:nilerr // its answer is read
		}
	}
}

// verdict reads an answer: "stream: OK", "stream: NAME FOUND", or what went wrong.
func verdict(text string) (found string, err error) {
	if text == "stream: OK" {
		return "", nil
	}
	if name, isFound := strings.CutSuffix(text, " FOUND"); isFound {
		if name, isOurs := strings.CutPrefix(name, "stream: "); isOurs && name != "" {
			return name, nil
		}
	}
	return "", fmt.Errorf("clamd says %q", text)
}

// scan refuses a file that the scanner has found something in, and one that it could not look at: VALIDATION,
// UNAVAILABLE.
func (s *Service) scan(ctx context.Context, p *spool) error {
	if s.Scanner == nil {
		return nil
	}
	found, err := s.Scanner.Scan(ctx, p.reader())
	switch {
	case err != nil && ctx.Err() != nil:
		return err
	case err != nil:
		s.Log.Error("an upload could not be scanned, and was refused", "err", err)
		return fault.Wrap(fault.Upstream, "UNAVAILABLE", err).Field("resource", "error.notScanned", nil)
	case found != "":
		s.Log.Warn("an upload was refused", slog.String("found", found), slog.String("sha256", p.sum))
		if err := s.recordMalware(ctx, p, found); err != nil {
			return err
		}
		return fault.Validation().Field("resource", "validation.malware", map[string]any{"found": found})
	}
	return nil
}

// MalwareFound is what the audit log calls an upload in which the scanner has found something.
const MalwareFound = "malware"

// recordMalware tells the audit log who sent what.
func (s *Service) recordMalware(ctx context.Context, p *spool, found string) error {
	return s.DB.Write(ctx, func(ctx context.Context) error {
		return s.Audit(ctx, store.Entry{
			Entity: Entity, Act: resource.Act{Action: MalwareFound},
			After: map[string]any{"found": found, "size": p.size, "sha256": p.sum},
		})
	})
}
