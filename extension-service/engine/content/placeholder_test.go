package content

import (
	"reflect"
	"testing"
)

func TestPlaceholders_Mismatch_NamesBothSides(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text, origin string
		want         map[string]any
	}{
		"the same in another order": {"%{b} %{a}", "%{a} %{b}", nil},
		"one is missing":            {"x", "%{a}", map[string]any{"missing": "a", "unknown": "–"}},
		"two are unknown":           {"%{c} %{b} %{a}", "%{a}", map[string]any{"missing": "–", "unknown": "b, c"}},
	} {
		if got := mismatch(c.text, c.origin); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
