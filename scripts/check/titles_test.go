package check

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Words that are in no title of a test: each has a plainer one that a newcomer would search for.
var unplain = strings.Fields(`
	apart aside ask asked asks bare bring brings given held hold holds keep keeps kept let lets lie lies meant note plain
	said say says stand standing stands take taken takes tell tells told wait waits whoever whole`)

var (
	testTitle = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark)\w*)\(\w+ \*testing\.[TB]\)`)
	titleForm = regexp.MustCompile(`^(?:Test|Benchmark)[A-Z]\w*?_[A-Z]\w*?_[A-Z]\w*$`)
	titleWord = regexp.MustCompile(`[A-Z]?[a-z]+`)
	fieldWord = strings.NewReplacer("LegalHold", "") // the field's own words
)

// titleFaults answers what is wrong with the title of a test, which is to read as a rule of the product.
func titleFaults(title string) (faults []string) {
	if !titleForm.MatchString(title) {
		faults = append(faults, "the form is TestSubject_Condition_Result")
	}
	for _, word := range titleWord.FindAllString(fieldWord.Replace(title), -1) {
		if slices.Contains(unplain, strings.ToLower(word)) {
			faults = append(faults, strings.ToLower(word)+" has a plainer word")
		}
	}
	return faults
}

func TestTitles_EachTest_NamesSubjectConditionAndResult(t *testing.T) {
	t.Parallel()
	seen := 0
	for file := range sources(t, ".", ".go") {
		if !strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, hit := range testTitle.FindAllStringSubmatch(read(t, file), -1) {
			seen++
			for _, fault := range titleFaults(hit[1]) {
				t.Errorf("%s: %s: %s", file, hit[1], fault)
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d tests found: the check looks in the wrong place", seen)
	}
}

func TestTitles_Faulty_AreReported(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"TestPool_Deleted_IsArchived":        "",
		"BenchmarkHash_Password_AtFullCost":  "",
		"TestPurge_People_StopAtALegalHold":  "",
		"TestPools":                          "the form is TestSubject_Condition_Result",
		"TestPool_isDeleted_IsArchived":      "the form is TestSubject_Condition_Result",
		"TestMails_Queued_AreKept":           "kept has a plainer word",
		"TestWholePools_Deleted_AreArchived": "whole has a plainer word",
	} {
		if got := strings.Join(titleFaults(title), ", "); got != want {
			t.Errorf("%s: %q, want %q", title, got, want)
		}
	}
}
