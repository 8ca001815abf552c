package app

import (
	"cmp"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

// read gives the request its body: whole, or as it comes where the endpoint reads it itself. A compressed one is
// refused: a few bytes of it may be any size unpacked.
func (e *edge) read(c fiber.Ctx, ep resource.Endpoint, r *resource.Request) error {
	if coding := c.Get(fiber.HeaderContentEncoding); coding != "" && coding != "identity" {
		return fault.New(fault.Unsupported, "MIME_NOT_ALLOWED", "a body is not compressed")
	}
	limit := cmp.Or(ep.BodyLimit, resource.DefaultBodyLimit)
	if c.Request().Header.ContentLength() > limit {
		return tooLong(limit)
	}
	stream := c.Request().BodyStream()
	if stream == nil {
		stream = eof{}
	}
	body := &bounded{from: stream, left: limit + 1, limit: limit}
	c.Locals(bodyKey{}, body)
	if err := c.RequestCtx().Conn().SetReadDeadline(e.now().Add(bodyTime(ep))); err != nil {
		return err
	}
	if ep.Upload {
		r.Upload = body
		return nil
	}
	text, err := io.ReadAll(body)
	if _, ours := errors.AsType[*fault.Error](err); err != nil && !ours {
		return fault.Wrap(fault.BadRequest, "BAD_REQUEST", err) // it ended too early, or its chunks make no sense
	}
	r.Body = text
	if ep.AnyBody {
		return err
	}
	if ep.Form {
		return cmp.Or(err, checkContentType(c, text, fiber.MIMEApplicationForm))
	}
	return cmp.Or(err, checkContentType(c, text, fiber.MIMEApplicationJSON), resource.Unambiguous(text))
}

// checkContentType refuses a body that says it is something else, such as what a form of another site sends to who
// reads JSON.
func checkContentType(c fiber.Ctx, text []byte, wanted string) error {
	contentType := c.Get(fiber.HeaderContentType)
	media, _, _ := strings.Cut(strings.ToLower(contentType), ";")
	if len(text) == 0 || contentType == "" || strings.TrimSpace(media) == wanted {
		return nil
	}
	return fault.New(fault.Unsupported, "MIME_NOT_ALLOWED", "a body is %s", wanted)
}

func tooLong(limit int) error {
	return fault.New(fault.TooLarge, "TOO_LARGE", "the body is longer than %d bytes", limit)
}

// bounded ends with TOO_LARGE once more has come than the limit.
type bounded struct {
	from        io.Reader
	left, limit int
	ended       bool
}

type bodyKey struct{}

// Read passes on what comes.
func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.from.Read(p[:min(len(p), b.left)])
	b.ended = b.ended || errors.Is(err, io.EOF)
	if b.left -= n; b.left <= 0 {
		return n, tooLong(b.limit)
	}
	return n, err
}

type eof struct{}

// Read ends at once.
func (eof) Read([]byte) (int, error) { return 0, io.EOF }

// drainTime is how long the rest of a body that nobody wanted may take to come.
const drainTime = 10 * time.Second

// drain takes what is left of a body off the connection, where the next request would be looked for, so that the caller
// gets to read its answer. A connection with too much or too slow a rest is closed.
func drain(c fiber.Ctx) {
	stream := c.Request().BodyStream()
	if body, ok := c.Locals(bodyKey{}).(*bounded); stream == nil || ok && body.ended {
		return // reading on would take what belongs to the next request
	}
	left := c.Request().Header.ContentLength()
	if left <= bodyCap && c.RequestCtx().Conn().SetReadDeadline(time.Now().Add(drainTime)) == nil {
		n, err := io.CopyN(io.Discard, stream, bodyCap)
		if errors.Is(err, io.EOF) && n < bodyCap {
			return
		}
	}
	c.Response().Header.SetConnectionClose()
}
