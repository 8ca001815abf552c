package check

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// numbers is how many things the specification's list names.
const numbers = 263

var (
	coverageRow = regexp.MustCompile(`(?m)^\| (\d+) \| [^|]+ \| ([^|]+) \|$`)
	proof       = regexp.MustCompile("^`([^`]+)`: (.+)$")
)

// Every number of the specification's list has its row, once and in order, and names at least one test by its whole
// title; every test that is named there exists and is run.
func TestCoverage_EveryNumberOfTheSpecification_NamesAnExistingTest(t *testing.T) {
	t.Parallel()
	rows := coverageRow.FindAllStringSubmatch(read(t, "docs/coverage.md"), -1)
	if len(rows) != numbers {
		t.Fatalf("the table has %d rows, not %d", len(rows), numbers)
	}
	for i, row := range rows {
		if row[1] != strconv.Itoa(i+1) {
			t.Errorf("row %d has the number %s", i+1, row[1])
		}
		for named := range strings.SplitSeq(row[2], "<br>") {
			where := proof.FindStringSubmatch(named)
			if where == nil {
				t.Errorf("number %s: %q names no test", row[1], named)
				continue
			}
			if !hasTest(where[1], read(t, where[1]), where[2]) {
				t.Errorf("number %s: %s has no test %q", row[1], where[1], where[2])
			}
		}
	}
}

// hasTest says whether a file of tests declares one of that title, which is run: a function of Go, or a call of it,
// test or scenario. A group of tests, a skipped one and words beside it are none.
func hasTest(file, source, title string) bool {
	title = regexp.QuoteMeta(title)
	if strings.HasSuffix(file, "_test.go") {
		return regexp.MustCompile(`(?m)^func ` + title + `\(\w+ \*testing\.T\)`).MatchString(source)
	}
	if !strings.HasSuffix(file, ".test.ts") && !strings.HasSuffix(file, ".test.tsx") &&
		!strings.HasPrefix(file, "e2e/scenarios/") {
		return false
	}
	return slices.ContainsFunc([]string{"'", `"`, "`"}, func(quote string) bool {
		return regexp.MustCompile(`(?m)^\s*(it|test|scenario)(\.each\([^;]*?\))?\(\s*` +
			quote + title + quote).MatchString(source)
	})
}

func TestCoverage_TestThatIsNotRun_DoesNotCount(t *testing.T) {
	t.Parallel()
	const scenarios, spec = "e2e/scenarios/01-x.mjs", "admin-ui/src/x.test.tsx"
	for name, tc := range map[string]struct {
		file, source, title string
		want                bool
	}{
		"a function":            {"x/y_test.go", "func TestX(t *testing.T) {", "TestX", true},
		"a part of its name":    {"x/y_test.go", "func TestXY(t *testing.T) {", "TestX", false},
		"a helper":              {"x/y_test.go", "func ask(t *testing.T, n int) {", "ask", false},
		"no file of tests":      {"x/y.go", "func TestX(t *testing.T) {", "TestX", false},
		"a scenario":            {scenarios, "  scenario('opens', { as: 'all' }, async page => {", "opens", true},
		"one for each":          {scenarios, "  test(`${place}: fits`, async () => {", "${place}: fits", true},
		"a part of its title":   {scenarios, "  scenario('opens twice', {}, async page => {", "opens", false},
		"a group":               {scenarios, "describe('opens', () => {", "opens", false},
		"a component":           {spec, "it('opens', () => {", "opens", true},
		"a component, for each": {spec, "it.each([\n  ['a', 1],\n])('opens %s', () => {", "opens %s", true},
		"a skipped one":         {spec, "it.skip('opens', () => {", "opens", false},
		"one that is commented": {spec, "// it('opens', () => {", "opens", false},
		"words beside it":       {spec, "const title = 'opens';", "opens", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if hasTest(tc.file, tc.source, tc.title) != tc.want {
				t.Errorf("%q in %q", tc.title, tc.source)
			}
		})
	}
}
