package httpconn

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"time"
)

// body is what is left of the one at hand.
type body struct {
	left    int64 // bytes, of the chunk if it comes in chunks
	chunked bool  // more chunks follow
	opened  bool  // in the midst of a chunk
	broken  bool  // its chunks make no sense, and nobody knows where it would end
}

func (b body) ended() bool { return b.left == 0 && !b.chunked }

// ErrBody is what reading a body that breaks the rules ends with.
var ErrBody = errors.New("httpconn: the chunks of the body make no sense")

// readBody gives a part of the body. Chunks are given in their plainest form, without extensions and trailers, so that
// nobody behind us reads their edges differently.
func (c *Conn) readBody(p []byte) (int, error) {
	for c.body.left == 0 {
		if c.body.broken {
			return 0, ErrBody
		}
		if err := c.nextChunk(); err != nil {
			c.body.broken = errors.Is(err, ErrBody)
			return 0, err
		}
		if len(c.out) > 0 {
			n := copy(p, c.out)
			c.out = c.out[n:]
			return n, nil
		}
	}
	if int64(len(p)) > c.body.left {
		p = p[:c.body.left]
	}
	n, err := c.readSome(p)
	c.body.left -= int64(n)
	if c.body.ended() {
		c.unread.Store(false)
	}
	return n, err
}

// readSome reads what has come already, or what comes.
func (c *Conn) readSome(p []byte) (int, error) {
	if c.first < c.end {
		n := copy(p, c.buf[c.first:c.end])
		c.first += n
		return n, nil
	}
	began := time.Now()
	if err := c.Conn.SetReadDeadline(c.bodyUntil(began)); err != nil {
		return 0, err
	}
	n, err := c.Conn.Read(p)
	c.requested.add(n, time.Since(began))
	if n > 0 {
		return n, nil
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return 0, err
}

func (c *Conn) bodyUntil(now time.Time) time.Time {
	until := c.requested.deadline(now, c.owner.StallTime)
	if !c.limit.IsZero() && c.limit.Before(until) {
		return c.limit
	}
	return until
}

// nextChunk ends the chunk at hand and begins the next; c.out is what the server reads of that.
func (c *Conn) nextChunk() error {
	if c.body.opened {
		if end, err := c.line(); err != nil || len(end) > 0 {
			return errors.Join(err, ErrBody)
		}
		c.body.opened, c.out = false, []byte("\r\n")
		return nil
	}
	line, err := c.line()
	if err != nil {
		return err
	}
	digits, _, _ := bytes.Cut(line, []byte(";"))
	size, err := strconv.ParseUint(string(bytes.TrimRight(digits, " \t")), 16, 62)
	if err != nil || digits[0] == '+' || digits[0] == '_' || bytes.ContainsAny(line, "\r\x00") {
		return ErrBody
	}
	if size > 0 {
		c.body.left, c.body.opened = int64(size), true
		c.out = strconv.AppendUint(nil, size, 16)
		c.out = append(c.out, "\r\n"...)
		return nil
	}
	for total := 0; ; {
		line, err := c.line()
		if err != nil {
			return err
		}
		if len(line) == 0 {
			c.body, c.out = body{}, []byte("0\r\n\r\n")
			c.unread.Store(false)
			return nil
		}
		if _, _, r := field(line); r != nil {
			return ErrBody
		}
		if total += len(line); total > maxHead {
			return ErrBody
		}
	}
}

// line reads one that belongs to the frame of the chunks. It holds until the next byte is read.
func (c *Conn) line() ([]byte, error) {
	for {
		if i := bytes.IndexByte(c.buf[c.first:c.end], '\n'); i >= 0 {
			line := c.buf[c.first : c.first+i]
			c.first += i + 1
			if i == 0 || line[i-1] != '\r' {
				return nil, ErrBody
			}
			return line[:i-1], nil
		}
		if c.end-c.first > maxLine {
			return nil, ErrBody
		}
		began, had := time.Now(), c.end-c.first
		err := c.fill(c.bodyUntil(began))
		c.requested.add(max(0, c.end-c.first-had), time.Since(began))
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
	}
}

// stallBudget is how long a client has made us wait, and for how many bytes.
type stallBudget struct {
	bytes  int64
	waited time.Duration
}

func (a *stallBudget) add(n int, waited time.Duration) {
	a.bytes += int64(n)
	a.waited += waited
}

// deadline is when to stop waiting: a client may take stall for nothing, and a second for each fairRate bytes besides,
// but never longer than stall at a time.
func (a *stallBudget) deadline(now time.Time, stall time.Duration) time.Time {
	left := stall + time.Duration(a.bytes)*time.Second/fairRate - a.waited
	return now.Add(min(left, stall))
}
