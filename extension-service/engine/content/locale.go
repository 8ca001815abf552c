package content

import (
	"slices"
	"strings"
)

// sameLocale compares names of languages without case; an underscore is a hyphen.
func sameLocale(a, b string) bool {
	return strings.EqualFold(strings.ReplaceAll(a, "_", "-"), strings.ReplaceAll(b, "_", "-"))
}

// localeAmong is a language as it is called among those there are, or as it is named where it is none of them.
func localeAmong(known []string, named string) string {
	if at := slices.IndexFunc(known, func(one string) bool { return sameLocale(one, named) }); at >= 0 {
		return known[at]
	}
	return named
}
