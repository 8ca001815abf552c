package canonical

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// The messages about a text that is no phone number.
const (
	noPhone        = "validation.phone"
	phoneExtension = "validation.phoneExtension"
	phoneCountry   = "validation.phoneCountry"
	phoneZero      = "validation.phoneZero"
)

var (
	e164      = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)
	national  = regexp.MustCompile(`^[0-9]{5,15}$`)
	extension = regexp.MustCompile(
		`(?i)[0-9)](,+|;|#|x|\*)[a-z=.: ]*[0-9]|[0-9) ](ext|extn|extension|durchwahl|dw|nebenstelle|poste|int|anexo)[.: ]*[0-9]|;ext=`)
	scheme = regexp.MustCompile(`(?i)^(tel|callto|sms|fax|phone|mobile|mobil|telefon)\s*[:.]\s*`)
	// zero is the 0 that is dialled only within a country, as it is written beside the country code.
	zero = regexp.MustCompile(`^(\+[0-9 ]{1,7}?)[ \p{Pd}./]*[(\[]\s*0\s*[)\]]`)
)

// Phone is the form of E.164 of a phone number, which is read by the ISO code of a country when it is written as within
// it, or with its country code but without the plus; "" is no country. What is no number, or can mean two, stays as
// people wrote it, without marks; WrongPhone says what is wrong with it.
func Phone(s, country string) string {
	s = readable(s)
	if s == "" || extension.MatchString(s) {
		return s
	}
	digits := undecorated(zero.ReplaceAllString(s, "$1"))
	digits, isAbroad := withCountryCode(digits, country)
	switch {
	case isAbroad:
		return withoutTrunk(digits)
	case !national.MatchString(digits):
		return digits
	}
	if number, ok := readNational(digits, country); ok {
		return number
	}
	return digits
}

// WrongPhone is the message about a text that is not in the form of E.164, "" for one that is.
func WrongPhone(s string) string {
	switch {
	case e164.MatchString(s) && strings.HasPrefix(withoutTrunk(s), "+") && withoutTrunk(s) == s:
		return ""
	case extension.MatchString(s):
		return phoneExtension
	case e164.MatchString(s):
		return phoneZero
	case national.MatchString(s):
		return phoneCountry
	}
	return noPhone
}

// PhonesOf are the numbers that a text may mean which somebody looks for, in the form of E.164: one, or that of every
// country when it is written as within one. None when it is no phone number.
func PhonesOf(s string) []string {
	number := Phone(s, "")
	switch WrongPhone(number) {
	case "":
		return []string{number}
	case phoneCountry:
	default:
		return nil
	}
	var out []string
	for country := range callingCodes {
		if n, ok := inCountry(number, country); ok {
			out = append(out, n)
		}
	}
	if n := withoutTrunk("+" + number); e164.MatchString(n) { // with the country code, without the sign before it
		out = append(out, n)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// readable is a number without its scheme, marks and format characters, with plain digits and signs.
func readable(s string) string {
	s = strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.In(r, unicode.M, unicode.Cf, fillers):
			return -1
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Nd, r) && r >= 0x80:
			return '0' + digitOf(r)
		}
		return r
	}, norm.NFKD.String(s)))
	s = scheme.ReplaceAllString(s, "")
	return strings.TrimPrefix(s, "//")
}

// digitOf is the value of a decimal digit of any script: their zeros begin runs of ten.
func digitOf(r rune) rune {
	for n := rune(9); n > 0; n-- {
		if zero := r - n; isZero(zero) {
			return n
		}
	}
	return 0
}

func isZero(r rune) bool {
	if !unicode.Is(unicode.Nd, r) {
		return false
	}
	for _, at := range unicode.Nd.R16 {
		if rune(at.Lo) <= r && r <= rune(at.Hi) {
			return (r-rune(at.Lo))%10 == 0
		}
	}
	for _, at := range unicode.Nd.R32 {
		if rune(at.Lo) <= r && r <= rune(at.Hi) { //nolint:gosec // no character is that large
			return (r-rune(at.Lo))%10 == 0 //nolint:gosec // no character is that large
		}
	}
	return false
}

