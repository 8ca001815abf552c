package spreadsheet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// The encodings of a text.
const (
	UTF8        = "utf-8"
	UTF16       = "utf-16"
	Windows1252 = "windows-1252"
)

// Encodings are those that a file may be said to be in.
var Encodings = []string{UTF8, UTF16, Windows1252, "windows-1250", "macintosh"}

// Assumed is the encoding in which a file is shown that is in none that shows itself.
const Assumed = Windows1252

var (
	// ErrEncoding is the error of a file that is not in the encoding that it shows or is said to have.
	ErrEncoding = errors.New("the file is not in this encoding")
	// ErrNotText is the error of a file that is a text in no encoding.
	ErrNotText = errors.New("the file is not a text")
)

// marks begin a file whose encoding they tell.
var marks = []struct{ mark, encoding string }{{"\xef\xbb\xbf", UTF8}, {"\xff\xfe", UTF16}, {"\xfe\xff", UTF16}}

// Encoding is how a text is written. Name is "" where nothing shows it: the text is in one byte for each character.
type Encoding struct {
	Name   string
	marked bool // by a byte-order mark
	isBig  bool // UTF-16 without a mark, the high byte first
}

// FindEncoding reads a text to its end and finds the encoding that it shows: by a byte-order mark, by valid UTF-8, or
// by the zero bytes of UTF-16. ErrNotText for what no text holds, ErrEncoding for what breaks the encoding of its mark.
func FindEncoding(from io.Reader) (Encoding, error) {
	c := census{isUTF8: true}
	if _, err := io.Copy(&c, from); err != nil {
		return Encoding{}, fmt.Errorf("read a text: %w", err)
	}
	return c.encoding()
}

// census counts what tells encodings from each other.
type census struct {
	size     int64
	head     []byte // the first bytes, where a mark is
	rest     []byte // of a character that is not complete yet
	isUTF8   bool
	controls int64    // bytes that stand in no text
	zeros    [2]int64 // at even and at odd places
}

func (c *census) Write(b []byte) (int, error) {
	if len(c.head) < len(marks[0].mark) {
		c.head = append(c.head, b[:min(len(b), len(marks[0].mark))]...)
	}
	for i, one := range b {
		switch {
		case one == 0:
			c.zeros[(c.size+int64(i))%2]++
		case isControl(rune(one)):
			c.controls++
		}
	}
	c.size += int64(len(b))
	if c.isUTF8 {
		text := slices.Concat(c.rest, b)
		n := len(text) - unfinished(text)
		c.isUTF8, c.rest = utf8.Valid(text[:n]), bytes.Clone(text[n:])
	}
	return len(b), nil
}

// isControl says whether a character stands in no text. Some programs break the lines of a cell with a vertical tab.
func isControl(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\v\f\r", r) }

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

func (c *census) encoding() (Encoding, error) {
	isUTF8, zeros := c.isUTF8 && len(c.rest) == 0, c.zeros[0]+c.zeros[1]
	for _, m := range marks {
		if bytes.HasPrefix(c.head, []byte(m.mark)) {
			if m.encoding == UTF8 && !isUTF8 || m.encoding == UTF16 && c.size%2 != 0 {
				return Encoding{}, ErrEncoding
			}
			return Encoding{Name: m.encoding, marked: true}, nil
		}
	}
	few, many := min(c.zeros[0], c.zeros[1]), max(c.zeros[0], c.zeros[1])
	switch {
	case isUTF8 && zeros == 0:
		return Encoding{Name: UTF8}, nil
	case zeros > 0 && c.size%2 == 0 && many >= c.size/4 && few <= many/20: // every other byte of most texts is zero
		return Encoding{Name: UTF16, isBig: c.zeros[0] > c.zeros[1]}, nil
	case zeros+c.controls > 0:
		return Encoding{}, ErrNotText
	}
	return Encoding{}, nil
}

// Reader reads a text in UTF-8 without its mark. What breaks the encoding becomes U+FFFD.
func (e Encoding) Reader(from io.Reader) io.Reader {
	return transform.NewReader(from, transform.Chain(e.table().NewDecoder(), unicode.BOMOverride(transform.Nop)))
}

func (e Encoding) table() encoding.Encoding {
	switch {
	case e.Name == UTF16 && e.marked:
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case e.Name == UTF16 && e.isBig:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	case e.Name == UTF16:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case e.Name == "windows-1250":
		return charmap.Windows1250
	case e.Name == "macintosh":
		return charmap.Macintosh
	case e.Name == UTF8:
		return unicode.UTF8BOM
	}
	return charmap.Windows1252
}

// decoded is the text of a file in UTF-8 without its mark, in the encoding that somebody has named or the one that it
// shows. used is "" where neither tells; the text is read as Assumed then.
func decoded(content []byte, named string) (text []byte, used string, err error) {
	found, err := FindEncoding(bytes.NewReader(content))
	if err != nil && named == "" {
		return nil, "", err
	}
	if named == UTF8 && !utf8.Valid(content) {
		return nil, "", ErrEncoding
	}
	if named != "" && named != found.Name {
		found = Encoding{Name: named}
	}
	if found.Name == UTF8 {
		return bytes.TrimPrefix(content, []byte(marks[0].mark)), UTF8, nil
	}
	text, err = io.ReadAll(found.Reader(bytes.NewReader(content)))
	if err != nil || found.Name == UTF16 && bytes.ContainsRune(text, utf8.RuneError) {
		return nil, "", ErrEncoding
	}
	return text, found.Name, nil
}
