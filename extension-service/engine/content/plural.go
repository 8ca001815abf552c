package content

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	directusschema "poolkeeper.example/directus-schema"
)

// formOrder is the order that the forms of a text are written in.
var formOrder = []string{"zero", "one", "two", "few", "many", "other"}

const formEnd = "||||"

// plural holds the rules of one locale by the name of the form. The panel reads the same table.
type plural map[string]string

// englishForms hold where nobody knows the language.
var englishForms = plural{"one": "n = 1", "other": ""}

// pluralTable is read once. A test of it fails before one that cannot be read is shipped.
var pluralTable = sync.OnceValue(func() map[string]map[string]string {
	table, err := directusschema.Plurals()
	if err != nil {
		panic(err)
	}
	return table
})

// pluralOf returns the rules of a locale: its own, else those of the language it belongs to.
func pluralOf(locale string) plural {
	for locale != "" {
		if rules, ok := pluralTable()[locale]; ok {
			return rules
		}
		locale = locale[:max(strings.LastIndexByte(locale, '-'), 0)]
	}
	return englishForms
}

// Forms names the forms a text has in a locale, in the order they are written in.
func Forms(locale string) []string {
	rules := pluralOf(locale)
	return slices.DeleteFunc(slices.Clone(formOrder), func(form string) bool {
		_, ok := rules[form]
		return !ok
	})
}

// FormOf returns the place of the form that a whole number takes.
func FormOf(locale string, n int64) int {
	rules, forms := pluralOf(locale), Forms(locale)
	for i, form := range forms {
		if rule := rules[form]; rule != "" && rule != "never" && follows(rule, max(n, -n)) {
			return i
		}
	}
	return len(forms) - 1
}

// follows says whether a number keeps to a rule: comparisons joined by "and", and those by "or".
func follows(rule string, n int64) bool {
	return slices.ContainsFunc(strings.Split(rule, " or "), func(all string) bool {
		return !slices.ContainsFunc(strings.Split(all, " and "), func(part string) bool { return !compares(part, n) })
	})
}

var comparison = regexp.MustCompile(`^n(?: % (\d+))? (!?=) (\d+)(?:\.\.(\d+))?$`)

func compares(part string, n int64) bool {
	found := comparison.FindStringSubmatch(part)
	if found == nil {
		panic(fmt.Sprintf("no plural rule: %q", part)) // of our own table, which a test reads
	}
	if found[1] != "" {
		n %= parseInteger(found[1])
	}
	low, high := parseInteger(found[3]), parseInteger(found[3])
	if found[4] != "" {
		high = parseInteger(found[4])
	}
	return (n >= low && n <= high) == (found[2] == "=")
}

func parseInteger(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64) // the pattern lets nothing else pass
	return n
}

// missesForms says whether a text has other forms than its language asks for, or an empty one: a text that has forms,
// or whose source has.
func missesForms(locale, text, origin string) bool {
	if !strings.Contains(text, formEnd) && !strings.Contains(origin, formEnd) {
		return false
	}
	return strings.Count(text, formEnd)+1 != len(Forms(locale)) || lacksText(text)
}