// undecorated is a number without what people write between its digits.
func undecorated(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '(' || r == ')' || r == '[' || r == ']' || isSeparator(r) || isApostrophe(r) {
			return -1
		}
		return r
	}, s)
}

// withCountryCode is a number with its country code, and whether it has one: after a plus, or after what is dialled to
// leave the country.
func withCountryCode(digits, country string) (string, bool) {
	if rest, ok := strings.CutPrefix(digits, "+"); ok {
		return "+" + strings.TrimPrefix(rest, "00"), true // +0049
	}
	for _, prefix := range exits(country) {
		rest, ok := strings.CutPrefix(digits, prefix)
		if ok && e164.MatchString("+"+rest) && codeOf(rest) != "" {
			return "+" + rest, true
		}
	}
	return digits, false
}

// exits are what is dialled to leave a country.
func exits(country string) []string {
	switch callingCodes[country] {
	case "1":
		return []string{"011", "00"}
	case "7":
		return []string{"810", "00"}
	case "61":
		return []string{"0011", "00"}
	case "81":
		return []string{"010", "00"}
	}
	return []string{"00"}
}

// withoutTrunk leaves out what is dialled only within a country where it stands behind the country code.
func withoutTrunk(number string) string {
	code := codeOf(strings.TrimPrefix(number, "+"))
	if code == "" {
		return number
	}
	rest := strings.TrimPrefix(number, "+"+code)
	for shorter := dropTrunk(code, rest); shorter != rest; shorter = dropTrunk(code, rest) {
		rest = shorter
	}
	return "+" + code + rest
}

// dropTrunk takes one prefix off the digits behind a country code: a 0, where numbers of the country have it only
// within it, or another one where they are a possible number only without it.
func dropTrunk(code, rest string) string {
	if trunk := trunks[code]; trunk != "" && !isPossible(code, rest) {
		if shorter, has := strings.CutPrefix(rest, trunk); has && isPossible(code, shorter) {
			return shorter
		}
	}
	if !zeroPrefixed[code] && strings.HasPrefix(rest, "0") && !strings.HasPrefix(rest, "00") {
		return rest[1:]
	}
	return rest
}

// readNational reads digits as a number of a country: as it is dialled within it, or with its country code where they
// are no possible number without it. What begins with the country code and is possible in both ways is not decided.
func readNational(digits, country string) (string, bool) {
	number, isNational := inCountry(digits, country)
	code := callingCodes[country]
	if trunk, has := trunks[code]; code == "" || !strings.HasPrefix(digits, code) || has && trunk == code {
		return number, isNational
	}
	abroad := withoutTrunk("+" + digits)
	isAbroad := e164.MatchString(abroad) && isPossible(code, strings.TrimPrefix(abroad, "+"+code))
	if isAbroad {
		number = abroad
	}
	return number, isNational != isAbroad
}

// inCountry is a number with the code of the country it is written within, where that is a possible number.
func inCountry(digits, country string) (string, bool) {
	code := callingCodes[country]
	if code == "" {
		return "", false
	}
	trunk, has := trunks[code]
	if !has {
		trunk = "0"
	}
	switch {
	case zeroPrefixed[code] || trunk == "":
	case strings.HasPrefix(digits, trunk):
		digits = digits[len(trunk):]
	}
	number := "+" + code + digits
	return number, e164.MatchString(number) && isPossible(code, digits) && withoutTrunk(number) == number
}

// codeOf is the country code that digits begin with; no code begins with another one.
func codeOf(digits string) string {
	for n := 1; n <= min(3, len(digits)); n++ {
		if isCode[digits[:n]] {
			return digits[:n]
		}
	}
	return ""
}
