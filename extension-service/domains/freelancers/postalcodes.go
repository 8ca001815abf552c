package freelancers

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// vehicleCodes are what people write before a postal code in place of the code of the country: D-80331.
var vehicleCodes = map[string]string{
	"DE": "D", "AT": "A", "FR": "F", "IT": "I", "BE": "B", "LU": "L", "SE": "S", "NO": "N", "FI": "FIN", "ES": "E",
	"PT": "P",
}

// lettered are the countries whose postal codes begin with letters.
var lettered = []string{
	"AD", "AR", "AZ", "BB", "BM", "BN", "CA", "GB", "GG", "GI", "IE", "IM", "JE", "KY", "LT", "LV", "MD", "MT", "SZ", "VG",
}

var (
	separators = regexp.MustCompile(`[,;/|+\n]+`)
	wildcards  = regexp.MustCompile(`(?i)(\d)(?:x+|[*?#%_.…]+)$`)
	beginning  = regexp.MustCompile(`^[A-Z0-9][A-Z0-9 -]*$`)
	codeRange  = regexp.MustCompile(`^(\d{1,3}) ?[-–] ?(\d{1,3})$`)
)

// postalCodes reads the beginnings of postal codes in a country as people write them: "80, 81", "80; 81", "D-80",
// "80xxx", "80-85".
func postalCodes(country, text string) ([]string, error) {
	var out []string
	for one := range strings.SplitSeq(separators.ReplaceAllString(text, ","), ",") {
		one = strings.TrimSpace(one)
		code := withoutCountry(country, strings.ToUpper(one))
		code = strings.TrimSpace(wildcards.ReplaceAllString(code, "$1"))
		switch many := rangeOf(country, code); {
		case code == "":
		case many != nil:
			out = append(out, many...)
		case !beginning.MatchString(code) || !strings.ContainsAny(code, "0123456789") && usesDigits(country):
			return nil, resource.WrongValue("freelancer.find.wrongPostalCode", map[string]any{"code": one})
		default:
			out = append(out, code)
		}
	}
	if len(out) > mostListed {
		return nil, resource.WrongValue("validation.maxItems", map[string]any{"max": mostListed})
	}
	return out, nil
}

// withoutCountry cuts off the country that a code begins with, as in SE-111 22 or SE 11.
func withoutCountry(country, code string) string {
	for _, prefix := range []string{country, vehicleCodes[country]} {
		rest, isCut := strings.CutPrefix(code, prefix)
		rest = strings.TrimLeft(rest, " -")
		if prefix != "" && isCut && usesDigits(country) && rest != "" && rest[0] >= '0' && rest[0] <= '9' {
			return rest
		}
	}
	return code
}

// usesDigits says whether the postal codes of a country begin with a digit.
func usesDigits(country string) bool {
	return !slices.Contains(lettered, country)
}

// rangeOf are the beginnings from one to another, both of as many digits: of "80-85" six. In Poland the hyphen is part
// of a code.
func rangeOf(country, code string) (out []string) {
	found := codeRange.FindStringSubmatch(code)
	if found == nil || country == "PL" || len(found[1]) != len(found[2]) {
		return nil
	}
	first, _ := strconv.Atoi(found[1]) // digits, at most three
	last, _ := strconv.Atoi(found[2])
	for n := first; n <= last; n++ {
		digits := strconv.Itoa(n)
		out = append(out, strings.Repeat("0", len(found[1])-len(digits))+digits)
	}
	return out
}
