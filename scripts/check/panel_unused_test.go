package check

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	panelExport  = regexp.MustCompile(`(?m)^export (?:async )?(?:const|function|interface|type) (\w+)`)
	panelWord    = regexp.MustCompile(`[A-Za-z_][\w-]*`)
	panelPrefix  = regexp.MustCompile(`([A-Za-z][\w-]*-)\$\{`) // of a class that is put together: `mk-${tone}`
	styleComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	styleRule    = regexp.MustCompile(`([^{}]+)\{`)
	styleClass   = regexp.MustCompile(`\.([A-Za-z][\w-]*)`)
)

// Classes with these prefixes are those of libraries.
var foreignClasses = []string{"Mui", "cm-"}

func TestPanel_Exports_AreUsedElsewhere(t *testing.T) {
	t.Parallel()
	users, exports := map[string]int{}, map[string]string{}
	for file := range sources(t, "admin-ui", ".ts", ".tsx") {
		source, seen := read(t, file), map[string]bool{}
		for _, word := range panelWord.FindAllString(source, -1) {
			if !seen[word] {
				seen[word] = true
				users[word]++
			}
		}
		if !strings.HasPrefix(file, "admin-ui/src/") {
			continue // what stands in for a library exports what that does
		}
		for _, hit := range panelExport.FindAllStringSubmatch(source, -1) {
			exports[hit[1]] = file
		}
	}
	for name, file := range exports {
		if users[name] < 2 {
			t.Errorf("%s exports %s, which no other file names: keep it to itself, or take it away", file, name)
		}
	}
	if len(exports) < 500 {
		t.Errorf("only %d exports found: the check looks in the wrong place", len(exports))
	}
}

func TestPanel_Classes_AreUsed(t *testing.T) {
	t.Parallel()
	words, prefixes := map[string]bool{}, slices.Clone(foreignClasses)
	for file := range sources(t, "admin-ui/src", ".ts", ".tsx") {
		if strings.Contains(file, ".test.") {
			continue
		}
		source := read(t, file)
		for _, word := range panelWord.FindAllString(source, -1) {
			words[word] = true
		}
		for _, hit := range panelPrefix.FindAllStringSubmatch(source, -1) {
			prefixes = append(prefixes, hit[1])
		}
	}
	classes := 0
	for file := range sources(t, "admin-ui/src", ".css") {
		for _, rule := range styleRule.FindAllStringSubmatch(styleComment.ReplaceAllString(read(t, file), ""), -1) {
			if strings.HasPrefix(strings.TrimSpace(rule[1]), "@") {
				continue
			}
			for _, hit := range styleClass.FindAllStringSubmatch(rule[1], -1) {
				classes++
				if !words[hit[1]] && !slices.ContainsFunc(prefixes, func(prefix string) bool {
					return strings.HasPrefix(hit[1], prefix)
				}) {
					t.Errorf("%s: no component of the panel has the class %s", file, hit[1])
				}
			}
		}
	}
	if classes < 500 {
		t.Errorf("only %d classes found: the check looks in the wrong place", classes)
	}
}
