package files

import (
	"bufio"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gabriel-vasile/mimetype"
	"golang.org/x/text/encoding/htmlindex"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// text is an upload that can be read as one.
type text struct {
	spool    *spool
	encoding spreadsheet.Encoding
	head     []byte // its beginning in UTF-8, without the mark and blanks
}

const textHead = 64 << 10 // bytes in which a page or a program shows itself

// text reads an upload to its end. ErrNotText and ErrEncoding of spreadsheet where it is none.
func (p *spool) text() (*text, error) {
	encoding, err := spreadsheet.FindEncoding(p.reader())
	if err != nil {
		return nil, err
	}
	t := &text{spool: p, encoding: encoding}
	if encoding.Name == spreadsheet.UTF16 {
		if err := t.checkUTF16(); err != nil {
			return nil, err
		}
	}
	t.head, err = io.ReadAll(io.LimitReader(t.reader(), textHead))
	t.head = bytes.TrimLeftFunc(t.head, unicode.IsSpace)
	return t, err
}

// reader reads the text in UTF-8.
func (t *text) reader() io.Reader { return t.encoding.Reader(t.spool.reader()) }

// checkUTF16 refuses UTF-16 that has half a character or one that stands in no text. ErrNotText.
func (t *text) checkUTF16() error {
	r := bufio.NewReader(t.reader())
	for {
		switch one, _, err := r.ReadRune(); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case one == utf8.RuneError || one < ' ' && !unicode.IsSpace(one):
			return spreadsheet.ErrNotText
		}
	}
}

// kind is what the text is. Its parser says so of JSON and XLIFF, and its name of what else may be a table or a note:
// both are any text. A page or a program is neither, as its beginning shows; words within a text say nothing.
func (t *text) kind(w uploadRequest) (kind, error) {
	named, isKnown := kindEnding(w.name)
	for _, format := range []struct {
		mime, begins string
		parse        func() *fault.Error
	}{{jsonType, "{[", t.parseJSON}, {xlfType, "<", t.parseXLIFF}} {
		isNamed := named.mime == format.mime
		if !isNamed && (len(t.head) == 0 || strings.IndexByte(format.begins, t.head[0]) < 0) {
			continue
		}
		bad := format.parse()
		if bad == nil {
			return kindNamed(format.mime), nil
		}
		if isNamed {
			return kind{}, bad
		}
	}
	if page := t.page(isKnown); page != "" {
		return kind{}, notAllowed(page, "it begins like a page or a program")
	}
	return t.tableOrText(named, w.allowed)
}

// tableOrText tells the two kinds of text that have no form of their own.
func (t *text) tableOrText(named kind, allowed []string) (kind, error) {
	isUnicode := t.encoding.Name == spreadsheet.UTF8 || t.encoding.Name == spreadsheet.UTF16
	allowsTables := len(allowed) > 0 && kindNamed(csvType).allowed(allowed)
	switch {
	case named.mime == csvType, allowsTables && (!isUnicode || !kindNamed(txtType).allowed(allowed)):
		return kindNamed(csvType), nil
	case isUnicode:
		return kindNamed(txtType), nil
	}
	return kind{}, notAllowed("application/octet-stream", "it is no text in UTF-8 or UTF-16")
}

func kindNamed(mime string) kind {
	k, _ := kindOf(mime)
	return k
}

// parseJSON reads the text as JSON, one value or several; nil: it is.
func (t *text) parseJSON() *fault.Error {
	d := json.NewDecoder(t.reader())
	for depth, n := 0, 0; ; n++ {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF) && depth == 0 && n > 0:
			return nil
		case err != nil:
			return t.misread(jsonType, "JSON", d.InputOffset())
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
}

// parseXLIFF reads the text as XML whose root is that of XLIFF, without entities of its own; nil: it is.
func (t *text) parseXLIFF() *fault.Error {
	d := t.xml()
	for depth, roots := 0, 0; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) && roots == 1 {
			return nil
		}
		isForeign := err != nil
		switch one := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
				isForeign = roots > 1 || one.Name.Local != "xliff"
			}
			depth++
		case xml.EndElement:
			depth--
		case xml.Directive:
			isForeign = bytes.ContainsRune(one, '[')
		}
		if isForeign {
			return t.misread(xlfType, "XLIFF", d.InputOffset())
		}
	}
}

// xml reads the text as XML. Where no mark shows its encoding, its first line names it.
func (t *text) xml() *xml.Decoder {
	if t.encoding.Name != "" {
		d := xml.NewDecoder(t.reader())
		d.CharsetReader = func(_ string, from io.Reader) (io.Reader, error) { return from, nil }
		return d
	}
	d := xml.NewDecoder(t.spool.reader())
	d.CharsetReader = func(label string, from io.Reader) (io.Reader, error) {
		e, err := htmlindex.Get(label)
		if err != nil {
			return nil, err
		}
		return e.NewDecoder().Reader(from), nil
	}
	return d
}

// misread is the refusal of a text that its parser cannot read on from a place, which it names by its line.
func (t *text) misread(mime, format string, offset int64) *fault.Error {
	before := &lineCount{n: 1}
	if _, err := io.Copy(before, io.LimitReader(t.reader(), offset)); err != nil {
		return notAllowed(mime, err.Error())
	}
	e := fault.New(fault.Unsupported, "MIME_NOT_ALLOWED", "%s: it cannot be read from line %d on", mime,
		before.n).With("mimeType", mime)
	return e.Field("resource", "validation.fileFormat", map[string]any{"format": format, "line": before.n})
}

// lineCount counts the lines of what is written to it.
type lineCount struct{ n int }

func (l *lineCount) Write(b []byte) (int, error) {
	l.n += bytes.Count(b, []byte("\n"))
	return len(b), nil
}

var (
	// preface is what may stand before the root of a page.
	preface = regexp.MustCompile(`^(?:\s+|<!--(?s:.*?)-->|<\?(?i:xml)\b(?s:.*?)\?>)+`)
	begins  = regexp.MustCompile(
		`(?i)^(?:#!|\{\\rtf|%!PS|<[?!]|<(?:html|head|body|script|svg|iframe|style|title|meta|link|base|object|embed|form|math)\b)`)
)

// page is the type of a text that begins like a page or a program, "" for others. Where the name does not end like a
// text, what else the beginning shows counts, such as an element or a business card.
func (t *text) page(isNamed bool) string {
	root := preface.ReplaceAll(t.head, nil)
	isXML := bytes.HasPrefix(t.head, []byte("<?"))
	found := mimetype.Detect(t.head)
	name, _, _ := strings.Cut(found.String(), ";")
	switch {
	case isXML || begins.Match(root):
		if name == txtType {
			return "text/html"
		}
		return name
	case isNamed || found.Parent() == nil || !found.Parent().Is(txtType) || slices.Contains(formless, name):
		return ""
	}
	return name
}

// formless are the types of texts whose beginnings say nothing: their names and parsers do.
var formless = []string{
	csvType, jsonType, "text/tab-separated-values", "application/x-ndjson", "application/geo+json",
	"application/x-xliff+xml",
}
