package check

import (
	"go/scanner"
	"go/token"
	"strings"
	"testing"
	"unicode/utf8"
)

// Characters a line of Go may have, and how long a text must be before the line it stands on may be longer: a statement
// of SQL, a pattern or a document is read whole and is not broken for the sake of a margin.
const (
	lineCharacters = 120
	textCharacters = 40
)

func TestLines_OfGo_HaveAtMost120CharactersUnlessATextIsLong(t *testing.T) {
	t.Parallel()
	for file := range sources(t, ".", ".go") {
		text := read(t, file)
		if strings.Contains(text, "DO NOT EDIT") {
			continue
		}
		excused := linesOfLongTexts(text)
		for i, line := range strings.Split(text, "\n") {
			if n := utf8.RuneCountInString(line); n > lineCharacters && !excused[i+1] {
				t.Errorf("%s:%d has %d characters; %d are the budget: break it after a comma or an operator", file, i+1, n,
					lineCharacters)
			}
		}
	}
}

// linesOfLongTexts answers the numbers of the lines that a long string stands on, in quotes or over several lines.
func linesOfLongTexts(text string) map[int]bool {
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(text))
	var tokens scanner.Scanner
	tokens.Init(file, []byte(text), nil, 0)
	lines := map[int]bool{}
	for {
		pos, kind, literal := tokens.Scan()
		if kind == token.EOF {
			return lines
		}
		if kind != token.STRING || utf8.RuneCountInString(literal) < textCharacters {
			continue
		}
		first := set.Position(pos).Line
		for n := range strings.Count(literal, "\n") + 1 {
			lines[first+n] = true
		}
	}
}
