package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gabriel-vasile/mimetype"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"poolkeeper.example/extension-service/fault"
)

// facts are what a look at the bytes says of an upload.
type facts struct {
	kind          kind
	width, height int
	turn          int // how an image is to be turned, as EXIF counts; 0 is not at all
}

// headSize is how much of a file is sniffed.
const headSize = 3072

// inspect finds out what an upload is, from its bytes alone, and refuses what is not taken: MIME_NOT_ALLOWED, and
// TOO_LARGE for images that are too long or would be too large in memory. Images lose their notes.
func (s *Service) inspect(p *spool, allowed []string) (facts, error) {
	if p.size == 0 {
		return facts{}, fault.Validation().Field("resource", "validation.emptyFile", nil)
	}
	head, err := p.head(headSize)
	if err != nil {
		return facts{}, err
	}
	f, err := p.sniff(head)
	if err != nil {
		return f, err
	}
	if !f.kind.allowed(allowed) {
		return f, notAllowed(f.kind.mime, "only "+strings.Join(allowed, ", ")).With("allowed", allowed)
	}
	if p.size > f.kind.limit() {
		return f, tooLarge(f.kind.limit())
	}
	switch f.kind.family {
	case "image":
		err = s.inspectImage(p, &f)
	case "pdf":
		err = inspectPDF(p, head)
	case "text":
		err = inspectText(p.whole(), head)
		if err != nil && slices.Contains(allowed, csvType) {
			err = inspectTable(p, head)
		}
	}
	return f, err
}

// sniff names the type of the bytes.
func (p *spool) sniff(head []byte) (facts, error) {
	found := mimetype.Detect(head)
	name, _, _ := strings.Cut(found.String(), ";")
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		document, err := office(p.file, p.size)
		if errors.Is(err, errBomb) {
			return facts{}, tooLarge(maxUnpacked).With("unpacked", true)
		}
		if err != nil {
			return facts{}, notAllowed("application/zip", err.Error())
		}
		name = document
	case found.Is("application/x-xliff+xml"):
		name = "application/xliff+xml"
	case name == "text/tab-separated-values":
		name = "text/csv"
	case name == "application/x-ndjson" || name == "application/geo+json":
		name = "application/json"
	}
	k, ok := kindOf(name)
	if !ok {
		return facts{}, notAllowed(name, "this type is not taken")
	}
	return facts{kind: k}, nil
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
	case !bytes.HasPrefix(head, []byte("%PDF-")), holdsMarkup(head[:min(len(head), 1024)]):
		return notAllowed(pdfType, "it does not begin like a PDF")
	case end < 0, len(bytes.Trim(tail[end+len("%%EOF"):], "\r\n\t \x00")) > 0, bytes.Contains(tail, []byte("PK\x05\x06")):
		return notAllowed(pdfType, "it does not end like a PDF")
	}
	return nil
}

// inspectText wants UTF-8 without NUL to its end, and no page or program at its beginning.
func inspectText(from io.Reader, head []byte) error {
	if holdsMarkup(head) {
		return notAllowed("text/html", "it begins like a page")
	}
	block, rest := make([]byte, 64<<10), 0
	for {
		n, err := from.Read(block[rest:])
		text := block[:rest+n]
		last := err != nil
		rest = 0
		if !last {
			rest = unfinished(text)
		}
		if bytes.IndexByte(text, 0) >= 0 || !utf8.Valid(text[:len(text)-rest]) {
			return notAllowed("application/octet-stream", "it is no text in UTF-8")
		}
		copy(block, text[len(text)-rest:])
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read an upload: %w", err)
		}
	}
}

// inspectTable is inspectText for those who asked for a table, which spreadsheets save in other encodings as well: UTF-16 with
// its mark, or one byte for each character.
func inspectTable(p *spool, head []byte) error {
	decoder := charmap.Windows1252.NewDecoder()
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		decoder = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()
	}
	begin := make([]byte, headSize)
	n, err := io.ReadFull(transform.NewReader(p.whole(), decoder), begin)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if begin = begin[:n]; bytes.ContainsFunc(begin, isControl) {
		return notAllowed("application/octet-stream", "it is no text")
	}
	decoder.Reset()
	return inspectText(transform.NewReader(p.whole(), decoder), begin)
}

// isControl tells characters that stand in no table.
func isControl(r rune) bool { return r < ' ' && r != '\t' && r != '\r' && r != '\n' }

// unfinished is how many bytes at the end of a block begin a character that the next block ends.
func unfinished(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}
