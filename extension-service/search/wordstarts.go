package search

import "unicode"

// WordStarts calls add with the first and the first two characters of every word of a folded text. A word begins where
// the text does, after a blank, and with a letter or digit that follows neither.
func WordStarts(text string, add func(string)) {
	runes := []rune(text)
	before := ' '
	for i, c := range runes {
		if begins(before, c) {
			add(string(c))
			if i+1 < len(runes) && runes[i+1] != ' ' {
				add(string(runes[i : i+2]))
			}
		}
		before = c
	}
}

func begins(before, c rune) bool {
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return c != ' ' && (before == ' ' || word(c) && !word(before))
}
