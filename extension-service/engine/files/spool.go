package files

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
)

// spool holds an upload on the local disk while it is looked at, so that it never lies in memory.
type spool struct {
	file *os.File
	size int64
	sum  string // SHA-256
}

// spooled begins the names of files that are being looked at.
const spooled = "upload-"

// spoolFrom takes body down, up to limit bytes. TOO_LARGE beyond.
func (s *Service) spoolFrom(body io.Reader, limit int64) (*spool, error) {
	if err := os.MkdirAll(s.Spool, 0o700); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(s.Spool, spooled)
	if err != nil {
		return nil, err
	}
	p := &spool{file: file}
	if err := p.fill(io.LimitReader(body, limit+1)); err != nil {
		return nil, errors.Join(err, p.drop())
	}
	if p.size > limit {
		return nil, errors.Join(tooLarge(limit), p.drop())
	}
	return p, nil
}

// fill replaces what the spool holds.
func (p *spool) fill(body io.Reader) (err error) {
	if err = p.file.Truncate(0); err != nil {
		return err
	}
	if _, err = p.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	sum := sha256.New()
	if p.size, err = io.Copy(io.MultiWriter(p.file, sum), body); err != nil {
		return err
	}
	p.sum = hex.EncodeToString(sum.Sum(nil))
	return nil
}

// head reads the beginning, up to n bytes.
func (p *spool) head(n int) ([]byte, error) {
	out := make([]byte, min(int64(n), p.size))
	_, err := io.ReadFull(p.reader(), out)
	return out, err
}

// reader reads everything from the beginning.
func (p *spool) reader() io.Reader { return io.NewSectionReader(p.file, 0, p.size) }

// drop removes the file.
func (p *spool) drop() error { return errors.Join(p.file.Close(), os.Remove(p.file.Name())) }
