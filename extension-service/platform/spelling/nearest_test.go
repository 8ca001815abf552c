package spelling_test

import (
	"testing"

	"poolkeeper.example/extension-service/platform/spelling"
)

func TestNearest_MisspeltName_IsRecognised(t *testing.T) {
	t.Parallel()
	known := []string{"markupPct", "payRate", "max"}
	for name, want := range map[string]string{
		"markupPc":  "markupPct",
		"MarkupPct": "markupPct",
		"pyaRate":   "payRate",
		"mx":        "", // of two letters none may be wrong
		"foo":       "",
		"":          "",
	} {
		if got := spelling.Nearest(name, known); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
