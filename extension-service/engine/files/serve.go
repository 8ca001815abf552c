package files

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

// span is the part of a file that a caller wants.
type span struct {
	from, length int64
	partial      bool
}

// spanOf reads a Range header. What is no range of bytes, or several, means the whole; a range that begins behind the
// end is refused.
func spanOf(header string, size int64) (span, error) {
	full := span{0, size, false}
	text, bytes := strings.CutPrefix(strings.TrimSpace(header), "bytes=")
	first, last, ok := strings.Cut(text, "-")
	if !bytes || !ok || strings.Contains(text, ",") {
		return full, nil
	}
	var from int64
	var err error
	end := size - 1
	switch {
	case first == "":
		n, parsed := strconv.ParseInt(last, 10, 64)
		if from, err = max(0, size-n), parsed; n == 0 {
			from = size
		}
	case last == "":
		from, err = strconv.ParseInt(first, 10, 64)
	default:
		from, err = strconv.ParseInt(first, 10, 64)
		n, parsed := strconv.ParseInt(last, 10, 64)
		if end = min(end, n); err == nil {
			err = parsed
		}
		if err == nil && n < from {
			return full, nil
		}
	}
	if err != nil || from < 0 {
		return full, nil //nolint:nilerr // a range that nobody understands is to be ignored
	}
	if from > end {
		return full, fault.New(fault.OutOfRange, "VALIDATION", "the file has %d bytes", size).With("size", size)
	}
	return span{from, end - from + 1, true}, nil
}

// bytesOf streams an upload, or the part of it that the request asks for.
func (s *Service) bytesOf(ctx context.Context, r Resource) error {
	reply, request := resource.ReplyOf(ctx), resource.RequestOf(ctx)
	tag := `"` + r.SHA256 + `"`
	reply.Type = r.MimeType
	reply.SetHeader("ETag", tag)
	reply.SetHeader("Accept-Ranges", "bytes")
	if request.Header("If-None-Match") == tag {
		reply.Status, reply.Raw = 304, nil
		return nil
	}
	part := span{0, r.Size, false}
	if match := request.Header("If-Range"); match == "" || match == tag {
		var err error
		if part, err = spanOf(request.Header("Range"), r.Size); err != nil {
			reply.SetHeader("Content-Range", fmt.Sprintf("bytes */%d", r.Size))
			return err
		}
	}
	if part.partial {
		reply.Status = 206
		reply.SetHeader("Content-Range", fmt.Sprintf("bytes %d-%d/%d", part.from, part.from+part.length-1, r.Size))
	}
	file, err := s.open(ctx, r)
	if err != nil {
		return err
	}
	reply.Length = part.length
	reply.Stream = func(w io.Writer) error {
		defer file.Close()
		if _, err := file.Seek(part.from, io.SeekStart); err != nil {
			return err
		}
		_, err := io.CopyN(w, file, part.length)
		return err
	}
	return nil
}

// sandbox lets nothing in a file act, should a browser open it as a page.
const sandbox = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; " +
	"object-src 'none'; frame-ancestors 'self'"

type byID struct {
	ID string `path:"id" json:"id" check:"required,max=64"`
}

// download answers the bytes for keeping.
func (s *Service) download(ctx context.Context, in byID) (any, error) {
	r, err := s.Get(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	reply := resource.ReplyOf(ctx)
	reply.SetHeader("Content-Disposition", attachment("attachment", r.Name))
	reply.SetHeader("Content-Security-Policy", sandbox)
	return nil, s.bytesOf(ctx, r)
}

type shape struct {
	ID string `path:"id" json:"id" check:"required,max=64"`
	As string `path:"x" json:"x" check:"required,max=20"`
}

// serveAs answers an upload for looking at: whole where a browser may show it, or an image made small.
func (s *Service) serveAs(ctx context.Context, in shape) (any, error) {
	side, small := map[string]int{"thumb": 160, "preview": 960}[in.As]
	if !small && in.As != "inline" {
		return nil, fault.New(fault.NotFound, "NOT_FOUND", "a file is shown inline, as thumb or as preview")
	}
	r, err := s.Get(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	k, _ := kindOf(r.MimeType)
	if small && !r.Image() || !k.inline {
		return nil, fault.New(fault.NotFound, "NOT_FOUND", "%s is not shown", r.MimeType)
	}
	reply := resource.ReplyOf(ctx)
	reply.SetHeader("Content-Security-Policy", sandbox)
	reply.SetHeader("Content-Disposition", attachment("inline", r.Name))
	if small {
		return nil, s.variant(ctx, r, Variant{Width: side, Height: side, Fit: Contain})
	}
	return nil, s.bytesOf(ctx, r)
}

// Described is an upload with the records that name it and that the caller may read.
type Described struct {
	Resource
	UsedBy []Use `json:"usedBy"`
}

func (s *Service) meta(ctx context.Context, in byID) (Described, error) {
	r, err := s.Get(ctx, in.ID)
	if err != nil {
		return Described{}, err
	}
	uses, err := s.uses(ctx, in.ID)
	if err != nil {
		return Described{}, err
	}
	uses, err = s.visibleUses(ctx, uses, 0)
	return Described{r, uses}, err
}

func (s *Service) delete(ctx context.Context, in byID) (resource.None, error) {
	return resource.None{}, s.Delete(ctx, in.ID)
}

// ticket lets the browser fetch the file by a plain link, once. The reach is asked again then.
func (s *Service) ticket(ctx context.Context, in byID) (resource.Ticket, error) {
	if _, err := s.Get(ctx, in.ID); err != nil {
		return resource.Ticket{}, err
	}
	request, err := json.Marshal(in)
	if err != nil {
		return resource.Ticket{}, err
	}
	url, err := s.Ticket(ctx, resource.DownloadRequest{Entity: Entity, For: request})
	return resource.Ticket{URL: url}, err
}

// Requested hands out the upload that a ticket was asked for, while it is within the reach of the caller.
func (s *Service) Requested(ctx context.Context, request json.RawMessage) (resource.Download, error) {
	var in byID
	if err := json.Unmarshal(request, &in); err != nil {
		return resource.Download{}, err
	}
	r, err := s.Get(ctx, in.ID)
	if err != nil {
		return resource.Download{}, err
	}
	stream := func(ctx context.Context, w io.Writer) error {
		file, err := s.open(ctx, r)
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = io.Copy(w, file)
		return err
	}
	return resource.Download{
		Name: r.Name, Type: r.MimeType, AuditDetails: map[string]any{"resourceId": r.ID}, Stream: stream,
	}, nil
}
