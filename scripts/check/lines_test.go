package check

import (
	"go/scanner"
	"go/token"
	"strings"
	"testing"
	"unicode/utf8"
)

// Characters a line of Go may have, and how long a text must be before its line may be longer: a pattern, a document,
// the tag of a field or a statement over several lines is read in one piece. A text in double quotes is broken at a
// space or a clause; in tests it may be longer, where it is what goes over the wire.
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
		isTest := strings.HasSuffix(file, "_test.go") || strings.Contains(file, "/internal/test/")
		excused := linesOfLongTexts(text, isTest)
		for i, line := range strings.Split(text, "\n") {
			if n := utf8.RuneCountInString(line); n > lineCharacters && !excused[i+1] {
				t.Errorf("%s:%d has %d characters; %d are the budget: break it after a comma or an operator", file, i+1, n,
					lineCharacters)
			}
		}
	}
}

// linesOfLongTexts answers the numbers of the lines with a long raw string, and where withQuoted, of those with a long
// string in double quotes.
func linesOfLongTexts(text string, withQuoted bool) map[int]bool {
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
		isExcuse := withQuoted || strings.HasPrefix(literal, "`")
		if kind != token.STRING || !isExcuse || utf8.RuneCountInString(literal) < textCharacters {
			continue
		}
		first := set.Position(pos).Line
		for n := range strings.Count(literal, "\n") + 1 {
			lines[first+n] = true
		}
	}
}
