package canonical

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// FoldVersion is raised with every change of what Fold or EmailKey make of a text: what the database holds is made anew
// then.
const FoldVersion = 3

// letters that no decomposition takes apart.
var letters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i", 'ħ': "h", 'ŧ': "t",
	'ς': "σ",
}

// Fold is the one form in which texts are searched and sorted: NFKD without marks, format characters and fillers, lower
// case, the letters that have no decomposition spelt out, apostrophes removed, hyphens, dots and slashes as white
// space, and that collapsed.
func Fold(s string) string {
	if only, upper := isFolded(s); only && upper {
		return strings.ToLower(s)
	} else if only {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range norm.NFKD.String(strings.Map(withoutApostrophe, s)) {
		switch r = unicode.ToLower(r); {
		case isSeparator(r):
			space = b.Len() > 0
		case unicode.In(r, unicode.M, unicode.Cf, fillers) || isApostrophe(r):
		default:
			if space {
				b.WriteByte(' ')
				space = false
			}
			if spelt, ok := letters[r]; ok {
				b.WriteString(spelt)
			} else {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}

// Words are the words of a text that somebody looks for, folded. A semicolon parts them as well, and a comma that is
// none of a number.
func Words(s string) []string {
	text := []byte(Fold(s))
	digit := func(i int) bool { return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9' }
	for i, c := range text {
		if c == ';' || c == ',' && !(digit(i-1) && digit(i+1)) {
			text[i] = ' '
		}
	}
	return strings.Fields(string(text))
}

// withoutApostrophe goes before the decomposition, which would make white space of an acute accent that stands alone.
func withoutApostrophe(r rune) rune {
	if isApostrophe(r) {
		return -1
	}
	return r
}

// isApostrophe says whether a character is an apostrophe, or is typed for one: quotes, primes, accents that stand
// alone, the letters of the alphabets of Hawaii and others that look like it.
func isApostrophe(r rune) bool {
	switch {
	case r < 0x80:
		return r == '\'' || r == '`'
	case r >= 0x2b9 && r <= 0x2bf, r >= 0x2018 && r <= 0x201b:
		return true
	}
	return strings.ContainsRune("´ˈˊˋ΄᾽᾿῾´`ʹ՚׳״′‵ʹ`Ꞌꞌ＇", r)
}

// isSeparator says whether a character parts words: white space, hyphens and dashes, dots, slashes.
func isSeparator(r rune) bool {
	if r < 0x80 {
		return unicode.IsSpace(r) || r == '-' || r == '.' || r == '/' || r == '\\'
	}
	return unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) || strings.ContainsRune("\u2043\u2212·•‧∙⋅・･。｡⁄∕", r)
}

// isFolded says whether s is ASCII that Fold has nothing to do with but for capitals, which it may have: few texts are
// anything else.
func isFolded(s string) (only, upper bool) {
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 0x80 || c < ' ' || c == 0x7f, c == '-' || c == '.' || c == '/' || c == '\\' || c == '\'' || c == '`':
			return false, false
		case c == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' '):
			return false, false
		}
		upper = upper || c >= 'A' && c <= 'Z'
	}
	return true, upper
}
