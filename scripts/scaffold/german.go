package main

import (
	_ "embed"
	"strings"
)

//go:embed german.txt
var germanWords string

// germanWord is a word of the list, for one and for several.
type germanWord struct{ one, several string }

// germanList reads the list, by the English words.
func germanList() map[string]germanWord {
	out := map[string]germanWord{}
	for line := range strings.Lines(germanWords) {
		english, german, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found || strings.HasPrefix(english, "#") {
			continue
		}
		one, several, _ := strings.Cut(german, " | ")
		out[english] = germanWord{one, several}
		if _, own := out[plural(english)]; several != "" && !own {
			out[plural(english)] = germanWord{several, several}
		}
	}
	return out
}
