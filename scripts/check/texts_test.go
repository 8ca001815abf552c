package check

import (
	"regexp"
	"testing"
)

var textKey = regexp.MustCompile(`(?m)^\s*"([^"]+)":`)

// Whoever reads JSON takes the last of two values of one key, and says nothing of the first.
func TestNoTextIsGivenTwice(t *testing.T) {
	t.Parallel()
	keys := 0
	for file := range sources(t, "directus-schema/seed", ".json") {
		seen := map[string]bool{}
		for _, hit := range textKey.FindAllStringSubmatch(read(t, file), -1) {
			if seen[hit[1]] {
				t.Errorf("%s gives %s twice", file, hit[1])
			}
			seen[hit[1]] = true
			keys++
		}
	}
	if keys < 1000 {
		t.Errorf("only %d texts found: the check looks in the wrong place", keys)
	}
}
