package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"regexp"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

// The most that is taken of one upload, in bytes.
const (
	MaxSize      = 25 << 20
	MaxImageSize = 10 << 20
)

const (
	uploadLimit  = MaxSize + 64<<10 // with the lines around the file
	maxParts     = 24
	maxFieldSize = 200
)

// post takes one upload. Its parts are read as they come, the file goes straight to the disk.
func (s *Service) post(ctx context.Context, r *resource.Request) (any, error) {
	media, params, err := mime.ParseMediaType(r.Header("Content-Type"))
	if err != nil || media != "multipart/form-data" || params["boundary"] == "" {
		return nil, fault.New(fault.BadRequest, "BAD_REQUEST", "an upload comes as multipart/form-data")
	}
	if err := r.RefuseParameters(); err != nil {
		return nil, err
	}
	f := form{service: s, parts: multipart.NewReader(r.Upload, params["boundary"])}
	stored, err := s.storeForm(ctx, r, &f)
	return stored, errors.Join(err, f.drop())
}

func (s *Service) storeForm(ctx context.Context, r *resource.Request, f *form) (Resource, error) {
	key, err := resource.RepeatKey(r)
	if err != nil {
		return Resource{}, err
	}
	if err := f.read(); err != nil {
		return Resource{}, readable(err)
	}
	if f.about != 0 {
		if ctx, err = s.withFreelancer(ctx, f.about); err != nil {
			return Resource{}, err
		}
	}
	if key != nil { // the same form says the same, whatever divides its parts
		key.Body = fmt.Appendf(nil, "%q %q %s", f.name, f.allowed, f.file.sum)
	}
	return s.storeUpload(ctx, f.file, uploadRequest{name: f.name, allowed: f.allowed, key: key})
}

// readable tells a caller whose fault a body is that cannot be read to its end.
func readable(err error) error {
	if _, ours := errors.AsType[*fault.Error](err); ours {
		return err
	}
	return fault.Wrap(fault.BadRequest, "BAD_REQUEST", fmt.Errorf("read an upload: %w", err))
}

// form is the body of an upload, read part by part.
type form struct {
	service *Service
	parts   *multipart.Reader
	file    *spool
	name    string
	allowed []string
	about   int64 // the freelancer it is about; 0 = nobody is named
}

func (f *form) read() error {
	for n := 0; ; n++ {
		part, err := f.parts.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			return f.complete()
		case err != nil:
			return err
		case n == maxParts:
			return fault.New(fault.BadRequest, "BAD_REQUEST", "an upload has at most %d parts", maxParts)
		}
		if err := f.readPart(part); err != nil {
			return err
		}
	}
}

func (f *form) complete() error {
	if f.file == nil {
		return fault.Validation().Field("resource", "validation.required", nil)
	}
	return nil
}

func (f *form) readPart(part *multipart.Part) (err error) {
	switch part.FormName() {
	case "resource":
		if f.file != nil {
			return fault.Validation().Field("resource", "validation.oneFile", nil)
		}
		if f.name, err = sentName(part); err != nil {
			return err
		}
		f.file, err = f.service.spoolFrom(part, MaxSize)
		return err
	case "allowedMimeType":
		text, err := io.ReadAll(io.LimitReader(part, maxFieldSize+1))
		if err != nil {
			return err
		}
		if !mimePattern.Match(text) {
			return fault.Validation().Field("allowedMimeType", "validation.mimeType", nil)
		}
		f.allowed = append(f.allowed, string(text))
		return nil
	case "freelancerId":
		text, err := io.ReadAll(io.LimitReader(part, maxFieldSize+1))
		if err != nil {
			return err
		}
		if f.about, err = field.ParseID(string(text)); err != nil {
			return fault.Validation().Field("freelancerId", "validation.reference", nil)
		}
		return nil
	}
	name := strings.ToValidUTF8(part.FormName(), "?")
	return fault.New(fault.Invalid, "UNKNOWN_FIELD", "unknown field").Field(name[:min(len(name), 40)],
		"error.unknownField", nil)
}

func (f *form) drop() error {
	if f.file == nil {
		return nil
	}
	return f.file.drop()
}

var mimePattern = regexp.MustCompile(`^[a-z]+/([a-z0-9.+-]{1,100}|\*)$`)

// sentName is the name exactly as it was sent: the standard reader would cut a path down to something harmless, and
// what was tried would go unseen.
func sentName(part *multipart.Part) (string, error) {
	_, params, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	name, is := params["filename"]
	if err != nil || !is {
		return "", fault.Validation().Field("resource", "validation.required", nil)
	}
	return name, nil
}
