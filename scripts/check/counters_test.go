package check

import (
	"regexp"
	"strings"
	"testing"
)

// How a scheduled job names what it counts: by itself, in a step, or for each record that it has done something with.
var counter = regexp.MustCompile(`\.Count\("(\w+)"|Counter: "(\w+)"|\.Each\(ctx, \w+, "(\w+)"`)

func TestCounters_OfJobs_HaveATextInBothLanguages(t *testing.T) {
	t.Parallel()
	texts := map[string]string{}
	for _, language := range []string{"en", "de"} {
		for file := range sources(t, "directus-schema/seed/"+language, ".json") {
			texts[language] += read(t, file)
		}
	}
	counters := 0
	for file := range sources(t, "extension-service", ".go") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, hit := range counter.FindAllStringSubmatch(read(t, file), -1) {
			counters++
			key := `"panel.cron.count.` + hit[1] + hit[2] + hit[3] + `":`
			for language, text := range texts {
				if !strings.Contains(text, key) {
					t.Errorf("%s counts %s, which has no text in %s", file, key, language)
				}
			}
		}
	}
	if counters < 20 {
		t.Errorf("only %d counters found: the check looks in the wrong place", counters)
	}
}
