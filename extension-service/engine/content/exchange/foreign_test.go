package exchange_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/content/exchange"
	"poolkeeper.example/extension-service/internal/test/stress"
)

// foreignReader is a Python that has translate-toolkit, made once under build. A machine without Python or without a
// way to get it leaves the test out.
func foreignReader(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/requirements.txt")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, "build", "translate-toolkit")
	stamp, python := filepath.Join(dir, "installed"), filepath.Join(dir, "bin", "python")
	if got, err := os.ReadFile(stamp); err == nil && string(got) == string(want) {
		return python
	}
	for _, command := range [][]string{
		{"python3", "-m", "venv", dir},
		{
			python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:",
			"--retries", "1", "-r", "testdata/requirements.txt",
		},
	} {
		if out, err := exec.CommandContext(t.Context(), command[0],
			command[1:]...).CombinedOutput(); err != nil { //nolint:gosec // commands of our own
			first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
			t.Skipf("left out, there is no translate-toolkit: %s: %v %s", command[0], err, first)
		}
	}
	if err := os.WriteFile(stamp, want, 0o600); err != nil {
		t.Fatal(err)
	}
	return python
}

// What another program reads is what we wrote, and what it saves is what we read.
func TestProveXLIFF_ForeignTool_ReadsAndWritesTheSameTexts(t *testing.T) {
	t.Parallel()
	python := foreignReader(t)
	texts := generated(stress.Rand(t), stress.Size(500, 20_000))
	dir := t.TempDir()
	ours, theirs := filepath.Join(dir, "ours.xlf"), filepath.Join(dir, "theirs.xlf")
	if err := os.WriteFile(ours, written(t, exchange.XLIFF, texts, options()), 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), python, "testdata/read.py", ours,
		theirs) //nolint:gosec // the reader that was installed above
	run.Stderr = os.Stderr
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	var units []struct{ ID, Source, Target, Notes string }
	if err := json.Unmarshal(out, &units); err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for _, u := range units {
		seen[u.ID] = u.Target
	}
	translated := 0
	for _, text := range texts {
		if strings.ContainsAny(text.Value, "\ufffe\u0001") || strings.Contains(text.Value, "||||") {
			continue // a mark, or a unit for each form
		}
		if translated++; seen[text.Key] != text.Value {
			t.Errorf("%q was read as %q", text.Value, seen[text.Key])
		}
	}
	raw, err := os.ReadFile(theirs) //nolint:gosec // a file of the test
	if err != nil {
		t.Fatal(err)
	}
	got, err := exchange.Read(raw, exchange.XLIFF, options())
	if err != nil {
		t.Fatal(err)
	}
	changed := compare(t, exchange.XLIFF, texts, got.Texts)
	t.Logf("%d units read by translate-toolkit, %d texts compared as they are, %d changed when it saved them", len(units),
		translated, changed)
}
