package pdf

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// What stands before a line gives it the direction of its text; these characters show nothing.
const (
	toRight = "\u200E"
	toLeft  = "\u200F"
)

// directionOf is where a text runs to: the first character that has a direction of its own says so.
func directionOf(s string) string {
	for _, r := range s {
		properties, _ := bidi.LookupRune(r)
		switch class := properties.Class(); {
		case class == bidi.L:
			return toRight
		case class == bidi.R, class == bidi.AL:
			return toLeft
		}
	}
	return toRight
}

func isRTL(r rune) bool { return directionOf(string(r)) == toLeft }

// visual puts a line into the order it is seen in, since the library sets one character after the other from left to
// right.
func visual(s, direction string) string {
	if !strings.ContainsFunc(s, isRTL) {
		return s
	}
	var p bidi.Paragraph
	if _, err := p.SetString(direction + s); err != nil {
		return s
	}
	order, err := p.Order()
	if err != nil {
		return s
	}
	runs := make([]string, order.NumRuns())
	for i := range runs {
		run := order.Run(i)
		if runs[i] = run.String(); run.Direction() == bidi.RightToLeft {
			runs[i] = bidi.ReverseString(runs[i])
		}
	}
	if direction == toLeft {
		slices.Reverse(runs)
	}
	return strings.Replace(strings.Join(runs, ""), direction, "", 1)
}

// The letters of Arabic and Persian with the first of their presentation forms in the order of Unicode: alone and at
// the end of a word, and, of those that join to the next letter, at its beginning and in its middle.
var (
	toBoth = []rune("ئبتثجحخسشصضطظعغفقكلمنهيپچکگی")
	forms  = formsOf("ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي", 0xFE80,
		map[rune]rune{'پ': 0xFB56, 'چ': 0xFB7A, 'ژ': 0xFB8A, 'ک': 0xFB8E, 'گ': 0xFB92, 'ی': 0xFBFC})
	lamAlef = map[rune]rune{'آ': 0xFEF5, 'أ': 0xFEF7, 'إ': 0xFEF9, 'ا': 0xFEFB}
)

const (
	hamza  = 'ء' // joins to nothing
	tatwil = 'ـ' // a stroke, joins to both sides
)

func formsOf(letters string, first rune, more map[rune]rune) map[rune]rune {
	for _, r := range letters {
		more[r] = first
		switch {
		case r == hamza:
			first++
		case slices.Contains(toBoth, r):
			first += 4
		default:
			first += 2
		}
	}
	return more
}

// shaped replaces Arabic letters by the forms they take between their neighbours.
func shaped(s string) string {
	in := []rune(s)
	out := make([]rune, 0, len(in))
	joins := false // the letter before joins to this one
	for i := 0; i < len(in); i++ {
		r := in[i]
		form, known := forms[r]
		switch {
		case isMark(r):
			out = append(out, r)
			continue
		case !known:
			out, joins = append(out, r), r == tatwil
			continue
		}
		next := letterAfter(in, i)
		if alef := lamAlef[next]; r == 'ل' && alef != 0 {
			if joins {
				alef++
			}
			out, joins = append(out, alef), false
			i += slices.Index(in[i:], next)
			continue
		}
		goesOn := slices.Contains(toBoth, r) && next != hamza && (forms[next] != 0 || next == tatwil)
		if joins && r != hamza {
			form++
		}
		if goesOn {
			form += 2
		}
		out, joins = append(out, form), goesOn
	}
	return string(out)
}

// letterAfter is the next character that is no mark on a letter.
func letterAfter(in []rune, i int) rune {
	for _, r := range in[i+1:] {
		if !isMark(r) {
			return r
		}
	}
	return 0
}

// isMark says whether a character stands above or below a letter of Arabic.
func isMark(r rune) bool { return r >= 0x64B && r <= 0x65F || r == 0x670 }
