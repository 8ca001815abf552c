package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const repository = "../.."

// The reference says what the code says.
func TestReference_DocCommentsOfTheEngine_AreUpToDate(t *testing.T) {
	t.Parallel()
	want, err := generate(repository)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(repository, written))
	if err != nil || string(got) != want {
		t.Errorf("%s is stale (%v): make generate writes it", written, err)
	}
}

// The id is never edited, and no form of the product has plain JSON.
func TestReference_KindOfField_HasAPictureOfItsInput(t *testing.T) {
	t.Parallel()
	text, err := generate(repository)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "## Rules of a field") {
			break
		}
		isKind := strings.Contains(line, ` = "`) && !strings.Contains(line, `"id"`) && !strings.Contains(line, `"json"`)
		if isKind && !strings.Contains(line, "screenshots/inputs/") {
			t.Errorf("no picture: PICTURES=1 SCENARIOS=00-inputs takes it: %s", line)
		}
	}
}

// What is not explained is named with its place, and what is asked for is there.
func TestReference_FieldWithoutAComment_IsNamed(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for _, p := range parts {
		if err := os.MkdirAll(filepath.Join(root, p.folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	text := "package resource\n\n// Spec declares.\ntype Spec struct {\n\tName string // its name\n\tPath string\n}\n"
	file := filepath.Join(root, engine+"admin/resource/spec.go")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := generate(root)
	if err == nil || err.Error() != engine+"admin/resource/spec.go:6: Spec.Path has no comment, which the reference needs" {
		t.Errorf("it says %v", err)
	}
	if !strings.Contains(out, "\n\nSpec declares.\n\n| Written | Means |\n|---|---|\n| `Name` | its name |\n") {
		t.Errorf("it writes %s", out)
	}
}
