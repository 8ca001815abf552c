package spreadsheet

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/currency"
)

// Notation is how a file writes its numbers.
type Notation struct {
	Decimal string `json:"decimal,omitempty"` // the separator that its numbers show; "" where none does
	Mixed   bool   `json:"mixed,omitempty"`   // some show one separator, some the other
	Comma   bool   `json:"comma,omitempty"`   // its cells are separated by commas, as in the exports of the product
}

// Observe takes into account how a cell writes its number.
func (n *Notation) Observe(cell string) {
	number, _ := SplitCurrency(cell)
	readings := ReadNumber(number)
	if len(readings) != 1 || readings[0].Decimal == "" {
		return
	}
	n.Mixed = n.Mixed || n.Decimal != "" && n.Decimal != readings[0].Decimal
	n.Decimal = readings[0].Decimal
}

// exportedNumber is a number as the exports of the product write it.
var exportedNumber = regexp.MustCompile(`^-?(0|[1-9]\d*)(\.\d*[1-9])?$`)

// Choose returns the readings of a number that are left once it is known how the file writes its numbers. Where the
// file does not show it, a number in the notation of the exports of the product is read as they mean it.
func (n Notation) Choose(number string) []Reading {
	readings := ReadNumber(number)
	if len(readings) < 2 || n.Mixed {
		return readings
	}
	if n.Decimal != "" {
		return slices.DeleteFunc(readings, func(r Reading) bool { return r.Decimal != n.Decimal })
	}
	if n.Comma && exportedNumber.MatchString(number) {
		return readings[:1]
	}
	return readings
}

// signs are the currencies that a sign can stand for, in capitals. Several make it ambiguous.
var signs = map[string][]string{
	"€": {"EUR"}, "EURO": {"EUR"}, "EUROS": {"EUR"}, "£": {"GBP"}, "₹": {"INR"}, "US$": {"USD"}, "C$": {"CAD"},
	"CA$": {"CAD"}, "CAN$": {"CAD"},
	"HK$": {"HKD"}, "S$": {"SGD"}, "SG$": {"SGD"}, "A$": {"AUD"}, "AU$": {"AUD"}, "NZ$": {"NZD"}, "SFR": {"CHF"},
	"SFR.": {"CHF"},
	"$":    {"USD", "CAD", "HKD", "SGD", "AUD", "NZD"}, "KR": {"SEK", "NOK", "DKK", "ISK"},
	"KR.": {"SEK", "NOK", "DKK", "ISK"},
	"¥":   {"CNY", "JPY"}, "￥": {"CNY", "JPY"}, "RS": {"INR", "PKR", "LKR"}, "RS.": {"INR", "PKR", "LKR"},
	"FR.": {"CHF", "XAF"},
}

// CurrenciesOf are the codes of the currencies that a sign or a code can stand for; none where it stands for no
// currency.
func CurrenciesOf(mark string) []string {
	mark = strings.ToUpper(mark)
	if known, isSign := signs[mark]; isSign {
		return known
	}
	if unit, err := currency.ParseISO(mark); err == nil {
		return []string{unit.String()}
	}
	return nil
}

// marked is an amount with a currency before or behind it.
var marked = regexp.MustCompile(`^(-?)([^\d\s.,'’+-][^\d\s]*)?\s*(-?\d.*?)\s*([^\d\s.,'’-][^\d\s]*)?$`)

// SplitCurrency splits the sign or code of a currency off an amount, "" where it has none. A text that has two, or
// another word, stays as it is.
func SplitCurrency(cell string) (number, mark string) {
	parts := marked.FindStringSubmatch(cell)
	if parts == nil || parts[2] != "" && parts[4] != "" {
		return cell, ""
	}
	if mark = parts[2] + parts[4]; CurrenciesOf(mark) == nil {
		return cell, ""
	}
	return parts[1] + parts[3], mark
}

// List are the texts of a cell that holds several.
func List(cell string) []string {
	var out []string
	for one := range strings.FieldsFuncSeq(cell, func(r rune) bool { return strings.ContainsRune(",;|\n", r) }) {
		if one = strings.TrimSpace(one); one != "" {
			out = append(out, one)
		}
	}
	return out
}

// Filled is how many cells a row has, without empty ones at its end.
func Filled(cells []string) int {
	n := len(cells)
	for n > 0 && strings.TrimSpace(cells[n-1]) == "" {
		n--
	}
	return n
}
