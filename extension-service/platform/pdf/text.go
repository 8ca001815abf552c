package pdf

import (
	"cmp"
	"strings"
	"unicode"
)

// printable replaces what the font files know nothing of, or the library cannot count: what lies outside the first
// plane (such as emoji) and control characters.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', r == '\u00a0', unicode.In(r, unicode.Zl, unicode.Zp):
			return ' '
		case r > 0xFFFF:
			return '\uFFFD'
		case unicode.Is(unicode.C, r):
			return -1
		}
		return r
	}, s)
}

// cell divides a text into lines that are at most so wide. A line is put into the order it is seen in after that, since
// it is divided in the order it is read in.
func (p *printer) cell(text string, s style, left, width float64) []placed {
	if isEastern(text) {
		s.font = eastern
	}
	p.setStyle(s)
	var out []placed
	for rest := range strings.SplitSeq(text, "\n") {
		rest = strings.TrimSpace(shaped(printable(rest)))
		direction := directionOf(rest)
		for rest != "" {
			end := p.fittingBytes(rest, width)
			out = append(out, placed{visual(strings.TrimSpace(rest[:end]), direction), s, left})
			rest = strings.TrimSpace(rest[end:])
		}
	}
	return out
}

// fittingBytes is how many bytes of a text stand in its first line: up to the last place where it may be broken or, of
// a word that is longer than a line, as much as there is room for.
func (p *printer) fittingBytes(s string, width float64) int {
	end, used, before := 0, 0.0, ' '
	for at, r := range s {
		if mayBreak(before, r) {
			end = at
		}
		if used += p.GetStringWidth(string(r)); used > width && r != ' ' {
			return cmp.Or(end, at, len(s))
		}
		before = r
	}
	return len(s)
}

// mayBreak says whether a line may end between two characters: behind a blank, and beside a Chinese or Japanese letter
// unless that parts a mark from what it belongs to.
func mayBreak(before, after rune) bool {
	return before == ' ' || (needsNoBlank(before) || needsNoBlank(after)) &&
		!unicode.In(before, unicode.Ps, unicode.Pi) && !unicode.In(after, unicode.Pe, unicode.Pf, unicode.Po, unicode.Lm)
}

func needsNoBlank(r rune) bool { return isEasternLetter(r) && !unicode.Is(unicode.Hangul, r) }
