package canonical_test

import (
	"strings"
	"testing"
	"unicode"

	"poolkeeper.example/extension-service/platform/canonical"
)

func TestFold_SharedVectors_AreReadAsInThePanel(t *testing.T) {
	t.Parallel()
	for _, c := range readVectors(t).Folds {
		if got := canonical.Fold(c.Value); got != c.Fold {
			t.Errorf("Fold(%q) = %q, want %q", c.Value, got, c.Fold)
		}
	}
}

func TestFold_EveryCharacter_IsStable(t *testing.T) {
	t.Parallel()
	for r := rune(1); r <= unicode.MaxRune; r++ {
		text := "a" + string(r) + "b"
		once := canonical.Fold(text)
		if again := canonical.Fold(once); again != once {
			t.Fatalf("Fold(%q, %U) = %q, and of that %q", text, r, once, again)
		}
		if strings.TrimSpace(once) != once || strings.Contains(once, "  ") {
			t.Fatalf("Fold(%q) = %q: white space is left", text, once)
		}
	}
}

func TestLine_SharedVectors_ShowNothingOrSomething(t *testing.T) {
	t.Parallel()
	v := readVectors(t)
	for _, s := range v.Blank {
		if !canonical.IsBlank(s) {
			t.Errorf("%q shows nothing", s)
		}
	}
	for _, s := range v.Visible {
		if canonical.IsBlank(s) {
			t.Errorf("%q shows something", s)
		}
	}
}

func TestWords_CommaBetweenNames_IsNoWord(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Payne, Saul": "payne|saul", "Payne,Saul": "payne|saul", " Anna-Lena  O’Neil; ": "anna|lena|oneil", "...": "",
		"20,7": "20,7", "C++": "c++",
	} {
		if got := strings.Join(canonical.Words(in), "|"); got != want {
			t.Errorf("Words(%q) = %q, want %q", in, got, want)
		}
	}
}
