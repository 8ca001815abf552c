package pdf

import (
	"bytes"
	_ "embed" // the letters of the East
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"

	"github.com/andybalholm/brotli"
)

const (
	regular = "DejaVu Sans" // Latin, Greek, Cyrillic, Arabic, Hebrew and more
	bold    = "DejaVu Sans Bold"
	eastern = "Eastern" // Chinese, Japanese and Korean, with the letters of the West that stand between them
)

//go:embed east.ttf.br
var packedEast []byte // see east.ttf.br.md for its sources and licences

// east is unpacked once, when the first document needs it: it takes five megabytes.
var east = sync.OnceValues(func() ([]byte, error) {
	font, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packedEast)))
	if err != nil {
		return nil, fmt.Errorf("unpack the eastern font: %w", err)
	}
	return font, nil
})

// style is how a text is set.
type style struct {
	font  string
	size  float64 // points
	color color
}

// color is red, green and blue.
type color [3]int

// lineHeight is in millimetres.
func (s style) lineHeight() float64 { return 1.2 * s.size * 25.4 / 72 }

// setStyle sets what is written next in a style. The eastern font comes into a document with its first letter.
func (p *printer) setStyle(s style) {
	if s.font == eastern {
		font, err := east()
		p.SetError(err)
		p.AddUTF8FontFromBytes(eastern, "", font)
	}
	p.SetFont(s.font, "", s.size)
	p.SetTextColor(s.color[0], s.color[1], s.color[2])
}

// isEastern says whether a text has letters of the eastern font; all of it is set in that one then.
func isEastern(s string) bool { return strings.ContainsFunc(s, isEasternLetter) }

func isEasternLetter(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo) ||
		r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF
}
