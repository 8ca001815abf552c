package canonical

import (
	"strings"
	"unicode/utf8"
)

// formulas begin cells that a spreadsheet would run: some read the signs in full width, too.
const formulas = "=+-@\t\r＝＋－＠"

// IsFormula says whether a spreadsheet would run a cell of a CSV file, were it not for the apostrophes before it, if
// there are any.
func IsFormula(cell string) bool {
	first, size := utf8.DecodeRuneInString(strings.TrimLeft(cell, "'"))
	return size > 0 && strings.ContainsRune(formulas, first)
}
