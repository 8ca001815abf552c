package proof

import (
	"slices"
	"strings"
	"testing"
)

// What an auditor reads came from elsewhere: lines are statements or none, and hashes of a segment are whole or not.
func FuzzReadStatements(f *testing.F) {
	f.Add(`{"auditStatement":{"kind":"checkpoint","at":1,"position":1,"lastId":2,"hash":"x","signature":"y"}}` + "\n")
	f.Add(`{"time":"2026-11-28","auditStatement":null}` + "\n" + `{"reason":"\"auditStatement\""}`)
	f.Fuzz(func(t *testing.T, lines string) {
		out, err := ReadStatements(strings.NewReader(lines))
		if err != nil && len(lines) < longestLine {
			t.Error(err)
		}
		if n := strings.Count(lines, "auditStatement"); len(out) > n {
			t.Errorf("%d statements where the word comes %d times", len(out), n)
		}
		_, _ = ParseKey(lines)
	})
}

func FuzzDecodeLeaves(f *testing.F) {
	f.Add(encodeLeaves([]leaf{{7, sum{1}}, {8, sum{2}}, {1000, sum{3}}}), int64(7))
	f.Add("", int64(1))
	f.Add("AA", int64(0))
	f.Fuzz(func(t *testing.T, text string, first int64) {
		leaves, complete := decodeLeaves(text, first)
		if !complete || len(leaves) == 0 || leaves[0].id != first || first < 1 {
			return
		}
		again, complete := decodeLeaves(encodeLeaves(leaves), first)
		if !complete || !slices.Equal(leaves, again) {
			t.Errorf("%q is written as something else", text)
		}
	})
}
