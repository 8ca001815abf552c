// Package canonical brings what people write into one form: e-mail addresses, phone numbers, texts of one line, and
// texts as they are searched and sorted. It knows nothing of records or databases.
package canonical

import (
	"strings"
	"unicode"
)

// fillers are characters that show nothing although Unicode counts them as letters, marks or symbols: those of Hangul
// and Khmer, selectors of variants, the empty Braille pattern.
var fillers = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x034f, Hi: 0x034f, Stride: 1},
		{Lo: 0x115f, Hi: 0x1160, Stride: 1},
		{Lo: 0x17b4, Hi: 0x17b5, Stride: 1},
		{Lo: 0x180b, Hi: 0x180f, Stride: 1},
		{Lo: 0x2800, Hi: 0x2800, Stride: 1},
		{Lo: 0x3164, Hi: 0x3164, Stride: 1},
		{Lo: 0xfe00, Hi: 0xfe0f, Stride: 1},
		{Lo: 0xffa0, Hi: 0xffa0, Stride: 1},
	},
	R32: []unicode.Range32{{Lo: 0xe0000, Hi: 0xe0fff, Stride: 1}},
}

// IsInvisible says whether a character shows nothing: white space, control and format characters, fillers.
func IsInvisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.In(r, unicode.Z, unicode.Cc, unicode.Cf, fillers)
}

// IsBlank says whether a text shows nothing at all.
func IsBlank(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !IsInvisible(r) })
}

// IsDirection says whether a character changes the direction in which a text is read, so that it can show something
// else than it is.
func IsDirection(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }

// IsLineEnd says whether a character ends a line or goes to a tab stop, which a text of one line does not have.
func IsLineEnd(r rune) bool {
	return r == '\n' || r == '\t' || r == '\u2028' || r == '\u2029'
}
