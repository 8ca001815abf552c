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

// Every number of the specification's list has its row, and every test that is named there exists.
func TestWhatProvesTheSpecificationIsThere(t *testing.T) {
	t.Parallel()
	rows := coverageRow.FindAllStringSubmatch(read(t, "docs/coverage.md"), -1)
	if len(rows) != numbers {
		t.Fatalf("the table has %d rows, not %d", len(rows), numbers)
	}
	for i, row := range rows {
		if row[1] != strconv.Itoa(i+1) {
			t.Errorf("row %d has the number %s", i+1, row[1])
		}
		if row[2] == "not proven yet" {
			continue
		}
		for named := range strings.SplitSeq(row[2], "<br>") {
			where := proof.FindStringSubmatch(named)
			if where == nil {
				t.Errorf("number %s: %q names no test", row[1], named)
				continue
			}
			if !hasTest(read(t, where[1]), where[2]) {
				t.Errorf("number %s: %s has no test %q", row[1], where[1], where[2])
			}
		}
	}
}

// hasTest says whether a source declares a test of that name.
func hasTest(source, name string) bool {
	return slices.ContainsFunc([]string{"func " + name + "(", "'" + name + "'", `"` + name + `"`, "`" + name + "`"}, func(form string) bool {
		return strings.Contains(source, form)
	})
}
