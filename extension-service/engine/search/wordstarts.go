package search

import (
	"unicode"
	"unicode/utf8"
)

// WordStarts calls add with the first and the first two characters of every word of a folded text. A word begins where
// the text does, after a blank, and with a letter or digit that follows neither.
func WordStarts(text string, add func(string)) {
	before := ' '
	for i, c := range text {
		if isWordStart(before, c) {
			_, size := utf8.DecodeRuneInString(text[i:])
			end := i + size
			add(text[i:end])
			if next, size := utf8.DecodeRuneInString(text[end:]); size > 0 && next != ' ' {
				add(text[i : end+size])
			}
		}
		before = c
	}
}

func isWordStart(before, c rune) bool {
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return c != ' ' && (before == ' ' || word(c) && !word(before))
}
