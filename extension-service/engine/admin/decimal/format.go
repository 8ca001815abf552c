package decimal

import (
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// Format writes a number that is not below zero with the separators of a language and at least so many decimals.
func (d Decimal) Format(decimals int, locale string) string {
	sample := []rune(message.NewPrinter(language.Make(locale)).Sprint(number.Decimal(1234.5)))
	point, group := string(sample[len(sample)-2]), ""
	if len(sample) > len("1234.5") {
		group = string(sample[1])
	}
	integer, fraction, _ := strings.Cut(d.String(), ".")
	for len(fraction) < decimals {
		fraction += "0"
	}
	for at := len(integer) - 3; at > 0; at -= 3 {
		integer = integer[:at] + group + integer[at:]
	}
	if fraction == "" {
		return integer
	}
	return integer + point + fraction
}
