package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	longestWord  = 48  // characters, wide ones count twice; a longer one would run over the edge
	longestPiece = 900 // bytes of a row, which is never split between two pages
)

// printable replaces what the font files know nothing of, or the library cannot count: what lies outside the first plane
// (such as emoji) and control characters. Words that fit no line are divided, and so are eastern sentences behind a mark,
// since they know no blanks.
func printable(s string) string {
	var b strings.Builder
	run := 0
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t' || r == '\u00a0':
			r = ' '
		case r > 0xFFFF:
			r = '\uFFFD'
		case unicode.Is(unicode.C, r):
			continue
		}
		width := 1
		if isWide(r) {
			width = 2
		}
		if run += width; run > longestWord {
			b.WriteByte(' ')
			run = width
		}
		b.WriteRune(r)
		if r == ' ' {
			run = 0
		}
		if strings.ContainsRune("。、，；：！？", r) {
			b.WriteByte(' ')
			run = 0
		}
	}
	return b.String()
}

// pieces divides a text into what each stands in a row of its own: its lines, and parts of a line that is very long.
func pieces(s string) []string {
	var out []string
	for l := range strings.SplitSeq(s, "\n") {
		l = strings.TrimSpace(printable(l))
		for {
			at := breakOf(l)
			if at < 0 {
				break
			}
			out, l = append(out, visual(l[:at])), l[at+1:]
		}
		if l != "" {
			out = append(out, visual(l))
		}
	}
	return out
}

// breakOf is where a line ends that is too long for one row; -1 when it is not.
func breakOf(l string) int {
	most := longestPiece
	if strings.ContainsFunc(l, isRTL) {
		most = len(l)
		for i := range l {
			if utf8.RuneCountInString(l[:i]) == longestRTL {
				most = i
				break
			}
		}
	}
	if len(l) <= most {
		return -1
	}
	return strings.LastIndexByte(l[:most], ' ')
}
