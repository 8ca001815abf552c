package content

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
)

var placeholder = regexp.MustCompile(`%\{(.*?)\}`)

// placeholders returns the names a text has values put in for, over all its plural forms.
func placeholders(text string) map[string]bool {
	out := map[string]bool{}
	if !strings.Contains(text, "%{") { // as in most texts
		return out
	}
	for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
		out[match[1]] = true
	}
	return out
}

// mismatch compares a text with the one it is made from: every plural form may leave names out, together they hold all
// of them, and none holds another. nil means that it fits.
func mismatch(text, origin string) map[string]any {
	want, have := placeholders(origin), placeholders(text)
	lacking := maps.Clone(want)
	maps.DeleteFunc(lacking, func(name string, _ bool) bool { return have[name] })
	maps.DeleteFunc(have, func(name string, _ bool) bool { return want[name] })
	if len(lacking)+len(have) == 0 {
		return nil
	}
	return map[string]any{"missing": enumerate(lacking), "unknown": enumerate(have)}
}

// enumerate lists names; a dash stands for none, so that a sentence about them stays one.
func enumerate(names map[string]bool) string {
	return cmp.Or(strings.Join(slices.Sorted(maps.Keys(names)), ", "), "–")
}
