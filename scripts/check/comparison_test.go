package check

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var comparedRow = regexp.MustCompile(`(?m)^\| [^|]+ \| \[[^\]]+\]\((comparison/[^)]+)\) \| (\d+) \| (\d+) \|$`)

// The comparison says of each admin how many files and lines its code has, blank lines not counted.
func TestComparison_FilesAndLines_AreThoseOfItsCode(t *testing.T) {
	t.Parallel()
	rows := comparedRow.FindAllStringSubmatch(read(t, "docs/comparison.md"), -1)
	if len(rows) != 4 {
		t.Fatalf("the table has %d rows", len(rows))
	}
	for _, row := range rows {
		files, lines := 0, 0
		for file := range sources(t, "docs/"+row[1], ".py", ".html", ".js", ".mjs", ".json", ".ts", ".tsx") {
			files++
			for line := range strings.Lines(read(t, file)) {
				if strings.TrimSpace(line) != "" {
					lines++
				}
			}
		}
		if row[2] != strconv.Itoa(files) || row[3] != strconv.Itoa(lines) {
			t.Errorf("%s has %d files and %d lines, the table says %s and %s", row[1], files, lines, row[2], row[3])
		}
	}
}
