package check

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

var textKey = regexp.MustCompile(`(?m)^\s*"([^"]+)":`)

// Whoever reads JSON takes the last of two values of one key, and says nothing of the first.
func TestTexts_EachKey_AppearsOnce(t *testing.T) {
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

// Codes, such as EUR, A1 and PDF, are no words of a language.
var codeRule = regexp.MustCompile(`^[A-Z0-9][A-Z0-9/_-]*$`)

// What the list of words says to be German is German. Everything else that reads in German as in English was left as it
// was made.
func TestTextsOfResources_GermanReadsAsTheEnglish_IsListed(t *testing.T) {
	t.Parallel()
	german, compared := germanWords(t), 0
	for file := range sources(t, "directus-schema/seed/de", ".json") {
		own, english := textsIn(t, file), textsIn(t, strings.Replace(file, "/de/", "/en/", 1))
		for key, text := range own {
			if !strings.HasPrefix(key, "resources.") && !strings.HasPrefix(key, "enum.") && !strings.HasPrefix(key, "record.") {
				continue
			}
			compared++
			if text == english[key] && !german[text] && !codeRule.MatchString(text) {
				t.Errorf("%s: %s is English: %q; write it in German, or into scripts/scaffold/german.txt where the word is German too",
					file, key, text)
			}
		}
	}
	if compared < 1000 {
		t.Errorf("only %d texts compared: the check looks in the wrong place", compared)
	}
}

func textsIn(t *testing.T, file string) (out map[string]string) {
	t.Helper()
	if err := json.Unmarshal([]byte(read(t, file)), &out); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return out
}

// germanWords are the words of the list of the generator, as a text begins with them.
func germanWords(t *testing.T) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for line := range strings.Lines(read(t, "scripts/scaffold/german.txt")) {
		_, words, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for word := range strings.SplitSeq(words, " | ") {
			out[word] = true
		}
	}
	return out
}
