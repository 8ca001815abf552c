package content_test

import (
	"slices"
	"testing"

	"poolkeeper.example/extension-service/engine/content"
)

func TestJournal_Entry_NamesTheFieldsThatDiffer(t *testing.T) {
	t.Parallel()
	was, is := map[string]any{"text": "Hello", "state": "DRAFT", "old": 1},
		map[string]any{"text": "Hi", "state": "DRAFT", "new": []any{1.0}}
	for name, tc := range map[string]struct {
		before, after map[string]any
		want          []string
	}{
		"a change":   {was, is, []string{"new", "old", "text"}},
		"a create":   {nil, is, []string{"new", "state", "text"}},
		"a delete":   {was, nil, []string{"old", "state", "text"}},
		"no changes": {was, was, nil},
	} {
		if got := (content.Entry{Before: tc.before, After: tc.after}).Changed(); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}
