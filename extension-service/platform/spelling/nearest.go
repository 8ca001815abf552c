// Package spelling finds the name that was meant by one that nobody knows.
package spelling

import "strings"

// mostEdits is how many characters a name may be away from the one that is meant.
const mostEdits = 2

// Nearest is the name among some that is fewest edits away, at most a third of its characters; none is "".
func Nearest(name string, known []string) (out string) {
	least := min(mostEdits, len([]rune(name))/3) + 1
	for _, one := range known {
		if n := edits(strings.ToLower(name), strings.ToLower(one)); n < least {
			out, least = one, n
		}
	}
	return out
}

// AddSuggestion adds the known name that is meant most likely; where none is near, nothing.
func AddSuggestion(params map[string]any, name string, known []string) {
	if near := Nearest(name, known); near != "" {
		params["suggestion"] = near
	}
}

// edits counts the characters to insert, remove or replace to make one text of another (Levenshtein).
func edits(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, other := range to {
			cost := diagonal
			if r != other {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
