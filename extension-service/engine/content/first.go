package content

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"
)

//go:embed first.json
var firstJSON []byte

// firstBeginnings are how the keys of the first screen begin, by their parts. A * is any one part.
var firstBeginnings = sync.OnceValue(func() [][]string {
	var beginnings []string
	if err := json.Unmarshal(firstJSON, &beginnings); err != nil {
		panic(err) // it stands beside this file
	}
	out := make([][]string, len(beginnings))
	for i, beginning := range beginnings {
		out[i] = strings.Split(beginning, ".")
	}
	return out
})

// IsFirst says whether the first screen of a list may show the text of a key: the shell, a list of any resource, or
// what comes instead of either. The panel shows nothing else until it has all texts; its firstTexts.test.ts holds
// first.json to that.
func IsFirst(key string) bool {
	parts := strings.Split(key, ".")
	return slices.ContainsFunc(firstBeginnings(), func(beginning []string) bool {
		return len(beginning) <= len(parts) && slices.EqualFunc(beginning, parts[:len(beginning)],
			func(want, part string) bool {
				return want == "*" || want == part
			})
	})
}
