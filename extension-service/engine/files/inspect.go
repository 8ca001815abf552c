package files

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// inspection are what a look at the bytes says of an upload.
type inspection struct {
	kind          kind
	width, height int
	turn          int // how an image is to be turned, as EXIF counts; 0 is not at all
}

// headSize is how much of a file tells images, documents and archives, which all begin with marks of their own.
const headSize = 3072

// inspect finds out what an upload is, from its bytes and, where they can be several texts, its name. It refuses what
// is not taken: MIME_NOT_ALLOWED, and TOO_LARGE for images that are too long or would be too large in memory. Images
// lose their notes.
func (s *Service) inspect(p *spool, w uploadRequest) (inspection, error) {
	if p.size == 0 {
		return inspection{}, fault.Validation().Field("resource", "validation.emptyFile", nil)
	}
	head, err := p.head(headSize)
	if err != nil {
		return inspection{}, err
	}
	f := inspection{}
	if f.kind, err = p.sniff(head, w); err != nil {
		return f, err
	}
	if !f.kind.allowed(w.allowed) {
		return f, notAllowed(f.kind.mime, "only "+strings.Join(w.allowed, ", ")).With("allowed", w.allowed)
	}
	if p.size > f.kind.limit() {
		return f, tooLarge(f.kind.limit())
	}
	switch f.kind.family {
	case "image":
		err = s.inspectImage(p, &f)
	case "pdf":
		err = inspectPDF(p, head)
	}
	return f, err
}

// sniff names the kind of an upload.
func (p *spool) sniff(head []byte, w uploadRequest) (kind, error) {
	name, _, _ := strings.Cut(mimetype.Detect(head).String(), ";")
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		document, err := office(p.file, p.size)
		if errors.Is(err, errBomb) {
			return kind{}, tooLarge(maxUnpacked).With("unpacked", true)
		}
		if err != nil {
			return kind{}, notAllowed("application/zip", err.Error())
		}
		name = document
	}
	if k, ok := kindOf(name); ok && k.family != textFamily {
		return k, nil
	}
	text, err := p.text()
	if errors.Is(err, spreadsheet.ErrNotText) || errors.Is(err, spreadsheet.ErrEncoding) {
		if known, isKnown := kindOf(name); isKnown && known.family == textFamily {
			name = "application/octet-stream"
		}
		return kind{}, notAllowed(name, "this type is not taken")
	}
	if err != nil {
		return kind{}, err
	}
	return text.kind(w)
}

const pdfTail = 1024 // how far from the end the last mark of a PDF may stand

// inspectPDF wants the marks of a PDF at its very beginning and end, and no other file around or within reach of them.
func inspectPDF(p *spool, head []byte) error {
	tail := make([]byte, min(pdfTail, p.size))
	if _, err := p.file.ReadAt(tail, p.size-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	end := bytes.LastIndex(tail, []byte("%%EOF"))
	switch {
	case !bytes.HasPrefix(head, []byte("%PDF-")), containsMarkup(head[:min(len(head), 1024)]):
		return damaged(pdfType, "it does not begin like a PDF")
	case end < 0, len(bytes.Trim(tail[end+len("%%EOF"):], "\r\n\t \x00")) > 0, bytes.Contains(tail, []byte("PK\x05\x06")):
		return damaged(pdfType, "it does not end like a PDF")
	}
	return nil
}
