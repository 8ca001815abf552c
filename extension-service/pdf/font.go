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
	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"github.com/johnfercher/maroto/v2/pkg/consts/fontstyle"
	"github.com/johnfercher/maroto/v2/pkg/core/entity"
	"github.com/johnfercher/maroto/v2/pkg/props"
)

const (
	family  = "DejaVu Sans" // Latin, Greek, Cyrillic, Arabic, Hebrew and more
	eastern = "Eastern"     // Chinese, Japanese and Korean, with the letters of the West that stand between them
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

// fonts are those that a document is set in.
func fonts(d Document) ([]*entity.CustomFont, error) {
	out := []*entity.CustomFont{
		{Family: family, Style: fontstyle.Normal, Bytes: dejavusans.TTF},
		{Family: family, Style: fontstyle.Bold, Bytes: dejavusansbold.TTF},
	}
	if !isEastern(fmt.Sprint(d.Title, d.Subtitle, d.Client, d.Handle, d.Footer, d.Facts, d.Sections, d.Answers)) {
		return out, nil
	}
	font, err := east()
	return append(out, &entity.CustomFont{Family: eastern, Style: fontstyle.Normal, Bytes: font}), err
}

// isEastern says whether a text has letters of the eastern font; all of it is set in that one then.
func isEastern(s string) bool { return strings.ContainsFunc(s, isWide) }

// isWide says whether a character is as wide as it is high.
func isWide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo) ||
		r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF
}

// inFont is a style with the font that has the letters of a text. The eastern one has a single weight.
func inFont(s string, style props.Text) props.Text {
	if isEastern(s) {
		style.Family, style.Style = eastern, fontstyle.Normal
	}
	return style
}
