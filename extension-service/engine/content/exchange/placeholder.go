package exchange

import (
	"maps"
	"regexp"
	"slices"
)

// The ways in which files write what values are put in for. The first is ours.
var (
	ourPlaceholder = regexp.MustCompile(`%\{(.*?)\}`)
	otherWays      = []*regexp.Regexp{
		regexp.MustCompile(`\{\{-?\s*([A-Za-z0-9_]+)\s*(?:,[^{}]*)?\}\}`), // i18next, Angular
		regexp.MustCompile(`%\{([A-Za-z0-9_]+)\}|\{([A-Za-z0-9_]+)\}`),    // ICU; what is ours already stays
		regexp.MustCompile(`%\(([A-Za-z0-9_]+)\)[sd]`),                    // gettext for Python
	}
)

// usualCount is what our texts call the number that chooses their form.
const usualCount = "smart_count"

// AdaptPlaceholders is a text with its placeholders written as ours, where that makes them those of the text it is made
// from; otherwise it is the text as it is. Count is the placeholder that the file chooses plural forms by.
func AdaptPlaceholders(text, origin, count string) string {
	want := namesIn(origin)
	if maps.Equal(namesIn(text), want) {
		return text
	}
	for _, way := range append([]*regexp.Regexp{ourPlaceholder}, otherWays...) {
		ours := way.ReplaceAllStringFunc(text, func(found string) string {
			return "%{" + renamed(nameIn(way, found), count, want) + "}"
		})
		if maps.Equal(namesIn(ours), want) {
			return ours
		}
	}
	return text
}

// renamed is the name of a placeholder, or that of the usual number for the one that chooses plural forms.
func renamed(name, count string, want map[string]bool) string {
	isCount := name == count || name == "count"
	if isCount && !want[name] && want[usualCount] {
		return usualCount
	}
	return name
}

func nameIn(way *regexp.Regexp, found string) string {
	groups := way.FindStringSubmatch(found)[1:]
	return groups[slices.IndexFunc(groups, func(g string) bool { return g != "" || len(groups) == 1 })]
}

func namesIn(text string) map[string]bool {
	out := map[string]bool{}
	for _, found := range ourPlaceholder.FindAllStringSubmatch(text, -1) {
		out[found[1]] = true
	}
	return out
}
