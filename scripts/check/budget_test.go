package check

import (
	"strings"
	"testing"
)

// Lines a file may have. Functions, parameters and nesting are watched by golangci-lint and biome. Scenarios are data:
// their length says how much is tested; beyond a screen or four they are about several things.
const (
	goLines       = 400
	tsxLines      = 150
	scenarioLines = 200
)

// Files over their budget, each with the reason.
var overBudget = map[string]string{}

func TestFiles_Length_StaysWithinTheBudget(t *testing.T) {
	t.Parallel()
	budget := func(file string) int {
		switch {
		case strings.HasSuffix(file, ".go"):
			return goLines
		case strings.HasSuffix(file, ".test.tsx"), strings.HasSuffix(file, ".fixture.tsx"):
			return scenarioLines
		}
		return tsxLines
	}
	for file := range sources(t, ".", ".go", ".tsx") {
		lines := strings.Count(read(t, file), "\n")
		_, excused := overBudget[file]
		if lines > budget(file) && !excused {
			t.Errorf("%s has %d lines; %d are the budget: split it by meaning, or give the reason in overBudget", file, lines,
				budget(file))
		}
		if excused && lines <= budget(file) {
			t.Errorf("%s keeps its budget again; take it from overBudget", file)
		}
	}
}
