package spreadsheet

import (
	"slices"
	"strings"
)

// Reading is one value that the text of a number can mean.
type Reading struct {
	Plain   string // in plain notation, such as -1234.5
	Decimal string // the decimal separator of whoever writes so, "." or ","; "" where the text does not show it
}

// groupMarks stand between thousands: the blanks, and the apostrophes of Switzerland.
var groupMarks = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ", "\u2019", "'")

// ReadNumber returns what a number as people write it can mean: nothing where it is malformed, and two values where the
// only separator stands once before exactly three digits, such as 82.125.
func ReadNumber(cell string) []Reading {
	text, isNegative := strings.CutPrefix(strings.TrimSpace(groupMarks.Replace(cell)), "-")
	var out []Reading
	for _, decimal := range []string{".", ","} {
		before, fraction, found := strings.Cut(text, decimal)
		integer, separator, ok := joinGroups(before)
		if found && ok && separator != decimal && isDigits(fraction) {
			out = append(out, Reading{integer + "." + fraction, decimal})
		}
	}
	if integer, separator, ok := joinGroups(text); ok {
		out = append(out, Reading{integer, map[string]string{".": ",", ",": "."}[separator]})
	}
	if isNegative {
		for i := range out {
			out[i].Plain = "-" + out[i].Plain
		}
	}
	return out
}

// joinGroups returns the digits of a whole number and the separator between its thousands, if there is one.
func joinGroups(text string) (digits, separator string, ok bool) {
	at := strings.IndexAny(text, " '.,")
	if at < 0 {
		return text, "", isDigits(text)
	}
	separator = text[at : at+1]
	groups := strings.Split(text, separator)
	return strings.Join(groups, ""), separator, areGroups(groups) || separator == "," && areIndianGroups(groups)
}

// areGroups reports whether digits are grouped in threes, as in 1.234.567.
func areGroups(groups []string) bool {
	return startsNumber(groups[0], 3) && !slices.ContainsFunc(groups[1:], func(g string) bool {
		return len(g) != 3 || !isDigits(g)
	})
}

// areIndianGroups reports whether digits are grouped in twos before the last three, as in 12,34,567.
func areIndianGroups(groups []string) bool {
	last := len(groups) - 1
	isOther := func(g string) bool { return len(g) != 2 || !isDigits(g) }
	return startsNumber(groups[0], 2) && !slices.ContainsFunc(groups[1:last], isOther) && len(groups[last]) == 3 &&
		isDigits(groups[last])
}

// startsNumber reports whether a group can be the first one of a number.
func startsNumber(group string, most int) bool {
	return len(group) <= most && isDigits(group) && group[0] != '0'
}

func isDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
