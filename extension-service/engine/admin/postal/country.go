package postal

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"golang.org/x/text/unicode/norm"
)

// CountryCode is a country of ISO 3166-1 by its two letters.
type CountryCode struct {
	Region   language.Region
	DialCode string // such as +49; "" where nobody can be called
}

// Code are the two letters.
func (c CountryCode) Code() string { return c.Region.String() }

//go:embed countries.txt
var countryLines string

// Countries lists every country of ISO 3166-1, once: fields of countries take exactly these.
var Countries = sync.OnceValue(func() []CountryCode {
	var out []CountryCode
	for line := range strings.Lines(countryLines) {
		code, dial, _ := strings.Cut(strings.TrimSpace(line), " ") // such as "DE +49"
		out = append(out, CountryCode{language.MustParseRegion(code), dial})
	}
	return out
})

var countryCodes = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, c := range Countries() {
		out[c.Code()] = true
	}
	return out
})

// IsCountry says whether s is the two-letter code of a country.
func IsCountry(s string) bool { return countryCodes()[s] }

// CountryOf is the code of a country that is written as a code of two or three letters, or by its name in English or
// German, whatever its case, accents and marks; false: there is none of this name.
func CountryOf(text string) (code string, known bool) {
	code, known = countriesByName()[foldName(text)]
	return code, known
}

// otherNames are common ones that the list does not use.
var otherNames = map[string]string{
	"UK": "GB", "Great Britain": "GB", "Großbritannien": "GB", "United States of America": "US",
	"Vereinigte Staaten von Amerika": "US",
	"Czech Republic":                 "CZ", "Tschechische Republik": "CZ", "North Macedonia": "MK", "Nordmazedonien": "MK",
	"Eswatini": "SZ", "Türkiye": "TR",
	"Hong Kong": "HK", "Hongkong": "HK", "Macau": "MO", "Macao": "MO", "Ivory Coast": "CI", "Elfenbeinküste": "CI",
	"Russian Federation":   "RU",
	"Russische Föderation": "RU", "Moldawien": "MD", "Republic of Moldova": "MD", "Weißrussland": "BY",
	"The Netherlands":            "NL",
	"Bundesrepublik Deutschland": "DE",
}

var countriesByName = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for name, code := range otherNames {
		out[foldName(name)] = code
	}
	for _, c := range Countries() {
		for _, tag := range []language.Tag{language.English, language.German} {
			out[foldName(display.Regions(tag).Name(c.Region))] = c.Code()
		}
	}
	for _, c := range Countries() { // a code is meant where it is also a name
		out[foldName(c.Code())], out[foldName(c.Region.ISO3())] = c.Code(), c.Code()
	}
	return out
})

// foldName is a name without case, accents, marks and blanks.
func foldName(text string) string {
	text = strings.NewReplacer("&", "and", "ß", "ss").Replace(strings.ToLower(text))
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, norm.NFKD.String(text))
}
