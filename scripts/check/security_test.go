package check

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// asvs are the sections of OWASP ASVS 5.0.0 with how many requirements of levels 1 and 2 each has: they come before
// those of level 3.
const asvs = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2
	4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2
	8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1
	11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5
	16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`

func requirements(t *testing.T) (all []string) {
	t.Helper()
	for part := range strings.FieldsSeq(asvs) {
		section, text, _ := strings.Cut(part, ":")
		count, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		for n := range count {
			all = append(all, fmt.Sprintf("%s.%d", section, n+1))
		}
	}
	return all
}

var (
	securityRow = regexp.MustCompile(`(?m)^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) \| [^|]+ \| (.+) \|$`)
	reason      = regexp.MustCompile(`^(Not applicable|Not met|Documented|By design): .{10,}`)
	namedFile   = regexp.MustCompile("`((?:extension-service|scripts|deploy)/[^`]+)`")
)

// Every requirement has its line, once, with a test that exists and is run, or a reason; files that reasons name exist.
func TestSecurity_EachRequirement_HasATestOrAReason(t *testing.T) {
	t.Parallel()
	var covered []string
	for _, row := range securityRow.FindAllStringSubmatch(read(t, "docs/security.md"), -1) {
		covered = append(covered, strings.Split(row[1], ", ")...)
		for named := range strings.SplitSeq(row[2], "<br>") {
			if where := proof.FindStringSubmatch(named); where != nil {
				if !hasTest(where[1], read(t, where[1]), where[2]) {
					t.Errorf("%s: %s has no test %q", row[1], where[1], where[2])
				}
			} else if !reason.MatchString(named) {
				t.Errorf("%s: %q is neither a test nor a reason", row[1], named)
			}
		}
	}
	for _, number := range requirements(t) {
		switch n := len(slices.DeleteFunc(slices.Clone(covered), func(s string) bool { return s != number })); n {
		case 0:
			t.Errorf("%s has no line", number)
		case 1:
		default:
			t.Errorf("%s has %d lines", number, n)
		}
	}
	if len(covered) != len(requirements(t)) {
		t.Errorf("%d requirements have a line, %d are in levels 1 and 2", len(covered), len(requirements(t)))
	}
}

var (
	threatRow         = regexp.MustCompile(`(?m)^\| [^|]* ?\| ([^|]+) \| ([^|]+) \|$`)
	threatTest        = regexp.MustCompile("`([^`]+_test\\.go)`: (Test\\w+)")
	requirementNumber = regexp.MustCompile(`\b\d+\.\d+\.\d+\b`)
	notAnswered       = regexp.MustCompile(`Not answered: .{20,}`)
)

// Each threat of the model names a requirement that is there, a test that exists, or why it is not answered.
func TestSecurity_EachThreat_NamesItsMitigation(t *testing.T) {
	t.Parallel()
	_, text, _ := strings.Cut(read(t, "docs/security.md"), "\n### Boundaries\n")
	text, _, _ = strings.Cut(text, "\n### ")
	rows := threatRow.FindAllStringSubmatch(text, -1)
	if len(rows) < 20 {
		t.Fatalf("%d threats are found", len(rows))
	}
	for _, row := range rows[1:] { // the headings stand first
		tests, numbers := threatTest.FindAllStringSubmatch(row[2], -1), requirementNumber.FindAllString(row[2], -1)
		for _, named := range tests {
			if !hasTest(named[1], read(t, named[1]), named[2]) {
				t.Errorf("%s: %s has no test %q", row[1], named[1], named[2])
			}
		}
		for _, number := range numbers {
			if !slices.Contains(requirements(t), number) {
				t.Errorf("%s: there is no requirement %s", row[1], number)
			}
		}
		if len(tests)+len(numbers) == 0 && !notAnswered.MatchString(row[2]) {
			t.Errorf("%s: neither a requirement, a test nor a reason answers it", row[1])
		}
	}
}

func TestSecurity_FilesItNames_Exist(t *testing.T) {
	t.Parallel()
	for _, hit := range namedFile.FindAllStringSubmatch(read(t, "docs/security.md"), -1) {
		if _, err := os.Stat(filepath.Join(root, hit[1])); err != nil {
			t.Errorf("docs/security.md names %s, which does not exist", hit[1])
		}
	}
}
