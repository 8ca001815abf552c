package pools

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// readRow reads the amounts of the last of some rows "hourRate|dayRate|currency", and says what is wrong with it.
func readRow(delimiter string, rows ...string) (amounts, wrong string) {
	from := source{Notation: spreadsheet.Notation{Comma: delimiter == ","}}
	for _, f := range []Field{Email, FirstName, LastName, HourRate, DayRate, Currency} {
		from.File.Columns = append(from.File.Columns, PlannedColumn{Column: Column{Field: f}})
	}
	var cells []string
	for _, row := range rows {
		cells = append([]string{"ada@rates.example", "Ada", "King"}, strings.Split(row, "|")...)
		for _, number := range cells[3:5] {
			from.Notation.Observe(number)
		}
	}
	how := from.reading()
	how.zone = time.UTC
	g, bad := read(cells, how)
	for _, field := range slices.Sorted(maps.Keys(bad.Fields)) {
		wrong += fmt.Sprintf("%s%v%v", field, bad.Fields[field], bad.Params[field])
	}
	return fmt.Sprint(g.HourRate, " ", g.DayRate, " ", g.Currency), wrong
}

func TestImport_AmountWithOneSeparator_IsReadAsTheFileShows(t *testing.T) {
	t.Parallel()
	ambiguous := func(one, other string) string {
		return fmt.Sprintf("hourRate[pool.file.error.ambiguous]map[pool.file.error.ambiguous:map[one:%s other:%s]]", one,
			other)
	}
	for _, tc := range []struct{ delimiter, rows, want string }{
		{",", "82.125||EUR", "82.125 <nil> EUR"}, // as the product exports it
		{";", "82.125||EUR", ambiguous("82.125", "82125")},
		{",", "82,125||EUR", ambiguous("82.125", "82125")},
		{";", "1.200||EUR", ambiguous("1.200", "1200")},
		{",", "1.200||EUR", ambiguous("1.200", "1200")}, // the product exports no zero at the end
		{";", "95,50||EUR/1.200||EUR", "1200 <nil> EUR"},
		{",", "95,50||EUR/1.200||EUR", "1200 <nil> EUR"},
		{";", "95.50||EUR/82.125||EUR", "82.125 <nil> EUR"},
		{";", "95,50||EUR/82,125||EUR", "82.125 <nil> EUR"},
		{";", "95.50||EUR/1,200||EUR", "1200 <nil> EUR"},
		{";", "|1.234.567|EUR/82,125||EUR", "82.125 <nil> EUR"},
		{";", "82,125|656,5|EUR", "82.125 656.5 EUR"},
		{",", "95,50||EUR/95.50||EUR/82.125||EUR", ambiguous("82.125", "82125")},
		{",", "70.00.||EUR", "hourRate[pool.file.error.number]map[]"},
		{",", "1.23.45||EUR", "hourRate[pool.file.error.number]map[]"},
		{",", "1E3||EUR", "hourRate[pool.file.error.number]map[]"},
	} {
		amounts, wrong := readRow(tc.delimiter, strings.Split(tc.rows, "/")...)
		if wrong != tc.want && (wrong != "" || amounts != tc.want) {
			t.Errorf("%s in a file with %s: %s %s, want %s", tc.rows, tc.delimiter, amounts, wrong, tc.want)
		}
	}
}

func TestImport_CurrencyInTheAmount_MustMatchTheRow(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]string{
		"€96||":           "96 <nil> EUR",
		"96 €|768 €|":     "96 768 EUR",
		"£70||":           "70 <nil> GBP",
		"70 £||GBP":       "70 <nil> GBP",
		"95.5 EUR||EUR":   "95.5 <nil> EUR",
		"EUR 1.234,50||":  "1234.50 <nil> EUR",
		"-€5||":           "hourRate[validation.minValue]",
		"$96||USD":        "96 <nil> USD",
		"$96||CAD":        "96 <nil> CAD",
		"US$ 96||":        "96 <nil> USD",
		"900 kr||SEK":     "900 <nil> SEK",
		"CHF 1'200.50||":  "1200.5 <nil> CHF",
		"$96||EUR":        "hourRate[pool.file.error.amountCurrency]",
		"£70||EUR":        "hourRate[pool.file.error.amountCurrency]",
		"70 £||EUR":       "hourRate[pool.file.error.amountCurrency]",
		"95 NOK||SEK":     "hourRate[pool.file.error.amountCurrency]",
		"80|US$ 640|EUR":  "dayRate[pool.file.error.amountCurrency]",
		"€80|£640|":       "dayRate[pool.file.error.amountCurrency]",
		"$96||":           "hourRate[pool.file.error.currencySign]",
		"900 kr||":        "hourRate[pool.file.error.currencySign]",
		"96||$":           "currency[pool.file.error.currencySign]",
		"96||€":           "96 <nil> EUR",
		"96 per hour||":   "hourRate[pool.file.error.number]",
		"€ 96 EUR||EUR":   "hourRate[pool.file.error.number]",
		"70.00. EUR||EUR": "hourRate[pool.file.error.number]",
		"||EUR":           "currency[pool.file.error.currencyAlone]",
	} {
		amounts, wrong := readRow(",", row)
		wrong, _, _ = strings.Cut(wrong, "map[")
		if wrong != want && (wrong != "" || amounts != strings.Replace(want, "1234.50 ", "1234.5 ", 1)) {
			t.Errorf("%q: %s %s, want %s", row, amounts, wrong, want)
		}
	}
}
