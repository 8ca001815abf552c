package store

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

var folds = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d")

// Fold is the one form in which texts are searched and sorted ("Search", folding): NFKD, marks removed, lower case,
// the letters that have no decomposition spelt out, white space collapsed.
func Fold(s string) string {
	if only, upper := plain(s); only && upper {
		return strings.ToLower(s)
	} else if only {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	space := true
	for _, r := range norm.NFKD.String(s) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsSpace(r):
			if !space {
				b.WriteByte(' ')
			}
			space = true
		default:
			b.WriteRune(unicode.ToLower(r))
			space = false
		}
	}
	return strings.TrimRight(folds.Replace(b.String()), " ")
}

// plain says whether s is ASCII with single spaces inside, and whether it has capitals: few texts are anything else.
func plain(s string) (only, upper bool) {
	for i := range len(s) {
		c := s[i]
		if c >= 0x80 || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f' {
			return false, false
		}
		if c == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' ') {
			return false, false
		}
		upper = upper || c >= 'A' && c <= 'Z'
	}
	return true, upper
}
